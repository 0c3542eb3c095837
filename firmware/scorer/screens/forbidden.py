"""A bid that the rules of this table forbid: why, and whether it stands all the same."""

from scorer import bidding, phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    labels = {"refuse": w("agree.no"), "stands": w("stands")}
    return Choice(["refuse", "stands"], labels, row=["refuse", None, None, "stands"])


def take(s, answer):
    if answer == "stands":
        bidding.bid(s, s.facts["denomination"], "!")
    else:
        back(s)


def back(s):
    del s.facts["denomination"], s.facts["level"]
    s.go("suit")


def view(s, w, put):
    strip.contract(s, w, put)
    facts = s.facts
    put("who", w("forbidden", phrases.seat(s, w, s.taker), phrases.contract(s, w, facts)))
    put("ask", w("why." + bidding.why_not(s, str(facts["contract"]), facts["denomination"])))
