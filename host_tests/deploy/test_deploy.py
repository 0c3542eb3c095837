"""make deploy, make pull and mip, end to end: the tools as they are, mpremote's transport, and a
MicroPython on a pseudo-terminal with a littlefs of its own (ptyboard.py)."""

import json
import os
import pty
import re
import runpy
import shlex
import subprocess
import sys
import threading
import time
import zlib

import pytest
from ptyboard import used_blocks, write_volume

import boardlink
import deploy
import image as image_of
import mpy
import pull
from boardlink import run_tool

ROOT = mpy.ROOT
# what else a box may hold, beside the files of an evening
OTHER = {
    "match.bad": b"torn",
    "archive/17.txt": "Donnes : 12, é ♥".encode(),
    "panel.txt": b"GYE042A87",
    "notes.txt": b"mine",
    "tool.py": b"print('mine')",
}
BOARDS = sorted(path.parent.name for path in (ROOT / "boards").glob("*/board.py"))
MPREMOTE = ROOT / ".venv" / "bin" / "mpremote"


@pytest.fixture(scope="session")
def data(evening):
    return {**evening[0], **OTHER}


def older(program, *names):
    """The program as an older one that differs in these files."""
    return {**program, **{name: b"old " + program[name] for name in names}}


def copied(text):
    """The names in the lines of the progress."""
    return re.findall(r"^ *\d+/\d+ +\d+ %  (\S+), \d+ bytes$", text, re.M)


