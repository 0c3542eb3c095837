"""The language packs against their sources, the screens that use them and the fonts that draw
them."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import places
import texts as tool
from display.text import Font
from lookup import find, key, pack
from scorer.lang import LANGUAGES, Words
from scorer.screens import CALM, SCREENS

FIRMWARE = Path(__file__).parent.parent / "firmware"
SCORER = sorted((FIRMWARE / "scorer").rglob("*.py"))
CODES = [code for code, _ in LANGUAGES]


def ids(node, joined=False):
    """(id, whether it is only a part of one) for each text that an argument of words() can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, joined
    elif isinstance(node, ast.IfExp):
        yield from ids(node.body, joined)
        yield from ids(node.orelse, joined)
    elif isinstance(node, ast.BinOp):
        yield from ids(node.left, True)
        yield from ids(node.right, True)
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Tuple):
        for part in node.value.elts:
            yield from ids(part, joined)


def used():
    """The ids that the screens ask for, and the parts of those that they put together."""
    whole, parts = set(), set()
    for path in SCORER:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                if node.func.id in ("w", "words"):
                    for name, joined in ids(node.args[0]):
                        (parts if joined else whole).add(name)
    return whole, parts


def test_the_packs_are_what_the_tool_makes_of_the_sources(capsys):
    stale = [
        name
        for name, source in tool.modules().items()
        if (tool.PACKS / name).read_bytes() != source
    ]
    assert not stale, "run python tools/texts.py"


@pytest.mark.parametrize("code", CODES)
def test_every_text_comes_back_by_its_id(code):
    words = Words(code)
    for name, text in tool.texts(code).items():
        assert words(name) == text
    with pytest.raises(KeyError):
        words("no such text")


def test_every_id_that_a_screen_asks_for_exists():
    known = set(tool.texts("fr"))
    whole, parts = used()
    assert len(whole) > 60 and not whole - known
    for part in parts:
        assert any(name.startswith(part) or name.endswith(part) for name in known), part


def test_languages_that_differ_in_ids_or_places_are_refused():
    packs = {"fr": {"a": "{0} plis"}, "en": {"a": "tricks"}}
    with pytest.raises(ValueError, match="a fills in other places"):
        tool.compare(packs)
    with pytest.raises(ValueError, match="ids in one language only"):
        tool.compare({"fr": {"a": "plis", "b": "pli"}, "en": {"a": "tricks"}})


@pytest.mark.parametrize("font", ["head", "body", "small"])
@pytest.mark.parametrize("glass", places.sizes())
@pytest.mark.parametrize("code", CODES)
def test_the_fonts_have_every_character_of_the_texts(code, glass, font):
    face = Font(import_module(f"display.fonts.{glass}.{font}"))
    for name, text in tool.texts(code).items():
        for ch in re.sub(r"\{\d\}", "", text):
            if font == "head" and not ch.isalpha():
                continue  # sentences only: figures and letters
            assert face.glyph(ch), (name, ch)


def test_no_english_word_stands_in_the_french_texts():
    """The words of the game that both languages share are the only ones that may be equal."""
    french, english = tool.texts("fr"), tool.texts("en")
    same = {
        name
        for name in french
        if french[name] == english[name]
        and french[name].isascii()
        and any(len(word) > 3 and word.isalpha() for word in french[name].split())
    }
    shared = {
        "belote",
        "belote.small",
        "said.belote",
        "row.belote",
        "coinche",
        "match.coinche",
        "surcoinche",
        "capot",
        "capot.small",
        "contract.capot",
        "big.capot",
        "row.capot",
        "meld.20",
        "kind.3",
        "code.is",
        "menu.code",
        "menu",
        "hold.menu",
        "total",
        "setup.names",
        "alphabet",
        "outcome.litige",
        "w.dbl.one",
        "w.dbl.two",
        "w.dbl.flat.one",
        "w.dbl.flat.two",
    }
    assert same <= shared, same - shared


def test_the_list_of_screens_is_the_folder():
    there = {path.stem for path in (FIRMWARE / "scorer" / "screens").glob("*.py")}
    assert set(SCREENS.split(" ")) == there - {"__init__", "strip"}


def test_every_screen_where_nothing_is_typed_is_a_screen():
    assert set(CALM.split(" ")) < set(SCREENS.split(" "))


def test_every_screen_has_the_four_functions():
    for name in SCREENS.split(" "):
        module = import_module("scorer.screens." + name)
        for function in ("ask", "take", "back", "view"):
            assert callable(getattr(module, function)), (name, function)


def test_rows_are_found_by_name_and_equal_hashes_are_refused():
    names = ["left.total", "right.total", "need", "x", ""]
    table = pack([(name, bytes([i])) for i, name in enumerate(names)])
    for i, name in enumerate(names):
        assert table[find(table, 3, name) + 2] == i
    with pytest.raises(KeyError):
        find(table, 3, "nowhere")
    seen = {}
    twin = next(
        (seen[key(str(n))], str(n))
        for n in range(100000)
        if seen.setdefault(key(str(n)), str(n)) != str(n)
    )
    with pytest.raises(ValueError, match="hash"):
        pack([(twin[0], b""), (twin[1], b"")])
