"""Events of a match: dicts of the match format (README, "The rule tool") and their one-line text.

Promises: check() names the field of what cannot be an event; from_text(to_text(e)) == e for events
in the form that from_text gives.  What an event does to a match is match.py's.

    dN 100H x =132 bt1      deal, its taker, the facts as in deal.py; after the seat may stand
        ,bNS ,cE ,o ,w160/0     belote seats, who coinched, bid against the rules, marks as written
    k NS + 120/40 - 0/20    marks: takers, made + - ?, marks NS/WE, side without a trick, belotes
    p   m   m N 110         all pass, misdeal, misdeal after a bid
    f NS 160 + revoke_late  penalty: to whom, points, + ends the deal or -, why
    z   t 1500   g E        last deal, target, dealer
    r 3 <profile>           rules from live event 3 on
    e 3 <event>   i 3 <event>   x 3   u   y     edit, insert, delete, undo, redo
"""

from coinche import deal
from coinche.cards import SEATS, SIDES
from coinche.errors import RuleError

# kind, letter, fields that must be there, fields that may
_TABLE = (
    ("deal", "d", ("taker", "deal"), ("belote_seats", "coincheur", "override", "written")),
    ("marks", "k", ("marks",), ("takers", "made", "no_trick", "belote")),
    ("all_pass", "p", (), ()),
    ("misdeal", "m", (), ("after_bid",)),
    ("penalty", "f", ("to", "points", "ends_deal"), ("why",)),
    ("last_deal", "z", (), ()),
    ("target", "t", ("value",), ()),
    ("dealer", "g", ("seat",), ()),
    ("rules", "r", ("profile", "from"), ()),
    ("edit", "e", ("n", "with"), ()),
    ("insert", "i", ("n", "with"), ()),
    ("delete", "x", ("n",), ()),
    ("undo", "u", (), ()),
    ("redo", "y", (), ()),
)
_KINDS = {ord(row[1]): row[0] for row in _TABLE}
CORRECTIONS = ("edit", "insert", "delete", "undo", "redo")
_MADE = {"+": True, "-": False, "?": None}
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_."
_MOST = 100000  # marks and targets of no evening


def kind_of(item):
    """Kind of an event, a dict or a line (only its letter is read; None where it is none)."""
    if type(item) is str:
        return _KINDS.get(item.encode()[0]) if item else None
    return item["event"]


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
    fields("", event, row[2], row[3] + ("event",))
    for name in row[2] + row[3]:
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


def to_text(event):
    """One line for an event that check() accepts."""
    kind = event["event"]
    letter = next(row[1] for row in _TABLE if row[0] == kind)
    get = event.get
    if kind == "deal":
        head = letter + event["taker"]
        if "belote_seats" in event:
            head += ",b" + "".join(event["belote_seats"])
        if "coincheur" in event:
            head += ",c" + event["coincheur"]
        if get("override"):
            head += ",o"
        if "written" in event:
            head += ",w" + _pair_text(event["written"])
        return head + " " + deal.to_text(event["deal"])
    words = [letter]
    if kind == "marks":
        made = {True: "+", False: "-", None: "?"}[get("made")]
        belote = get("belote") or {"NS": 0, "WE": 0}
        words += [get("takers") or "-", made, _pair_text(event["marks"])]
        words += [get("no_trick") or "-", _pair_text(belote)]
    elif kind == "misdeal" and "after_bid" in event:
        words += [event["after_bid"]["seat"], str(event["after_bid"]["value"])]
    elif kind == "penalty":
        words += [event["to"], str(event["points"]), "+" if event["ends_deal"] else "-"]
        words += [event["why"]] if "why" in event else []
    elif kind == "target":
        words.append(str(event["value"]))
    elif kind == "dealer":
        words.append(event["seat"])
    elif kind == "rules":
        from coinche import profile

        words += [str(event["from"]), profile.to_text(profile.resolve(event["profile"]))]
    elif "n" in event:
        words.append(str(event["n"]))
        if "with" in event:
            words.append(to_text(event["with"]))
    return " ".join(words)


def _pair_text(pair):
    return "%d/%d" % (pair["NS"], pair["WE"])


def from_text(line):
    """The event of one line; RuleError on anything that to_text does not write."""
    if line.find(" ") == 2 and line.startswith("d"):
        for seat in SEATS:
            if line.find(seat, 1, 2) > 0:  # no new text is made: each costs a look at all names
                return {"event": "deal", "taker": seat, "deal": deal.from_text(line[3:])}
    if line.startswith("d"):
        head, _, facts = line.partition(" ")
        event = {"event": "deal", "taker": head[1:2], "deal": deal.from_text(facts)}
        for word in head.split(",")[1:]:
            _extra(event, word, line)
    else:
        event = _read(line)
    check(event)
    if to_text(event) != line:
        raise RuleError("event", "text", line)
    return event


def _extra(event, word, line):
    mark, word = word[:1], word[1:]
    if mark == "b":
        event["belote_seats"] = list(word)
    elif mark == "c":
        event["coincheur"] = word
    elif mark == "o":
        event["override"] = True
    elif mark == "w":
        event["written"] = _pair(word, line)
    else:
        raise RuleError("event", "text", line)


def _int(word, line):
    if not word or word.strip("0123456789"):
        raise RuleError("event", "text", line)
    return int(word)


def _pair(word, line):
    left, _, right = word.partition("/")
    return {"NS": _int(left, line), "WE": _int(right, line)}


def _read(line):
    kind = kind_of(line)
    words = line.split(" ")
    event = {"event": kind}
    count = len(words)
    if kind == "marks" and count == 6:
        event["takers"] = None if words[1] == "-" else words[1]
        event["made"] = _MADE.get(words[2])
        event["marks"] = _pair(words[3], line)
        event["no_trick"] = None if words[4] == "-" else words[4]
        event["belote"] = _pair(words[5], line)
    elif kind == "misdeal" and count == 3:
        value = words[2]
        if value not in ("capot", "generale"):
            value = _int(value, line)
        event["after_bid"] = {"seat": words[1], "value": value}
    elif kind == "penalty" and count in (4, 5):
        event["to"] = words[1]
        event["points"] = _int(words[2], line)
        event["ends_deal"] = words[3] == "+"
        if count == 5:
            event["why"] = words[4]
    elif kind == "target" and count == 2:
        event["value"] = _int(words[1], line)
    elif kind == "dealer" and count == 2:
        event["seat"] = words[1]
    elif kind == "rules" and count == 3:
        from coinche import profile

        event["from"] = _int(words[1], line)
        event["profile"] = {"extends": None, "values": profile.from_text(words[2])}
    elif kind in ("edit", "insert") and count > 2:
        event["n"] = _int(words[1], line)
        event["with"] = from_text(line.split(" ", 2)[2])
    elif kind == "delete" and count == 2:
        event["n"] = _int(words[1], line)
    elif kind not in ("all_pass", "misdeal", "last_deal", "undo", "redo") or count > 1:
        raise RuleError("event", "text", line)
    return event
