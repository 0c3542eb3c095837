"""Declarations and their contest: a second reading of RULES section 9 (and 2 for the seats).

Naive: every subset of a hand's carrés is tried, the runs of what is left are read off the natural
order, and the best declarations are compared as tuples.  Written without a look at the code under
test.

A declaration is a dict as in examples.json: {"kind": "run", "length", "top", "suit"} or
{"kind": "carre", "rank"}.
"""

from itertools import combinations

SUITS = "SHDC"
NATURAL = ["7", "8", "9", "10", "J", "Q", "K", "A"]
CARRE_ORDER = ["A", "10", "K", "Q", "J", "9", "8", "7"]  # of equal points, the higher first
ANTICLOCKWISE = ["N", "W", "S", "E"]
CLOCKWISE = ["N", "E", "S", "W"]
SIDE = {"N": "NS", "S": "NS", "W": "WE", "E": "WE"}


def points(P, denomination, one):
    """9.1"""
    if one["kind"] == "run":
        return {3: 20, 4: 50}.get(one["length"], 100)
    if denomination == "SA":
        name = {"A": "aces", "10": "tens", "J": "jacks", "9": "nines"}.get(one["rank"])
        if name:
            return P["melds.SA_carre_" + name]
    return {"J": 200, "9": 150, "8": 0, "7": 0}.get(one["rank"], 100)


def rank(P, denomination, one):
    """9.3 as a tuple: the higher declaration has the greater one."""
    worth = points(P, denomination, one)
    if one["kind"] == "carre":
        return (1, worth, -CARRE_ORDER.index(one["rank"]), 0)
    return (0, worth, NATURAL.index(one["top"]), 1 if one["suit"] == denomination else 0)


def carres(P, denomination, hand):
    """The carrés of a hand that are declarations: one worth 0 is none."""
    found = [
        {"kind": "carre", "rank": r} for r in NATURAL if all(r + s in hand for s in SUITS)
    ]  # fmt: skip
    return [one for one in found if points(P, denomination, one) > 0]


def runs(hand):
    """The maximal runs of three cards or more: every stretch that cannot be made longer."""
    found = []
    for suit in SUITS:
        has = [r + suit in hand for r in NATURAL]
        for low in range(8):
            for high in range(low + 2, 8):
                whole = all(has[low : high + 1])
                longer = (low > 0 and has[low - 1]) or (high < 7 and has[high + 1])
                if whole and not longer:
                    found.append(
                        {
                            "kind": "run",
                            "length": high - low + 1,
                            "top": NATURAL[high],
                            "suit": suit,
                        }
                    )
    return found


def total(P, denomination, declarations):
    return sum(points(P, denomination, one) for one in declarations)


def best(P, denomination, declarations):
    """The rank of the highest declaration, () where there is none: lower than any other."""
    return max([rank(P, denomination, one) for one in declarations], default=())


def choices(P, denomination, hand):
    """9.2: every set of declarations that the hand may choose, before the best is taken."""
    have = carres(P, denomination, hand)
    if P["melds.card_reuse"]:
        return [have + runs(hand)]
    found = []
    for n in range(len(have) + 1):
        for kept in combinations(have, n):
            used = [one["rank"] for one in kept]
            rest = [card for card in hand if card[:-1] not in used]
            found.append(list(kept) + runs(rest))
    return found


def values(P, denomination, hand):
    """(points of the hand's best declarations, rank of the highest of them, () for none)."""
    return max(
        (total(P, denomination, c), best(P, denomination, c))
        for c in choices(P, denomination, hand)
    )


def cancels(hand_or_list):
    """Four sevens or four eights: in the cards where they are known, else in the announcement."""
    if isinstance(hand_or_list, dict):
        hand = hand_or_list["hand"]
        return any(all(r + s in hand for s in SUITS) for r in ("7", "8"))
    return any(one["kind"] == "carre" and one["rank"] in ("7", "8") for one in hand_or_list)


def contest(P, denomination, dealer, melds):
    """{"winner": side or None, "points", "cancelled": None, "melds" or "deal"}: 9.4 and 9.5.

    melds: {seat: {"hand": [cards]} or [declarations as announced]}; a seat may be missing.
    """
    nothing = {"winner": None, "points": 0, "cancelled": None}
    if not P["melds.on"]:
        return nothing
    if P["melds.four_7_8"] != "zero" and any(cancels(of) for of in melds.values()):
        return {
            "winner": None,
            "points": 0,
            "cancelled": {"cancel_melds": "melds", "cancel_deal": "deal"}[P["melds.four_7_8"]],
        }
    worth, height = {}, {}
    for seat in ANTICLOCKWISE:
        of = melds.get(seat, [])
        if isinstance(of, dict):
            worth[seat], height[seat] = values(P, denomination, of["hand"])
        else:
            counted = [one for one in of if points(P, denomination, one) > 0]
            worth[seat] = total(P, denomination, counted)
            height[seat] = best(P, denomination, counted)
    highest = max(height.values())
    if highest == ():
        return nothing
    holders = [seat for seat in ANTICLOCKWISE if height[seat] == highest]
    if len({SIDE[seat] for seat in holders}) == 2:
        if P["melds.tie"] == "nobody":
            return nothing
        circle = ANTICLOCKWISE if P["deal.direction"] == "ccw" else CLOCKWISE
        first = circle.index(dealer) + 1
        speakers = [circle[(first + i) % 4] for i in range(4)]
        holders = [min(holders, key=speakers.index)]
    side = SIDE[holders[0]]
    return {
        "winner": side,
        "points": sum(worth[seat] for seat in ANTICLOCKWISE if SIDE[seat] == side),
        "cancelled": None,
    }
