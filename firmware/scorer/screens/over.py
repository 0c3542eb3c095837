"""The match is over: who won, why, the evening so far. The deal that ended it can be taken
back."""

from scorer import phrases, told
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    answers = ["rematch", "undo", "match", "elsewhere"]
    return Choice(
        answers,
        {a: w(a if a in ("undo", "rematch") else "menu." + a) for a in answers},
        row=["undo", "match", "elsewhere", "rematch"],
        writes="rematch",
        back="menu",
    )


def take(s, answer):
    if answer == "undo":
        s.fix = "u"
        s.aside("undo")
    elif answer != "rematch":
        s.aside(answer)
    else:
        target = s.state["target"] if s.state["own_target"] else None
        s.begin(s.rules, target, s.state["dealer"])


def back(s):
    s.aside("menu")


def view(s, w, put):
    state = s.state
    strip.totals(s, w, put)
    winner = state["winner"]
    put(
        "headline",
        w("over.wins", phrases.winners(s, w, winner))
        if winner in ("NS", "WE")
        else w("over.shared"),
    )
    put("over.why", w("over.why." + (state["why"] or "target"), state["target"], state["deals"]))
    put(
        "over.evening",
        w(
            "over.evening",
            phrases.side(s, w, "NS"),
            s.wins[0],
            phrases.side(s, w, "WE"),
            s.wins[1],
        ),
    )
    line, marks = told.last(s, w)
    put("last.marks", marks)
    put("last", line)
    put("question", w("over.next", phrases.seat(s, w, state["dealer"])))
