"""Events of a match as one-line texts, for the journal and for people.

Promises: from_text(to_text(e)) == e for events in the form that from_text gives; from_text refuses
whatever to_text does not write, but for the order of the words of a plain deal.

    dN 100H x =132 bt1      deal, its taker, the facts as in deal.py; after the seat may stand
        ,bNS ,cE ,o ,t95 ,w160/0    belote seats, who coinched, bid against the rules, in which
                                    minute of the match, marks as written
    k NS + 120/40 - 0/20    marks: takers, made + - ?, marks NS/WE, side without a trick, belotes
    p   m   m N 110         all pass, misdeal, misdeal after a bid
    f NS 160 + revoke_late  penalty: to whom, points, + ends the deal or -, why
    z   t 1500   g E        last deal, target, dealer
    r 3 <profile>           rules from live event 3 on
    e 3 <event>   i 3 <event>   x 3   u   y     edit, insert, delete, undo, redo
"""

from coinche import deal
from coinche.errors import RuleError
from coinche.seats import SEATS

_LETTERS = {
    "deal": "d",
    "marks": "k",
    "all_pass": "p",
    "misdeal": "m",
    "penalty": "f",
    "last_deal": "z",
    "target": "t",
    "dealer": "g",
    "rules": "r",
    "edit": "e",
    "insert": "i",
    "delete": "x",
    "undo": "u",
    "redo": "y",
}
_KINDS = {ord(letter): kind for kind, letter in _LETTERS.items()}
_MADE = {"+": True, "-": False, "?": None}


def kind_of(item):
    """Kind of an event, a dict or a line (only its letter is read; None where it is none)."""
    if type(item) is str:
        return _KINDS.get(item.encode()[0]) if item else None
    return item["event"]


def to_text(event):
    """One line for an event that check() accepts."""
    kind = event["event"]
    letter = _LETTERS[kind]
    get = event.get
    if kind == "deal":
        head = letter + event["taker"]
        if "belote_seats" in event:
            head += ",b" + "".join(event["belote_seats"])
        if "coincheur" in event:
            head += ",c" + event["coincheur"]
        if get("override"):
            head += ",o"
        if "minute" in event:
            head += ",t%d" % event["minute"]
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
    if type(line) is not str:
        raise RuleError("event", "text", line)
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
    from coinche.event import check

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
    elif mark == "t":
        event["minute"] = _int(word, line)
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
