"""What ends the match: the targets that the rule set offers, for the match that is being set up or
for the one that is running; or, for a new one, a number of deals."""

from scorer import phrases
from scorer.choice import MORE, Choice

_DEALS = (10, 12, 16, 20, 24)  # those of RULES


def _running(s):
    """Opened from the menu of a running match, not from the setup."""
    return bool(s.origin)


def _now(s):
    """(rules, what the match ends with as Session.target has it)."""
    if _running(s):
        return s.rules, s.state["target"]
    rules, now = s.chosen()
    return rules, now or -(rules["match.quota_deals"] or 0) or rules["match.target"]


def ask(s, w):
    rules, now = _now(s)
    quota = rules["match.quota_deals"]
    ends = [] if quota else list(rules["match.targets"]) + [rules["match.target"]]
    ends = sorted(set(ends + [now] * (now > 0)))
    if not _running(s):
        deals = set(_DEALS + (quota or -now,))
        ends += [-n for n in sorted(deals | {-now}) if n > 0]
    answers = [str(n) for n in ends]
    labels = {str(n): str(n) if n > 0 else w("quota", -n) for n in ends}
    labels[MORE] = w("and.more" if _running(s) else "menu.more")
    return Choice(answers, labels, start=ends.index(now), layout="more")


def take(s, answer):
    if _running(s):
        event = {"event": "target", "value": int(answer)}
        if s.after(event)["over"]:  # before and after are shown first, who must agrees
            s.propose(event)
        else:
            s.emit(event)
    else:
        s.setup = (s.setup[0], int(answer))
        s.go("setup")


def back(s):
    if _running(s):
        s.leave()
    else:
        s.go("setup")


def view(s, w, put):
    put("title", w("setup.total").upper())
    rules, now = _now(s)
    put("text", phrases.ends(w, rules, now), row=0)
    if now > 0:
        put("text", w("total.reach" if rules["match.reach"] == "ge" else "total.exceed"), row=1)
    put("question", w("ask.total"))
