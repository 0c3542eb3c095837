"""The same deals by each of the other published rules: what the match would have come to. One of
them can be chosen, before and after are shown then; in a locked match, who knows the code is led
to the rules.

The large tables are read for one set of rules at a time, and dropped before the match is played by
it: both do not fit beside each other.
"""

import gc

from coinche.errors import RuleError
from scorer import lazy, phrases
from scorer.choice import Choice


def _titles(s):
    """(keys of the rules in their order, {key: title}, key of the present ones or None)"""
    from coinche import profile

    keys = list(profile.KEYS)
    return keys, {key: profile.title(key, s.lang) for key in keys}, profile.named(s.rules)


def ask(s, w):
    keys, labels, now = s.remember("titles", s.lang, lambda: _titles(s))
    lazy.drop(*lazy.RULES)
    return Choice(keys, labels, start=keys.index(now) if now else 0, layout="browse")


def take(s, answer):
    s.forget()
    if s.lock:
        s.aside("lock")
        s.origin += ">rules"
        return
    s.fix = "r 1 " + answer
    s.go("undo")


def back(s):
    s.forget()
    s.leave()


def _totals(s, key):
    """The totals by other rules from the first deal on; None where these need a count that was
    never taken, or do not play what was played."""
    lazy.drop(*lazy.PLAYING)
    gc.collect()
    values = _values(key)
    lazy.drop(*lazy.RULES)
    gc.collect()
    try:
        return _played(s, values)["totals"]
    except RuleError:
        return None
    finally:
        lazy.drop(*lazy.EVENTS)


def _values(key):
    from coinche import profile

    return profile.resolve(key)


def _played(s, values):
    from coinche import history

    items = s.played(s.live())
    items.append({"event": "rules", "from": 1, "values": values})
    return history.last(s.first(), items)


def view(s, w, put):
    choice = ask(s, w)
    keys = choice.answers
    at = s.at if s.at >= 0 else choice.start
    rows = s.rows("deals.line")
    top = max(0, min(at - rows // 2, len(keys) - rows))
    put("title", w("elsewhere.title"))
    put("deals.head.left", phrases.side_big(s, w, "NS"))
    put("deals.head.right", phrases.side_big(s, w, "WE"))
    for row, key in enumerate(keys[top : top + rows]):
        found = s.remember("by " + key, len(s.lines), lambda key=key: _totals(s, key))
        put("deals.line", choice.labels[key], "inverse" if top + row == at else "", row)
        put("deals.left", str(found["NS"]) if found else "?", "", row)
        put("deals.right", str(found["WE"]) if found else "?", "", row)
