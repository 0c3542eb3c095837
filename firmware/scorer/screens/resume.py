"""A match that was played elsewhere goes on here: by its totals, told digit by digit, or by its
code (scorer.resume). Rules and target are those of the setup, where one comes back to them.

`fix` has it: "h" and the total of us, of them, and the deals, each closed by "/", then the dealer
begins the match; "o" and the characters of the code, behind the last one "r" and "t" once its own
rules and its own target have been asked for, which a code cannot hold.
"""

from scorer import phrases, resume
from scorer.choice import Choice
from scorer.screens import code, dealer

_DIGITS = 4  # of a total
_PER_DEAL = 240  # about what a deal adds to both totals
_WHOLE = 11  # with its "o"


def _told(s):
    return s.fix or "h"


def _values(told):
    """What a whole code says, None where it is not whole or none."""
    return resume.read(told[1:_WHOLE])


def _missing(told):
    """What has to be asked before a match begins by its code."""
    values, asked = _values(told), told[_WHOLE:]
    if values[3] == resume.OTHER and "r" not in asked:
        return "rules"
    return "total" if values[5] and "t" not in asked else "start"


def ask(s, w):
    told = _told(s)
    if told[0] == "o":
        return _ask_code(w, told)
    step = told.count("/")
    if step == 3:
        return dealer.seats(s, w, "N")
    labels = {str(n): str(n) for n in range(64 if step == 2 else 10)}
    if step == 2:
        likely = sum(_totals(told)) // _PER_DEAL
        answers = [str(n) for n in range(64)]
        return Choice(answers, labels, start=min(likely, 63), layout="groups")
    labels["code"], labels["done"] = w("menu.code"), w("names.done")
    return Choice(
        list("0123456789"),
        labels,
        holds=("code" if told == "h" else None, "done"),
        layout="groups",
        quick="done",
    )


def _ask_code(w, told):
    labels = {"erase": w("names.erase")}
    if len(told) < _WHOLE:
        answers = "0 1 2 3 4 5 6 7 8 9 A B C D E F G H J K M N P Q R S T V W X Y Z".split(" ")
        labels.update({a: a for a in answers})
        return Choice(
            answers, labels, holds=("erase" if len(told) > 1 else None, None), layout="groups"
        )
    if _values(told) is None:
        return Choice(["erase"], labels, row=["erase", None, None, None])
    answer = _missing(told)
    labels[answer] = w("setup." + answer)
    return Choice([answer], labels, row=[None, None, None, answer])


def _totals(told):
    return [int(part or 0) for part in told[1:].split("/")[:2]]


def take(s, answer):
    told, note = _told(s), ""
    if answer == "start":
        values = _values(told)
        _begin(s, values[0], values[1], values[2], "NWSE"[values[4]])
        return
    if answer in ("rules", "total"):
        s.fix = told + answer[0]
        s.go(answer)
        return
    if answer == "code":
        told = "o"
    elif answer == "erase":
        told = told[:-1]
    elif told[0] == "o":
        told += answer
        if len(told) == _WHOLE:
            note = _decoded(s, told)
    elif answer == "done":
        told += "/"
    elif told.count("/") == 2:
        told += answer + "/"
    elif told.count("/") == 3:
        ours, theirs = _totals(told)
        if phrases.us(s) == "WE":
            ours, theirs = theirs, ours
        _begin(s, ours, theirs, int(told.split("/")[2]), answer)
        return
    else:
        told += answer
        if len(told.rpartition("/")[2].strip("h")) == _DIGITS:
            told += "/"
    s.fix = told
    s.go("resume", note=note)


def _decoded(s, told):
    """Takes the rules that a code names; the note where it is none."""
    values = _values(told)
    if values is None:
        return "wrong"
    if values[3] != resume.OTHER:
        from coinche import profile

        s.setup = (profile.KEYS[values[3]], 0)
    return ""


def _begin(s, north, west, deals, first):
    rules, target = s.chosen()
    s.begin(rules, target, first, {"NS": north, "WE": west, "deals": deals})


def back(s):
    """One sign less; what was closed by itself, open again without its last digit."""
    told = _told(s)
    if len(told) == 1:
        s.fix = ""
        s.go("resume" if told == "o" else "setup")
        return
    told = told[:_WHOLE] if told[0] == "o" else told
    closed = told[-1] == "/"
    told = told[:-1]
    head, _, last = told.rpartition("/")
    if closed and told.count("/") == 2:  # the number of deals is one answer
        told = head + "/"
    elif closed and len(last.strip("h")) == _DIGITS:
        told = told[:-1]
    s.fix = told
    s.go("resume")


def view(s, w, put):
    told = _told(s)
    put("title", w("resume.title"))
    if told[0] == "o":
        _view_code(s, w, put, told)
        return
    step = told.count("/")
    parts = told[1:].split("/")
    for i in range(min(step, 2)):
        put("text", "%s %s" % (w(("us", "them")[i]), parts[i] or "0"), row=i)
    if step == 3:
        put("question", w("ask.dealer"))
        dealer.show_map(s, w, put)
        return
    if step < 2:
        put("headline", parts[-1] + "_")
    put("question", w("resume.total", w(("us", "them")[step])) if step < 2 else w("resume.deals"))


def _view_code(s, w, put, told):
    typed = told[1:_WHOLE]
    values = _values(told)
    shown = typed + "_" * (len(typed) < 10)
    put("headline", shown[:5] + " " + shown[5:])
    if values is None:
        if len(typed) < 10:
            put("question", w("ask.code"))
        return
    code.holds(s, w, put, {"NS": values[0], "WE": values[1]}, values[2], "NWSE"[values[4]])
    from scorer import own

    missing = _missing(told)
    if missing == "rules":
        put("fact", w("code.rules"), row=0)
    else:
        end = w("code.end", "?") if missing == "total" else phrases.ends(w, *s.chosen())
        put("fact", [own.title(s, s.setup[0]), end], row=0)
