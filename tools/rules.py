"""The rules as a command: JSON lines in, JSON lines out, one answer a line, in order.

    python tools/rules.py CALL < lines.jsonl
    CALL: score needs legal winner melds auction match dispute worth profile

Runs unchanged under MicroPython.  Exit 0 when every line was answered; a wrong line is answered by
{"error": text, "field": "deal.taker_points"}; a blank line by nothing.  Exit 2: no such call.
The README describes the lines, under "The rules".
"""

import json
import sys
from collections import OrderedDict

_HERE = __file__.rpartition("/")[0] or "."
sys.path.insert(0, _HERE + "/../firmware")

from coinche import auction, history, match, melds, profile, referee, scoring  # noqa: E402
from coinche import needs as needs_  # noqa: E402
from coinche import tricks as tricks_  # noqa: E402
from coinche import worth as worth_  # noqa: E402
from coinche.checks import fields, number  # noqa: E402
from coinche.errors import RuleError  # noqa: E402

_STATE = ("dealer", "speaker", "cutter", "totals", "deals", "marks", "held", "no_bid", "over",
          "winner", "why")  # fmt: skip
_CONTRACT = ("contract", "denomination", "level", "last_deal")
_FACTS = ("belote_takers", "belote_defence", "melds_takers", "melds_defence")
_disputes = {}  # the file of them, once it was read
_resolved = {}  # profiles seen, by their JSON


def _profile(line):
    given = line.get("profile")
    key = json.dumps(given)
    if key not in _resolved:
        if len(_resolved) > 15:
            _resolved.clear()
        _resolved[key] = profile.resolve(given)
    return _resolved[key]


def _ordered(source, names):
    return OrderedDict([(name, source[name]) for name in names])


def score(line):
    fields("", line, ("deal",), ("profile",))
    rules = _profile(line)
    fields("deal", line["deal"], (), line["deal"])
    out = scoring.score(line["deal"], rules)
    names = ("side", "amount", "what")
    answer = _ordered(out, ("outcome", "made", "takers", "defence", "held"))
    answer["lines"] = [OrderedDict(zip(names, row)) for row in out["lines"]]
    return answer


def needs(line):
    fields("", line, ("contract",), ("profile", "facts"))
    rules = _profile(line)
    fields("contract", line["contract"], (), _CONTRACT)
    facts = line.get("facts")
    if facts is not None:
        fields("facts", facts, (), _FACTS)
    try:
        out = needs_.needs(line["contract"], rules, facts)
    except RuleError as error:
        name = error.field.split(".")[-1]
        if error.field == "deal." + name:
            at = "facts." if name in _FACTS else "contract."
            raise RuleError(at + name, error.why, *error.limits)
        raise
    return _ordered(out, ("least", "if_least", "if_failed", "ask"))


def contest(line):
    fields("", line, ("denomination", "dealer", "melds"), ("profile",))
    out = melds.contest(line["denomination"], line["dealer"], line["melds"], _profile(line))
    return _ordered(out, ("winner", "points", "cancelled", "reason"))


def fold(line):
    fields("", line, ("events",), ("profile", "target", "first_dealer", "start"))
    rules = _profile(line)
    events = line["events"]
    if type(events) is not list:
        raise RuleError("events", "must_be", "a list")
    for i, event in enumerate(events):
        if type(event) is not dict:
            raise RuleError("events[%d]" % i, "must_be", "an object")
    dealer = line.get("first_dealer", "N")
    states = history.fold(rules, line.get("target"), dealer, line.get("start"), events)
    return OrderedDict([("states", [_ordered(state, _STATE) for state in states])])


def legal(line):
    fields("", line, ("denomination", "hand", "trick", "seat"), ("profile",))
    cards, reason = tricks_.legal(
        line["hand"], line["trick"], line["seat"], line["denomination"], _profile(line)
    )
    return OrderedDict([("legal", cards), ("reason", reason)])


def winner(line):
    fields("", line, ("denomination", "trick"), ("profile",))
    seat, points = tricks_.winner(line["trick"], line["denomination"], _profile(line))
    return OrderedDict([("seat", seat), ("points", points)])


def bidding(line):
    fields("", line, ("dealer", "calls"), ("profile",))
    calls = line["calls"]
    if type(calls) is not list:
        raise RuleError("calls", "must_be", "a list of [seat, call]")
    state = auction.start(line["dealer"], _profile(line))
    for i, call in enumerate(calls):
        at = "calls[%d]" % i
        if type(call) is not list or len(call) != 2:
            raise RuleError(at, "must_be", "[seat, call]")
        try:
            state = auction.after(state, *call)
        except RuleError as error:
            raise RuleError(at, error.why, *error.limits)
    return OrderedDict(
        [
            ("next", state["next"]),
            ("legal", auction.legal(state)),
            ("others", auction.others(state)),
            ("contract", auction.contract(state)),
            ("over", state["over"]),
            ("redeal", state["redeal"]),
        ]
    )


def dispute(line):
    fields("", line, ("id",), ("profile",))
    rules = _profile(line)
    if not _disputes:
        with open(_HERE + "/data/disputes.json", encoding="utf-8") as file:
            _disputes.update(json.load(file))
    number("id", line["id"], 1, len(_disputes["disputes"]))
    asked = _disputes["disputes"][line["id"] - 1]
    said = [
        (language, referee.answer(asked, rules, _disputes["words"], language))
        for language in sorted(asked["question"])
    ]
    decided = _ordered(referee.decided_by(asked, rules), asked["decided_by"])
    return OrderedDict([("answer", OrderedDict(said)), ("decided_by", decided)])


def worth(line):
    fields("", line, (), ("profile", "denomination", "target", "start"))
    state = match.start(_profile(line), line.get("target"), "N", line.get("start"))
    names = ("contract", "level", "least", "NS", "WE")
    rows = [_ordered(row, names) for row in worth_.rows(state, line.get("denomination", "S"))]
    return OrderedDict([("rows", rows)])


def own(line):
    fields("", line, (), ("profile", "text"))
    rules = _profile(line) if line.get("text") is None else profile.from_text(line["text"])
    out = profile.exported(rules)
    out["text"] = profile.to_text(rules)
    return _ordered(out, ("extends", "values", "text"))


_CALLS = {
    "score": score,
    "needs": needs,
    "legal": legal,
    "winner": winner,
    "melds": contest,
    "auction": bidding,
    "match": fold,
    "dispute": dispute,
    "worth": worth,
    "profile": own,
}


def answer(call, raw):
    """The answer to one line of bytes, a dict for json.dumps."""
    try:
        try:
            line = json.loads(raw.decode())
        except ValueError:
            raise RuleError("line", "is_not_JSON")
        except (RuntimeError, MemoryError):
            raise RuleError("line", "is_nested_too_deep")
        if type(line) is not dict:
            raise RuleError("line", "must_be", "an object")
        return call(line)
    except RuleError as error:
        out = OrderedDict([("error", str(error)), ("field", error.field)])
        if call is bidding:
            out["why"] = error.why
        return out


def main(arguments):
    if len(arguments) != 1 or arguments[0] not in _CALLS:
        print("usage: rules.py " + "|".join(sorted(_CALLS)) + " < lines", file=sys.stderr)
        return 2
    call = _CALLS[arguments[0]]
    while True:
        raw = sys.stdin.buffer.readline()
        if not raw:
            return 0
        if raw.strip():
            print(json.dumps(answer(call, raw)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
