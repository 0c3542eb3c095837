"""Which rules: the published rule sets by name, each said in words while the focus is on it. For a
new match; or, from the menu of a running one, for what has been played too."""

from coinche import profile
from scorer.choice import Choice


def ask(s, w):
    keys = list(profile.KEYS)
    now = profile.named(s.rules) if s.origin else s.setup[0]
    return Choice(
        keys,
        {k: profile.title(k, s.lang) for k in keys},
        start=keys.index(now or s.setup[0]),
        layout="browse",
    )


def take(s, answer):
    if s.origin:
        s.fix = "r 1 " + answer
        s.correction()  # both are read while the tables are at hand
        s.remember("title", (answer, s.lang), lambda: profile.title(answer, s.lang))
        s.go("undo")
    else:
        s.setup = (answer, 0)
        s.go("setup")


def back(s):
    if s.origin:
        s.leave()
    else:
        s.go("setup")


def view(s, w, put):
    choice = ask(s, w)
    key = choice.answers[s.at if s.at >= 0 else choice.start]
    put("title", w("rules.title", choice.answers.index(key) + 1, len(choice.answers)))
    put("text", choice.labels[key], "bold", row=0)
    rules = profile.resolve(key)
    lines = s.rule_words(w, rules)
    for i in range(len(lines)):
        put("line", lines[i], row=i)
    own = s.origin and s.state["own_target"]
    put("fact", w("setup.total.is", s.state["target"] if own else rules["match.target"]), row=0)
