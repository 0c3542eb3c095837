"""Serves the device as a web page on 127.0.0.1: page, interpreter, and the firmware as it stands.

Standard library only.  Nothing is cached: a reload plays the files of that moment.  The page gets
one document, device.json: what the board is, and every file of the interpreter's file system as
text with one character a byte.  Only GET, only the files named here.
"""

import argparse
import http.server
import json
import runpy
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import mpy  # noqa: E402

WASM = ROOT / "tools/node_modules/@micropython/micropython-webassembly-pyscript"
SIMULATOR = ROOT / "tools/simulator"
DEFAULT_BOARD = "waveshare_esp32_driver"
PORT = 8010
PORTS_TRIED = 20

# address -> (folder, file, content type)
PAGES = {
    "/": ("page", "index.html", "text/html; charset=utf-8"),
    "/page.css": ("page", "page.css", "text/css; charset=utf-8"),
    "/page.js": ("page", "page.js", "text/javascript; charset=utf-8"),
    "/worker.js": ("page", "worker.js", "text/javascript; charset=utf-8"),
    "/wasm/micropython.mjs": ("wasm", "micropython.mjs", "text/javascript; charset=utf-8"),
    "/wasm/micropython.wasm": ("wasm", "micropython.wasm", "application/wasm"),
}
# of tools/simulator, for the interpreter
WORLD = (
    "chip.py",
    "controller.py",
    "glass.py",
    "panel_entry.py",
    "report.py",
    "turn.py",
    "ultrachip.py",
    "world.py",
)


def boards():
    """The boards of this tree: sorted list of (name, path of board.py)."""
    return sorted((path.parent.name, path) for path in ROOT.glob("boards/*/board.py"))


def files(firmware, board_file):
    """{path in the interpreter: text}: /flash as on the device, /sim for what lies below it."""
    found = {"/flash/board.py": board_file}
    for path in sorted(firmware.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            found["/flash/" + path.relative_to(firmware).as_posix()] = path
    for path in [*(SIMULATOR / name for name in WORLD), *sorted(SIMULATOR.glob("web/*.py"))]:
        found["/sim/" + path.name] = path
    return {name: path.read_bytes().decode("latin-1") for name, path in found.items()}


def device(firmware, name):
    """(HTTP status, document) for one board; an empty name is the default board."""
    known = dict(boards())
    name = name or DEFAULT_BOARD
    if name not in known:
        return 404, {"error": f"no board {name!r}; there are: {', '.join(known)}"}
    data = {key: runpy.run_path(str(path)) for key, path in known.items()}
    width, height = mpy.glass(known[name].parent)
    return 200, {
        "board": name,
        "title": data[name]["TITLE"],
        "style": data[name]["STYLE"],
        "keys": [key[0] for key in data[name]["KEYS"]],
        "glass": [width, height, width // 8],
        "boards": [[key, data[key]["TITLE"]] for key in known],
        "files": files(firmware, known[name]),
    }


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        address = urlsplit(self.path)
        if address.path == "/device.json":
            board = parse_qs(address.query).get("board", [""])[0]
            status, document = device(self.server.firmware, board)
            self.reply(status, "application/json", json.dumps(document).encode())
        elif address.path in PAGES:
            folder, name, kind = PAGES[address.path]
            self.reply(200, kind, (self.server.folders[folder] / name).read_bytes())
        else:
            self.reply(404, "text/plain", b"not here\n")

    def reply(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        # the page may then wait for its other thread: a save returns when it is stored
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


class Server(http.server.ThreadingHTTPServer):
    """Bound to 127.0.0.1:port (0: any) when made; `address` is what a browser opens."""

    daemon_threads = True

    def __init__(self, port=0, firmware=ROOT / "firmware", wasm=WASM):
        if not (wasm / "micropython.wasm").is_file():
            raise FileNotFoundError(f"{wasm}: no MicroPython for the page (make run installs it)")
        super().__init__(("127.0.0.1", port), Handler)
        self.firmware = firmware
        self.folders = {"page": SIMULATOR / "page", "wasm": wasm}
        self.address = f"http://127.0.0.1:{self.server_address[1]}/"


def free_server(port, **folders):
    """A Server on the first free port from `port` on."""
    for candidate in range(port, port + PORTS_TRIED):
        try:
            return Server(candidate, **folders)
        except FileNotFoundError:
            raise
        except OSError:
            continue
    raise OSError(f"no free port from {port} to {port + PORTS_TRIED - 1}")


def main():
    parser = argparse.ArgumentParser(description="Play the device in a browser.")
    parser.add_argument("--port", type=int, default=PORT, help="first port to try")
    parser.add_argument("--firmware", type=Path, default=ROOT / "firmware", help="folder served")
    parser.add_argument("--wasm", type=Path, default=WASM, help="folder of MicroPython's package")
    args = parser.parse_args()
    try:
        server = free_server(args.port, firmware=args.firmware, wasm=args.wasm)
    except OSError as error:
        print(error, file=sys.stderr)
        return 2
    print(f"Dix de Der: {server.address}   (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
