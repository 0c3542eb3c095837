"""The bring-up sheet on pretended boards: the tool as it is, the shipped program, the models of
panel and pins, and a person with a script."""

import json
import os
import re
from pathlib import Path

import pytest
from ptyboard import MACHINES, PtyBoard

import boardlink
import bringup
import deploy
import mpy
from boardlink import run_tool

# a dial, a row and three keys; a glass that is turned, and one whose RST is its supply
BOARDS = ("crowpanel_42", "magtag", "reterminal_e1001")
SPEED = 1000  # of the board's clock, once the tool is connected


class Hands:
    """A person who does what is asked: answers {a word of the question: what is said}, presses
    {key that is asked for: key that is pressed}."""

    def __init__(self, board, answers=(), presses=(), seen=None):
        self.board, self.answers, self.presses = board, dict(answers), dict(presses)
        self.seen = seen
        self.told = []

    def tell(self, text):
        self.told.append(text)
        if "start" in text:
            self.board.speed = SPEED
        for key in self.board.keys:
            if f"key {key} " in text or f"({key})" in text:
                ms = 2000 if "Hold" in text else 1200 if "five" in text else 100
                wait = 5000 if "five" in text else 300
                self.board.stroke(self.presses.get(key, key), wait, ms)

    def answer(self, question):
        if self.seen:
            self.seen(question)
        said = [said for word, said in self.answers.items() if word in question]
        return said[0] if said else True


@pytest.fixture(autouse=True)
def brisk(monkeypatch):
    monkeypatch.setattr(bringup, "REFUSAL_S", 0.3)


@pytest.fixture
def programmed(pretended, program):
    """programmed(name): a board with its program on it, which has come up."""

    def make(name="crowpanel_42", files=(), **more):
        found = deploy.manifest(mpy.release(mpy.board_folder(name)))
        board = pretended({**found, **dict(files)}, name, **more)
        board.until(lambda: board._wait != (0, None))
        return board

    return make


def walk(board, person, to, name="crowpanel_42", parts=()):
    """(exit code, rows of the report, its text)"""
    argv = [name, "--port", board.port, "--to", str(to), "--patience", "60"]
    argv += ["--parts", *parts] if parts else []
    code = run_tool(lambda args: bringup.main(args, person), argv)
    (path,) = to.glob("bringup-*.md")
    text = path.read_text("utf-8")
    rows = [json.loads(line) for line in re.search("```\n(.*?)\n```", text, re.S)[1].split("\n")]
    return code, {row["part"]: row for row in rows}, text


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_walked_from_one_end_to_the_other(programmed, tmp_path, name):
    board = programmed(name)
    panels = []

    def seen(question):
        if "frame along" in question:
            panels.append(board.do(board.world.picture))

    parts = [part for part in bringup.PARTS if part != "deep"]
    code, rows, text = walk(board, Hands(board, seen=seen), tmp_path / "to", name, parts)
    assert code == 0, text
    wanted = [f"key {key}" for key in board.keys]
    assert list(rows) == ["start", "picture", "full", "partial", "rest", *wanted, *parts[5:]]
    assert all(row["good"] for row in rows.values())
    start = rows["start"]
    assert start["version"].split()[0] == name and start["cause"] == "1"
    assert start["panel"] == board.board.PANELS[0]
    assert f"- image: v1.29.0 on 2026-08-01, {MACHINES[board.board.CHIP]}\n" in text
    assert "- started by: power-on\n" in text
    table = bringup.panel_times(start["panel"])
    assert rows["full"]["table_ms"] == table["full"]
    # the model takes what its table says, a fifth more or less
    assert abs(rows["full"]["ms"] - table["full"]) < table["full"] * 0.25
    assert rows["full"]["busy"][0][1] == rows["full"]["busy"][-1][1]  # idle before and after
    assert rows["rest"]["slept"]["asleep"] is True
    for key in board.keys:
        assert rows[f"key {key}"]["key"] == key and 80 <= rows[f"key {key}"]["ms"] <= 105
    assert rows["keys"]["held"]["ms"] > 1900
    gauge = board.board.BATTERY
    assert rows["cell"]["mv"] == (None if not gauge else pytest.approx(3900, abs=5))
    assert 1880 < rows["light"]["ms"] < 1920  # of five seconds, after three that are not counted
    ((glass, width, height),) = panels
    assert no_symmetry(glass, width, height)


