"""The journal on a real littlefs: its port, and volumes that are absent, full, read-only or odd.
For MicroPython: `micropython volume.py TEST` runs one function and fails with its trace."""

import os
import sys

import vfs
from flash import Flash, blank, mounted, off

from coinche import profile
from fake_files import check_files
from scorer import archive, lazy, wake
from scorer.journal import Files, Journal
from scorer.session import Session


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


def played(s, deals):
    hundred = {"contract": 100, "denomination": "H", "level": 0, "taker_points": 120}
    s.begin(profile.resolve("club"), 9999, "N")
    note = s.note
    for _ in range(deals):
        s.emit({"event": "deal", "taker": "S", "deal": hundred})
    return note


def at_table():
    s = Session(Journal(), None, "fr")
    wake.load(s)
    return s


def filled():
    number = 0
    while True:
        try:
            with open("fill%d" % number, "wb") as f:
                f.write(b"x" * 4000)
            number += 1
        except OSError:
            break


def test_on_a_full_volume_the_oldest_match_goes_first():
    blank(24)
    s = at_table()
    for _ in range(6):
        assert played(s, 20) == ""
    filled()
    assert played(s, 20) == "note.dropped"
    kept = archive.numbers(s.journal.fs)[0]
    assert kept[-1] == 6 and 1 < kept[0] < 6 and s.saved == "saved", kept
    s = at_table()
    assert s.state["deals"] == 20 and archive.check(s, 6) == "" and not s.journal.notes
    # the match on the table too is worth more than the oldest one
    filled()
    deals = 20
    while archive.numbers(s.journal.fs)[0] == kept:
        s.emit({"event": "deal", "taker": "S", "deal": {"contract": 100, "denomination": "H",
                                                        "level": 0, "taker_points": 120}})
        deals += 1
        assert s.saved == "saved" and deals < 200
    assert s.note == "note.dropped" and at_table().state["deals"] == deals


def test_on_a_full_volume_without_an_archive_play_goes_on():
    blank(8)
    s = at_table()
    played(s, 20)
    filled()
    assert played(s, 1) == "note.unkept"
    assert s.state["deals"] == 1 and archive.numbers(s.journal.fs)[0] == []


def test_without_a_file_system_no_match_is_kept():
    blank()
    lazy.drop = lambda *names: None  # nothing can be loaded again
    s = at_table()
    for _ in range(2):
        played(s, 2)
    off()
    vfs.umount("/")
    s = at_table()
    assert s.state is None and played(s, 2) == ""
    assert played(s, 2) == "" and s.saved == "no_fs" and archive.others(s) == ([], 0)


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
