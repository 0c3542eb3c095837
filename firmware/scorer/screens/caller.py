"""Who coinched, or surcoinched: in the auction, or added to a deal that is corrected."""

from coinche.seats import side_of
from scorer import bidding, phrases
from scorer.choice import Choice
from scorer.screens import strip


def _who(s):
    """(coinche or surcoinche, who may have said it)."""
    if not s.in_auction():
        return "coinche", [seat for seat in "NWSE" if side_of(seat) != side_of(s.taker)]
    return bidding.forced(s) if s.typed[-1] == "!" else bidding.doubles(s)


def ask(s, w):
    seats = _who(s)[1]
    row = [seat if seat in seats else None for seat in phrases.seats(s)]
    return Choice([seat for seat in row if seat], phrases.keyed(s, w), row=row)


def take(s, answer):
    if s.in_auction():
        bidding.double(s, answer)
    else:
        s.tell("c", answer)
        s.go("fix")


def back(s):
    if s.in_auction():
        s.typed = s.typed.rstrip("!")
        bidding.show(s)
    else:
        s.go("taker")


def view(s, w, put):
    strip.contract(s, w, put)
    put("who", " · ".join(phrases.said(s, w)))
    put("ask", w("ask." + _who(s)[0]))
