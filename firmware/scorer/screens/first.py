"""Who deals first, by choice or by lot: the one thing about a new match that cannot be known. The
answer begins the match."""

from scorer.screens import dealer


def ask(s, w):
    return dealer.seats(s, w, "N", ("lot", None))


def take(s, answer):
    rules, target = s.chosen()
    s.begin(rules, target, "NWSE"[s.lot(4)] if answer == "lot" else answer)


def back(s):
    s.go("setup")


def view(s, w, put):
    put("title", w("setup.title"))
    put("question", w("ask.first"))
    dealer.show_map(s, w, put)
