"""A new match on one screen: the rules said in words, the target, the players; then who deals
first."""

from scorer import own, phrases
from scorer.choice import Choice


def ask(s, w):
    answers = ["start", "rules", "total", "names"]
    labels = {a: w("setup." + a) for a in answers}
    labels["language"], labels["resume"] = w("menu.language"), w("setup.resume")
    return Choice(
        answers,
        labels,
        row=["rules", "total", "names", "start"],
        holds=("language", "resume"),
        back="back" if s.state or s.fix else "",
    )


def take(s, answer):
    if answer == "language":
        s.aside("language")
    elif answer == "start":
        s.go("resume" if s.fix else "first")
    else:
        screen = "example" if answer == "rules" else answer
        if s.lock and answer != "names":
            s.origin, screen = screen, "lock"
        s.go(screen)


def back(s):
    if s.state is not None or s.fix:
        if s.rules_key:  # given up: the last table is offered next time
            s.setup = s.rules_key, s.target or 0
        s.home()


def view(s, w, put):
    rules, target = s.chosen()
    put("title", w("setup.title"))
    put("text", own.title(s, s.setup[0]), "bold", row=0)
    lines = s.rule_words(w, rules)
    for i in range(len(lines)):
        put("line", lines[i], row=i)
    put("fact", phrases.ends(w, rules, target), row=0)
    put(
        "fact",
        w("names.sides", phrases.pair(s, w, "NS"), phrases.pair(s, w, "WE")),
        row=1,
    )
