"""Declarations judged by the box: who announces, what was announced, and which side scores by the
rules of this table. "Count" puts it into the entry."""

from coinche.errors import RuleError
from scorer import announced, phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    row = list(phrases.seats(s))
    if len(announced.told(s)) == announced.MOST:
        row = [None] * 4
    fine = announced.told(s) and not isinstance(announced.judged(s), RuleError)
    labels = phrases.keyed(s, w)
    labels["count"] = w("contest.count")
    seats = [seat for seat in row if seat]
    return Choice(seats, labels, row=row, holds=("count" if fine else None, None))


def take(s, answer):
    if answer != "count":
        announced.add(s, answer)
        s.go("meld")
        return
    verdict = announced.judged(s)
    for whose, side in (("takers", phrases.takers(s)), ("defence", phrases.defence(s))):
        s.facts.pop("melds_" + whose, None)
        if verdict["winner"] == side and verdict["points"]:
            s.facts["melds_" + whose] = verdict["points"]
    announced.end(s)
    s.leave()
    s.leave()


def back(s):
    if announced.drop(s):
        s.go("meld")
    else:
        announced.end(s)
        s.leave()


def view(s, w, put):
    strip.contract(s, w, put)
    every, rows = announced.told(s), s.rows("call")
    for row in range(rows):
        texts = [announced.text(s, w, every[i]) for i in range(row, len(every), rows)]
        if texts:
            put("call", " · ".join(texts), row=row)
    if not every:
        put("ask", w("ask.contest"))
        return
    verdict = announced.judged(s)
    if isinstance(verdict, RuleError):
        put("ask", w("cannot"))
        put("question", w("contest.twice"))
        return
    side = verdict["winner"]
    won = side and w("contest.wins", phrases.side_big(s, w, side), verdict["points"])
    put("ask", won or w("contest.nobody"))
    put("question", w("contest." + verdict["reason"]))
