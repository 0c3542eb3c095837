"""Declarations: what a hand can declare, what one is worth, which side of the table counts, and
what becomes of a late one (RULES section 9).

Takes what the players announced, or their hands; whether a player who announces holds the cards is
the table's business, but two players cannot hold one card.  A declaration is {"kind": "run",
"length": 3..8, "top": rank, "suit": suit} or {"kind": "carre", "rank": rank}.
"""

from coinche.cards import DENOMINATIONS, RANKS, SUITS, name, numbers
from coinche.checks import choice, fields, number
from coinche.errors import RuleError
from coinche.seats import SEATS, SIDES, next_seat, other, side_of

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
    """The cards of a checked declaration, as numbers."""
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


def of_hand(hand, denomination, profile):
    """The declarations of a hand that are worth something, the highest first: with
    melds.card_reuse all carrés and all whole runs, else those without a common card that are worth
    most."""
    choice("denomination", denomination, DENOMINATIONS)
    cards = numbers(hand)
    carres = [{"kind": "carre", "rank": RANKS[r]} for r in range(8) if _has_four(cards, r)]
    carres = [carre for carre in carres if value(carre, denomination, profile)]
    if profile["melds.card_reuse"]:
        chosen = carres + _runs(cards)
    else:
        chosen, most = [], None
        for bits in range(1 << len(carres)):
            some = [carre for i, carre in enumerate(carres) if bits >> i & 1]
            used = [RANKS.index(carre["rank"]) for carre in some]
            some += _runs([card for card in cards if card % 8 not in used])
            ranks = [rank(one, denomination, profile) for one in some]
            worth = sum([one[1] for one in ranks]), max(ranks) if ranks else ()
            if most is None or worth > most:
                chosen, most = some, worth
    return sorted(chosen, key=lambda one: rank(one, denomination, profile), reverse=True)


def _has_four(cards, rank):
    return all(8 * suit + rank in cards for suit in range(4))


def _runs(cards):
    """The longest runs of three or more among cards as numbers."""
    out = []
    for suit in range(4):
        length = 0
        for at in range(9):
            if at < 8 and 8 * suit + at in cards:
                length += 1
                continue
            if length > 2:
                top = RANKS[at - 1]
                out.append({"kind": "run", "length": length, "top": top, "suit": SUITS[suit]})
            length = 0
    return out


def check(melds_by_seat, profile):
    """RuleError for declarations or hands that no deal of 32 cards can give."""
    fields("melds", melds_by_seat, (), SEATS)
    owner = {}
    for seat in SEATS:
        announced = melds_by_seat.get(seat, [])
        at = "melds." + seat
        if type(announced) is dict:
            fields(at, announced, ("hand",), ())
            for i, card in enumerate(numbers(announced["hand"], (), at + ".hand")):
                if card in owner:
                    raise RuleError("%s.hand[%d]" % (at, i), "card_twice", name(card))
                owner[card] = (seat, "hand")
            continue
        if type(announced) is not list:
            raise RuleError(at, "must_be", "a list of declarations, or a hand")
        held = 0
        for i, declaration in enumerate(announced):
            place = "%s[%d]" % (at, i)
            for card in _cards(place, declaration):
                kind = declaration["kind"]
                before = owner.get(card, (seat, ""))
                held += not before[1]
                if before[0] != seat or kind in before[1]:
                    raise RuleError(place, "card_twice", name(card))
                if before[1] and not profile["melds.card_reuse"]:
                    raise RuleError(place, "card_twice", "melds.card_reuse is no")
                owner[card] = (seat, before[1] + kind)
        if held > 8:
            raise RuleError(at, "more_than_eight_cards", held)


def _announced(told, denomination, profile):
    """(the declarations of a seat, whether it holds four sevens or four eights)."""
    if type(told) is dict:
        cards = numbers(told["hand"])
        is_four = _has_four(cards, 0) or _has_four(cards, 1)
        return of_hand(told["hand"], denomination, profile), is_four
    return told, any(one.get("rank") in ("7", "8") for one in told)


def contest(denomination, dealer, melds_by_seat, profile):
    """Which side's declarations count: {"winner": side or None, "points", "cancelled", "reason"}.

    melds_by_seat: {seat: its declarations, or {"hand": its cards}}.
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
        told, is_four = _announced(melds_by_seat.get(seat, []), denomination, profile)
        if is_four and profile["melds.four_7_8"] != "zero":
            lost["cancelled"] = profile["melds.four_7_8"][7:]  # cancel_melds, cancel_deal
        for declaration in told:
            worth = value(declaration, denomination, profile)
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


def is_late(cards_played, trick, profile):
    """Whether a declaration comes too late and is lost (RULES 9.6).  cards_played: by the player
    who declares, in the deal, 0..8; trick: the one that is being played, 1..8."""
    number("cards_played", cards_played, 0, 8)
    number("trick", trick, 1, 8)
    if profile["melds.deadline"] == "own_first_card":
        return cards_played > 0
    return trick > 1


def not_shown(side, points, profile):
    """What declarations of `side` that were announced and cannot be shown cost: the event that
    writes them to the other side, or None where they are only void (pen.false_meld)."""
    choice("side", side, SIDES)
    number("points", points, 1)
    if profile["pen.false_meld"] == "void":
        return None
    return {
        "event": "penalty",
        "to": other(side),
        "points": points,
        "why": "false_meld",
        "ends_deal": False,
    }
