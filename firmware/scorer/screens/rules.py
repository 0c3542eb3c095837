"""Which rules: the published rule sets by name, each said in words while the focus is on it."""

from coinche import profile
from scorer.choice import Choice

ENTRY = False


def ask(s, w):
    keys = list(profile.KEYS)
    return Choice(
        keys,
        {k: profile.title(k, s.lang) for k in keys},
        start=keys.index(s.setup[0]),
        layout="browse",
    )


def take(s, answer):
    s.setup = (answer, 0)
    s.go("setup")


def back(s):
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
    put("fact", w("setup.total.is", rules["match.target"]), row=0)
