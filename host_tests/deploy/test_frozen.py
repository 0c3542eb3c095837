"""The program frozen into an image: what the manifest names, how it starts on every volume, and an
evening that goes on in RAM."""

import ast
import re
import subprocess
from pathlib import Path

import pytest
from ptyboard import read_volume

import frozen
import mpy
from bench import BLOCK, Bench, interpreter
from device.hands import Box
from mpy import ROOT

BOARD = "crowpanel_42"
pytestmark = pytest.mark.xdist_group("frozen")  # one folder of the build is laid out anew
BOOT = ROOT / "boards" / "_boot.py"
STARTS = ROOT / "host_tests" / "deploy" / "start.py"
TESTS = re.findall(r"^def (test_\w+)", STARTS.read_text("utf-8"), re.M)


@pytest.mark.parametrize("name", TESTS)
def test_start(name):
    path = f"{ROOT / 'host_tests' / 'storage'}:.frozen"
    command = [*interpreter(), "-X", "heapsize=4M", STARTS, BOOT, name]
    done = subprocess.run(command, capture_output=True, text=True, env={"MICROPYPATH": path})
    assert done.returncode == 0, done.stderr + done.stdout


@pytest.fixture(scope="module")
def laid_out():
    return frozen.lay_out(BOARD)


def executed(manifest):
    """[(path in the image, file, opt)] as MicroPython's tools/manifestfile.py reads a manifest:
    freeze(folder, script) takes the .py and .mpy files below a folder, paths are from it."""
    found = []

    def freeze(folder, script=None, opt=None):
        if folder.startswith("$(PORT_DIR)"):
            found.append((script, None, opt))
            return
        top = manifest.parent / folder
        for path in sorted(top.rglob("*")):
            if path.suffix in (".py", ".mpy"):
                found.append((path.relative_to(top).as_posix(), path, opt))

    exec(manifest.read_text("utf-8"), {"freeze": freeze})
    return found


def first_name(data):
    """The name that a .mpy has for its source: an image finds the module under it."""
    assert data[:2] == b"M\x06" and data[2] == 0  # bytecode for any chip
    at = 4

    def number():
        nonlocal at
        value = 0
        while True:
            byte = data[at]
            at += 1
            value = value << 7 | byte & 0x7F
            if byte < 128:
                return value

    number(), number()
    length = number() >> 1
    return data[at : at + length].decode()


def test_the_manifest_names_the_program_once_and_each_module_by_its_path(laid_out, program):
    found = executed(laid_out / "manifest.py")
    paths = {path: file for path, file, _ in found}
    assert len(paths) == len(found)
    modules = {name for name in program if name.endswith((".py", ".mpy"))}
    assert set(paths) == modules | {"_boot.py", "kept.py", "version.py", "flashbdev.py"}
    for path, file in paths.items():
        if path.endswith(".mpy"):
            assert first_name(file.read_bytes()) == path[:-4] + ".py"


def test_what_the_program_reads_is_kept_as_bytes(laid_out, program):
    text = (laid_out / "program" / "kept.py").read_text("utf-8")
    kept = ast.literal_eval(text.removeprefix("FILES = "))
    read = {n: d for n, d in program.items() if not n.endswith((".py", ".mpy"))}
    assert kept == {n: d for n, d in read.items() if n != mpy.VERSION}
    assert len(kept) > 10
    said = (laid_out / "program" / "version.py").read_text("utf-8")
    assert said.split()[2:4] == [f"'{BOARD}", program[mpy.VERSION].decode().split()[1]]


def test_the_device_compiles_what_is_frozen_as_source(laid_out, tmp_path):
    names = ("_boot.py", "kept.py", "version.py", "main.py")
    pairs = [(laid_out / "program" / name, Path(name)) for name in names]
    mpy.compile_tree(pairs, tmp_path / "out", keep=())


@pytest.mark.parametrize(
    ("board", "words"),
    [
        ("crowpanel_42", "BOARD=ESP32_GENERIC_S3 BOARD_VARIANT=SPIRAM_OCT FROZEN_MANIFEST=F/"),
        ("magtag", "BOARD=ESP32_GENERIC_S2 FROZEN_MANIFEST=F/"),
    ],
)
def test_the_command_builds_for_the_image_of_the_board(board, words):
    command = frozen.command(board, "F")
    assert command == f"make -C ports/esp32 {words}manifest.py"


# ---- an evening with the frozen program


def box(image, store):
    """A box started by _boot.py, whose flash is this image."""
    store.mkdir()
    (store / "flash.img").write_bytes(image)
    out = ROOT / "build" / "frozen" / BOARD / "modules"
    mpy.build(mpy.board_folder(BOARD), out=out, frozen=True)
    return Bench(
        BOARD,
        "8M",
        True,
        store=store,
        firmware=[ROOT / "host_tests" / "deploy" / "image"],
        options={"program": str(out), "boot": str(BOOT), "lang": "fr"},
    )


def played(bench):
    """What the box shows after a misdeal and a contract half said, by keys."""
    hand = Box.__new__(Box)
    hand.row = False
    super(Box, hand).__init__(bench)
    bench.idle()
    hand.go("start", "N") if hand.screen() == "setup" else None
    hand.go("all_pass", "S", "100")
    return hand.seen()


def test_a_damaged_volume_is_left_alone_and_play_goes_on_in_ram(tmp_path):
    image = b"\x5a" * (64 * BLOCK)
    with box(image, tmp_path / "damaged") as bench:
        state = played(bench)
        assert "100" in state["text"] and state["deal"] == 1
        assert bench.image.read_bytes() == image
        assert bench.flash["programs"] == bench.flash["erases"] == 0


def test_a_blank_flash_becomes_a_volume_that_keeps_the_evening(tmp_path):
    with box(b"\xff" * (64 * BLOCK), tmp_path / "blank") as bench:
        state = played(bench)
        bench.cut()
        bench.idle()
        again = bench.state(heap=False)
        again.pop("machine")
        assert again == state
        names = set(read_volume(bench.image))
    assert {"match.a", "draft.a"} <= names <= {"match.a", "match.b", "draft.a", "draft.b"}
