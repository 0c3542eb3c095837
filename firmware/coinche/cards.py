"""Cards: points and strength (RULES section 3).  A card is its rank, then its suit: "10S".  What a
pile is worth after conversion is in deal.py, seats are in seats.py; legal play is elsewhere."""

from coinche.errors import RuleError

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


def rank_of(card):
    """0..7 in the order of RANKS; RuleError "card" for what is no card."""
    if type(card) is not str or card[-1:] not in SUITS or card[:-1] not in RANKS:
        raise RuleError("card", "choice", card)
    return RANKS.index(card[:-1])


def is_trump(card, denomination):
    """All-trump: every card.  No-trump: none."""
    return denomination == "TA" or card[-1] == denomination


def strength(card, denomination):
    """0..7 among the cards of its suit.  That a trump beats a plain suit is left to the trick."""
    rank = rank_of(card)
    return (_TRUMP_ORDER if is_trump(card, denomination) else _PLAIN_ORDER)[rank]


def value(card, denomination, profile):
    """Native points of the card: as it is counted on the table, before any conversion."""
    rank = rank_of(card)
    if denomination == "SA":
        return (_ACE19 if profile["pile.SA_method"] == "ace19" else _PLAIN)[rank]
    if denomination == "TA":
        return _TABLES.get(profile["pile.TA_method"], _TRUMP)[rank]
    return (_TRUMP if card[-1] == denomination else _PLAIN)[rank]
