"""Takes back the latest event after showing what that changes. It works through the end of a
match, an all pass and a misdeal."""

from scorer import phrases, told
from scorer.choice import Choice

ENTRY = False


def ask(s, w):
    accept = "accept" if s.after_undo() else None
    answers = [a for a in ("keep", accept) if a]
    return Choice(
        answers,
        {"keep": w("keep"), "accept": w("accept")},
        row=["keep", None, None, accept],
        writes="accept",
    )


def take(s, answer):
    if answer == "accept":
        s.undo()
    else:
        s.leave()


def back(s):
    s.leave()


def view(s, w, put):
    put("title", w("undo.title"))
    undone = s.after_undo()
    if undone is None:
        put("text", w("undo.nothing"), row=0)
        return
    after, event = undone
    now = s.state
    line, marks = told.event(s, w, event, now)
    put("text", line, row=0)
    put("text", marks, row=1)
    for i in (0, 1):
        put("change.when", w(("before", "after")[i]), row=i)
        state = (now, after)[i]
        put(
            "change.what",
            "%s %d   %s %d"
            % (
                phrases.side(s, w, "NS"),
                state["totals"]["NS"],
                phrases.side(s, w, "WE"),
                state["totals"]["WE"],
            ),
            row=i,
        )
    put("question", w("undo.dealer", phrases.seat(s, w, after["dealer"])))
