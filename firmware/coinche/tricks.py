"""The play of one trick: which cards of a hand may be played, and why; who wins the trick and what
it holds (RULES section 7).

A trick is a list of (seat, card) in the order of play, a hand a list of cards: "JH", "10S".
Reasons: lead, follow, must_go_over, cannot_overtrump, must_trump, must_overtrump, undertrump,
may_discard, partner_winning.  What a wrong card costs is faults.py's, what a pile is worth
deal.py's.
"""

from coinche.cards import DENOMINATIONS, SUITS, number, numbers, strengths, value
from coinche.checks import choice
from coinche.errors import RuleError
from coinche.seats import SEATS, partner


def legal(hand, trick, seat, denomination, profile):
    """(cards of the hand that may be played, the reason). RuleError "hand[2]", "trick[0]", "seat"
    for what no table can show. Whose turn it is does not matter: only who wins so far does."""
    choice("denomination", denomination, DENOMINATIONS)
    played = _trick(trick, 3)
    choice("seat", seat, SEATS)
    if seat in played:
        raise RuleError("seat", "has_played", seat)
    cards = numbers(hand, played)
    if not trick:
        return list(hand), "lead"
    may, reason = _may(cards, played, seat, denomination, profile)
    if may is cards:
        return list(hand), reason
    return [hand[i] for i in range(len(hand)) if cards[i] in may], reason


def _may(cards, played, seat, denomination, profile):
    """(the numbers of those that may be played, the reason); cards itself where all may."""
    order = strengths(denomination)
    led = played[1] >> 3
    at = _best(played, denomination, order)
    winning, is_partner = played[at + 1], played[at] == partner(seat)
    own = [card for card in cards if card >> 3 == led]
    if denomination == "SA":
        return (own, "follow") if own else (cards, "may_discard")
    if denomination in ("TA", SUITS[led]):
        if not own:
            return cards, "may_discard"
        duty = "overtake_all_trump" if denomination == "TA" else "overtrump_partner_on_trump_lead"
        up = _higher(own, winning, order)
        if not up:
            return own, "cannot_overtrump"
        if is_partner and not profile["play." + duty]:
            return own, "partner_winning"
        return up, "must_go_over"
    if own:
        return own, "follow"
    trump = SUITS.index(denomination)
    trumps = [card for card in cards if card >> 3 == trump]
    if not trumps:
        return cards, "may_discard"
    ruffed = winning >> 3 == trump
    up = _higher(trumps, winning, order) if ruffed else trumps
    if is_partner:
        bound, may = _partner(cards, trumps, up, ruffed, profile)
        if not bound:
            return may, "partner_winning"
    elif ruffed and not up and profile["play.undertrump"] == "may":
        return cards, "may_discard"
    if not ruffed:
        return trumps, "must_trump"
    return (up, "must_overtrump") if up else (trumps, "undertrump")


def _partner(cards, trumps, up, ruffed, profile):
    """(whether the duty to trump stays, else what may be played) of a void hand with trumps whose
    partner is winning."""
    rule = profile["play.void_partner_winning"]
    only_trumps = len(trumps) == len(cards)
    if rule == "must_ruff":
        return True, None
    if not ruffed:
        return False, cards
    if rule == "free":
        return only_trumps and profile["play.only_trumps_on_partner_ruff"] == "overtrump", cards
    if not up:
        return False, cards
    return only_trumps, [card for card in cards if card in up or card not in trumps]


def winner(trick, denomination, profile):
    """(seat that takes the four cards, native points on them without the last trick)."""
    choice("denomination", denomination, DENOMINATIONS)
    if type(trick) in (list, tuple) and len(trick) < 4:
        _trick(trick, 4)
        raise RuleError("trick", "must_be", "four cards")
    return master(trick, denomination, profile)


def master(trick, denomination, profile):
    """The same so far, of one to four cards."""
    choice("denomination", denomination, DENOMINATIONS)
    played = _trick(trick, 4)
    if not played:
        raise RuleError("trick", "must_be", "one to four cards")
    points = sum([value(card, denomination, profile) for _, card in trick])
    return played[_best(played, denomination, strengths(denomination))], points


def _best(played, denomination, order):
    """Where in [seat, card, seat, card ...] the one is that wins so far."""
    best, winning = 0, played[1]
    for at in range(2, len(played), 2):
        card = played[at + 1]
        if card >> 3 == winning >> 3:
            suit = order[card >> 3]
            beats = suit[card & 7] > suit[winning & 7]
        else:
            beats = SUITS[card >> 3] == denomination
        if beats:
            best, winning = at, card
    return best


def _higher(cards, winning, order):
    """Those of one suit that beat the winning card."""
    suit = order[winning >> 3]
    floor = suit[winning & 7]
    return [card for card in cards if suit[card & 7] > floor]


def _trick(trick, most):
    """[seat, card, seat, card ...] of a trick, the cards as numbers."""
    if type(trick) not in (list, tuple) or len(trick) > most:
        raise RuleError("trick", "must_be", "a list of at most %d [seat, card]" % most)
    played = []
    for i in range(len(trick)):
        play = trick[i]
        if type(play) not in (list, tuple) or len(play) != 2:
            raise RuleError("trick[%d]" % i, "must_be", "[seat, card]")
        seat, card = play
        if seat not in SEATS:
            choice("trick[%d]" % i, seat, SEATS)
        card = number(card, "trick", i)
        if card in played:
            raise RuleError("trick[%d]" % i, "card_twice", play[1])
        if seat in played:
            raise RuleError("trick[%d]" % i, "has_played", seat)
        played += (seat, card)
    return played
