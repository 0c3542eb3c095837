"""What the glass shows, on the screens that the keys lead to: everything fits and is readable, in
the words of one language, and the figures add up. Screens are walked breadth first (walk.py) and
measured where they are drawn."""

import re

import pytest

import texts
from bench import BLOCK, ROOT  # noqa: F401
from coinche import profile
from device.walk import DIAL, ROW, Walk, collisions, ink, turns
from scorer.screens import SCREENS

BAR = 250  # the bar of keys begins here
BIG = 57  # px: 12 mm on this glass
WORDS = {"table": 40, "play": 40, "over": 40}  # elsewhere 25
_CONTRACTS = ("80", "160", "190", "capot")


def wanted(part):
    """One taker, some contracts, some counts: the other ones differ in figures only."""
    screen, typed, taker, facts = part[0], part[3], part[6], part[7]
    contract = re.match(r"(\?|[0-9]+|capot)(S|H|D|C|SA|TA)?( |$)", facts)
    said, suit = contract.group(1), contract.group(2)
    return (
        taker in ("", "W")
        and (said == "?" or said in _CONTRACTS)
        and suit in (None, "H", "SA", "TA")
        and (screen != "letters" or len(typed) < 3)
        and not re.fullmatch("[tdTD][0-9]*[24567]", typed)
    )
