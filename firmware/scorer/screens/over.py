"""The match is over: who won, why, the evening so far. The deal that ended it can be taken
back."""

from scorer import phrases, told
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    answers = ["rematch", "undo", "match", "earlier"]
    labels = {a: w(a if a in ("undo", "rematch") else "menu." + a) for a in answers}
    labels["code"] = w("slip")
    return Choice(
        answers,
        labels,
        row=["undo", "match", "earlier", "rematch"],
        holds=("code", None),
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
        state = s.state
        target = state["target"] if state["own_target"] else None
        s.begin(s.rules, -state["quota"] if state["quota"] else target, state["dealer"])


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
    put("over.evening", _evening(s, w))
    line, marks = told.last(s, w)
    put("last.marks", marks)
    put("last", line)
    put("question", w("over.next", phrases.seat(s, w, state["dealer"])))


def _evening(s, w):
    """The matches of the evening; in a series those of the series, and who has won it."""
    us, them = phrases.side(s, w, "NS"), phrases.side(s, w, "WE")
    from scorer import archive

    score, won = archive.series(s)
    if not s.times[0] or not any(score):  # a series that was chosen after this match
        return w("over.evening", us, s.wins[0], them, s.wins[1])
    if not won:
        return w("over.round", sum(score), us, score[0], them, score[1])
    said = w("over.series.won", phrases.side(s, w, won), max(score), min(score))
    many = s.times[3] + (won == "NS"), s.times[4] + (won == "WE")
    return [said, w("over.series.all", us, many[0], them, many[1])]
