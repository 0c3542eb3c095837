"""Bad input to every function that takes something from outside: each part of good arguments in
turn is replaced by rubbish, and nothing but a ValueError may come of it.

Profiles and states come from the library itself and are not replaced; their own parts are, where a
caller may write them (profile.resolve, match.start).
"""

from coinche import (
    auction,
    belote,
    cards,
    deal,
    event,
    faults,
    history,
    match,
    melds,
    needs,
    notation,
    profile,
    scoring,
    seats,
    tricks,
    worth,
)
from support import Rng

RUBBISH = (None, True, -1, 0, 10**12, 1.5, "", "X", "é", [], [None], {"x": 1}, "N" * 300)
RULES = profile.resolve({"extends": "fr", "values": {"bid.generale": True}})
STATE = match.start(RULES, 1000)
BIDDING = auction.after(auction.start("N", RULES), "W", "80H")
FACTS = {"contract": 100, "denomination": "H", "level": 1, "taker_points": 120,
         "belote_takers": 1, "melds_defence": 0}  # fmt: skip
DEAL = {"event": "deal", "taker": "N", "deal": FACTS, "belote_seats": ["N"], "coincheur": "W",
        "written": {"NS": 500, "WE": 0}}  # fmt: skip
MISDEAL = {"event": "misdeal", "after_bid": {"seat": "W", "value": 100}}
PENALTY = {"event": "penalty", "to": "NS", "points": 160, "why": "talking", "ends_deal": True}
MARKS = {"event": "marks", "takers": "NS", "made": True, "marks": {"NS": 1, "WE": 2},
         "no_trick": "WE", "belote": {"NS": 20, "WE": 0}}  # fmt: skip
EVENTS = [
    DEAL,
    MISDEAL,
    PENALTY,
    MARKS,
    {"event": "rules", "profile": {"extends": "it", "values": {"round.unit": 10}}, "from": 5},
    {"event": "edit", "n": 1, "with": {"event": "target", "value": 2000}},
    {"event": "dealer", "seat": "E"},
    {"event": "insert", "n": 1, "with": {"event": "all_pass"}},
    {"event": "delete", "n": 2},
    {"event": "undo"},
]
HAND = ["JH", "QH", "KH", "AH", "JS", "JD", "JC", "7S"]
ANNOUNCED = {
    "N": {"hand": HAND},
    "W": [{"kind": "carre", "rank": "9"}, {"kind": "run", "length": 3, "top": "A", "suit": "C"}],
}
TRICK = [["W", "9H"], ["S", "7C"], ["E", "8H"]]

# function, and arguments that are good; a profile or a state is left as it is
CALLS = (
    (cards.number, ("10S",)),
    (cards.value, ("10S", "TA", RULES)),
    (seats.side_of, ("N",)),
    (seats.other, ("NS",)),
    (seats.partner, ("N",)),
    (seats.next_seat, ("N",)),
    (deal.to_text, (FACTS,)),
    (deal.from_text, ("100H x =120 bt1",)),
    (deal.read, (FACTS, RULES)),
    (deal.convert, ("TA", RULES, 100, True)),
    (deal.least_native, (100, "TA", RULES)),
    (scoring.score, (FACTS, RULES)),
    (needs.needs, (FACTS, RULES, {"belote_takers": 1})),
    (melds.of_hand, (HAND, "H", RULES)),
    (melds.contest, ("H", "N", ANNOUNCED, RULES)),
    (melds.is_late, (1, 2, RULES)),
    (melds.not_shown, ("NS", 50, RULES)),
    (belote.most, ("H", RULES)),
    (belote.held, (HAND, "H")),
    (belote.by_side, (["N"], "H", RULES)),
    (belote.ruling, ("belote", RULES)),
    (tricks.legal, (HAND, TRICK, "N", "H", RULES)),
    (tricks.winner, (TRICK + [["N", "JH"]], "H", RULES)),
    (auction.start, ("N", RULES, "NS")),
    (auction.read_call, ("100H",)),
    (auction.after, (BIDDING, "S", "100H")),
    (auction.why_not, (BIDDING, "S", "100H")),
    (auction.silence, (BIDDING, "NS")),
    (match.start, (RULES, 1000, "N", {"NS": 10, "WE": 0, "deals": 1})),
    (match.after, (STATE, DEAL)),
    (match.after, (STATE, MISDEAL)),
    (match.after, (STATE, PENALTY)),
    (match.after, (STATE, MARKS)),
    (history.fold, (RULES, 1000, "N", {"NS": 0, "WE": 0, "deals": 0}, EVENTS[:1] + EVENTS[5:])),
    (event.check, (DEAL,)),
    (event.check, (EVENTS[5],)),
    (notation.from_text, ("dN,bN,cW,w500/0 100H x =120 bt1",)),
    (profile.resolve, ({"extends": "fr", "values": {"pen.misdeal": ["redeal", "160"]}},)),
    (profile.title, ("fr", "fr")),
    (profile.from_text, (profile.to_text(RULES),)),
    (faults.late_revoke, ("NS", "N", FACTS, RULES)),
    (faults.silenced, ("void",)),
    (lambda *given: list(worth.rows(*given)), (STATE, "H")),
)


def spoilt(value, depth=0):
    """The value with one part replaced by rubbish, one after the other."""
    if value is RULES or value is STATE or value is BIDDING:
        return
    yield from RUBBISH
    if depth > 4:
        return
    if isinstance(value, dict):
        for name in sorted(value):
            for part in spoilt(value[name], depth + 1):
                yield dict(value, **{name: part})
            yield {other: value[other] for other in value if other != name}
        yield dict(value, unknown=1)
    elif isinstance(value, (list, tuple)):
        for i in range(len(value)):
            for part in spoilt(value[i], depth + 1):
                yield list(value[:i]) + [part] + list(value[i + 1 :])
    elif isinstance(value, str):
        for i in range(0, len(value) + 1, 1 + len(value) // 40):
            yield value[:i] + "?" + value[i:]
            yield value[:i] + value[i + 1 :]


def outcome(call, arguments):
    """The field of a RuleError, "" without one; another ValueError says what it is itself."""
    try:
        call(*arguments)
    except ValueError as error:
        return getattr(error, "field", str(error))
    return ""


def test_good_arguments_are_taken():
    for call, arguments in CALLS:
        assert outcome(call, arguments) == "", (call, outcome(call, arguments))


def test_rubbish_in_any_part_gives_a_value_error_or_an_answer():
    tried = refused = 0
    for call, arguments in CALLS:
        for i in range(len(arguments)):
            for part in spoilt(arguments[i]):
                given = arguments[:i] + (part,) + arguments[i + 1 :]
                try:
                    refused += outcome(call, given) != ""
                except Exception as error:
                    raise AssertionError("%s(%r): %r" % (call, given, error))
                tried += 1
    assert tried > 3000 and refused > tried // 2, (tried, refused)


def test_two_parts_spoilt_at_once():
    rng = Rng(9)
    for _ in range(200):
        call, arguments = rng.pick(CALLS)
        given = list(arguments)
        for _ in range(2):
            i = rng.below(len(given))
            parts = list(spoilt(given[i])) if arguments[i] is given[i] else []
            if parts:
                given[i] = rng.pick(parts)
        try:
            outcome(call, given)
        except Exception as error:
            raise AssertionError("%s(%r): %r" % (call, given, error))