@pytest.mark.parametrize("name", ["crowpanel_42", "m5_coreink"])
def test_every_key_that_can_ends_the_deep_sleep(programmed, tmp_path, name):
    boot = b"# mine\n"
    board = programmed(name, {"boot.py": boot})
    before = board.volume()
    code, rows, text = walk(board, Hands(board), tmp_path, name, ["deep"])
    assert code == 0, text
    wake = board.board.WAKE
    gpios = {key: gpio for key, gpio, _, _ in board.board.KEYS}
    wanted = {key: [4, 3, [gpios[key]]] for key in wake["deep"]}
    if wake["ext0"]:
        wanted[wake["ext0"]] = [4, 2, []]
    got = {key.partition(" ")[2]: row["woke"] for key, row in rows.items() if "woke" in row}
    assert got == wanted
    assert board.volume() == before


def test_a_key_that_does_not_wake_the_board_is_written_down(programmed, tmp_path, monkeypatch):
    """Another one does (EXT0 tells no pin, modmachine.c), then none."""
    board = programmed("m5_coreink")
    person = Hands(board, presses={"ok": "down"})
    code, rows, _ = walk(board, person, tmp_path / "one", "m5_coreink", ["deep"])
    assert code == 1 and rows["deep ok"]["woke"] == [4, 2, []] and not rows["deep ok"]["good"]
    assert rows["deep down"]["good"]
    person.tell = lambda text: None
    board.speed = 1  # or its first moments are over before the tool is there
    board.push_reset()
    board.until(lambda: board._wait != (0, None))
    monkeypatch.setattr(bringup, "WAKE_S", 2)
    code, rows, _ = walk(board, person, tmp_path / "two", "m5_coreink", ["deep"])
    assert code == 1 and rows["deep"]["error"] == "it did not wake in 2 s; press RESET"


def test_a_board_that_does_not_fall_asleep_is_written_down(programmed, tmp_path):
    """A key that is down would wake it at once."""
    board = programmed()
    person = Hands(board)
    tell = person.tell

    def hold(text):
        tell(text)
        if text.strip() == "deep":
            board.do(lambda: board.world.key("ok", True))

    person.tell = hold
    code, rows, _ = walk(board, person, tmp_path, parts=["deep"])
    assert code == 1
    assert rows["deep"]["error"] == "a key stays down, so it cannot sleep: ok"
    assert not {"boot.kept", "woke.txt"} & set(board.volume())


def test_a_sleep_that_the_program_refuses_is_written_down(programmed, tmp_path):
    refuses = b"def deep(device, left, data):\n    pass\n"
    board = programmed(files={"boot.py": b"# mine\n"})
    short = mpy.renamed(mpy.build(mpy.board_folder("crowpanel_42")))
    source = tmp_path / "sleep.py"
    source.write_bytes(refuses.replace(b"deep", short.get("deep", "deep").encode()))
    out = mpy.compile_tree([(source, Path("sleep.py"))], tmp_path / "out")
    made = mpy.deflated((out / "sleep.mpy").read_bytes())
    board.store({short["hal.sleep"] + ".mpy": made})
    board.until(lambda: board._wait != (0, None))
    code, rows, _ = walk(board, Hands(board), tmp_path, parts=["deep"])
    assert code == 1
    error = rows["deep up"]["error"]
    assert error.startswith("it does not sleep: {") and '"deep": false' in error
    assert board.volume()["boot.py"] == b"# mine\n"


def no_symmetry(glass, width, height):
    """Whether the picture looks different in each of the ways in which it may lie, and has its
    frame: a black line on all four edges."""

    def black(x, y):
        return not glass[y * ((width + 7) // 8) + x // 8] >> 7 - x % 8 & 1

    rows = [[black(x, y) for x in range(width)] for y in range(height)]
    framed = all(rows[0]) and all(rows[-1]) and all(row[0] and row[-1] for row in rows)
    ways = [rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]]]
    return framed and len({str(way) for way in ways}) == 4


