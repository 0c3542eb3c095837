"""Why these marks? A deal step by step, each step with the rules of this table that decide it; and
what if: what each of those rules would have written had it another value. The latest deal first,
then those before it.

path: topic.why.event.step, and topic.why.event.step.page for what if.
"""

import gc

from coinche.seats import other, side_of
from scorer import book, lazy, phrases
from scorer.court import offer
from scorer.session import event_of


def _told(s):
    """(topic, event, step, page or None) that are looked at; first the verdict on the latest
    deal."""
    part = s.path.split(".")
    if len(part) < 4:
        n = int(s.fix[2:]) if s.fix[:1] == "e" else 0  # the deal that is corrected
        n = n or s.remember("latest", len(s.lines), lambda: _before(s.live()))
        return part[0], n, 0, None
    return part[0], int(part[2]), int(part[3]), int(part[4]) if len(part) > 4 else None


def _go(s, topic, n, step, page=None):
    path = "%s.why.%d.%d" % (topic, n, step)
    s.plead("why", path if page is None else "%s.%d" % (path, page), s.at)


def _before(items):
    """The last deal among the first live events, 0 where there is none."""
    n = len(items)
    while n and items[n - 1][0] != "d":
        n -= 1
    return n


def _looked_at(s, w):
    """(line of the deal, the deal before it, what score takes of it, the takers, steps)."""
    n = _told(s)[1]
    return s.remember("why", (n, len(s.lines)), lambda: _look(s, w, n))


def _make_room():
    """The tables of rules need the room of what played the match."""
    lazy.drop("scorer.told", "coinche.match", "coinche.why", *lazy.RULES, *lazy.EVENTS)
    gc.collect()


def _look(s, w, n):
    line, before, deal, state = _read(s, w, n)
    _make_room()
    from coinche import why
    from coinche.scoring import score

    rules, facts, wrote = state["profile"], deal["deal"], None
    if state["result"]:
        wrote = [one for one in state["result"]["lines"] if one[2] != "held"]
    last = dict(facts)
    last["last_deal"] = True
    for asked in ((facts, rules, False), (last, rules, False), (facts, rules, True)):
        lines = [one for one in score(*asked)["lines"] if one[2] != "held"]
        if wrote in (None, lines):  # None: a correction put it after the end
            break
    else:
        raise ValueError("deal %d: not what score writes" % n)
    steps = why.steps(*asked)
    if asked[2]:
        steps[0] = steps[0][:3] + (steps[0][3] + ("match.last_deal_exact",),)
    _make_room()
    return line, before, asked, side_of(deal["taker"]), steps


def _read(s, w, n):
    from coinche import history
    from scorer import told

    items = s.live()
    for i, after in enumerate(history.replay(s.first(), s.played(items))):
        if i == n - 1:
            deal = event_of(items[i])
            line = "%d. %s" % (after["deals"], told.event(s, w, deal, after)[0])
            return line, _before(items[:i]), deal, after
    raise ValueError("deal %d" % n)


def _others(s, w):
    """What other values of the rules behind this step would have written."""
    _, n, step, _ = _told(s)
    return s.remember("what if", (n, step, len(s.lines)), lambda: _change(s, w, step))


def _change(s, w, step):
    _, _, (facts, rules, exact), _, steps = _looked_at(s, w)
    _make_room()
    from coinche import why

    names = steps[step % len(steps)][3][:s.rows("why.behind")]
    found = list(why.changes(facts, rules, names, exact))
    _make_room()
    return found


def ask(s, w):
    if _told(s)[3] is not None:
        _others(s, w)  # a key may come before the glass
        return offer(w, ["game", "next", "steps"])
    return offer(w, ["game", "next", "if", "earlier" if _looked_at(s, w)[1] else None])


def take(s, answer):
    topic, n, step, page = _told(s)
    if answer == "game":
        s.referee()
    elif answer == "earlier":
        _go(s, topic, _looked_at(s, None)[1], 0)
    elif answer == "if":
        _go(s, topic, n, step, 0)
    elif answer == "steps":
        _go(s, topic, n, step)
    elif page is None:
        _go(s, topic, n, step + 1)
    elif (page + 1) * s.rows("why.rule") < len(_others(s, None)):
        _go(s, topic, n, step, page + 1)
    else:
        _go(s, topic, n, step + 1, 0)


def back(s):
    topic, n, step, page = _told(s)
    if page is not None:
        _go(s, topic, n, step, page - 1 if page else None)
    else:
        s.forget()
        s.plead("referee", s.path)


def view(s, w, put):
    line, _, (_, rules, _), takers, steps = _looked_at(s, w)
    _, _, step, page = _told(s)
    put("why.deal", line)
    step %= len(steps)
    if page is not None:
        sides = phrases.side(s, w, takers), phrases.side(s, w, other(takers))
        rows = s.rows("why.rule")
        found = _others(s, w)[page * rows : page * rows + rows]
        for row, (name, value, *marks) in enumerate(found):
            put("why.rule", book.parameter(w.lang, name, value), row=row)
            said = w("why.asks")
            if marks[0] is not None:
                said = w("why.marks", sides[0], marks[0], sides[1], marks[1])
            put("why.then", said, row=row)
        if not found:
            put("why.rule", w("why.nothing"))
        return
    outcome = steps[0][2]
    for row, (side, amount, what, _) in enumerate(steps):
        text = w("outcome." + outcome)
        if side:
            whose = takers if side == "takers" else other(takers)
            what = "row." + what + ("." + outcome if what == "base" else "")
            text = phrases.side(s, w, whose) + " : " + w(what)
            put("why.amount", "%+d" % amount, row=row)
        put("why.what", text, "inverse" if row == step else "", row)
    for row, name in enumerate(steps[step][3][: s.rows("why.behind")]):
        put("why.behind", book.parameter(w.lang, name, rules[name]), row=row)
