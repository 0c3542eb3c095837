"""Power cuts while a new program is put in place (tools/on_board/finish.py)."""

import subprocess

from bench import interpreter
from boardlink import ON_BOARD
from mpy import ROOT


def test_a_cut_at_any_flash_operation_ends_in_the_new_program():
    """Whole and half operations; after each the board starts, and the evening is there."""
    script = ROOT / "host_tests" / "deploy" / "switch.py"
    path = f"{ROOT / 'host_tests' / 'storage'}:.frozen"
    command = [*interpreter(), "-X", "heapsize=8M", script, ON_BOARD / "finish.py"]
    done = subprocess.run(command, capture_output=True, text=True, env={"MICROPYPATH": path})
    assert done.returncode == 0, done.stderr + done.stdout
    operations, cuts = map(int, done.stdout.splitlines()[-1].split())
    assert cuts == 2 * operations > 50
