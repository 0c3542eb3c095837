"""make own: a table's own rules go onto a box and come home from it, and the evening goes on."""

import json

import pytest
from ptyboard import write_volume

import own
import rules as rule_tool
from boardlink import run_tool
from coinche import profile
from device.hands import Box

BOARD = "crowpanel_42"
CLUB = {"extends": "fr", "values": {"fail.base": 162, "dbl.level2": 3, "match.target": 1500}}
TEXT = profile.to_text(profile.resolve(CLUB))


@pytest.fixture
def put(tmp_path, capsys):
    """put(board, name, what is in the file) -> (exit code, what it printed); RESET is pressed
    before, for a box that sleeps hears nothing."""

    def run(board, name, said):
        path = tmp_path / "rules.json"
        path.write_text(said if isinstance(said, str) else json.dumps(said), "utf-8")
        board.push_reset()
        code = run_tool(own.main, [name, str(path), "--port", board.port, "--patience", "60"])
        done = capsys.readouterr()
        return code, done.out + done.err

    return run


def shown(board, folder):
    """What the program shows once it runs again; of a box that starts on the same files, that and
    the rules of its own."""

    def look():
        found = board.state()
        return found and found["text"] and found

    found = board.until(look)
    found.pop("machine")
    files = {name: data for name, data in board.volume().items() if name in own.FILES}
    folder.mkdir(exist_ok=True)
    image = folder / "flash.img"
    image.write_bytes(b"\xff" * (512 * 4096))
    write_volume(image, files)
    with Box(BOARD, lang=None, start=None, store=folder) as box:
        assert box.seen() == found
        return found, box.bench.ask("main.app.session.own")


def test_rules_go_onto_a_box_and_the_entry_goes_on(
    pretended, put, program, evening, tmp_path
):
    files, before = evening
    board = pretended({**program, **files})
    code, said = put(board, "Club", CLUB)
    assert (code, said) == (0, "Club: now in the rules of the box, for the next match.\n")
    assert shown(board, tmp_path / "box") == (before, {"Club": TEXT})
    code, said = put(board, "Club", {"extends": "it"})  # the same name: instead
    assert code == 0, said
    other = profile.to_text(profile.resolve("it"))
    assert shown(board, tmp_path / "box") == (before, {"Club": other})
    assert "own.new" not in board.volume()


def test_what_came_home_from_one_box_goes_onto_another(
    pretended, put, program, evening, tmp_path
):
    """The line of a journal is what the rule tool reads and what the next box takes."""
    first = pretended({**program, **evening[0]})
    assert put(first, "Club", CLUB)[0] == 0
    lines = [line for data in first.volume().values() for line in data.split(b"\n")]
    (line,) = {line.decode() for line in lines if line.startswith(b"own ")}
    assert rule_tool.own({"text": line.split(" ")[2]})["values"] == CLUB["values"]
    second = pretended(dict(program))
    assert put(second, "Chez", line)[0] == 0
    found, sets = shown(second, tmp_path / "box")
    assert found["screen"] == "language" and sets == {"Chez": TEXT}


@pytest.mark.parametrize(
    "name, given, said",
    [
        ("", CLUB, "NAME: '' is not one to 8 of"),
        ("Two words", CLUB, "NAME: 'Two words' is not"),
        ("MMMMMMMM", CLUB, "NAME: 'MMMMMMMM' is not"),
        ("Straße", CLUB, "NAME: 'Straße' is not"),
        ("ſ", CLUB, "NAME: 'ſ' is not"),
        ("Club", "null", "rules.json: "),
        ("Club", "own Club a b " + TEXT, "is neither JSON nor one line"),
        ("Club", f"own Club {TEXT}\nown Other {TEXT}", "is neither JSON nor one line"),
        ("Club", "{", "is neither JSON nor one line `own NAME TEXT`"),
        ("Club", {"extends": "fr", "values": {"fail.base": "all"}}, "fail.base"),
        ("Club", {"extends": "nobody"}, "extends"),
        ("Club", "own Club =broken", "rules.json: "),
    ],
)
def test_what_cannot_be_rules_or_a_name_is_said_before_a_board_is_looked_for(
    tmp_path, capsys, name, given, said
):
    path = tmp_path / "rules.json"
    path.write_text(given if isinstance(given, str) else json.dumps(given), "utf-8")
    assert run_tool(own.main, [name, str(path), "--port", "/dev/none"]) == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_not_there_is_said(tmp_path, capsys):
    assert run_tool(own.main, ["Club", str(tmp_path / "none"), "--port", "/dev/none"]) == 2
    assert "FROM: " in capsys.readouterr().err


def test_a_fifth_set_has_no_room_and_a_damaged_journal_is_left_alone(evening):
    files = {n: d for n, d in evening[0].items() if n in own.FILES}
    for name in "ABCD":
        files.update(own.add(files, name, TEXT))
    with pytest.raises(own.Trouble, match="no room for another: A B C D"):
        own.add(files, "E", TEXT)
    assert own.add(files, "D", profile.to_text(profile.resolve("it")))
    for name in ("match.a", "match.b"):
        bad = dict(files)
        bad[name] = bad[name][:-20] + b"torn"
        with pytest.raises(own.Trouble, match="is not as it should be .set_aside:" + name):
            own.add(bad, "D", TEXT)


def test_a_cable_that_comes_out_at_any_message_leaves_the_rules_that_were_there(
    pretended, put, program, evening, monkeypatch, tmp_path
):
    """Of the messages that change something, one after the other is the last."""
    board = pretended({**program, **evening[0]})
    assert put(board, "Club", CLUB)[0] == 0
    run, left = own.Board.send, [0]

    def cut(self, name, data):
        if left[0] == 0:
            run(self, name, data[: len(data) // 2])
            raise own.BROKEN[0]("the cable")
        left[0] -= 1
        run(self, name, data)

    monkeypatch.setattr(own.Board, "send", cut)
    for at in (0, 1):
        left[0] = at
        code, said = put(board, "Club", {"extends": "it"})
        assert code == 1 and "The connection broke" in said, at
        assert shown(board, tmp_path / "box") == (evening[1], {"Club": TEXT}), at
