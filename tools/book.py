#!/usr/bin/env python3
"""Makes what the referee reads, firmware/scorer/book/*.blob: `book.py`, or `book.py --check` to
compare only.

    cases.blob      each topic with its questions; each dispute with the conditions of its answers,
                    what they compute, and what the published rule sets answer; the deals by which
                    a table finds its rules, and the questions by which it makes its own
    fr.blob ..      the words: each dispute with its question and answers, one a line; each
                    parameter of the rules with its label and the words of its values

From tools/data: disputes.json (as published), errata.json, rulings.json (ours), topics.txt,
examples.txt (made by examples.py), own.txt, parameter_words.json, short_titles.json (of the
published rule sets). The form of a blob is
firmware/scorer/book/__init__.py's.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "firmware"))

import examples  # noqa: E402
from coinche import deal, profile, referee  # noqa: E402
from lookup import pack  # noqa: E402
from texts import LANGUAGES, main  # noqa: E402

DATA = HERE / "data"
BOOK = HERE.parent / "firmware" / "scorer" / "book"
SCREENS = "mayplay cards trick order contest worth why".split()  # questions with a screen
FLAGS = {"fr": {"yes": "oui", "no": "non"}, "en": {}}  # values without a word of their own
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_HIGH = re.compile(r" ([:;?!»])|(«) ")


def load(name):
    return json.loads((DATA / name).read_text("utf-8"))


def disputes():
    """(every dispute by its number as a text, the words of lists). Of the published ones the
    errata are ours: answers that would not be true of every table, or not French."""
    published, own, errata = load("disputes.json"), load("rulings.json"), load("errata.json")
    every = {str(one["id"]): one for one in published["disputes"] + own["disputes"]}
    for number, answers in errata["answers"].items():
        every[number] = {**every[number], **answers}
    return every, published["words"]


def topics():
    """{topic: [questions]}; ValueError names a question that does not exist or is not asked."""
    known, out = {*disputes()[0], *SCREENS}, {}
    for line in (DATA / "topics.txt").read_text("utf-8").splitlines():
        if line and line[0] != "#":
            name, _, questions = line.partition(" = ")
            out[name] = questions.split()
    asked = {question for name in out for question in out[name]}
    if asked != known:
        raise ValueError(f"topics.txt: {sorted(asked ^ known)} is in topics or in disputes only")
    return out


def french(text):
    """With the no-break spaces that stand before : ; ? ! and inside quotes."""
    return _HIGH.sub(lambda m: "\u00a0" + m[1] if m[1] else m[2] + "\u00a0", text)


def elsewhere(dispute, words, sets):
    """[[answer, {placeholder: value}, rule sets]]: what the published rule sets answer, those with
    the same words in one group; nothing of the lessons. A rule set is the digit of its place in
    profile.KEYS."""
    groups = {}
    if dispute["topic"] == "learn":
        return []
    for digit, rules in zip(DIGITS, sets, strict=False):
        at = referee.ruling(dispute, rules)
        text = referee.answer(dispute, rules, words, "fr")
        row = dispute["answers"][at]
        values = {name: rules[name] for name in re.findall(r"{([a-z].*?)}", row["answer"]["fr"])}
        if "compute" in row:
            values.update(referee.figures(row, rules))
        groups.setdefault(text, [at, values, ""])[2] += digit
    return list(groups.values())


def cases():
    """{name: text} of cases.blob."""
    every, words = disputes()
    sets, usual = [profile.resolve(key) for key in profile.KEYS], profile.resolve(None)
    out = {name: " ".join(questions) for name, questions in topics().items()}
    for number, dispute in every.items():
        rows = []
        for row in dispute["answers"]:
            rows.append([row["when"]])
            if "compute" in row:
                rows[-1].append(deal.to_text(row["compute"]))
        by = dispute["decided_by"]
        table = [by, [usual[name] for name in by], rows, elsewhere(dispute, words, sets)]
        out[number] = json.dumps(table, separators=(",", ":"))
    out.update({"by" + path: text for path, text in examples.entries().items()})
    for line in (DATA / "own.txt").read_text("utf-8").splitlines():
        if line and line[0] != "#":
            name, _, text = line.partition(" ")
            out["own." + name] = text.replace("; ", ";")
    return out


def said(lang):
    """{name: text} of the book of one language."""
    every, words = disputes()
    nice = french if lang == "fr" else str
    out = {}
    for number, dispute in every.items():
        lines = [dispute["question"][lang]] + [row["answer"][lang] for row in dispute["answers"]]
        out[number] = "\n".join(nice(line) for line in lines)
    for name, of in words.items():
        of = {item: {lang: of[item][lang]} for item in of}
        out["of." + name] = json.dumps(of, ensure_ascii=False, separators=(",", ":"))
    titles = load("short_titles.json")
    out["sets"] = "|".join(titles[key][lang] for key in profile.KEYS)
    for name, of in load("parameter_words.json").items():
        label, values = of[lang]
        lines = [label] + [f"{value}={text}" for value, text in {**FLAGS[lang], **values}.items()]
        out[name] = "\n".join(nice(line) for line in lines)
    return out


def blob(entries):
    """The bytes of a book."""
    body, rows = b"", []
    for name in sorted(entries):
        text = entries[name].encode()
        rows.append((name, len(body).to_bytes(3, "little") + len(text).to_bytes(2, "little")))
        body += text
    table = pack(rows)
    return len(table).to_bytes(2, "little") + table + body


def books():
    """{file name: bytes} of everything that is generated."""
    out = {f"{lang}.blob": blob(said(lang)) for lang in LANGUAGES}
    return {**out, "cases.blob": blob(cases())}


if __name__ == "__main__":
    sys.exit(main(BOOK, books()))
