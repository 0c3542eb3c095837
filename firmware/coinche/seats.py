"""Seats and sides (RULES section 2): absolute, as seen from above with N at the top. SEATS is one
round of an anticlockwise deal: the next seat is the right-hand neighbour."""

from coinche.errors import RuleError

SEATS = ("N", "W", "S", "E")
SIDES = ("NS", "WE")


def side_of(seat):
    if seat not in SEATS:
        raise RuleError("seat", "choice", seat)
    return SIDES[SEATS.index(seat) & 1]


def other(side):
    return SIDES[1 - SIDES.index(side)]


def partner(seat):
    return SEATS[SEATS.index(seat) ^ 2]


def next_seat(seat, direction="ccw"):
    """The next to deal, bid or play: the right-hand neighbour with "ccw", the left with "cw"."""
    return SEATS[SEATS.index(seat) + (1 if direction == "ccw" else 3) & 3]
