"""Which rules: the published rule sets by name, then the table's own, each said in words while the
focus is on it. For a new match; or, from the menu of a running one, for what has been played
too."""

from scorer import own
from scorer.choice import Choice


def ask(s, w):
    keys = own.keys(s)
    now = own.named(s, s.rules) if s.origin else s.setup[0]
    return Choice(
        keys,
        {k: own.title(s, k) for k in keys},
        start=keys.index(now or s.setup[0]),
        layout="browse",
    )


def take(s, answer):
    if s.origin:
        s.fix = "r 1 " + answer
        s.correction()  # both are read while the tables are at hand
        s.remember("title", (answer, s.lang), lambda: own.title(s, answer))
        s.go("undo")
    else:
        s.setup = (answer, 0)
        s.go("setup")


def back(s):
    if s.origin:
        s.leave()
    else:
        s.go("example")


def view(s, w, put):
    choice = ask(s, w)
    key = choice.answers[s.at if s.at >= 0 else choice.start]
    put("title", w("rules.title", choice.answers.index(key) + 1, len(choice.answers)))
    put("text", choice.labels[key], "bold", row=0)
    rules = own.resolve(s, key)
    lines = s.rule_words(w, rules)
    for i in range(len(lines)):
        put("line", lines[i], row=i)
    kept = s.origin and s.state["own_target"]
    put("fact", w("setup.total.is", s.state["target"] if kept else rules["match.target"]), row=0)
