"""boards/_boot.py on volumes of every kind, for MicroPython: `micropython start.py _BOOT.PY TEST`
with MICROPYPATH on host_tests/storage runs one function and fails with its trace."""

import os
import sys

import vfs
from flash import BLOCK, Flash, blank, off

KEPT = {"pack/one.txt": "é one\ntwo\n".encode(), "pack/deep/two.blob": bytes(range(256))}


class Module:
    pass


def boot(flash):
    """A start of the board with this flash: what _boot.py printed nothing of is left to ask."""
    for name, values in (("flashbdev", {"bdev": flash}), ("kept", {"FILES": KEPT})):
        module = sys.modules[name] = Module()
        for key, value in values.items():
            setattr(module, key, value)
    sys.path[:] = ["", ".frozen", "/lib"]
    for row in list(vfs.mount()):
        vfs.umount(row[1])
    exec(TEXT, {"__name__": "__main__"})
    os.chdir("/")
    return flash


def fails(errno, function, *what):
    try:
        function(*what)
    except OSError as e:
        return e.errno == errno
    return False


def test_a_good_volume_is_mounted_and_its_files_are_there():
    flash = blank(32)
    with open("match.a", "w") as f:
        f.write("an evening")
    off()
    erases = flash.erases
    boot(flash)
    assert open("match.a").read() == "an evening"
    assert flash.erases == erases
    assert sys.path == [".frozen", "", "/lib"]


def test_a_blank_flash_gets_a_volume():
    flash = boot(Flash(32))
    with open("match.a", "w") as f:
        f.write("x")
    assert flash.erases and not flash.broken
    boot(flash)
    assert open("match.a").read() == "x"


def test_a_damaged_volume_is_left_as_it_is_and_the_program_starts():
    for damage in (b"\x5a", b"\0"):
        flash = blank(32)
        with open("match.a", "w") as f:
            f.write("an evening" * 100)
        off()
        flash.image[: 2 * BLOCK] = damage * (2 * BLOCK)
        before = bytes(flash.image)
        boot(flash)
        assert flash.image == before
        assert fails(19, open, "match.a", "w") and fails(19, open, "match.a")
        assert sys.path[0] == ".frozen"
        assert open("pack/one.txt").read() == "é one\ntwo\n"


def test_a_volume_whose_first_blocks_were_erased_is_not_taken_for_a_new_one():
    flash = blank(32)
    with open("match.a", "w") as f:
        f.write("an evening" * 1000)
    off()
    flash.image[: 2 * BLOCK] = b"\xff" * (2 * BLOCK)
    before = bytes(flash.image)
    boot(flash)
    assert flash.image == before and fails(19, open, "match.a")


def test_a_volume_that_cannot_be_read_at_first_is_tried_again():
    flash = blank(32)
    with open("match.a", "w") as f:
        f.write("x")
    off()
    read, failing = flash.readblocks, [True]

    def once(n, buf, off=0):
        if failing:
            failing.pop()
            return -5
        return read(n, buf, off)

    flash.readblocks = once
    boot(flash)
    assert open("match.a").read() == "x" and not failing


def test_a_board_without_a_partition_starts():
    boot(None)
    assert fails(19, open, "match.a") and sys.path[0] == ".frozen"
    assert open("pack/one.txt").read() == "é one\ntwo\n"


def test_develop_txt_lets_files_go_first():
    flash = blank(32)
    with open("develop.txt", "w") as f:
        f.write("")
    off()
    boot(flash)
    assert sys.path == ["", ".frozen", "/lib"]
    assert fails(2, open, "pack/one.txt")


def test_what_is_kept_reads_as_files_do_and_cannot_be_written():
    boot(blank(32))
    with open("pack/one.txt") as f:
        assert list(f) == ["é one\n", "two\n"]
    with open("/pack/deep/two.blob", "rb") as f:
        f.seek(200)
        piece = bytearray(100)
        assert f.readinto(piece) == 56 and piece[:2] == b"\xc8\xc9"
    assert sorted(row[0] for row in os.ilistdir("pack")) == ["deep", "one.txt"]
    assert os.listdir("pack/deep") == ["two.blob"]
    assert os.stat("pack/deep/two.blob")[6] == 256 and os.stat("pack/deep")[0] == 0x4000
    assert fails(30, open, "pack/one.txt", "w") and fails(2, open, "pack/none.txt")
    assert fails(2, os.stat, "pack/none.txt")
    assert KEPT["pack/deep/two.blob"] == bytes(range(256))


with open(sys.argv[1]) as source:
    TEXT = source.read()
globals()[sys.argv[2]]()
