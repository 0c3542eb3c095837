"""The rules as a command: JSON lines in, JSON lines out, one answer a line, in order.

    python tools/rules.py CALL < lines.jsonl        CALL: score needs melds match

Runs unchanged under MicroPython.  Exit 0 when every line was answered; a wrong line is answered by
{"error": text, "field": "deal.taker_points"}; a blank line by nothing.  Exit 2: no such call.
The README describes the lines.
"""

import json
import sys
from collections import OrderedDict

_HERE = __file__.rpartition("/")[0] or "."
sys.path.insert(0, _HERE + "/../firmware")

from coinche import history, melds, profile, scoring  # noqa: E402
from coinche import needs as needs_  # noqa: E402
from coinche.errors import RuleError  # noqa: E402
from coinche.event import fields  # noqa: E402

_STATE = ("dealer", "speaker", "cutter", "totals", "deals", "marks", "held", "no_bid", "over",
          "winner", "why")  # fmt: skip
_CONTRACT = ("contract", "denomination", "level", "last_deal")
_FACTS = ("belote_takers", "belote_defence", "melds_takers", "melds_defence")
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


_CALLS = {"score": score, "needs": needs, "melds": contest, "match": fold}


def answer(call, raw):
    """The answer to one line of bytes, a dict for json.dumps."""
    try:
        try:
            line = json.loads(raw.decode())
        except ValueError:
            raise RuleError("line", "is_not_JSON")
        if type(line) is not dict:
            raise RuleError("line", "must_be", "an object")
        return call(line)
    except RuleError as error:
        return OrderedDict([("error", str(error)), ("field", error.field)])


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
