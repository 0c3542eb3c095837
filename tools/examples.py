#!/usr/bin/env python3
"""Chooses the deals by which a table finds its rules, tools/data/examples.txt: `examples.py`, or
`examples.py --check` to compare only.

The first question is always the same; those after it are the easiest deals whose marks tell the
published rule sets apart that are still left, at most five answers each. A question is

    PATH DEAL              the answers that led to it, as digits; the deal, as coinche.deal has it
      TAKERS/DEFENCE KEYS  an answer: the marks, and the rule sets that write them

tools/book.py packs them for the device. Rule sets that no deal tells apart are an error.
"""

import sys
from itertools import product
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "firmware"))

from coinche import deal, profile  # noqa: E402
from coinche.errors import RuleError  # noqa: E402
from coinche.scoring import score  # noqa: E402

TARGET = HERE / "data" / "examples.txt"
FIRST = "100S =115"
MOST = 5  # answers of a question
LONGEST = 3  # questions
# what is said of a deal, and how hard it is to follow for somebody who knows one set of rules
NUMBERS = {"100": 0, "80": 1, "90": 2, "110": 3, "120": 4, "capot": 60}
LEVELS = {"": 0, " x": 10, " xx": 30}
ENDS = {" =115": 0, " =70": 1, " =130": 2, " =85": 3, " =104": 9, " =76": 9, " =82": 9}
ENDS |= {" all8": 40, " lost8": 40}
BELOTES = {"": 0, " bt1": 10, " bd1": 15}


def candidates():
    """Deals, the easiest first."""
    said = product(NUMBERS, LEVELS, ENDS, BELOTES)
    hard = (NUMBERS, LEVELS, ENDS, BELOTES)
    ranked = sorted(
        (sum(of[word] for of, word in zip(hard, words, strict=True)), n, words)
        for n, words in enumerate(said)
    )
    return ["{}S{}{}{}".format(*words) for _, _, words in ranked]


def marks(text, rules):
    """(takers, defence) of a deal, None where these rules do not play it."""
    try:
        told = score(deal.from_text(text), rules)
    except RuleError:
        return None
    return told["takers"], told["defence"]


def split(text, sets):
    """[(marks, [keys])] of an example, what most rule sets write first; None where it cannot be
    asked."""
    groups = {}
    for key, rules in sets.items():
        groups.setdefault(marks(text, rules), []).append(key)
    if None in groups or len(groups) > MOST:
        return None
    return sorted(groups.items(), key=lambda item: (-len(item[1]), -item[0][0], item[0][1]))


def tree(sets, path="", deals=None):
    """{path: (deal, [(marks, keys)])} of all questions, in order."""
    if len(path) == LONGEST:
        raise ValueError(f"no deals tell apart {', '.join(sets)}")
    deals = deals or candidates()
    splits = [(text, split(text, sets)) for text in ([FIRST] if not path else deals)]
    splits = [(text, groups) for text, groups in splits if groups and len(groups) > 1]
    # of the easiest deals those that leave the fewest rule sets together
    for text, groups in sorted(splits, key=lambda item: max(len(keys) for _, keys in item[1])):
        out = {path: (text, groups)}
        try:
            for digit, (_, keys) in enumerate(groups):
                if len(keys) > 1:
                    left = {key: sets[key] for key in keys}
                    out.update(tree(left, path + str(digit), deals))
        except ValueError:
            continue
        return out
    raise ValueError(f"no deals tell apart {', '.join(sets)}")


def published():
    return {key: profile.resolve(key) for key in profile.KEYS}


def text_of(questions):
    """The file."""
    out = "# Made by tools/examples.py, which says what this is.\n"
    for path, (said, groups) in questions.items():
        out += f"{path or '-'} {said}\n"
        for (takers, defence), keys in groups:
            out += f"  {takers}/{defence} {' '.join(keys)}\n"
    return out


def entries():
    """{path: "deal", then an answer a line} of the file."""
    out, path = {}, ""
    for line in TARGET.read_text("utf-8").splitlines()[1:]:
        if line[0] == " ":
            out[path] += "\n" + line.strip()
        else:
            path, _, said = line.partition(" ")
            path = path.strip("-")
            out[path] = said
    return out


def main(arguments):
    made = text_of(tree(published()))
    if arguments == ["--check"]:
        if TARGET.read_text("utf-8") != made:
            print("tools/data/examples.txt is stale: run tools/examples.py")
            return 1
        return 0
    if arguments:
        print(__doc__)
        return 2
    TARGET.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
