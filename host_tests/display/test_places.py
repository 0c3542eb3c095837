"""The places of each size of glass: the tables against their sources, and laws of the sources."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import places as tool
from display.text import Font
from on_glass import SIZES, STYLES, glass
from scorer.screens import SCREENS

ROOT = Path(__file__).resolve().parents[2]
FOUND = {size: tool.places(size) for size in SIZES}

# what a small glass may do without, everywhere or on a screen: what is known, or shown elsewhere
HELP = """left.names right.names target rules last last.marks deal who.low rules.low todo
    left.small right.small right.wide ruling.question other.question""".split()
# of the contract, where a screen needs the room and shows it smaller, or the words of a slam alone
CONTRACT = {("contest", "number"), ("contest", "pip"), ("contest", "times"), ("preview", "pip")}


@pytest.fixture(params=SIZES)
def size(request):
    return request.param


def fonts(size):
    names = ("big", "head", "body", "small")
    return [Font(import_module(f"display.fonts.{size}.{name}")) for name in names]


def test_the_tables_are_what_the_tool_makes_of_the_sources():
    made = tool.tables()
    stale = [name for name in made if (tool.TABLES / name).read_bytes() != made[name]]
    assert not stale, "run python tools/places.py"
    assert {path.name for path in tool.TABLES.iterdir()} == set(made)


def test_every_glass_has_the_same_places():
    every = {name for screen, name in FOUND["400x300"] if not screen}
    for size, found in FOUND.items():
        assert {name for screen, name in found if not screen} == every, size
        assert {screen for screen, _ in found} <= {"", *SCREENS.split(" ")}, size


def test_what_a_screen_names_is_a_place():
    """Whole names only; those that a screen puts together are met in test_glasses.py."""
    known = {name for _, name in FOUND["400x300"]}
    for path in (ROOT / "firmware").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                called = getattr(node.func, "id", "") or "." + getattr(node.func, "attr", "")
                first = node.args[0]
                if called in ("put", ".put", ".at", ".rows") and isinstance(first, ast.Constant):
                    assert first.value in known, (path.name, first.value)


def test_every_place_lies_on_the_glass(size):
    """With all its rows; where the letters of a line are may still be less than its box."""
    width, height = map(int, size.split("x"))
    faces = fonts(size)
    for (screen, name), one in FOUND[size].items():
        if not one.is_shown or name in ("bar", "hold", "ribbon", "key.hold"):
            continue
        columns = 4 if name.startswith("key") else 3 if size == "296x128" and one.step < 100 else 2
        shift = (columns - 1) * one.step
        left = {"l": one.x, "c": one.x - one.width // 2, "r": one.x - one.width}[one.align]
        assert 0 <= left and left + one.width + shift <= width, (screen, name)
        line = faces[one.last].height
        high = max(line, one.pitch) if one.wraps else line
        assert 0 <= one.y and one.y + high <= height, (screen, name)
        assert one.y + max(0, one.rows - 1) * one.pitch + line <= height, (screen, name)


def test_only_what_helps_is_left_out(size):
    hidden = {key for key, one in FOUND[size].items() if not one.is_shown}
    keys = ("key", "key.rare", "key.hold")
    for screen, name in hidden:
        whole = (screen, name.removesuffix(".slam")) in CONTRACT
        assert name in HELP or whole or name in keys and "row" not in STYLES[size], (screen, name)
    assert not hidden or size not in ("400x300", "800x480")


def test_lists_have_room_for_some_rows(size):
    layout = glass(size, "dial")
    least = {"deals.line": 4, "why.rule": 3, "why.behind": 2, "worth.bid": 8, "call": 4}
    for name, rows in least.items():
        assert layout.rows(name) >= rows, name


def test_what_stands_elsewhere_on_a_screen_stands_there_only_there(size):
    """Any place on any screen: keys of screens and places are never mixed."""
    layout, found = glass(size, "dial"), FOUND[size]
    names = [name for screen, name in found if not screen]
    for screen in ["", "no screen", *SCREENS.split(" ")]:
        layout.clear(screen)
        for name in names:
            one = found.get((screen, name), found["", name])
            assert layout.at(name)[:3] == (one.x, one.y, one.width), (screen, name)
    with pytest.raises(KeyError):
        layout.at("nowhere")


def test_a_line_that_is_no_place_is_refused():
    wrong = "|1 2|1 2 3 x l|1 2 3 o m|1 x 3 o l|1 2 3 o l 1 1 1 1"
    for words in wrong.split("|"):
        with pytest.raises(ValueError):
            tool.Place("name " + words)


def test_a_place_that_comes_twice_or_from_nowhere_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(tool, "SOURCES", tmp_path)
    for text in ("a 1 2 3 o l\na 1 2 3 o l\n", "a 1 2 3 o l\non table\nb -\n"):
        (tmp_path / "1x1.txt").write_text(text, "utf-8")
        with pytest.raises(ValueError, match=r"1x1.txt:\d"):
            tool.places("1x1")


# ---- how a text stands at a place


def drawn(layout):
    return [(text, font, x, y) for _, text, font, x, y in layout.canvas.texts]


def test_phrases_that_have_no_room_are_left_out_from_the_last():
    layout = glass("400x300", "row")
    layout.put("rules", ["faits", "demandés", "x" * 60])
    assert layout.canvas.log == ["faits · demandés"] and not layout.tight


def test_a_text_that_does_not_fit_is_cut_and_noted():
    layout = glass("400x300", "row")
    layout.put("left.rest", "x" * 60)
    assert layout.tight == ["x" * 60]
    assert layout.canvas.log[0][-1] == "." and layout.canvas.log[0][:-1] in "x" * 60
    layout.clear()
    assert layout.tight == []


@pytest.mark.parametrize("size", ["296x128", "400x300", "800x480"])
def test_the_latest_deal_stops_short_of_its_marks(size):
    """Long names wrote one over the other."""
    layout = glass(size, "row")
    line, marks = "12. Bernadet 180 sans atout ×2 chuté, 162", "Nous +1240 Eux +1302"
    layout.put("last.marks", marks)
    layout.put("last", line)
    (_, _, start, _), (said, font, x, _) = drawn(layout)
    assert x + font.width(said) < start and said[:-1] in line
    layout.clear()
    layout.put("last.marks", "")
    layout.put("last", line)
    assert layout.canvas.log == [line] and not layout.tight


@pytest.mark.parametrize("size", tool.sizes())
def test_the_sum_has_room_for_what_a_hand_can_be_worth(size):
    """Rounded amounts on either side, with the exact one before them."""
    layout = glass(size, "row" if size != "200x200" else "dial")
    for at in ("sum", "tight"):
        for side in (".left", ".right"):
            layout.put(at + side, "162 → 162")
            layout.put(at + side, "1302", row=1)
        layout.put(at + ".what", "contract ×2")
    assert not layout.tight


def test_a_place_may_take_several_lines_in_the_first_size_that_fits():
    layout = glass("400x300", "row")
    _, _, body, small = layout.fonts
    words = "Coinché et fait : la défense garde ses plis,"
    layout.put("asked", words)
    layout.put("asked", words + " mais pas la nôtre ?", row=1)
    layout.put("asked", words + " " + words, row=2)
    assert [font for _, font, _, _ in drawn(layout)] == [body] * 4 + [small] * 2
    said = " ".join(layout.canvas.log)
    assert said == f"{words} {words} mais pas la nôtre ? {words} {words}"
    tops = [y for _, _, _, y in drawn(layout)]
    assert tops == sorted(set(tops))


def test_a_place_that_is_not_shown_draws_nothing():
    layout = glass("200x200", "dial")
    for style in ("", "inverse", "band", "bold"):
        layout.put("last", "Nord 100", style)
    assert layout.canvas.log == [] and not layout.canvas.bands


def test_rows_go_on_in_the_next_column():
    layout = glass("400x300", "row")
    for row in (0, 6, 7, 13):
        layout.put("topic", "a", row=row)
    at = [(x, y) for _, _, x, y in drawn(layout)]
    assert at[2][0] - at[0][0] == 180 == at[3][0] - at[1][0]
    assert at[0][1] == at[2][1] < at[1][1] == at[3][1]
