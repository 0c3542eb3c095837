"""The referee, and what is done rarely: take back the last deal, put the dealer right, say that
this is the last deal, turn the picture, another target, another language, a new match, the
matches that were played, a series of them. A side road: it leads back to where it was opened."""

from scorer import phrases, told
from scorer.choice import MORE, Choice

_EVENING_MAH = 55  # see _box
_LOCKED = ("rules", "total", "last_deal", "agree", "fresh", "times")


def ask(s, w):
    running = s.state is not None
    open_ = running and not s.state["over"]
    answers = []
    if running:
        may = (told.may_undo(s), s.state["events"], s.state["deals"], told.may_redo(s))
        answers += [a for a, can in zip(("undo", "deals", "match", "redo"), may) if can]
    if open_:
        answers += ["dealer", "last_deal", "rules"]
    answers.append("turn")
    if open_ and not (s.state["quota"] or s.rules["match.quota_deals"]):
        answers.append("total")
    answers += ["bids", "agree", "language", "fresh", "earlier", "times"]
    answers += ["format"] * bool(s.format)
    answers += ["code", "lock"]
    labels = {a: w("menu." + a) for a in answers if a not in ("agree", "bids", "times")}
    labels["times"] = w("menu.series." + str(s.times[0]))
    labels["agree"] = w("menu.agree." + s.agree)
    if s.lock:
        labels["lock"] = w("lock.is", s.lock.partition(".")[0])
    if running and s.state["over"]:
        labels["code"] = w("slip")
    labels["bids"] = w("menu.bids." + s.bids)
    labels[MORE] = w("menu.more")
    labels["referee"] = w("menu.referee")
    return Choice(answers, labels, start=1, layout="more", first="referee")


def take(s, answer):
    if s.lock and answer in _LOCKED:
        s.aside("lock")
        s.origin += ">" + answer
    else:
        take_open(s, answer)


def take_open(s, answer):
    """The same of a box that is open, or for who knows its code."""
    if answer == "last_deal":
        s.emit({"event": "last_deal"})
    elif answer == "referee":
        s.leave()
        s.referee()
    elif answer == "turn":
        s.reader = phrases.seats(s)[3]
        s.save()
        s.go("menu", s.at)
    elif answer == "agree":  # off, every deal, corrections and the last deal
        s.agree = {"off": "all", "all": "last", "last": "off"}[s.agree]
        s.save()
        s.go("menu", s.at, "menu.agree." + s.agree)
    elif answer == "bids":
        s.bids = "long" if s.bids == "quick" else "quick"
        s.save()
        s.go("menu", s.at, "menu.bids." + s.bids)
    elif answer == "times":  # no series, of three, five, seven matches
        from scorer import archive

        archive.count(s)  # a series that is won stays won
        s.times[0] = {0: 3, 3: 5, 5: 7}.get(s.times[0], 0)
        s.save()
        s.go("menu", s.at, "menu.series." + str(s.times[0]))
    elif answer == "fresh" and (s.state is None or s.state["over"] or not s.lines):
        s.origin = ""
        s.go("setup")
    elif answer in ("undo", "redo"):
        s.fix = "u" if answer == "undo" else "y"
        s.aside("undo")
    else:
        s.aside(answer)


def back(s):
    s.leave()


def _box(w, cell, mah, why, starts):
    """The state of the box in a few short phrases. An evening is three hours of play and a week
    of standby: 3 h at 1.5 mAh, and 168 h at 0.3 mA, the figure of boards whose sleep was measured
    (energy.md 1 and 2); what a board needs in play, 1 to 2 mAh an hour, matters little beside
    it."""
    said = []
    if cell >= 0:
        said.append(w("menu.cell", cell * mah // (1000 * _EVENING_MAH)))
    elif cell == -1:
        said.append(w("menu.cell.bad"))
    if starts:
        said.append(w("menu.starts", starts, w("start." + str(why))))
    return said


def view(s, w, put):
    put("title", w("menu"))
    if s.state is None:
        return
    line, marks = told.last(s, w)
    if line:
        put("text", w("menu.last"), row=0)
        put("text", line, row=1)
        put("text", marks, row=2)
    seat = w("menu.seat", phrases.seat(s, w, s.reader))
    put("question", [seat] + _box(w, *s.box))
