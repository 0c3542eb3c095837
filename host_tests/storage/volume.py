"""The journal on a real littlefs: its port, and volumes that are absent, full, read-only or odd.
For MicroPython: `micropython volume.py TEST` runs one function and fails with its trace."""

import os
import sys

import vfs
from flash import Flash, blank, mounted, off

from fake_files import check_files
from scorer.journal import Files, Journal


def started():
    journal = Journal()
    lines, draft = journal.load()
    return journal, lines, draft


def test_the_real_port_keeps_the_contract_of_the_fake():
    blank()
    check_files(Files(), os.mkdir)


def test_a_match_comes_back_after_a_restart():
    flash = blank()
    lines = ["deal %d é♥" % n for n in range(200)]
    journal = started()[0]
    assert journal.save(lines) == "saved" and journal.save_draft("100H ×2") == "saved"
    mounted(Flash(16, flash.image))
    journal, got, draft = started()
    assert (got, draft, journal.notes) == (lines, "100H ×2", [])


def test_without_a_file_system_it_says_so():
    off()
    vfs.umount("/")
    journal, lines, draft = started()
    assert (lines, draft, journal.notes) == ([], "", ["no_fs"])
    assert (journal.save(["one"]), journal.save_draft("1")) == ("no_fs", "no_fs")


def test_a_blank_flash_does_not_mount_and_nothing_formats_it():
    flash = Flash()
    try:
        mounted(flash)
        raise AssertionError("mounted")
    except OSError as e:
        assert e.errno == 84
    assert flash.operations == 0


def test_a_volume_that_is_read_only_keeps_its_match():
    flash = blank()
    started()[0].save(["one"])
    off()
    vfs.mount(vfs.VfsLfs2(flash), "/flash", readonly=True)
    os.chdir("/flash")
    count = flash.operations
    journal, lines, _ = started()
    assert lines == ["one"]
    assert (journal.save(["two"]), journal.save_draft("1")) == ("failed", "failed")
    assert flash.operations == count and started()[1] == ["one"]


def test_a_full_volume_says_so_and_keeps_its_match():
    flash = blank(8)
    journal = started()[0]
    small = ["deal %d" % n for n in range(60)]
    assert journal.save(small) == "saved"
    number = 0
    while True:  # fill the rest
        try:
            with open("fill%d" % number, "wb") as f:
                f.write(b"x" * 4000)
            number += 1
        except OSError as e:
            assert e.errno == 28
            break
    for n in range(5):
        assert journal.save(small + ["more"] * n) == "full"
        mounted(Flash(8, flash.image))
        again, lines, _ = started()
        assert (lines, again.notes) == (small, [])
        mounted(flash)
    os.remove("fill0")
    assert journal.save(small + ["more"]) == "saved"
    assert started()[1] == small + ["more"]


def test_the_draft_still_fits_a_full_volume():
    # it lies in the directory: a key is kept even when the journal cannot be
    blank(8)
    journal = started()[0]
    assert journal.save(["one"]) == "saved"
    with open("fill", "wb") as f:
        while True:
            try:
                f.write(b"x" * 512)
            except OSError:
                break
    for n in range(200):
        assert journal.save_draft("key %d" % n) == "saved"
    assert started()[1:] == (["one"], "key 199")


def test_a_folder_in_the_place_of_a_file():
    blank()
    started()[0].save(["one"])
    os.mkdir("match.b")
    os.mkdir("draft.a")
    journal, lines, _ = started()
    assert lines == ["one"]
    assert journal.notes == ["set_aside:match.b", "set_aside:draft.a"]
    assert (journal.save(["two"]), journal.save_draft("1")) == ("saved", "saved")
    assert started()[1:] == (["two"], "1")


def test_no_bad_name_is_left_and_the_match_goes_on_in_one_file():
    blank()
    started()[0].save(["one"])
    for name in ("match.b", "match.bad", "match.bad2"):
        os.mkdir(name)
        with open(name + "/kept", "w") as f:
            f.write("kept")
    journal, lines, _ = started()
    assert (lines, journal.notes) == (["one"], ["stuck:match.b"])
    assert journal.save(["two"]) == "saved" and started()[1] == ["two"]
    assert os.listdir("match.b") == ["kept"]


def image(path):
    """Not a test: writes the flash of a known match to a file of the PC."""
    flash = blank(32)
    journal = started()[0]
    journal.save(["zero"])
    journal.save(["deal N 100H =110", "é♥"])
    journal.save_draft("W 80")
    off()
    with open(path, "wb") as f:
        f.write(flash.image)


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
