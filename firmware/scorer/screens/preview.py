"""The deal before it is written: verdict, reason, the sum as a column that a pencil could check,
the new totals.

Only here a deal is written, by one key that does nothing else anywhere. What is shown and what is
written is the same call of entry.written. A belote that was forgotten can still be said, and the
piles can still be checked.
"""

from coinche.errors import RuleError
from coinche.seats import other
from scorer import entry, phrases
from scorer.choice import Choice
from scorer.screens import strip

_ROWS = ("points", "base", "capot", "contract", "melds", "belote", "held", "rounding")
_NOTHING = {"NS": 0, "WE": 0}


def ask(s, w):
    facts = s.facts
    said = "said" if entry.may_say(s) else None
    check = (
        "check"
        if "tricks" not in facts
        and not facts.get("generale_made")
        and not isinstance(facts["contract"], str)
        else None
    )
    fine = not isinstance(entry.written(s), RuleError)
    write = "write" if fine else None
    swept = None
    if facts.get("made") is False or ("tricks" in facts and facts["tricks"] == "defence_all"):
        if "defence_all" in entry.results(s):
            swept = "swept"
    labels = {
        "back": w("back"),
        "said": w("melds" if s.rules["melds.on"] else "belote"),
        "check": w("check"),
        "write": w("write"),
        "swept": w("swept", phrases.side(s, w, phrases.defence(s))),
    }
    return Choice(
        [a for a in (write, said, check) if a],
        labels,
        row=["back", said, check, write],
        holds=(swept, None),
        writes="write",
    )


def take(s, answer):
    facts = s.facts
    if answer == "back":
        back(s)
    elif answer == "said":
        s.aside("declare" if s.rules["melds.on"] else "side")
    elif answer == "swept":
        was = facts.get("tricks")
        s.forget_result()
        if was:
            facts["made"] = False
        else:
            facts["tricks"] = "defence_all"
        s.go("preview")
    elif answer == "check":
        if entry.known(s) is None:
            made = facts.get("made")
            s.typed = "t" if made is False else "d"
        else:
            s.typed = "D" if s.typed[:1] == "t" else "T"
        s.go("count")
    elif answer == "write":
        if s.must_agree(entry.written(s)):
            s.go("agree")
        else:
            s.write()


def back(s):
    if "last_trick" in s.facts:
        s.go("last_trick")
        return
    s.typed = s.typed[:-1]
    s.go("units" if s.typed else "play")


def view(s, w, put):
    strip.contract(s, w, put)
    after = entry.written(s)
    if isinstance(after, RuleError):
        put("verdict", w("cannot"))
        put("hint", str(after))
        return
    result = after["result"]
    made = result["made"]
    if made is None:
        put("verdict", w("tie.big"))
    else:
        put("verdict", w("made.big") if made else _failed(w, result["test"]))
    _reason(s, w, put, result)
    rows = _column(s, w, result)
    at = "sum" if len(rows) <= 3 else "tight"
    for i in range(len(rows)):
        _row(put, at, i, rows[i])
    put(at + ".rule", "", "rule", len(rows))
    marks = after["marks"] or _NOTHING
    _row(
        put, at, len(rows), (w("deal.no", s.turn()["deals"] + 1), marks["NS"], marks["WE"]), "bold"
    )
    put(at + ".us", phrases.side_big(s, w, "NS"), row=len(rows))
    put(at + ".them", phrases.side_big(s, w, "WE"), row=len(rows))
    if after["over"]:
        put("end", _end(s, w, after))
    else:
        totals = after["totals"]
        _row(put, at, len(rows) + 1, (w("total"), totals["NS"], totals["WE"]))


def _row(put, at, row, cells, style=""):
    what, left, right = cells
    put(at + ".what", what, row=row)
    put(at + ".left", str(left), style, row)
    put(at + ".right", str(right), style, row)


def _failed(w, test):
    if test is None:
        return w("failed.big")
    scale = test["scale"]
    short = test["need"] * scale - test["total"]
    return w("failed.by", -(-short // scale)) if short > 0 else w("failed.big")


def _reason(s, w, put, result):
    """ "il faut 82 : 90", or "il faut 82" over "60 + belote 20 = 80"; where the table's word was
    taken, only what it stands for."""
    test = result["test"]
    if test is None:
        least = entry.need(s)["least"]
        if least is not None and "made" in s.facts:
            put("reason", w("needs", least))
        return
    scale = test["scale"]
    text = _exact(w, test["points"], scale)
    if s.facts.get("tricks") == "takers_all":
        put("reason", w("needs.has", test["need"], w("all.tricks")))
        return
    more = ""
    for field, word in (("belote", "belote.small"), ("melds", "melds.small")):
        if test[field]:
            more += " + %s %d" % (w(word), test[field])
    put("reason", w("needs", test["need"]) if more else w("needs.has", test["need"], text))
    parts = [text + more + " = " + _exact(w, test["total"], scale)] if more else []
    if test["against"] is not None:
        parts.append(w("against", _exact(w, test["against"], scale)))
    if parts:
        put("reason.parts", parts)


def _exact(w, value, scale):
    return (
        str(value // scale)
        if value % scale == 0
        else w("tenths", value // scale, value % scale * 10 // scale)
    )


def _column(s, w, result):
    """Rows (what, left, right) of texts; their amounts add up to the marks of each side."""
    left = "takers" if phrases.takers(s) == "NS" else "defence"
    cells = {}
    for side, amount, what in result["lines"]:
        row = cells.setdefault(what, ["", ""])
        row[0 if side == left else 1] = _amount(s, w, result, side, amount, what)
    return [
        (_what(s, w, what, result), cells[what][0], cells[what][1])
        for what in _ROWS
        if what in cells
    ]


def _amount(s, w, result, side, amount, what):
    """An amount; before it the exact points where rounding made it another number."""
    if what == "rounding":
        return "%+d" % amount
    if what == "points" and result["points"] and not s.facts.get("tricks"):
        takers, defence, scale = result["points"]
        exact = takers if side == "takers" else defence
        if exact != amount * scale and not s.facts.get("level"):
            return "%s → %d" % (_exact(w, exact, scale), amount)
    return str(amount)


def _what(s, w, what, result):
    level = s.facts.get("level", 0)
    if what == "base":
        what = "base.made" if result["made"] else "base.failed"
    text = w("row." + what)
    if level and what == "contract" and s.rules["dbl.mul_contract"]:
        text += " " + phrases.times(s, level)
    return text


def _end(s, w, after):
    winner = after["winner"]
    if winner not in ("NS", "WE"):
        return w("end.shared")
    totals = after["totals"]
    return w("end.wins", phrases.winners(s, w, winner), totals[winner], totals[other(winner)])
