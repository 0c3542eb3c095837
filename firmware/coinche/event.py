"""Events of a match, as dicts.  Promises: check() names the field of what cannot be an event.
Their text is notation.py's, what an event does to a match is match.py's.

    {"event": "deal", "taker": seat, "deal": facts (deal.py)}, and if known "belote_seats": [seat],
        "coincheur": seat, "override": true (bid against the rules), "written": {"NS", "WE"}
    {"event": "marks", "marks": {"NS", "WE"}}, and if known "takers", "made", "no_trick", "belote"
    {"event": "all_pass"}   {"event": "misdeal"}, perhaps "after_bid": {"seat", "value"}
    {"event": "penalty", "to": side, "points": n, "ends_deal": bool}, perhaps "why": id; the id
        rebelote_forgiven is belote.py's, and has no points
    {"event": "last_deal"}   {"event": "target", "value": n}   {"event": "dealer", "seat": seat}
    {"event": "rules", "profile": as profile.resolve takes it, "from": n}
    {"event": "edit" or "insert", "n": n, "with": event}   {"event": "delete", "n": n}
    {"event": "undo"}   {"event": "redo"}
"""

from coinche.errors import RuleError
from coinche.seats import SEATS, SIDES

# kind, fields that must be there, fields that may
_TABLE = (
    ("deal", ("taker", "deal"), ("belote_seats", "coincheur", "override", "written")),
    ("marks", ("marks",), ("takers", "made", "no_trick", "belote")),
    ("all_pass", (), ()),
    ("misdeal", (), ("after_bid",)),
    ("penalty", ("to", "points", "ends_deal"), ("why",)),
    ("last_deal", (), ()),
    ("target", ("value",), ()),
    ("dealer", ("seat",), ()),
    ("rules", ("profile", "from"), ()),
    ("edit", ("n", "with"), ()),
    ("insert", ("n", "with"), ()),
    ("delete", ("n",), ()),
    ("undo", (), ()),
    ("redo", (), ()),
)
CORRECTIONS = ("edit", "insert", "delete", "undo", "redo")
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_."
_MOST = 100000  # marks and targets of no evening


def number(field, value, low=0, high=_MOST):
    """RuleError unless value is an integer in low..high."""
    if type(value) is not int:
        raise RuleError(field, "integer", value)
    if not low <= value <= high:
        raise RuleError(field, "range", low, high, value)


def choice(field, value, allowed):
    """RuleError unless value is one of the allowed words."""
    if type(value) is not str or value not in allowed:
        raise RuleError(field, "must_be", " ".join(allowed), "not %s" % value)


def _flag(field, value, null=False):
    if type(value) is not bool and not (null and value is None):
        raise RuleError(field, "bool", value)


def _side(field, value):
    if value is not None:
        choice(field, value, SIDES)


def pair(field, value):
    """RuleError unless value is {"NS": n, "WE": n}."""
    fields(field, value, SIDES, ())
    for side in SIDES:
        number(field + "." + side, value[side])


def fields(at, value, needed, known):
    """RuleError unless value is a dict with all needed fields and none that is not known."""
    if type(value) is not dict:
        raise RuleError(at or "event", "must_be", "an object")
    prefix = at + "." if at else ""
    for name in sorted(value):
        if name not in needed and name not in known:
            raise RuleError(prefix + name, "unknown")
    for name in needed:
        if name not in value:
            raise RuleError(prefix + name, "missing")


def _bid(value):
    fields("after_bid", value, ("seat", "value"), ())
    choice("after_bid.seat", value["seat"], SEATS)
    if value["value"] not in ("capot", "generale"):
        number("after_bid.value", value["value"], 1)


def _seats(value):
    if type(value) is not list:
        raise RuleError("belote_seats", "must_be", "a list of seats")
    for i, seat in enumerate(value):
        choice("belote_seats[%d]" % i, seat, SEATS)


# what a field may be; the facts of a deal and a profile are checked where they are used
_FIELDS = {
    "taker": lambda v: choice("taker", v, SEATS),
    "seat": lambda v: choice("seat", v, SEATS),
    "coincheur": lambda v: choice("coincheur", v, SEATS),
    "to": lambda v: choice("to", v, SIDES),
    "takers": lambda v: _side("takers", v),
    "no_trick": lambda v: _side("no_trick", v),
    "made": lambda v: _flag("made", v, True),
    "ends_deal": lambda v: _flag("ends_deal", v),
    "override": lambda v: _flag("override", v),
    "marks": lambda v: pair("marks", v),
    "belote": lambda v: pair("belote", v),
    "written": lambda v: pair("written", v),
    "points": lambda v: number("points", v),
    "value": lambda v: number("value", v, 1),
    "from": lambda v: number("from", v, 1),
    "n": lambda v: number("n", v, 1),
    "after_bid": _bid,
    "belote_seats": _seats,
    "why": lambda v: _id(v),
}


def _id(value):
    if type(value) is not str or not value or value.strip(_LETTERS):
        raise RuleError("why", "must_be", "letters a to z, digits, _ and .")


def check(event):
    """RuleError where a dict is no event; the field is that of the event, "after_bid.seat"."""
    if type(event) is not dict:
        raise RuleError("event", "must_be", "an object")
    kind = event.get("event")
    if kind == "deal" and len(event) == 3:  # the plain case, 40 times an evening
        if event.get("taker") in SEATS and type(event.get("deal")) is dict:
            return
    for row in _TABLE:
        if row[0] == kind:
            break
    else:
        raise RuleError("event", "must_be", " ".join([row[0] for row in _TABLE]), "not %s" % kind)
    fields("", event, row[1], row[2] + ("event",))
    for name in row[1] + row[2]:
        if name in event and name in _FIELDS:
            _FIELDS[name](event[name])
    if type(event.get("deal", {})) is not dict:
        raise RuleError("deal", "must_be", "an object")
    if "with" in event:
        try:
            check(event["with"])
            if event["with"]["event"] in CORRECTIONS:
                raise RuleError("event", "must_be", "an event of the match")
        except RuleError as error:
            raise error.under("with")
