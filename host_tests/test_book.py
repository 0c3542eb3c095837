"""What the referee reads and shows: the books against their sources, every question and answer
under every published rule set against coinche.referee, and that each fits its place on the glass,
measured with the real fonts."""

import json
import re
from functools import cache
from types import SimpleNamespace

import pytest

import book as tool
from coinche import profile, referee
from on_glass import SIZES, flaws, glass
from scorer import book
from scorer.lang import Words
from scorer.screens import mayplay, ruling
from scorer.screens import referee as topics
from scorer.session import Session

LANGUAGES = tool.LANGUAGES
DISPUTES, LISTS = tool.disputes()
DEFAULTS = profile.resolve(None)


@pytest.fixture(scope="module")
def layouts():
    """{size of glass: its layout}, with the bar that leaves the least room."""
    return {size: glass(size, "dial") for size in SIZES}


def shown(layouts, screen, told, w):
    """What is wrong with a screen, on any glass."""
    out = []
    for size, layout in layouts.items():
        layout.clear(told.screen)
        screen.view(told, w, layout.put)
        out += [f"{size}: {flaw}" for flaw in flaws(layout)]
    return out


def session(rules, lang="fr"):
    """A box at the first deal of a match by these rules."""
    journal = SimpleNamespace(notes=(), saves=0)
    journal.save = journal.save_draft = lambda what, draft="": "saved"
    told = Session(journal, lambda n: 0, lang)
    told.begin(profile.resolve(rules) if isinstance(rules, str) else rules, None, "N")
    return told


resolved = cache(profile.resolve)


@cache
def published(key, number, lang):
    return referee.answer(DISPUTES[number], resolved(key), LISTS, lang)


def test_the_books_are_what_the_tool_makes_of_the_sources():
    made = tool.books()
    stale = [name for name in made if (tool.BOOK / name).read_bytes() != made[name]]
    assert not stale, "run python tools/book.py"


def test_the_published_disputes_are_as_published():
    """Their number, and that none of ours has one of theirs."""
    assert len(tool.load("disputes.json")["disputes"]) == 84
    own = [one["id"] for one in tool.load("rulings.json")["disputes"]]
    assert len(own) == len(set(own)) and min(own) > 100


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_dispute_comes_out_of_the_flash_as_it_went_in(lang):
    for number, source in DISPUTES.items():
        read, usual, _ = book.dispute(number, lang)
        assert usual == [DEFAULTS[name] for name in source["decided_by"]]
        assert read["decided_by"] == source["decided_by"]
        assert [row["when"] for row in read["answers"]] == [
            row["when"] for row in source["answers"]
        ]
        for mine, theirs in zip(read["answers"], source["answers"], strict=True):
            assert mine["answer"][lang].replace("\u00a0", " ") == theirs["answer"][lang]
            if "compute" in theirs:
                figures = {k: v for k, v in mine["compute"].items() if v}
                assert figures == {k: v for k, v in theirs["compute"].items() if v}
        assert read["question"][lang].replace("\u00a0", " ") == source["question"][lang]


