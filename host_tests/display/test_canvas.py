"""Runs the canvas tests where the canvas can run: under MicroPython, one process a test."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("canvas_on_micropython.py")
NAMES = re.findall(r"^def (test_\w+)", SCRIPT.read_text(encoding="utf-8"), re.M)


@pytest.mark.parametrize("name", NAMES)
def test_canvas(name):
    binary = Path(sys.executable).with_name("micropython")
    assert binary.exists(), "no micropython beside %s: run `make test`" % sys.executable
    done = subprocess.run(
        [str(binary), "-X", "heapsize=4M", str(SCRIPT), name],
        env=dict(os.environ, MICROPYPATH=str(ROOT / "firmware") + ":.frozen"),
        capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
