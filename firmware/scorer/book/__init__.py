"""What the referee knows, read from the flash one entry at a time: topics, disputes with their
conditions, and the words of each language. Made by tools/book.py.

A blob: two bytes, the size of a table; the table (lookup.py), whose rows hold where a text begins,
three bytes, and how long it is, two; the texts. An entry is found by its name.
"""

import json

from lookup import HERE, key

_ROW = 7


def text(book, name):
    """An entry of "cases" or of a language; KeyError where there is none. The table is searched in
    the file: it would be one large piece of heap."""
    wanted = key(name)
    with open(HERE + "scorer/book/" + book + ".blob", "rb") as f:
        size = _number(f.read(2))
        low, high = 0, size // _ROW
        while low < high:
            middle = (low + high) >> 1
            f.seek(2 + middle * _ROW)
            if _number(f.read(2)) < wanted:
                low = middle + 1
            else:
                high = middle
        f.seek(2 + low * _ROW)
        row = f.read(_ROW)
        if _number(row[:2]) != wanted or low * _ROW == size:
            raise KeyError(name)
        f.seek(2 + size + _number(row[2:5]))
        return str(f.read(_number(row[5:])), "utf-8")


def _number(data):
    return int.from_bytes(data, "little")


def dispute(number, lang):
    """(a dispute as coinche.referee takes it, in one language; the usual values of what decides
    it; what the published rule sets answer: [[answer, {placeholder: value}, places in profile.KEYS
    as digits]])."""
    decided_by, usual, rows, others = json.loads(text("cases", number))
    lines = text(lang, number).split("\n")
    answers = []
    for i in range(len(rows)):
        answers.append({"when": rows[i][0], "answer": {lang: lines[i + 1]}})
        if len(rows[i]) > 1:
            from coinche import deal

            answers[i]["compute"] = deal.from_text(rows[i][1])
    said = {"id": number, "question": {lang: lines[0]}, "decided_by": decided_by}
    said["answers"] = answers
    return said, usual, others


def words(lang, texts):
    """The words of the list parameters that these texts have a place for."""
    out = {}
    for one in texts:
        for part in one.split("{")[1:]:
            name = part.partition("}")[0]
            if name in ("bid.order", "pen.misdeal", "deal.packets"):
                out[name] = json.loads(text(lang, "of." + name))
    return out


def parameter(lang, name, value):
    """A rule of a table in words: its label, and the word for its value."""
    lines = text(lang, name).split("\n")
    known = dict([line.split("=", 1) for line in lines[1:]])
    if type(value) is dict:
        value = ":".join([str(value[kind]) for kind in ("suit", "SA", "TA")])
    parts = []
    for item in value if type(value) is list else (value,):
        if item is None:
            item = "null"
        elif type(item) is bool:
            item = "yes" if item else "no"
        word = str(item)
        parts.append(known[word] if word in known else word)
    return lines[0] + "\u00a0: " + ", ".join(parts)
