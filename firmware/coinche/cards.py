"""Cards: points and strength (RULES section 3).  A card is its rank, then its suit: "10S".  What a
pile is worth after conversion is in deal.py, seats are in seats.py, legal play in tricks.py."""

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


# a card as a number: 8 times the place of its suit in SUITS, plus that of its rank in RANKS.  One
# look in a dict, because MicroPython looks every slice of a str up among its names; filled by the
# first who asks, because an auction has no cards.
_NUMBERS = {}


def number(card, at="card", place=None):
    """0..31; RuleError at that field, or at that place in it, for what is no card."""
    if not _NUMBERS:
        _NUMBERS.update([(RANKS[i & 7] + SUITS[i >> 3], i) for i in range(32)])
    found = _NUMBERS.get(card) if type(card) is str else None
    if found is None:
        raise RuleError(at if place is None else "%s[%d]" % (at, place), "choice", card)
    return found


def numbers(hand, played=(), at="hand"):
    """The numbers of a hand of one to eight cards; RuleError where one is there twice, or among
    the numbers that were played."""
    if type(hand) not in (list, tuple) or not 1 <= len(hand) <= 8:
        raise RuleError(at, "must_be", "a list of 1 to 8 cards")
    out = []
    for i in range(len(hand)):
        card = number(hand[i], at, i)
        if card in out or card in played:
            raise RuleError("%s[%d]" % (at, i), "card_twice", hand[i])
        out.append(card)
    return out


def name(number):
    """The card of a number."""
    return RANKS[number & 7] + SUITS[number >> 3]


def strengths(denomination):
    """For each suit of SUITS the strength of its ranks, 0..7.  That a trump beats a plain suit is
    left to the trick."""
    return [_TRUMP_ORDER if denomination in ("TA", suit) else _PLAIN_ORDER for suit in SUITS]


def value(card, denomination, profile):
    """Native points of the card: as it is counted on the table, before any conversion."""
    rank = number(card) & 7
    if denomination == "SA":
        return (_ACE19 if profile["pile.SA_method"] == "ace19" else _PLAIN)[rank]
    if denomination == "TA":
        return _TABLES.get(profile["pile.TA_method"], _TRUMP)[rank]
    return (_TRUMP if card[-1] == denomination else _PLAIN)[rank]
