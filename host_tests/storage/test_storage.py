"""Starts the storage tests on a real MicroPython with a real littlefs (over flash in memory) and
judges what they report: power cuts, odd volumes, the cost of a save; and reads an image with
littlefs on the PC.  Field bugs D57, D61, D62, D68, D69, D70.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import zlib

import littlefs
import pytest

from fake_files import check_files
from scorer.journal import Files

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
PATH = ":".join(
    str(ROOT / folder) for folder in ("firmware", "host_tests/storage", "host_tests/pure")
)


def micropython(script, *args):
    """Output of a script of this folder; its trace is the failure."""
    binary = pathlib.Path(sys.executable).parent / "micropython"
    assert binary.exists(), f"there is no {binary}: run the tests with `make test`"
    done = subprocess.run(
        [binary, "-X", "heapsize=32M", HERE / script, *args],
        env={**os.environ, "MICROPYPATH": PATH + ":.frozen"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("sweep", "least"),
    [("saves", 500), ("drafts", 500), ("keys", 500), ("aside", 150), ("evenings", 1000),
     ("matches", 100), ("oldest", 10)],
)
def test_no_power_cut_loses_or_tears_anything(sweep, least):
    got = json.loads(micropython("cuts.py", sweep))
    print(sweep, got)
    assert got["wrong"] == []
    assert got["cuts"] == got["old"] + got["new"] >= least
    assert got["old"] and got["new"]


def test_the_sweep_would_notice_a_flush_in_the_middle():
    assert json.loads(micropython("cuts.py", "flushed"))["wrong"]


@pytest.mark.parametrize(
    "name", re.findall(r"^def (test_\w+)", (HERE / "volume.py").read_text(encoding="utf-8"), re.M)
)
def test_volume(name):
    micropython("volume.py", name)


def test_the_real_port_keeps_the_contract_of_the_fake_on_cpython(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check_files(Files(), os.mkdir)


def test_a_save_costs_one_erase_and_a_key_of_the_entry_next_to_none():
    cost = json.loads(micropython("cost.py"))
    for deals in sorted(cost["journal"], key=int):
        figures = (int(deals), *cost["journal"][deals])
        print("journal of %3d deals: %.2f erases %.0f programs %.0f B" % figures)
    print("draft: %.3f erases %.1f programs %.0f B" % tuple(cost["draft"]))
    print("200 saves of 30 deals wear %d blocks, none more than %d times" % tuple(cost["worn"]))
    assert all(cost["journal"][deals][0] <= 1.1 for deals in ("2", "5", "15", "30", "60"))
    assert cost["journal"]["200"][0] <= 2.1, "7.5 KB are two blocks"
    assert cost["draft"][0] <= 0.1
    assert cost["worn"][0] >= 150 and cost["worn"][1] <= 5


class Image(littlefs.UserContext):
    """A flash image, only to be read."""

    def __init__(self, data):
        self.data = data

    def read(self, cfg, block, off, size):
        at = block * cfg.block_size + off
        return bytearray(self.data[at : at + size])

    def prog(self, cfg, block, off, data):
        raise AssertionError("a read wrote")

    erase = prog

    def sync(self, cfg):
        return 0


def test_the_pc_reads_the_files_of_the_box(tmp_path):
    micropython("volume.py", "image", str(tmp_path / "flash.img"))
    fs = littlefs.LittleFS(
        context=Image((tmp_path / "flash.img").read_bytes()),
        block_size=4096,
        block_count=32,
        read_size=32,
        prog_size=32,
        cache_size=128,
        lookahead_size=32,
    )
    body = "dx1 2\ndeal N 100H =110\né♥\n".encode()
    with fs.open("match.b", "rb") as f:
        assert f.read() == body + b"=%08x" % zlib.crc32(body)
    with fs.open("draft.a", "rb") as f:
        assert f.read() == b"dx1 1\n2 W 80\n=%08x" % zlib.crc32(b"dx1 1\n2 W 80\n")
    assert sorted(fs.listdir("/")) == ["draft.a", "match.a", "match.b"]
