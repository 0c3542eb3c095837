"""Whose name: the four seats. Names are optional; without them the seats are written in full (an O
alone reads as a zero)."""

from scorer import phrases
from scorer.screens import dealer


def ask(s, w):
    choice = dealer.seats(s, w, "N")
    choice.labels["clear"] = w("names.clear")
    choice.holds = ("clear" if s.names else None, None)
    return choice


def take(s, answer):
    if answer == "clear":
        s.names = {}
        s.save()
        s.go("names")
        return
    s.taker = answer
    s.typed = ""
    s.go("letters")


def back(s):
    s.go("setup")


def view(s, w, put):
    put("title", w("setup.names").upper())
    put("question", w("ask.names"))
    dealer.show_map(s, w, put)
    put("text", w("names.sides", phrases.pair(s, w, "NS"), phrases.pair(s, w, "WE")), row=0)
