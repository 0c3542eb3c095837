"""Pretended boards for the tests of this folder; each is closed at the end of its test, and
nothing of it may be left."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))  # a folder and a tool share the name deploy

from ptyboard import PtyBoard, read_volume, write_volume

import boardlink
import deploy
import mpy
from boardlink import run_tool
from device.hands import Box

BOARD = "crowpanel_42"


def alive(word):
    """Command lines of processes that have this word in theirs."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if word in line:
            found.append(line)
    return found


@pytest.fixture(autouse=True, scope="session")
def built_once():
    """What a board gets is made once in a run: nothing of it changes meanwhile."""
    made, release = {}, mpy.release
    mpy.release = lambda folder: made.get(folder) or made.setdefault(folder, release(folder))
    yield
    mpy.release = release


@pytest.fixture(scope="session")
def program():
    """{path: bytes} of the program of the board, as it is copied."""
    return deploy.manifest(mpy.release(mpy.board_folder(BOARD)))


@pytest.fixture(scope="session")
def evening(tmp_path_factory):
    """({path: bytes} of a box in the middle of an entry, what its screen shows), played by keys on
    the bench."""
    store = tmp_path_factory.mktemp("evening")
    with Box(BOARD, "ffb_contree_2016", 1000, store=store) as box:
        box.go("all_pass", "S", "100")
        state = box.seen()
    return read_volume(store / "flash.img"), state


@pytest.fixture(scope="session")
def installed(program, tmp_path_factory):
    """The flash of a board with its program: most begin there, and writing it takes a while."""
    image = tmp_path_factory.mktemp("installed") / "flash.img"
    image.write_bytes(b"\xff" * (512 * 4096))
    write_volume(image, program)
    return image.read_bytes()


@pytest.fixture
def pretended(tmp_path, program, installed):
    """pretended(files, ...): a board with these files on its volume, a blank one for None."""
    made = []

    def make(files=None, name=BOARD, **more):
        folder = tmp_path / f"board{len(made)}"
        folder.mkdir()
        if files is not None:
            image, blocks = folder / "flash.img", more.pop("blocks", 512)
            if blocks == 512 and program.keys() & files.keys() == program.keys():
                image.write_bytes(installed)
                files = {n: d for n, d in files.items() if program.get(n) != d}
            else:
                image.write_bytes(b"\xff" * (blocks * 4096))
            write_volume(image, files)
        made.append(PtyBoard(name, folder, strict=False, **more))
        return made[-1]

    yield make
    for one in made:
        one.close()
    assert not alive(str(tmp_path))


@pytest.fixture(autouse=True)
def hasty(monkeypatch):
    """No answer within a third of a second is none; a board on a cable is given more."""
    monkeypatch.setattr(boardlink, "WINDOW_S", 0.3)


@pytest.fixture
def copy(capsys):
    """copy(board, ...) -> (exit code, what it printed) of tools/deploy.py."""

    def run(board, *more, name=BOARD, patience="60"):
        argv = [name, "--port", board.port, "--patience", patience, "--watch", "0.3", *more]
        code = run_tool(deploy.main, argv)
        said = capsys.readouterr()
        return code, said.out + said.err

    return run
