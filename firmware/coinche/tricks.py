"""The play of one trick: which cards of a hand may be played, and why; who wins the trick and what
it holds (RULES section 7).

A trick is a list of (seat, card) in the order of play, a hand a list of cards: "JH", "10S".
Reasons: lead, follow, must_go_over, cannot_overtrump, must_trump, must_overtrump, undertrump,
may_discard, partner_winning.  What a wrong card costs is faults.py's, what a pile is worth
deal.py's.
"""

from coinche.cards import DENOMINATIONS, RANKS, SUITS, strength, value
from coinche.errors import RuleError
from coinche.event import choice
from coinche.seats import SEATS, partner


def legal(hand, trick, seat, denomination, profile):
    """(cards of the hand that may be played, the reason). RuleError "hand[2]", "trick[0]", "seat"
    for what no table can show. Whose turn it is does not matter: only who wins so far does."""
    choice("denomination", denomination, DENOMINATIONS)
    _trick(trick, 3)
    choice("seat", seat, SEATS)
    if seat in [played for played, _ in trick]:
        raise RuleError("seat", "has_played", seat)
    _hand(hand, trick)
    if not trick:
        return list(hand), "lead"
    suit = trick[0][1][-1]
    winning_seat, winning = best(trick, denomination)
    is_partner = winning_seat == partner(seat)
    own = [card for card in hand if card[-1] == suit]
    if denomination == "SA":
        return (own, "follow") if own else (list(hand), "may_discard")
    if denomination in ("TA", suit):
        if not own:
            return list(hand), "may_discard"
        duty = "overtake_all_trump" if denomination == "TA" else "overtrump_partner_on_trump_lead"
        up = _higher(own, winning, denomination)
        if not up:
            return own, "cannot_overtrump"
        if is_partner and not profile["play." + duty]:
            return own, "partner_winning"
        return up, "must_go_over"
    if own:
        return own, "follow"
    return _void(hand, winning, is_partner, denomination, profile)


def _void(hand, winning, is_partner, denomination, profile):
    """The same for a hand without the plain suit that was led, in a suit contract."""
    trumps = [card for card in hand if card[-1] == denomination]
    if not trumps:
        return list(hand), "may_discard"
    ruffed = winning[-1] == denomination
    up = _higher(trumps, winning, denomination) if ruffed else trumps
    only_trumps = len(trumps) == len(hand)
    if is_partner:
        rule = profile["play.void_partner_winning"]
        if rule == "free":
            bound = ruffed and only_trumps
            bound = bound and profile["play.only_trumps_on_partner_ruff"] == "overtrump"
        else:
            bound = rule == "must_ruff" or ruffed and only_trumps and up
        if not bound:
            if rule == "free_but_overtrump" and up:
                return [c for c in hand if c in up or c not in trumps], "partner_winning"
            return list(hand), "partner_winning"
    elif ruffed and not up and profile["play.undertrump"] == "may":
        return list(hand), "may_discard"
    if not ruffed:
        return trumps, "must_trump"
    return (up, "must_overtrump") if up else (trumps, "undertrump")


def winner(trick, denomination, profile):
    """(seat that takes the four cards, native points on them without the last trick)."""
    choice("denomination", denomination, DENOMINATIONS)
    _trick(trick, 4)
    if len(trick) < 4:
        raise RuleError("trick", "must_be", "four cards")
    points = sum([value(card, denomination, profile) for _, card in trick])
    return best(trick, denomination)[0], points


def best(trick, denomination):
    """(seat, card) that wins a checked trick so far."""
    holder, winning = trick[0]
    for seat, card in trick[1:]:
        if card[-1] == winning[-1]:
            beats = strength(card, denomination) > strength(winning, denomination)
        else:
            beats = card[-1] == denomination
        if beats:
            holder, winning = seat, card
    return holder, winning


def _higher(cards, winning, denomination):
    floor = strength(winning, denomination)
    return [card for card in cards if strength(card, denomination) > floor]


def _card(at, card):
    if type(card) is not str or card[:-1] not in RANKS or card[-1:] not in SUITS:
        raise RuleError(at, "choice", card)


def _trick(trick, most):
    if type(trick) not in (list, tuple) or len(trick) > most:
        raise RuleError("trick", "must_be", "a list of at most %d [seat, card]" % most)
    seen = []
    for i, play in enumerate(trick):
        at = "trick[%d]" % i
        if type(play) not in (list, tuple) or len(play) != 2:
            raise RuleError(at, "must_be", "[seat, card]")
        seat, card = play
        choice(at, seat, SEATS)
        _card(at, card)
        if card in seen:
            raise RuleError(at, "card_twice", card)
        if seat in seen:
            raise RuleError(at, "has_played", seat)
        seen += [seat, card]


def _hand(hand, trick):
    if type(hand) not in (list, tuple) or not 1 <= len(hand) <= 8:
        raise RuleError("hand", "must_be", "a list of 1 to 8 cards")
    seen = [card for _, card in trick]
    for i, card in enumerate(hand):
        _card("hand[%d]" % i, card)
        if card in seen:
            raise RuleError("hand[%d]" % i, "card_twice", card)
        seen.append(card)
