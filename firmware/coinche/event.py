"""Events of a match, as dicts.  Promises: check() names the field of what cannot be an event.
Their text is notation.py's, what an event does to a match is match.py's.

    {"event": "deal", "taker": seat, "deal": facts (deal.py)}, and if known "belote_seats": [seat],
        "coincheur": seat, "override": true (bid against the rules), "written": {"NS", "WE"},
        "minute": n (since the match began; that of the deal before: nobody knows)
    {"event": "marks", "marks": {"NS", "WE"}}, and if known "takers", "made", "no_trick", "belote"
    {"event": "all_pass"}   {"event": "misdeal"}, perhaps "after_bid": {"seat", "value"}
    {"event": "penalty", "to": side, "points": n, "ends_deal": bool}, perhaps "why": id; the id
        rebelote_forgiven is belote.py's, and has no points
    {"event": "last_deal"}   {"event": "target", "value": n}   {"event": "dealer", "seat": seat}
    {"event": "rules", "profile": as profile.resolve takes it, "from": n}
    {"event": "edit" or "insert", "n": n, "with": event}   {"event": "delete", "n": n}
    {"event": "undo"}   {"event": "redo"}
"""

from coinche.checks import choice, fields, number, pair
from coinche.errors import RuleError
from coinche.seats import SEATS, SIDES

# kind, fields that must be there; fields that may
_TABLE = """
deal taker deal;belote_seats coincheur override minute written
marks marks;takers made no_trick belote
all_pass ;
misdeal ;after_bid
penalty to points ends_deal;why
last_deal ;
target value;
dealer seat;
rules profile from;
edit n with;
insert n with;
delete n;
undo ;
redo ;
"""
CORRECTIONS = ("edit", "insert", "delete", "undo", "redo")
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_."


def _flag(field, value, null=False):
    if type(value) is not bool and not (null and value is None):
        raise RuleError(field, "bool", value)


def _side(field, value):
    if value is not None:
        choice(field, value, SIDES)


def _bid(_, value):
    fields("after_bid", value, ("seat", "value"), ())
    choice("after_bid.seat", value["seat"], SEATS)
    if value["value"] not in ("capot", "generale"):
        number("after_bid.value", value["value"], 1)


def _seats(_, value):
    if type(value) is not list:
        raise RuleError("belote_seats", "must_be", "a list of seats")
    for i, seat in enumerate(value):
        choice("belote_seats[%d]" % i, seat, SEATS)


def _id(_, value):
    if type(value) is not str or not value or value.strip(_LETTERS):
        raise RuleError("why", "must_be", "letters a to z, digits, _ and .")


# what fields may be; the facts of a deal and a profile are checked where they are used
_FIELDS = (
    ("taker seat coincheur", choice, (SEATS,)),
    ("to", choice, (SIDES,)),
    ("takers no_trick", _side, ()),
    ("made", _flag, (True,)),
    ("ends_deal override", _flag, ()),
    ("marks belote written", pair, ()),
    ("points minute", number, ()),
    ("value from n", number, (1,)),
    ("after_bid", _bid, ()),
    ("belote_seats", _seats, ()),
    ("why", _id, ()),
)


def check(event):
    """RuleError where a dict is no event; the field is that of the event, "after_bid.seat"."""
    if type(event) is not dict:
        raise RuleError("event", "must_be", "an object")
    kind = event.get("event")
    if kind == "deal" and len(event) == 3:  # the plain case, 40 times an evening
        if event.get("taker") in SEATS and type(event.get("deal")) is dict:
            return
    at = _TABLE.find("\n%s " % kind) if type(kind) is str and "\n" not in kind else -1
    if at < 0 or " " in kind:
        kinds = [row.partition(" ")[0] for row in _TABLE.strip().split("\n")]
        raise RuleError("event", "must_be", " ".join(kinds), "not %s" % kind)
    row = _TABLE[at + len(kind) + 2 : _TABLE.find("\n", at + 1)]
    needed, _, known = row.partition(";")
    needed, known = needed.split(), known.split()
    fields("", event, needed, known + ["event"])
    for names, check_field, limits in _FIELDS:
        for name in names.split(" "):
            if name in event:
                check_field(name, event[name], *limits)
    if type(event.get("deal", {})) is not dict:
        raise RuleError("deal", "must_be", "an object")
    if "with" in event:
        try:
            check(event["with"])
            if event["with"]["event"] in CORRECTIONS:
                raise RuleError("event", "must_be", "an event of the match")
        except RuleError as error:
            raise error.under("with")