def test_what_the_person_sees_and_what_is_wrong_is_in_the_report(programmed, tmp_path):
    board = programmed()
    person = Hands(
        board,
        {"frame along": "the numbers are mirrored", "LED": False},
        {"back": "menu", "menu": "menu"},
    )
    code, rows, text = walk(board, person, tmp_path, parts=["picture", "keys", "led"])
    assert code == 1
    assert [name for name, row in rows.items() if not row["good"]] == [
        "picture",
        "key back",
        "keys",
        "led",
    ]
    assert rows["key back"]["key"] == "menu" and rows["keys"]["wrong"] == ["back"]
    assert re.search(r"^\| picture \| \*\*no\*\* \| \d+ ms 3500 in the table \| the numbers are"
                     r" mirrored \|$", text, re.M)
    assert "| led | **no** |" in text


def test_a_panel_that_stays_busy_is_written_down_and_the_walk_goes_on(
    programmed, tmp_path, monkeypatch
):
    monkeypatch.setattr(bringup, "SHOW_S", 15)
    board = programmed()
    person = Hands(board)
    tell = person.tell

    def break_it(text):
        if "full" in text:
            board.do(lambda: setattr(board.world.panel, "stuck", "busy"))
        tell(text)

    person.tell = break_it
    code, rows, _ = walk(board, person, tmp_path, parts=["full", "keys"])
    assert code == 1
    assert not rows["full"]["good"] and rows["full"]["failures"] >= 1
    assert rows["full"]["failed"] and not rows["full"]["done"]
    assert rows["keys"]["good"]


def test_a_key_that_is_stuck_is_named(programmed, tmp_path, monkeypatch):
    monkeypatch.setattr(bringup, "KEY_S", 3)
    board = programmed()
    board.do(lambda: board.world.key("ok", True))
    code, rows, _ = walk(board, Hands(board), tmp_path, parts=["keys"])
    assert code == 1
    assert rows["key ok"]["key"] is None and rows["key ok"]["stuck"] == ["ok"]
    assert rows["key up"]["good"] and rows["key menu"]["good"]


def test_another_program_than_that_of_this_tree_is_refused(pretended, program, tmp_path, capsys):
    board = pretended({**program, "version.txt": b"crowpanel_42 0123456789ab v1\n"})
    argv = ["crowpanel_42", "--port", board.port, "--to", str(tmp_path / "to")]
    assert run_tool(bringup.main, [*argv, "--patience", "60"]) == 2
    assert "`make deploy BOARD=crowpanel_42` first" in capsys.readouterr().err
    assert not (tmp_path / "to").exists()


def test_a_cable_that_comes_out_leaves_a_report_that_says_so(programmed, tmp_path, monkeypatch):
    board = programmed()
    person = Hands(board)

    def pull(question):
        raise boardlink.SerialException("device reports readiness to read but returned no data")

    person.answer = pull
    code, rows, text = walk(board, person, tmp_path, parts=["picture", "keys"])
    assert code == 1 and list(rows) == ["start"]
    assert "**Not complete.**" in text
    assert any("The connection broke" in line for line in person.told)


def test_names_of_the_compiled_program_take_the_place_of_those_of_the_sources():
    text = "def f(panel):\n    return panel.blind + time.blind(panel.x.blind), 'blind'\n"
    short = {"blind": "a", "f": "zz"}
    assert bringup.translated(text, short) == (
        "def f(panel):\n    return panel.a + time.blind(panel.x.a), 'blind'\n"
    )


def test_only_letters_and_words_of_a_person_are_taken_for_yes_or_no(monkeypatch):
    said = iter(["y", "", "No", "a grey stripe"])
    monkeypatch.setattr("builtins.input", lambda question: next(said))
    person = bringup.Person()
    assert [person.answer("?") for _ in range(4)] == [True, True, False, "a grey stripe"]


def test_a_pretended_board_is_closed_with_nothing_left(tmp_path):
    board = PtyBoard("crowpanel_42", tmp_path, strict=False)
    pid = board._child.pid
    board.close()
    assert not (tmp_path / "tty").exists()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