@pytest.mark.parametrize("key", profile.KEYS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_ruling_is_what_the_rules_say_and_fits_the_glass(layouts, lang, key):
    """The same words as coinche.referee gives; elsewhere, each published rule set under its own
    words, and those that say the same as this table nowhere."""
    told, w = session(key, lang), Words(lang)
    titles = book.text(lang, "sets").split("|")
    for number, source in DISPUTES.items():
        told.plead("ruling", "card." + number)
        said, others = ruling._read(told, w)
        own = referee.answer(source, told.rules, LISTS, lang)
        assert said["answer"].replace("\u00a0", " ") == own
        named = {title: text for text, names in others for title in names}
        for other in profile.KEYS:
            theirs = published(other, number, lang)
            if source["topic"] == "learn":  # a lesson is about this table
                theirs = own
            found = named.get(titles[profile.KEYS.index(other)])
            assert (found and found.replace("\u00a0", " ")) == (None if theirs == own else theirs)
        pages = 0
        while True:
            choice = ruling.ask(told, w)
            assert not shown(layouts, ruling, told, w), (number, told.path)
            if "others" not in choice.answers:
                break
            ruling.take(told, "others")
            pages += 1
        assert pages == (len(others) + 1) // 2
        for _ in range(pages):
            ruling.back(told)
        assert (told.screen, told.path) == ("ruling", "card." + number)


@pytest.mark.parametrize("key", ("fr", "bga", "club", "ffb_contree_2016"))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_fits_its_list(layouts, lang, key):
    told, w = session(key, lang), Words(lang)
    for topic in topics.TOPICS.split(" "):
        told.plead("referee", topic)
        count = len(topics.ask(told, w).answers)
        assert count > 1
        for page in range(max(1, (count - 1) // 3)):
            told.page = str(page) if page else ""
            assert not shown(layouts, topics, told, w), (topic, page)
        told.page = ""


def test_a_question_names_the_same_figure_as_its_ruling():
    """{bid.min} and {match.target} are those of the table."""
    told, w = session("ffb_contree_2016"), Words("fr")
    for number, source in DISPUTES.items():
        asked = topics.said(told, w, number).replace("\u00a0", " ")
        assert asked == referee.question(source, told.rules, LISTS, "fr")


def test_a_parameter_is_said_in_words_for_every_value_it_has():
    """Nothing of the table of rules reaches the glass: no id, no English value in French."""
    source = json.loads((tool.DATA / "profiles.json").read_text("utf-8"))["parameters"]
    for lang in LANGUAGES:
        for name, parameter in source.items():
            if parameter["type"] == "map":
                continue
            for value in [*parameter["values"], parameter["default"]]:
                text = book.parameter(lang, name, value)
                assert name not in text and "_" not in text, text
                assert not re.search(r"\b(null|true|false|yes|None)\b", text) or lang == "en", text


def test_the_target_is_that_of_the_match():
    """Not the one that the rule set offers: 70, in the question and in the answer."""
    told, w = session("fr"), Words("fr")
    told.begin(told.rules, 777, "N")
    told.plead("ruling", "match.70")
    said, _ = ruling._read(told, w)
    assert "777" in said["question"] and "777" in said["answer"]
    assert "777" in topics.said(told, w, "70")


def test_an_entry_that_is_not_there_is_an_error():
    for name in ("999", "", "melds"):
        with pytest.raises(KeyError):
            book.text("fr", name)
    with pytest.raises(KeyError):
        book.text("cases", "zz")


def test_what_was_said_aloud_is_asked_first():
    told, w = session("fr"), Words("fr")
    told.plead("referee", "now")
    assert topics.ask(told, w).answers[:2] == ["69", "43"]
    told.taker, told.facts = "S", {"contract": 100, "denomination": "S", "level": 1}
    assert topics.ask(told, w).answers[:2] == ["20", "82"]  # what a coinche multiplies
    told.facts["level"] = 0
    assert topics.ask(told, w).answers[:2] == ["mayplay", "69"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_rule_in_words_fits_where_it_stands(layouts, lang):
    """Under a ruling, behind a step of the marks, and with each other value it may have."""
    rows = json.loads((tool.DATA / "profiles.json").read_text("utf-8"))["parameters"]
    for name, parameter in rows.items():
        values = [] if parameter["type"] == "map" else parameter["values"]
        for value in [*values, parameter["default"], *parameter.get("range", ())]:
            text = book.parameter(lang, name, value)
            for size, layout in layouts.items():
                layout.clear("why")
                for place in ("ruling.rule", "why.behind", "why.rule"):
                    layout.put(place, text)
                assert not layout.tight, (size, text)


@pytest.mark.parametrize("key", ("fr", "bga", "pagat", "club"))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_way_to_a_card_fits_and_ends_in_a_sentence(layouts, lang, key):
    """From the deal that is played, and where it has to be asked what is trump; the way back leads
    to the list of questions."""
    told, w = session(key, lang), Words(lang)
    ends = 0
    todo = ["card.mayplay"]
    told.plead("mayplay", todo[0])
    while todo:
        path = todo.pop()
        told.plead("mayplay", path)
        choice = mayplay.ask(told, w)
        assert not shown(layouts, mayplay, told, w), path
        mayplay.back(told)
        assert told.path in (path[:-1], "card.mayplay") or path.endswith("mayplay"), path
        if "list" in choice.answers:
            ends += 1
            continue
        for answer in choice.listing():
            told.plead("mayplay", path)
            mayplay.take(told, answer)
            todo.append(told.path)
    assert ends >= 10
