# Cards, seats and sides (RULES sections 2 and 3).  Seats are absolute, from above with N at the
# top; the tuple SEATS is one round of an anticlockwise deal.  A card is its rank, then its suit:
# "10S". What a pile is worth after conversion is in deal.py; legal play is elsewhere.

from coinche.errors import RuleError

SEATS = ("N", "W", "S", "E")
SIDES = ("NS", "WE")
SUITS = ("S", "H", "D", "C")
DENOMINATIONS = ("S", "H", "D", "C", "SA", "TA")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")  # the natural order, that of runs

# points of a suit by rank, in the order of RANKS (RULES sections 3 and 10)
_TRUMP = (0, 0, 14, 10, 20, 3, 4, 11)
_PLAIN = (0, 0, 0, 10, 2, 3, 4, 11)
_ACE19 = (0, 0, 0, 10, 2, 3, 4, 19)
_TABLES = {"table_J13_Q2": (0, 0, 9, 5, 13, 2, 3, 6), "table_J14_Q1": (0, 0, 9, 5, 14, 1, 3, 6)}

# strength by rank, 7 the highest
_TRUMP_ORDER = (0, 1, 6, 4, 7, 2, 3, 5)
_PLAIN_ORDER = (0, 1, 2, 6, 3, 4, 5, 7)


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


def rank_of(card):
    if card[-1:] not in SUITS or card[:-1] not in RANKS:
        raise RuleError("card", "choice", card)
    return RANKS.index(card[:-1])


def is_trump(card, denomination):
    """All-trump: every card.  No-trump: none."""
    return denomination == "TA" or card[-1] == denomination


def strength(card, denomination):
    """0..7 among the cards of its suit.  That a trump beats a plain suit is left to the trick."""
    return (_TRUMP_ORDER if is_trump(card, denomination) else _PLAIN_ORDER)[rank_of(card)]


def value(card, denomination, profile):
    """Native points of the card: as it is counted on the table, before any conversion."""
    rank = rank_of(card)
    if denomination == "SA":
        return (_ACE19 if profile["pile.SA_method"] == "ace19" else _PLAIN)[rank]
    if denomination == "TA":
        return _TABLES.get(profile["pile.TA_method"], _TRUMP)[rank]
    return (_TRUMP if card[-1] == denomination else _PLAIN)[rank]
