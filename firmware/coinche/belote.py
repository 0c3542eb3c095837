"""The belote: who holds it, how many can count, and what becomes of one that was not said (RULES
section 8).  Which side writes it is scoring.py's."""

from coinche.cards import DENOMINATIONS, SUITS
from coinche.checks import choice
from coinche.errors import RuleError
from coinche.seats import SEATS, side_of

FORGIVEN = "rebelote_forgiven"  # why of the penalty of no points that remembers it
SAID = ("both", "belote", "nothing")  # of the two words that go with king and queen


def most(denomination, profile):
    """How many can count in a deal: none at no-trump, one in a suit, at all-trump what the table
    counts."""
    choice("denomination", denomination, DENOMINATIONS)
    if denomination == "SA":
        return 0
    return profile["belote.max_TA"] if denomination == "TA" else 1


def held(hand, denomination):
    """The suits of which a hand holds king and queen of trump."""
    choice("denomination", denomination, DENOMINATIONS)
    _list("hand", hand)
    suits = SUITS if denomination == "TA" else (denomination,)
    return [suit for suit in suits if "K" + suit in hand and "Q" + suit in hand]


def by_side(seats, denomination, profile):
    """{"NS": n, "WE": n} of the seats that hold one, a seat for each; RuleError "belote_seats"
    where there are more than can count."""
    out = {"NS": 0, "WE": 0}
    _list("belote_seats", seats)
    for i, seat in enumerate(seats):
        choice("belote_seats[%d]" % i, seat, SEATS)
        out[side_of(seat)] += 1
    top = most(denomination, profile)
    if len(seats) > top:
        raise RuleError("belote_seats", "range", 0, top, len(seats))
    return out


def _list(field, value):
    if type(value) not in (list, tuple):
        raise RuleError(field, "must_be", "a list")


def ruling(said, profile, was_forgiven=False):
    """Whether a belote counts: "counts", "forgiven" or "lost".  said: one of SAID, before the
    count; was_forgiven: whether this side has been forgiven a rebelote in this match.

    Where the answer is "forgiven" and belote.forgotten_rebelote is forgiven_once, forgiving() is
    the event that remembers it.
    """
    choice("said", said, SAID)
    if said == "both" or profile["belote.forgotten"] == "automatic":
        return "counts"
    rule = profile["belote.forgotten_rebelote"]
    if said == "nothing" or rule == "lost" or (rule == "forgiven_once" and was_forgiven):
        return "lost"
    return "forgiven"


def forgiving(side):
    """The event that a side was forgiven a rebelote: no points; the state of the match counts it
    in `forgiven`, and an undo takes it back."""
    return {
        "event": "penalty",
        "to": side,
        "points": 0,
        "why": FORGIVEN,
        "ends_deal": False,
    }