def tool(*argv):
    """The tool in a process of its own, which can be killed."""
    return subprocess.Popen(
        [sys.executable, ROOT / "tools" / "deploy.py", *argv],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def shows(board):
    """What the running program shows, once it shows anything."""

    def shown():
        found = board.state()
        return found and found["text"] and found

    found = board.until(shown)
    found.pop("machine")
    return found


# ---- installing and updating


def test_a_blank_board_gets_the_whole_program_and_starts_it(pretended, copy, program):
    board = pretended()
    code, text = copy(board)
    assert code == 0, text
    assert copied(text) == list(program)
    assert {n: d for n, d in board.volume().items() if n != "boot.py"} == program
    assert board.boots_at[-1] == "hard"
    assert shows(board)


def test_an_update_with_one_changed_file_copies_one_file_and_keeps_the_evening(
    pretended, copy, program, data
):
    changed = "scorer/screens/why.mpy"
    board = pretended({**older(program, changed, "version.txt"), **data})
    code, text = copy(board)
    assert code == 0, text
    assert f"1 of {len(program)} files to copy" in text
    assert copied(text) == [changed, "version.txt"]
    assert board.volume() == {**program, **data}


def test_what_is_up_to_date_is_not_copied(pretended, copy, program, data):
    board = pretended({**program, **data})
    code, text = copy(board)
    assert (code, copied(text)) == (0, [])
    assert "Nothing has changed." in text
    assert board.volume() == {**program, **data}


def test_the_entry_that_is_half_typed_is_on_the_screen_again_after_an_update(
    pretended, copy, program, evening
):
    files, shown = evening
    board = pretended({**older(program, "scorer/book/cases.blob"), **files})
    assert shows(board) == shown and "100" in shown["text"]
    code, text = copy(board)
    assert (code, copied(text)) == (0, ["scorer/book/cases.blob"]), text
    assert shows(board) == shown


def test_stale_program_files_go_and_what_is_not_the_program_stays(pretended, copy, program, data):
    stale = {
        "coinche/cards.mpy": b"x",
        "scorer/screens/why.py": b"raise ValueError('shadow')",
        "lookup.py": b"raise ValueError('shadow')",
        "scorer/gone.mpy": b"x",
        "scorer/older/__init__.mpy": b"x",
        "scorer/older/deep/one.txt": b"x",
        "loose.mpy": b"x",
    }
    board = pretended({**program, **stale, **data, "lib/scorer/screens/why.mpy": b"x"})
    code, text = copy(board)
    assert code == 0, text
    for name in ("scorer/screens/why", "lookup"):
        assert f"{name}.py is an old source of {name}.mpy" in text
    for name in (*stale, "coinche", "scorer/older", "scorer/older/deep"):
        assert f"removed {name}\n" in text
    assert "Not used, and can be removed (mpremote rm -r :lib): lib/scorer/screens/why.mpy" in text
    assert board.volume() == {**program, **data, "lib/scorer/screens/why.mpy": b"x"}
    assert shows(board)


def test_the_panel_that_is_fitted_is_written_and_taken_away_again(pretended, copy, program):
    board = pretended(program)
    code, text = copy(board, "--panel", "GYE042A87")
    assert code == 0, text
    assert board.volume() == {**program, "panel.txt": b"GYE042A87"}
    assert copy(board)[0] == 0
    assert board.volume()["panel.txt"] == b"GYE042A87"
    assert copy(board, "--panel", "auto")[0] == 0
    assert board.volume() == program


@pytest.mark.parametrize("fault", [b"raise ValueError('1')", b"sys.modules['board'] = 1"])
def test_a_program_that_fails_at_its_start_is_reported(pretended, copy, program, fault):
    """Before its first line, and where it has its own screen for that."""
    board = pretended({**program, "boot.py": b"import sys\n" + fault + b"\n"})
    code, text = copy(board, "--watch", "2")
    assert code == 1
    assert "the program fails:" in text and "Traceback" in text


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (
            "deploy BOARD=magtag PORT=/dev/ttyACM0 PANEL=IL0373 FORMAT=yes",
            "tools/deploy.py magtag --port /dev/ttyACM0 --panel IL0373 --format",
        ),
        ("deploy BOARD=magtag", "tools/deploy.py magtag"),
        ("flash BOARD=magtag PORT=COM3", "tools/image.py magtag --port COM3"),
        ("pull TO=home PORT=COM3", "tools/pull.py home --port COM3"),
        ("bringup BOARD=magtag PORT=COM3", "tools/bringup.py magtag --port COM3"),
        ("bringup BOARD=magtag ARGS='--parts keys'", "tools/bringup.py magtag --parts keys"),
        ("frozen BOARD=magtag", "tools/frozen.py magtag"),
        ("own NAME=Club FROM=club.json PORT=COM3", "tools/own.py Club club.json --port COM3"),
        ("console PORT=COM3", ".venv/bin/mpremote connect COM3 resume repl"),
        ("console", ".venv/bin/mpremote resume repl"),
    ],
)
def test_make_hands_everything_over(words, command):
    make = ["make", "-n", "-C", ROOT, *shlex.split(words)]
    done = subprocess.run(make, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    wanted = command if command.startswith(".venv") else ".venv/bin/python " + command
    assert wanted in [" ".join(line.split()) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("word", ["deploy", "flash", "bringup", "frozen", "pull", "own"])
def test_make_says_what_it_has_not_been_told(word):
    done = subprocess.run(["make", "-n", "-C", ROOT, word], capture_output=True, text=True)
    assert done.returncode == 2
    wanted = {"pull": "say where to: TO=", "own": "say under which name: NAME="}
    assert wanted.get(word, "say which board: BOARD=") in done.stderr


# ---- what a cable does


def test_a_first_copy_that_is_cut_goes_on_with_the_same_command(pretended, copy, program):
    board, at = pretended(), 60
    process = tool("crowpanel_42", "--port", board.port)
    for line in process.stdout:
        if f"  {at}/{len(program)} " in line:
            process.kill()
            break
    process.stdout.close()
    process.wait()
    board.push_reset()
    assert "main.py" not in board.volume()
    code, text = copy(board)
    assert code == 0, text
    kept = int(re.search(r"(\d+) files are on the board from a copy", text).group(1))
    assert at <= kept <= at + 3
    assert len(copied(text)) == len(program) - kept
    assert {n: d for n, d in board.volume().items() if n != "boot.py"} == program


def test_an_update_that_is_cut_leaves_the_old_program_running(pretended, copy, program, data):
    names = ["scorer/book/cases.blob", "scorer/book/en.blob", "scorer/book/fr.blob"]
    old = {**older(program, *names), **data}
    board = pretended(old)
    process = tool("crowpanel_42", "--port", board.port)
    for line in process.stdout:
        if "cases.blob" in line:
            process.kill()
            break
    process.stdout.close()
    process.wait()
    board.push_reset()
    now = board.volume()
    assert {n: d for n, d in now.items() if not n.startswith("next/")} == old
    assert now["next/scorer/book/cases.blob"] == program["scorer/book/cases.blob"]
    assert shows(board)
    code, text = copy(board)
    assert code == 0, text
    assert copied(text) == names[1:]
    assert board.volume() == {**program, **data}


def test_a_cut_while_it_goes_to_its_places_is_finished_by_the_next_start(
    pretended, program, copy, data
):
    """As after a power cut there: main.py is finish.py, half of the files are moved.  What cuts at
    every flash operation do is in test_switch.py."""
    text = (boardlink.ON_BOARD / "finish.py").read_text("utf-8")
    text = text.replace("GONE = ()", "GONE = ('coinche/cards.py',)")
    names = sorted(program)
    half = {n: program[n] for n in names[: len(names) // 2]}
    rest = {"next/" + n: program[n] for n in names if n not in half}
    rest["next/main.py"] = program["main.py"]
    files = {**half, **rest, "main.py": text.encode(), "coinche/cards.py": b"old", **data}
    files.pop("next/version.txt", None)
    files["version.txt"] = program["version.txt"]
    board = pretended(files)
    board.until(lambda: board.boots_at[-1] == "hard")
    assert shows(board)
    assert b"A new program is being put in place." in board.said
    assert board.volume() == {**program, **data}
    assert copy(board)[0] == 0


def test_a_file_that_arrives_damaged_is_sent_again(pretended, copy, program, monkeypatch):
    board = pretended(older(program, "scorer/screens/why.mpy"))
    send, sent = deploy.Copy.send, []

    def bad_cable(self, name):
        send(self, name)
        sent.append(name)
        if len(sent) == 1:
            self.link.run("put('next/scorer/screens/why.mpy','AAAA')")

    monkeypatch.setattr(deploy.Copy, "send", bad_cable)
    code, text = copy(board)
    assert code == 0, text
    assert "Not as sent, once more: scorer/screens/why.mpy" in text
    assert board.volume() == program


# ---- a board that does not want to


def test_what_does_not_fit_is_refused_before_anything_is_written(pretended, copy, program, data):
    board = pretended(data, blocks=64)
    code, text = copy(board)
    assert code == 1
    assert re.search(r"Not enough room: \d+ KB are needed and \d+ of 256 KB are free", text)
    assert board.volume() == data


def test_a_board_that_is_full_in_the_middle_keeps_its_program_and_its_room(
    pretended, copy, program, monkeypatch, data
):
    old = {**older(program, *[n for n in program if n.startswith("scorer/book")]), **data}
    board = pretended(old, blocks=used_blocks(pretended(old).image) + 14)  # a new book has 24
    monkeypatch.setattr(deploy.Copy, "room", lambda self: None)
    code, text = copy(board)
    assert code == 1
    assert "The board is full at scorer/" in text and "the old program is whole" in text
    assert board.volume() == old
    assert shows(board)


def test_a_program_that_never_ends_is_interrupted(pretended, copy, program):
    files = {**program, "main.py": b"while True:\n    pass\n", "version.txt": None}
    board = pretended({name: data for name, data in files.items() if data})
    code, text = copy(board)
    assert (code, copied(text)) == (0, ["version.txt", "main.py"]), text
    assert "The main.py of another program is replaced." in text
    assert shows(board)


def test_a_program_that_sleeps_at_once_asks_for_reset(pretended, copy):
    files = {"main.py": b"import machine\nmachine.lightsleep()\n"}
    board = pretended(files)
    board.until(lambda: board._wait[0] == 1)
    code, text = copy(board, patience="1.5")
    assert code == 3
    assert "Press RESET on the box now" in text and "press RESET on the box" in text
    assert board.volume() == files


def test_a_box_asleep_is_reached_when_reset_is_pressed(pretended, copy, program):
    """The shipped program: three seconds after its start it may be asleep."""
    board = pretended(older(program, "scorer/screens/why.mpy"), speed=30)
    board.until(board.rests)
    board.speed = 1
    timer = threading.Timer(1, board.push_reset)
    timer.start()
    code, text = copy(board, patience="60")
    timer.join()
    assert code == 0, text
    assert "Press RESET on the box now" in text
    assert board.volume() == program


def test_a_box_in_deep_sleep_is_asleep_too(pretended, copy):
    board = pretended({"main.py": b"import machine\nmachine.deepsleep()\n"})
    board.until(lambda: board.deep)
    assert copy(board, patience="0.5")[0] == 3


def damage(board):
    """The first two blocks, where a littlefs begins, are something else."""
    board.do(board._kill)
    image = bytearray(board.image.read_bytes())
    image[:8192] = b"\x5a" * 8192
    board.image.write_bytes(image)
    board.push_reset()
    board.until(lambda: b"appears to be corrupted" in board.said)
    return board


def test_a_damaged_volume_is_made_anew_when_that_is_wanted(pretended, copy, program, data):
    board = damage(pretended(data))
    image = board.image.read_bytes()
    code, text = copy(board)
    assert code == 1
    assert "The file system on the board is damaged" in text and "FORMAT=yes" in text
    assert board.image.read_bytes() == image
    code, text = copy(board, "--format")
    assert code == 0, text
    assert board.volume() == program
    assert shows(board)


def test_a_damaged_volume_is_made_anew_without_make(pretended, toy, data):
    """The command of the page, as it stands there, then the copy."""
    board = damage(pretended(data))
    (line,) = commands("resume")
    mpremote(line, board, toy[0])
    board.push_reset()
    for line in commands("(?:cp|reset)"):
        mpremote(line, board, toy[0])
    board.until(lambda: b"toy runs" in board.said)


def test_format_does_nothing_to_a_volume_that_is_good(pretended, copy, program, data):
    board = pretended({**program, **data})
    assert copy(board, "--format")[0] == 0
    assert board.volume() == {**program, **data}


def test_another_chip_than_the_board_has_is_refused(pretended, copy, data):
    board = pretended(data, chip="ESP32")
    code, text = copy(board)
    assert code == 2
    assert "crowpanel_42 has an ESP32-S3, but this is: Generic ESP32 module with ESP32." in text
    assert board.volume() == data


def chatter(fd):
    for _ in range(15):
        time.sleep(0.1)
        os.write(fd, b"Sketch 1.0\r\n")


@pytest.mark.parametrize(
    ("machine", "chip"),
    [
        # MICROPY_HW_BOARD_NAME with MICROPY_HW_MCU_NAME of boards of the port
        ("Generic ESP32 module with ESP32", "ESP32"),
        ("Generic ESP32 module with SPIRAM with ESP32", "ESP32"),
        ("Generic ESP32S2 module with ESP32S2", "ESP32-S2"),
        ("Generic ESP32S3 module with Octal-SPIRAM with ESP32S3", "ESP32-S3"),
        ("LOLIN_S2_MINI with ESP32-S2FN4R2", "ESP32-S2"),
        ("a board of my own", None),
    ],
)
def test_the_chip_is_read_from_what_the_image_says(machine, chip):
    board = boardlink.Board.__new__(boardlink.Board)
    board.machine = machine
    assert board.chip() == chip


def test_what_is_wrong_with_a_port_is_said(tmp_path, capsys):
    def trouble(port):
        argv = ["crowpanel_42", "--port", str(port), "--patience", "0.5"]
        assert run_tool(deploy.main, argv) == 3
        return capsys.readouterr().err

    assert "There is no port" in trouble(tmp_path / "ttyUSB7")
    master, held = pty.openpty()
    link = tmp_path / "tty"
    link.symlink_to(os.ttyname(held))
    assert "Nobody answers" in trouble(link)
    other = boardlink.Link(str(link))
    assert "is in use: close the other program" in trouble(link)
    other.close()
    talk = threading.Thread(target=chatter, args=(master,))
    talk.start()
    assert "speaks, but not MicroPython: 'Sketch 1.0'" in trouble(link)
    talk.join()
    os.close(master)
    os.close(held)


def test_the_only_usb_port_is_taken_and_several_are_listed(monkeypatch):
    class Port:
        def __init__(self, device, vid):
            self.device, self.vid = device, vid

    def ports(*found):
        monkeypatch.setattr(boardlink.list_ports, "comports", lambda: [Port(*f) for f in found])
        try:
            return boardlink.find_port(None)
        except boardlink.Trouble as e:
            assert e.code == 3
            return str(e)

    assert ports(("/dev/ttyS0", None), ("/dev/ttyUSB0", 6790)) == "/dev/ttyUSB0"
    assert "/dev/ttyACM0 /dev/ttyUSB0" in ports(("/dev/ttyUSB0", 6790), ("/dev/ttyACM0", 12346))
    assert "cable" in ports(("/dev/ttyS0", None))


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["toaster"], "boards/toaster does not exist; there are: crowpanel_29, crowpanel_42,"),
        (["crowpanel_42", "--panel", "X"], "has no panel 'X'; there are: GYE042A87, CROWPANEL42"),
    ],
)
def test_what_does_not_exist_is_exit_2(capsys, argv, said):
    assert run_tool(deploy.main, argv) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("name", BOARDS)
def test_the_image_of_a_board_and_its_address_are_said(capsys, name):
    """K22: as its page has them; the file that is downloaded begins with the name."""
    board = runpy.run_path(str(ROOT / "boards" / name / "board.py"))
    image, address = board["IMAGE"]
    base, _, variant = image.partition("-")
    assert run_tool(image_of.main, [name, "--port", "P"]) == 0
    said = capsys.readouterr().out
    chip = board["CHIP"].lower().replace("-", "")
    assert f"https://micropython.org/download/{base}/ take {image}-DATE-vVERSION.bin\n" in said
    assert f"esptool --chip {chip} --port P erase-flash\n" in said
    assert f"esptool --chip {chip} --port P write-flash {address:#x} {image}-DATE-v" in said
    # esptool.rst of the chips: the bootloader of ESP32 and S2 is at 0x1000, of later ones at 0
    assert address == (0 if board["CHIP"] == "ESP32-S3" else 0x1000)
    page = (ROOT / "boards" / name / "README.md").read_text("utf-8")
    assert f"`{base}`" in page and f"`{address:#x}`" in page
    assert not variant or f"`{variant}`" in page


# ---- bringing home, and other ways


def test_pull_brings_home_what_is_not_the_program(pretended, program, tmp_path, capsys, data):
    board = pretended({**program, **data, "boot.py": b"#", "next/main.py": b"x"})
    argv = [str(tmp_path / "home"), "--port", board.port, "--patience", "60"]
    assert run_tool(pull.main, argv) == 0
    (folder,) = (tmp_path / "home").iterdir()
    assert re.fullmatch(r"dix-de-der-\d{4}-\d\d-\d\d-\d{6}", folder.name)
    found = {
        str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }
    assert found == {**data, "version.txt": program["version.txt"]}
    assert "archive/17.txt, 19 bytes\n" in capsys.readouterr().out
    assert shows(board)


@pytest.fixture
def toy(tmp_path):
    """(folder with build/toy, {path: bytes} of it): a small program, because mpremote copies at a
    quarter of the pace of deploy."""
    out = tmp_path / "build" / "toy"
    files = {
        "coinche/cards.mpy": bytes(range(256)) * 3,
        "display/fonts/big.rows": b"\0\r\n" * 200,
        "main.py": b"print('toy runs')\n",
        "version.txt": b"toy 0 -\n",
    }
    for name, content in files.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(content)
    return tmp_path, files


def mpremote(line, board, folder):
    """Run a command of a page, with the board's port and the toy."""
    words = shlex.split(line.replace("PORT", board.port).replace("BOARD", "toy"))
    done = subprocess.run(
        [MPREMOTE, *words[1:]], cwd=folder, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def commands(pattern):
    """Lines of the page of boards."""
    page = (ROOT / "boards" / "README.md").read_text("utf-8")
    return re.findall(rf"^ +(mpremote connect PORT {pattern}.*)$", page, re.M)


def test_mip_installs_the_program_and_what_starts_it_last(pretended, toy, data):
    folder, files = toy
    mpy.package(folder / "build" / "toy")
    board = pretended(data)
    (line,) = commands("mip")
    said = mpremote(line, board, folder)
    assert said.strip().splitlines()[-2].endswith("main.py")
    assert board.volume() == {**files, **data}


def test_the_list_for_mip_is_the_program(program):
    listed = json.loads((ROOT / "build" / "crowpanel_42.json").read_text("utf-8"))
    found = {name: (ROOT / "build" / path).read_bytes() for name, path in listed["urls"]}
    assert found == program
    assert listed["version"] == program["version.txt"].decode().split()[1]


def test_the_way_without_make_installs_the_program(pretended, toy, data):
    folder, files = toy
    board = pretended(data)
    lines = commands("(?:cp|reset)")
    assert len(lines) == 2
    for line in lines:
        mpremote(line, board, folder)
    assert board.volume() == {**files, **data}
    board.until(lambda: b"toy runs" in board.said)


def test_the_prompt_of_a_running_board_is_a_command(pretended, program):
    """make console, without a person: what it runs reaches the prompt as it is."""
    board = pretended(program)
    assert shows(board)
    boots = board.boots
    code = "print('still', app is not None)"
    command = [MPREMOTE, "connect", board.port, "resume", "exec", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert done.stdout.strip() == "still True"
    assert board.boots == boots


def test_the_version_says_board_content_and_commit(program, data):
    board, content, commit = program["version.txt"].decode().split()
    files = {name: data for name, data in program.items() if name != "version.txt"}
    assert (board, content) == ("crowpanel_42", mpy.content(files))
    assert re.fullmatch("-|.*[0-9a-f]{7,}(-dirty)?", commit)
    assert mpy.content({**files, "main.py": b""}) != content


def test_what_only_the_tools_ask_of_a_board_stays_off_it(program):
    data = runpy.run_path(str(ROOT / "boards" / "crowpanel_42" / "board.py"))
    assert {"NAME", "TITLE", "CHIP", "IMAGE"} <= set(data)
    module = zlib.decompress(program["board.mpy"], -mpy.WINDOW_BITS)
    for word in ("TITLE", "CrowPanel", "CHIP", "ESP32", "IMAGE"):
        assert word.encode() not in module
    assert b"KEYS" in module


def test_a_new_volume_is_written_as_it_is_read(tmp_path, data):
    from ptyboard import read_volume

    image = tmp_path / "flash.img"
    image.write_bytes(b"\xff" * 64 * 4096)
    write_volume(image, data)
    assert read_volume(image) == data
    write_volume(image, {"tool.py": None})
    assert "tool.py" not in read_volume(image)
