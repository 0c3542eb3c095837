"""The dealer is wrong: the right one is chosen, and the correction is an event like any other."""

from scorer import phrases
from scorer.choice import Choice


def ask(s, w):
    return seats(s, w, s.state["dealer"])


def seats(s, w, first, holds=(None, None)):
    """Four seats on their keys as the reader sees them; a list begins at `first`."""
    labels = phrases.keyed(s, w)
    labels["lot"] = w("lot")
    row = list(phrases.seats(s))
    return Choice(list("NWSE"), labels, row=row, holds=holds, start="NWSE".index(first))


def take(s, answer):
    s.emit({"event": "dealer", "seat": answer})


def back(s):
    s.leave()


def view(s, w, put):
    put("title", w("dealer.title"))
    put("text", w("dealer.now", phrases.seat(s, w, s.state["dealer"])), row=0)
    put("question", w("ask.dealer"))
    show_map(s, w, put)


def show_map(s, w, put):
    for i in range(4):
        put(
            ("map.left", "map.far", "map.near", "map.right")[i],
            phrases.seat(s, w, phrases.seats(s)[i]),
        )
