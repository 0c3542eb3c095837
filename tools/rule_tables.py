"""Makes firmware/coinche/{tables,published,titles}.py, the rules in compact form, from
tools/data/profiles.json.

    python tools/rule_tables.py           writes the files
    python tools/rule_tables.py --check   exit 1 where they are not what the source gives

The journal's form of a profile (coinche/profile.py) counts the rows of the table and the values of
a row: both may only grow at their end, or old evenings could not be read.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, "data", "profiles.json")
TARGET = os.path.join(HERE, "..", "firmware", "coinche")
LANGUAGES = ("fr", "en", "it", "es", "pt")
FACTORS = ("suit", "SA", "TA")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
WIDTH = 92
PIECE = 360  # characters of a string in a long table

# letter of a row <- type of a parameter
KINDS = {
    "bool": "b", "bool|null": "b",
    "int": "v", "enum": "v", "int|enum": "v", "int|null": "v",
    "list": "l", "list|null": "l", "map": "m",
}

HEAD = '''\
"""The parameters of the rules, one a line.

Made by tools/rule_tables.py from tools/data/profiles.json: change that and run the tool. Large, so
coinche/parameters.py imports it when it is needed and others can drop it; nobody else reads it.
"""
'''
HEAD_PUBLISHED = '''\
"""Whole sets of rules: what must not be combined, and why; all values of the defaults and of each
published profile, by profile.to_text. Made by tools/rule_tables.py like tables.py; read by
coinche/profile.py alone."""
'''
HEAD_TITLES = '''\
"""The titles of the published profiles, made by tools/rule_tables.py like tables.py."""
'''


def value_text(value):
    """A value as one word: yes no null 160 word a+b+c 1:2:1."""
    if value is None:
        return "null"
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, list):
        return "+".join(str(item) for item in value)
    if isinstance(value, dict):
        return ":".join(str(value[key]) for key in FACTORS)
    return str(value)


def allowed(parameter):
    """Texts of the listed values of a parameter; a map lists its combinations, default first."""
    if parameter["type"] != "map":
        return [value_text(value) for value in parameter["values"]]
    rows = [[]]
    for key in FACTORS:
        rows = [row + [value] for row in rows for value in parameter["values"][key]]
    rows = [":".join(str(value) for value in row) for row in rows]
    default = value_text(parameter["default"])
    return [default] + [row for row in rows if row != default]


def row(name, parameter):
    """One line of the table: name kind values range items."""
    values = allowed(parameter)
    kind = KINDS[parameter["type"]]
    if kind == "l" and isinstance(parameter["default"], list) and "items" not in parameter:
        kind = "n"
    low_high = "%d..%d" % tuple(parameter["range"]) if "range" in parameter else "-"
    items = "+".join(parameter.get("items", ())) or "-"
    if parameter.get("items_int"):
        items += "+#"
    return " ".join((name, kind, "|".join(values), low_high, items))


def condition(entry):
    """One line of the refused combinations: name=a|b name=!c; why."""
    words = []
    for name, wanted in entry["when"].items():
        mark = ""
        if isinstance(wanted, dict):
            mark, wanted = "!", wanted["not"]
        wanted = wanted if isinstance(wanted, list) else [wanted]
        words.append(name + "=" + mark + "|".join(value_text(value) for value in wanted))
    return " ".join(words) + "; " + entry["why"]


def resolved(source, key):
    """All values of a named profile: defaults, then its ancestors, then its own."""
    values = {name: parameter["default"] for name, parameter in source["parameters"].items()}
    line = []
    while key is not None:
        line.append(source["profiles"][key]["values"])
        key = source["profiles"][key]["extends"]
    for own in reversed(line):
        values.update(own)
    return values


def code(source, values):
    """A profile in the journal's form (coinche/profile.py, to_text)."""
    out = "1"
    for name, parameter in source["parameters"].items():
        text, listed = value_text(values[name]), allowed(parameter)
        out += DIGITS[listed.index(text)] if text in listed else "(" + text + ")"
    return out


def literal(lines):
    """Source of one long string; a line that is too wide is continued."""
    out = ['"""\\']
    for line in lines:
        while len(line) > WIDTH:
            out.append(line[:WIDTH] + "\\")
            line = line[WIDTH:]
        out.append(line)
    return "\n".join(out) + '"""'


def blob(name, lines):
    return name + " = " + literal(lines) + "\n"


def lines_of(name, lines):
    """Source of a tuple of lines, each a string of its own."""
    return name + " = (\n" + "".join(literal([line]) + ",\n" for line in lines) + ")\n"


def blobs(name, lines):
    """Source of a tuple of strings of whole lines: a long text needs no long piece of heap."""
    parts, part = [], []
    for line in lines:
        if sum(len(held) + 1 for held in part) + len(line) > PIECE:
            parts.append(part)
            part = []
        part.append(line)
    parts.append(part)
    return name + " = (\n" + "".join(literal(part) + ",\n" for part in parts) + ")\n"


def build(source):
    """{file name: text} of tables.py, published.py and titles.py."""
    rows = [row(name, parameter) for name, parameter in source["parameters"].items()]
    invalid = [condition(entry) for entry in source["invalid"]]
    named, titles = [], []
    for key, entry in source["profiles"].items():
        named.append(key + " " + code(source, resolved(source, key)))
        title = [entry["title"][language] for language in LANGUAGES]
        shown = [text if text != title[0] else "" for text in title[1:]]
        titles.append("|".join([key, title[0]] + shown))
    none = {name: parameter["default"] for name, parameter in source["parameters"].items()}
    parts = (
        HEAD,
        "# name kind values range items; kinds: b yes/no, v number or word, l list, n list of\n"
        "# numbers, m factors suit:SA:TA\n"
        + blobs("PARAMETERS", rows),
    )
    return {
        "tables.py": "\n".join(parts),
        "published.py": HEAD_PUBLISHED
        + "\n" + lines_of("INVALID", invalid)
        + blob("DEFAULTS", [code(source, none)]) + lines_of("NAMED", named),
        "titles.py": HEAD_TITLES
        + "\n# key, then the title in " + " ".join(LANGUAGES) + "; nothing: as in fr\n"
        + blob("TITLES", titles),
    }


def main(arguments):
    with open(SOURCE, encoding="utf-8") as file:
        texts = build(json.load(file))
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    stale = 0
    for name, text in texts.items():
        path = os.path.join(TARGET, name)
        if not arguments:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            continue
        with open(path, encoding="utf-8") as file:
            if file.read() != text:
                print("firmware/coinche/%s is stale: run tools/rule_tables.py" % name)
                stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
