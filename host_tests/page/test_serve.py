"""tools/serve.py without a browser: what it serves, and what it refuses."""

import http.client
import json
import re
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import serve

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def server():
    made = serve.Server()
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


def get(server, path):
    host = urlsplit(server.address)
    connection = http.client.HTTPConnection(host.hostname, host.port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.getheader("Content-Type"), answer.read()


def test_listens_on_this_machine_only(server):
    assert server.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "path, kind",
    [
        ("/", "text/html; charset=utf-8"),
        ("/page.js", "text/javascript; charset=utf-8"),
        ("/page.css", "text/css; charset=utf-8"),
        ("/wasm/micropython.mjs", "text/javascript; charset=utf-8"),
        ("/wasm/micropython.wasm", "application/wasm"),
        ("/device.json", "application/json"),
    ],
)
def test_serves_the_page_and_the_interpreter_with_their_types(server, path, kind):
    status, content, body = get(server, path)
    assert (status, content) == (200, kind)
    assert body


@pytest.mark.parametrize(
    "path",
    ["/page.html", "/../Makefile", "/%2e%2e/Makefile", "/wasm/../../Makefile", "//etc/passwd"],
)
def test_serves_nothing_else(server, path):
    assert get(server, path)[0] == 404


@pytest.mark.parametrize("board", [path.parent.name for path in ROOT.glob("boards/*/board.py")])
def test_the_device_is_the_firmware_of_this_tree_byte_for_byte(server, board):
    document = json.loads(get(server, "/device.json?board=" + board)[2])
    files = {name: text.encode("latin-1") for name, text in document["files"].items()}
    assert document["board"] == board
    assert files["/flash/board.py"] == (ROOT / "boards" / board / "board.py").read_bytes()
    shipped = [
        path
        for path in (ROOT / "firmware").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    assert len(shipped) > 20
    for path in shipped:
        name = "/flash/" + path.relative_to(ROOT / "firmware").as_posix()
        assert files.pop(name) == path.read_bytes()
    assert all(name.startswith("/sim/") for name in files if name != "/flash/board.py")


def test_an_unknown_board_is_answered_with_those_there_are(server):
    status, _, body = get(server, "/device.json?board=crowpanel")
    assert status == 404
    assert json.loads(body)["error"] == (
        "no board 'crowpanel'; there are: crowpanel_29, crowpanel_42, lilygo_t5_29_v24, "
        "m5_coreink, magtag, reterminal_e1001, waveshare_esp32_driver, waveshare_esp32_driver_29"
    )


def test_a_taken_port_leads_to_the_next_one(server):
    port = server.server_address[1]
    other = serve.free_server(port)
    try:
        assert port < other.server_address[1] < port + serve.PORTS_TRIED
    finally:
        other.server_close()


def test_the_command_prints_the_address_it_listens_on(tmp_path):
    # the system's Python runs it: nothing but the standard library
    command = [sys.executable, "-I", str(ROOT / "tools/serve.py"), "--port", "8710"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        try:
            line = process.stdout.readline()
            port = int(re.search(r"http://127\.0\.0\.1:(\d+)/", line)[1])
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
            connection.request("GET", "/")
            assert connection.getresponse().status == 200
        finally:
            process.terminate()


def test_without_the_interpreter_it_says_how_to_get_it(tmp_path):
    command = [sys.executable, str(ROOT / "tools/serve.py"), "--wasm", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert "make run" in done.stderr
