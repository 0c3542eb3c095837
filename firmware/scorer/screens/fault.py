"""Who is at fault, and what that costs: the event that a ruling leads to, shown with before and
after."""

from scorer import phrases
from scorer.court import heading, offer

_WORTH = ("20", "50", "100", "150", "200")


def ask(s, w):
    if _asks_worth(s):
        labels = {n: w("meld." + n) for n in _WORTH}
        return offer(w, (None,) + _WORTH[:3], labels, _WORTH[3:])
    left, right = ("NS", "WE") if phrases.us(s) == "NS" else ("WE", "NS")
    labels = {side: phrases.side(s, w, side) for side in (left, right)}
    row = [left, right]
    if _number(s) == "58":
        row = [None if side in s.state["forgiven"] else side for side in row]
    return offer(w, row, labels)


def _number(s):
    return s.path.split(".")[1]


def _asks_worth(s):
    return s.path.count(".") == 2


def take(s, answer):
    number = _number(s)
    if number == "56" and not _asks_worth(s):
        s.plead("fault", s.path + "." + answer)
        return
    if number == "68":
        from coinche import faults

        event = faults.late_revoke(answer, s.taker, s.facts, s.rules)
    elif number == "58":
        from coinche import belote

        event = belote.forgiving(answer)
    else:
        from coinche import melds

        event = melds.not_shown(s.path.split(".")[2], int(answer), s.rules)
    s.propose(event)


def back(s):
    s.plead("fault" if _asks_worth(s) else "ruling", ".".join(s.path.split(".")[:2]))


def view(s, w, put):
    heading(s, w, put)
    put("ask", w("ask.worth" if _asks_worth(s) else "ask.fault"))
