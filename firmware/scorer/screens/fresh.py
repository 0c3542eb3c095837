"""A new match while one is going on: a long hold, so that no slip ends an evening."""

from scorer.choice import Choice


def ask(s, w):
    return Choice(
        ["keep", "drop"],
        {"keep": w("keep"), "drop": w("fresh.drop")},
        row=["keep", None, None, "drop"],
        writes="drop",
        long=True,
    )


def take(s, answer):
    if answer == "drop":
        s.origin = ""
        s.go("setup")
    else:
        s.leave()


def back(s):
    s.leave()


def view(s, w, put):
    put("title", w("setup.title"))
    put("text", w("fresh.ends"), row=0)
    put("text", w("fresh.hold"), row=1)
