"""The words of the parameters and the disputes of our own, as data: everything that a table can
play has words that fit the glass, and every dispute has one answer under any rules."""

import json
import random
import re
from importlib import import_module
from pathlib import Path

import pytest

from coinche import deal, profile, referee
from coinche.errors import RuleError
from coinche.needs import needs
from coinche.scoring import score
from display.text import Font
from made_up_rules import PARAMETERS, TABLE

DATA = Path(__file__).resolve().parents[1] / "tools" / "data"
LANGUAGES = ("fr", "en")
LABEL, VALUE, LINE = 32, 26, 50  # what the small print has room for
QUESTION, ANSWER, LESSON = 60, 140, 260


def read(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


WORDS = read("parameter_words.json")
PUBLISHED = read("disputes.json")
DISPUTES = read("rulings.json")["disputes"]
RULE_SETS = [profile.resolve(key) for key in (None, *TABLE["profiles"])]
# what decides an answer; the piles follow from their methods
DECIDING = sorted({name for one in DISPUTES for name in one["decided_by"]})
DRAWN = [name for name in DECIDING if name not in ("pile.suit", "pile.SA", "pile.TA")]


def word(value):
    """A value that is no list as the tables write it."""
    if value is None:
        return "null"
    if type(value) is bool:
        return "yes" if value else "no"
    if type(value) is dict:
        return ":".join([str(value[kind]) for kind in ("suit", "SA", "TA")])
    return str(value)


def listed(row):
    """The words of the listed values; of a list, of its items."""
    if row["type"] == "map":
        factors = row["values"]
        return {
            word({"suit": suit, "SA": sa, "TA": ta})
            for suit in factors["suit"]
            for sa in factors["SA"]
            for ta in factors["TA"]
        }
    out = set()
    for value in row["values"]:
        out |= {word(item) for item in value} if type(value) is list else {word(value)}
    return out


def can_be(row, key):
    """Whether a key of the words stands for something that the parameter can be."""
    if row["type"].startswith("list"):
        if key == "number":
            return any(item.isdigit() for item in listed(row) - set(row.get("items", ())))
        return key in row.get("items", ()) or key == "null" and None in row["values"]
    low, high = row.get("range", (1, 0))
    return key in listed(row) or key.isdigit() and low <= int(key) <= high


def on_glass(values, words):
    """The listed values as they are shown."""
    for value in values:
        items = value if type(value) is list else [value]
        shown = []
        for item in items:
            number = words.get("number", "#") if type(value) is list else "#"
            shown.append(words.get(word(item), number.replace("#", word(item))))
        yield ", ".join(shown)


def test_every_parameter_has_words_and_nothing_else_has():
    assert len(PARAMETERS) == 116 and list(WORDS) == list(PARAMETERS)
    for name, row in WORDS.items():
        assert list(row) == list(LANGUAGES), name
        assert set(row["fr"][1]) == set(row["en"][1]), name


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_label_is_short_and_stands_for_one_parameter(code):
    labels = [row[code][0] for row in WORDS.values()]
    assert len(set(labels)) == len(labels)
    assert all(0 < len(label) <= LABEL and label == label.strip() for label in labels)


@pytest.mark.parametrize("code", LANGUAGES)
def test_words_stand_for_values_that_the_parameter_can_have(code):
    for name, row in PARAMETERS.items():
        words = WORDS[name][code][1]
        assert not [key for key in words if not can_be(row, key)], name
        assert len(set(words.values())) == len(words), name
        assert all(0 < len(text) <= VALUE and text == text.strip() for text in words.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_value_that_is_no_figure_has_a_word(code):
    """Yes and no need none, but have both or neither."""
    for name, row in PARAMETERS.items():
        words = set(WORDS[name][code][1])
        wanted = {key for key in listed(row) if not key.isdigit()} | set(row.get("items", ()))
        if not words & {"yes", "no"} and row["type"].startswith("bool"):
            wanted -= {"yes", "no"}
        assert wanted <= words, (name, wanted - words)


@pytest.mark.parametrize("code", LANGUAGES)
def test_label_and_value_fit_on_a_line(code):
    for name, row in PARAMETERS.items():
        label, words = WORDS[name][code]
        if row["type"] == "map":
            shown = list(words.values())
        else:
            shown = list(on_glass([*row["values"], *row.get("range", ())], words))
        assert not [text for text in shown if len(label + " : " + text) > LINE], name


def texts(code):
    for name, row in WORDS.items():
        label, words = row[code]
        for text in (label, *words.values()):
            yield name, text
    for one in DISPUTES:
        for said in (one["question"], *(row["answer"] for row in one["answers"])):
            yield one["id"], said[code]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_small_font_has_every_character(code):
    face = Font(import_module("display.fonts.400x300.small"))
    assert not [(where, ch) for where, text in texts(code) for ch in text if not face.glyph(ch)]


def test_a_table_that_says_contre_gets_french_from_every_text():
    """Coinche is feminine, contre is not: only what the pairs turn may stand beside an article."""
    for where, text in texts("fr"):
        for old, new in PUBLISHED["table_word"]["contre"]["fr"]:
            text = text.replace(old, new)
        assert not re.search("(une|la|cette) (sur)?contre|coinch", text, re.I), (where, text)


def test_ids_rise_and_none_is_one_of_the_published_disputes():
    ids = [one["id"] for one in DISPUTES]
    assert ids == sorted(set(ids)) and ids[0] == 101
    assert not set(ids) & {one["id"] for one in PUBLISHED["disputes"]}
    assert [one["id"] for one in DISPUTES if one["topic"] == "learn"] == list(range(201, 207))
    assert {one["topic"] for one in DISPUTES} == {"count", "fault", "learn"}


def test_entries_have_the_fields_of_the_published_disputes():
    fields = set(PUBLISHED["disputes"][0])
    for one in DISPUTES:
        assert set(one) == fields, one["id"]
        for row in one["answers"]:
            assert set(row) - {"compute"} == {"when", "answer"}, one["id"]
            assert list(row["answer"]) == list(LANGUAGES), one["id"]
        assert list(one["question"]) == list(LANGUAGES), one["id"]


def test_decided_by_names_what_conditions_and_texts_read():
    for one in DISPUTES:
        read_of = set()
        for row in one["answers"]:
            read_of |= set(row["when"])
        for name in PARAMETERS:
            blank = "{" + name + "}"
            said = [one["question"], *(row["answer"] for row in one["answers"])]
            if any(blank in text for texts in said for text in texts.values()):
                read_of.add(name)
        assert len(set(one["decided_by"])) == len(one["decided_by"]), one["id"]
        more = set(one["decided_by"]) - read_of
        assert read_of <= set(one["decided_by"]) and more <= set(PARAMETERS), one["id"]
        assert not more or any("compute" in row for row in one["answers"]), one["id"]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("table", RULE_SETS, ids=["default", *TABLE["profiles"]])
def test_every_dispute_has_one_answer_that_fits_in_every_published_rule_set(table, code):
    for one in DISPUTES:
        question = referee.question(one, table, PUBLISHED["words"], code)
        answer = referee.answer(one, table, PUBLISHED["words"], code)
        assert 0 < len(question) <= QUESTION, one["id"]
        assert 0 < len(answer) <= (LESSON if one["topic"] == "learn" else ANSWER), one["id"]
        for text in (question, answer):
            assert "{" not in text and "}" not in text and text[0] == text[0].upper(), one["id"]


def mixtures(count, rng):
    """Valid rules: a published set with some of the deciding parameters drawn anew."""
    while count:
        table = dict(rng.choice(RULE_SETS))
        for name in rng.sample(DRAWN, rng.randint(0, len(DRAWN))):
            row = PARAMETERS[name]
            is_any = "range" in row and rng.random() < 0.3
            table[name] = rng.randint(*row["range"]) if is_any else rng.choice(row["values"])
        table["pile.SA"] = 130 if table["pile.SA_method"] == "ace11_raw" else 162
        table["pile.TA"] = 258 if table["pile.TA_method"] == "native258" else 162
        try:
            profile.check(table)
        except RuleError:
            continue
        count -= 1
        yield table


def test_every_dispute_has_one_answer_under_any_rules_and_no_answer_is_in_vain():
    met = set()
    for table in mixtures(2000, random.Random(1)):
        for one in DISPUTES:
            met.add((one["id"], referee.ruling(one, table)))
            if any("compute" in row for row in one["answers"]):
                assert "{" not in referee.answer(one, table, {}, "fr")
    every = {(one["id"], i) for one in DISPUTES for i in range(len(one["answers"]))}
    assert met == every, every - met


def test_piles_capot_and_counts_are_as_the_rules_have_them():
    """What the tricks of both sides add up to is what the count takes; whether they must be
    counted is what needs asks."""
    one = {dispute["id"]: dispute for dispute in DISPUTES}
    contract = {"contract": 100, "denomination": "S", "level": 0}
    for table in mixtures(300, random.Random(2)):

        def said(number, table=table):
            return referee.answer(one[number], table, {}, "fr")

        for number, kind in ((106, "S"), (107, "SA"), (108, "TA")):
            if number == 106 or table["bid." + kind]:
                total = int(re.search(r"\d+", said(number))[0])
                assert total == deal.counted(kind, table)[1], (number, said(number))
        lost = score({**contract, "taker_points": 162}, table)  # all points, not all tricks
        swept = score({**contract, "tricks": "takers_all"}, table)
        assert said(109).startswith("Oui") == (table["capot.detect"] == "zero_points")
        if said(109).startswith("Oui"):
            assert lost["lines"] == swept["lines"]
        for number, level in ((111, 0), (112, 1)):
            if level and not table["dbl.max_level"]:
                assert said(number).startswith("On ne coinche pas")
                continue
            asked = needs({**contract, "level": level}, table)["ask"]
            counts = any(row["fact"] == "points" for row in asked)
            assert counts is not said(number).startswith("Non"), (number, said(number), asked)


def test_the_last_lesson_marks_what_the_deal_is_worth():
    """A 100 with 120 under the usual rules: 120 and the contract, 42 for the defence."""
    (lesson,) = [one for one in DISPUTES if one["id"] == 206]
    text = referee.answer(lesson, profile.resolve(None), PUBLISHED["words"], "fr")
    assert "220 pour lui, 42 en face" in text
