"""The case of every dispute that the rules can decide, and of the others why they cannot.

The disputes are tools/data/disputes.json, the answers referee.py's.  A case (rulings_marks.py,
rulings_table.py) proves an answer by what the rules do in a position built for it.
"""

import rulings_marks
import rulings_table
from claims import LANGUAGES, agrees
from coinche import referee
from support import load

_FILE = load("../../tools/data/disputes.json")
DISPUTES = {one["id"]: one for one in _FILE["disputes"]}
WORDS = _FILE["words"]

CASES = {}  # dispute: the row of its case (claims.py)
for _some in (rulings_marks.CASES, rulings_table.CASES):
    CASES.update(_some)

# what is done at the table and never told to the rules: no engine has a part in it
MANNERS = {
    40: "in which words a bid is spoken: the auction takes calls",
    41: "whether a spoken bid may be put right before it is told",
    59: "which card of the belote goes first: nobody tells cards one by one",
    66: "looking at the last trick",
    67: "a card that was shown",
    75: "shuffling",
    77: "how deep the cut is",
    78: "the packets of the deal: nobody tells how the cards came",
    81: "a wrong card seen within its trick moves no points",
}

# Rule sets that may be, none of them published, for which the text says less than the rules do, or
# something else: (when, why, an example).  The rules follow RULES.md; the texts are a copy.
_NEEDS = "step 3 of section 11 takes the larger of the two needs, the text the one on 80"
LOOSE = {
    1: (
        lambda P: P["test.extra"] and P["test.need_on_80"] > 80 + P["test.extra"],
        "with points on top of every bid it leaves out that an 80 needs even more",
        {"test.extra": 2, "test.need_on_80": 85},
    ),
    2: (
        lambda P: 0 < P["test.need_on_80"] < 80 + P["test.extra"],
        _NEEDS,
        {"test.extra": 10, "test.need_on_80": 82},
    ),
    3: (
        lambda P: 0 < P["test.need_on_80"] < 80 + P["test.extra"],
        _NEEDS,
        {"test.extra": 4, "test.need_on_80": 82},
    ),
    11: (
        lambda P: P["bid.SA"] and _fail_base(P, P["pile.SA"], "SA") != _fail_base(P, 162, "S"),
        "it leaves out that a failed no-trump is written otherwise (fail.base_SA, a pile of 130)",
        {"bid.SA": True, "fail.base_SA": 152},
    ),
    20: (
        lambda P: P["dbl.max_level"] and not P["made.contract"] and P["dbl.base"] == 0,
        "a coinched contract that is made writes nothing at all, which no condition refuses; the "
        "text says that its trick points are doubled",
        {"made.contract": False, "dbl.base": 0},
    ),
    44: (
        lambda P: P["bid.max"] and (P["bid.max"] - P["bid.min"]) % P["bid.step"],
        "bid.max is no bid of this table, the highest is the next one under it",
        {"bid.min": 82, "bid.max": 160},
    ),
    51: (
        lambda P: P["bid.generale_is_capot"] and not P["bid.capot"],
        "the word is said to be that of a capot, which cannot be bid",
        {"bid.generale_is_capot": True, "bid.capot": False},
    ),
}


def _fail_base(P, pile, denomination):
    if denomination == "SA" and P["fail.base_SA"] is not None:
        return P["fail.base_SA"]
    return pile if P["fail.base"] == "pile" else P["fail.base"]


def is_loose(dispute, P):
    return dispute in LOOSE and bool(LOOSE[dispute][0](P))


def proven(dispute, P):
    """What has come of the case of a dispute at a table: (claims, those of the answers that they
    do not bear out); claims None where no position of this table shows it."""
    row = CASES[dispute]
    claims = row[0](P)
    wrong = []
    for language in LANGUAGES:
        text = referee.answer(DISPUTES[dispute], P, WORDS, language)
        if claims is not None and not agrees(row, claims, text, language, WORDS):
            wrong.append(text)
    return claims, wrong
