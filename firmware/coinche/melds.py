"""Declarations: what one is worth, and which side of the table counts (RULES section 9).

Takes what the players announced; whether a hand holds it is their business, but two players cannot
hold one card.  A declaration is {"kind": "run", "length": 3..8, "top": rank, "suit": suit} or
{"kind": "carre", "rank": rank}.
"""

from coinche.cards import DENOMINATIONS, RANKS, SUITS
from coinche.errors import RuleError
from coinche.event import choice, fields, number
from coinche.seats import SEATS, SIDES, next_seat, side_of

_CARRES = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100, "7": 0, "8": 0}
_AT_NO_TRUMP = {"A": "aces", "10": "tens", "J": "jacks", "9": "nines"}
_REASONS = ("carre", "points", "top", "trump")  # the places of rank()
_EQUAL = ("7", "8", "9", "J", "Q", "K", "10", "A")  # carrés of equal points, the highest last


def value(declaration, denomination, profile):
    """Points: runs 20 50 100, carrés by rank, at no-trump by the profile's table."""
    if declaration["kind"] == "run":
        return (20, 50, 100)[min(declaration["length"], 5) - 3]
    rank = declaration["rank"]
    if denomination == "SA" and rank in _AT_NO_TRUMP:
        return profile["melds.SA_carre_" + _AT_NO_TRUMP[rank]]
    return _CARRES[rank]


def rank(declaration, denomination, profile):
    """Compares declarations: carré before run, points, top card, trump before plain."""
    points = value(declaration, denomination, profile)
    if declaration["kind"] == "run":
        is_trump = declaration["suit"] == denomination
        return (0, points, RANKS.index(declaration["top"]), is_trump)
    return (1, points, _EQUAL.index(declaration["rank"]), False)


def _cards(at, declaration):
    """The cards of a checked declaration, as numbers 8 * suit + rank."""
    if type(declaration) is dict and declaration.get("kind") == "carre":
        fields(at, declaration, ("kind", "rank"), ())
        choice(at + ".rank", declaration["rank"], RANKS)
        return [8 * suit + RANKS.index(declaration["rank"]) for suit in range(4)]
    fields(at, declaration, ("kind", "length", "top", "suit"), ())
    choice(at + ".kind", declaration["kind"], ("run", "carre"))
    choice(at + ".suit", declaration["suit"], SUITS)
    choice(at + ".top", declaration["top"], RANKS)
    top = RANKS.index(declaration["top"])
    number(at + ".length", declaration["length"], 3, 8)
    if declaration["length"] > top + 1:
        raise RuleError(at + ".length", "range", 3, top + 1, declaration["length"])
    first = 8 * SUITS.index(declaration["suit"]) + top
    return [first - i for i in range(declaration["length"])]


def check(melds_by_seat, profile):
    """RuleError for declarations that no deal of 32 cards can give."""
    fields("melds", melds_by_seat, (), SEATS)
    owner = {}
    for seat in SEATS:
        announced = melds_by_seat.get(seat, [])
        at = "melds." + seat
        if type(announced) is dict:
            raise RuleError(at, "hands_are_not_read_yet", "list the declarations")
        if type(announced) is not list:
            raise RuleError(at, "must_be", "a list of declarations")
        held = 0
        for i, declaration in enumerate(announced):
            place = "%s[%d]" % (at, i)
            for card in _cards(place, declaration):
                before = owner.get(card)
                if before is None:
                    held += 1
                elif before[0] != seat or before[1] == declaration["kind"]:
                    raise RuleError(place, "card_twice", RANKS[card % 8] + SUITS[card // 8])
                elif not profile["melds.card_reuse"]:
                    raise RuleError(place, "card_twice", "melds.card_reuse is no")
                owner[card] = (seat, declaration["kind"])
        if held > 8:
            raise RuleError(at, "more_than_eight_cards", held)


def contest(denomination, dealer, melds_by_seat, profile):
    """Which side's declarations count: {"winner": side or None, "points", "cancelled", "reason"}.

    cancelled: None, "melds", "deal".  reason: off, none, four (a carré of 7 or 8 cancels), only
    one side has any; carre, points, top, trump decided; tie nobody scores, first the earlier
    speaker.
    """
    choice("denomination", denomination, DENOMINATIONS)
    choice("dealer", dealer, SEATS)
    check(melds_by_seat, profile)
    lost = {"winner": None, "points": 0, "cancelled": None, "reason": "off"}
    if not profile["melds.on"]:
        return lost
    best, speaks = {}, {}  # by side: the rank of its best, who says it first
    points = {"NS": 0, "WE": 0}
    seat = dealer
    for turn in range(4):
        seat = next_seat(seat, profile["deal.direction"])
        side = side_of(seat)
        for declaration in melds_by_seat.get(seat, []):
            worth = value(declaration, denomination, profile)
            if declaration.get("rank") in ("7", "8") and profile["melds.four_7_8"] != "zero":
                lost["cancelled"] = profile["melds.four_7_8"][7:]  # cancel_melds, cancel_deal
            if worth:
                points[side] += worth
                rated = rank(declaration, denomination, profile)
                if side not in best or rated > best[side]:
                    best[side], speaks[side] = rated, turn
    if lost["cancelled"]:
        lost["reason"] = "four"
        return lost
    ours, theirs = [best.get(side) for side in SIDES]
    if ours == theirs:
        if ours is None or profile["melds.tie"] == "nobody":
            lost["reason"] = "tie" if ours else "none"
            return lost
        reason, is_ours = "first", speaks["NS"] < speaks["WE"]
    elif ours is None or theirs is None:
        reason, is_ours = "only", theirs is None
    else:
        reason = next(_REASONS[i] for i in range(4) if ours[i] != theirs[i])
        is_ours = ours > theirs
    winner = SIDES[0 if is_ours else 1]
    return {"winner": winner, "points": points[winner], "cancelled": None, "reason": reason}
