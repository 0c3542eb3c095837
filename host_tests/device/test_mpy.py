"""The folder that goes onto a board: compiled, complete, and without anything stale."""

import os
import subprocess
import sys

import pytest

import mpy


@pytest.fixture
def tree(tmp_path):
    """A firmware of two files and a board, and where to build them."""
    firmware, board = tmp_path / "firmware", tmp_path / "toy"
    (firmware / "pack").mkdir(parents=True)
    board.mkdir()
    (firmware / "main.py").write_text("import pack.one\n")
    (firmware / "pack" / "one.py").write_text("VALUE = 41\n")
    (board / "board.py").write_text("NAME = 'toy'\n")
    return firmware, board, tmp_path / "out"


def names(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_main_stays_source_and_the_rest_is_compiled(tree):
    firmware, board, out = tree
    assert mpy.build(board, firmware, out) == out
    assert names(out) == ["board.mpy", "main.py", os.path.join("pack", "one.mpy")]
    assert (out / "main.py").read_text() == "import pack.one\n"
    assert (out / "board.mpy").read_bytes()[:3] == b"M\x06\x00"  # format 6, no native code


def test_only_what_changed_is_compiled_again(tree):
    firmware, board, out = tree
    mpy.build(board, firmware, out)
    before = {name: (out / name).stat().st_ino for name in names(out)}
    source = firmware / "pack" / "one.py"
    source.write_text("VALUE = 42\n")
    os.utime(source, ns=(1, 1))  # also when the clock went back
    mpy.build(board, firmware, out)
    after = {name: (out / name).stat().st_ino for name in names(out)}
    assert [n for n in before if before[n] != after[n]] == [os.path.join("pack", "one.mpy")]


def test_modules_share_their_private_names_and_lines_stay():
    """MicroPython keeps every name for good: what no other module knows gets one of a few."""
    text = """import os
_DEEP = 3


class One:
    def __init__(self):
        self._left = self.right = "the _said"  # _left
        _helper(self, _said=2)


def _helper(one, _said):
    return one._left, _DEEP, [_ for _ in os.environ]
"""
    short = mpy.shared(text)
    assert short.splitlines()[6:8] == [
        '        self._b = self.right = "the _said"  # _left',
        "        _c(self, _said=2)",
    ]
    assert short.splitlines()[10:] == [
        "def _c(one, _said):",
        "    return one._b, _a, [_ for _ in os.environ]",
    ]
    scope = {}
    exec(mpy.shared("def _twice(n):\n    return 2 * n\n\n\nFOUR = _twice(2)\n"), scope)
    assert scope["FOUR"] == 4 and "_twice" not in scope


def test_a_parameter_that_nobody_names_shares_a_name_too(tree):
    """Until somebody does, in any file: then every file is compiled again with it."""
    firmware, board, out = tree
    one = firmware / "pack" / "one.py"
    one.write_text("def twice(number):\n    return number * 2\n")
    mpy.build(board, firmware, out)
    assert b"number" not in (out / "pack" / "one.mpy").read_bytes()
    (firmware / "main.py").write_text("import pack.one\n\npack.one.twice(number=2)\n")
    mpy.build(board, firmware, out)
    assert b"number" in (out / "pack" / "one.mpy").read_bytes()


def test_ids_of_texts_and_places_are_bytes():
    """They are only looked up (lookup.py), and bytes are no names."""
    text = """def view(w, put, x, s):
    put("title", w("a" if x == "b" else "c"), "bold")
    put(("left", "right")[x], w("ask." + x), row=0)
    s.put("other", "é")
"""
    assert mpy.shared(text).splitlines()[1:] == [
        '    put(b"title", w(b"a" if x == "b" else b"c"), "bold")',
        '    put((b"left", b"right")[x], w("ask." + x), row=0)',
        '    s.put("other", "é")',
    ]


def test_what_has_no_source_any_more_is_removed(tree):
    firmware, board, out = tree
    mpy.build(board, firmware, out)
    (firmware / "pack" / "one.py").unlink()
    mpy.build(board, firmware, out)
    assert names(out) == ["board.mpy", "main.py"]
    assert not (out / "pack").exists()


def test_a_file_that_the_device_cannot_parse_is_named(tree):
    firmware, board, out = tree
    (firmware / "pack" / "one.py").write_text("match 1:\n    case 1:\n        pass\n")
    with pytest.raises(SystemExit, match=r"one\.py"):
        mpy.build(board, firmware, out)
    assert not list(out.rglob("one*"))


def test_an_unknown_board_is_exit_2():
    command = [sys.executable, mpy.ROOT / "tools" / "mpy.py", "toaster"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "boards/toaster" in done.stderr
