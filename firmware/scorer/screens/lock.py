"""The organiser's code: four presses of four suits. It locks the box for a table, opens what is
locked, or stands for the other side where a correction needs it. A wrong code is said, and nothing
more: it keeps honest people honest.

What it is asked for is the last word of `origin`: "menu" locks or opens the box itself, "agree"
after the screen of that name is a correction; another word is an answer of the menu, or alone the
screen of the setup that comes then. While a code
is chosen for a table, it stands there: ".SHDC". `page` is what was pressed.
"""

from binascii import crc32

from scorer import phrases
from scorer.choice import Choice

_MANY = 4


def _for(s):
    return s.origin.rpartition(">")[2]


def ask(s, w):
    if _for(s)[0] == ".":
        answers = [str(n) for n in range(1, 100)]
        return Choice(answers, {a: a for a in answers}, layout="groups")
    answers = list("SHDC")
    return Choice(
        answers,
        {a: phrases.PIPS[a] for a in answers},
        row=answers,
        last="game" if s.place else "referee",
    )


def _hash(code):
    return "%08X" % (crc32(code.encode()) & 0xFFFFFFFF)


def take(s, answer):
    what = _for(s)
    if what[0] == ".":
        s.lock = answer + "." + _hash(what[1:])
        s.leave()  # the code itself, then the menu
        s.leave()
        s.save()
        return
    code = s.page + answer
    s.go("lock", s.at)
    if len(code) < _MANY:
        s.page = code
    elif not s.lock:
        s.origin += ">" + "." + code
        s.go("lock")
    elif s.lock.partition(".")[2] != _hash(code):
        s.note = "wrong"
    else:
        _open(s, what)


def _open(s, what):
    s.leave()
    if what == "menu":
        s.lock = ""
        s.save()
    elif what == "agree" and s.fix:
        s.correct()
    elif s.origin:
        from scorer.screens import menu

        s.leave()
        menu.take_open(s, what)


def back(s):
    what = _for(s)
    if s.page:
        s.page = s.page[:-1]
    elif what == "menu" or what == "agree" and s.fix:
        s.leave()
    else:
        s.origin = s.origin.rpartition(">")[0]
        if what[0] == ".":
            s.go("lock")
        elif s.origin:
            s.leave()
        else:
            s.go("setup")


def view(s, w, put):
    what, code = _for(s), s.page
    put("title", w("lock.title"))
    if what[0] == ".":
        code = what[1:]
        put("question", w("ask.table"))
    elif s.lock:
        put("text", w("lock.is", s.lock.partition(".")[0]), row=0)
        put("question", w("ask.lock"))
    else:
        put("text", w("lock.what"), row=0)
        put("question", w("lock.choose"))
    shown = [phrases.PIPS[a] if not s.lock else "×" for a in code] + ["_"] * (_MANY - len(code))
    put("headline", " ".join(shown))
