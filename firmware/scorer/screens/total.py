"""The target: those that the rule set offers, for the match that is being set up or for the one
that is running."""

from scorer.choice import MORE, Choice


def _running(s):
    """Opened from the menu of a running match, not from the setup."""
    return bool(s.origin)


def ask(s, w):
    rules = s.rules if _running(s) else s.chosen()[0]
    now = s.state["target"] if _running(s) else s.chosen()[1] or rules["match.target"]
    answers = sorted(set(list(rules["match.targets"]) + [rules["match.target"], now]))
    answers = [str(n) for n in answers]
    labels = {a: a for a in answers}
    labels[MORE] = w("and.more")
    return Choice(answers, labels, start=answers.index(str(now)), layout="more")


def take(s, answer):
    if _running(s):
        s.emit({"event": "target", "value": int(answer)})
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
    rules = s.rules if _running(s) else s.chosen()[0]
    now = s.state["target"] if _running(s) else s.chosen()[1] or rules["match.target"]
    put("text", w("setup.total.is", now), row=0)
    put("text", w("total.reach" if rules["match.reach"] == "ge" else "total.exceed"), row=1)
    put("question", w("ask.total"))
