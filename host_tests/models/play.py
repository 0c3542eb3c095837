"""Legal cards and trick winners: a second reading of RULES sections 3, 7 and 10 (card values).

Naive: each card of the hand is judged alone by the text of section 7, and the winning card is
found by comparing cards in pairs.  Written without a look at the code under test.

P is a dict of all parameters, a trick [[seat, card], ...] in order of play.
"""

PARTNER = {"N": "S", "S": "N", "W": "E", "E": "W"}
NATURAL = ["7", "8", "9", "10", "J", "Q", "K", "A"]
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "10", "A"]  # low to high
TRUMP_ORDER = ["7", "8", "Q", "K", "10", "A", "9", "J"]

PLAIN_POINTS = {"J": 2, "9": 0, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
# section 10, the tables of all-trump
J13_Q2 = {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2, "8": 0, "7": 0}
J14_Q1 = {"J": 14, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 1, "8": 0, "7": 0}


def rank(card):
    return card[:-1]


def suit(card):
    return card[-1]


def is_trump(denomination, card):
    """Of the suit that beats the others: there is none at no-trump and none at all-trump."""
    return suit(card) == denomination


def strength(denomination, card):
    """How high a card stands in its own suit."""
    if denomination == "TA" or is_trump(denomination, card):
        return TRUMP_ORDER.index(rank(card))
    return PLAIN_ORDER.index(rank(card))


def beats(denomination, card, other):
    """card, played later, takes the trick from other, which holds it so far."""
    if suit(card) == suit(other):
        return strength(denomination, card) > strength(denomination, other)
    return is_trump(denomination, card)


def winning(denomination, trick):
    """(seat, card) that wins the trick so far: no later card beats it, and it was not beaten.

    A card of a suit that was not led, and no trump, never wins: it beats nothing that does.
    """
    seat, card = trick[0]
    for later_seat, later in trick[1:]:
        if beats(denomination, later, card):
            seat, card = later_seat, later
    return seat, card


def points(P, denomination, card):
    """Section 10: what a card counts in the pile of its taker, before any conversion."""
    if denomination == "SA":
        if rank(card) == "A" and P["pile.SA_method"] == "ace19":
            return 19
        return PLAIN_POINTS[rank(card)]
    if denomination == "TA":
        table = {"table_J13_Q2": J13_Q2, "table_J14_Q1": J14_Q1}.get(
            P["pile.TA_method"], TRUMP_POINTS
        )
        return table[rank(card)]
    return (TRUMP_POINTS if is_trump(denomination, card) else PLAIN_POINTS)[rank(card)]


def winner(P, denomination, trick):
    """(seat, card points without the last trick) of a trick of four."""
    return (
        winning(denomination, trick)[0],
        sum(points(P, denomination, card) for _, card in trick),
    )


def _may(P, denomination, hand, trick, seat, card):
    """True where the text of section 7 lets this one card be played."""
    if not trick:
        return True
    led = suit(trick[0][1])
    master, best = winning(denomination, trick)
    partner_wins = master == PARTNER[seat]
    has_led = any(suit(c) == led for c in hand)
    follows = suit(card) == led

    if denomination == "SA":
        return follows or not has_led

    if denomination == "TA":
        if not has_led:
            return True
        if not follows:
            return False
        someone_beats = any(beats(denomination, c, best) for c in hand)
        if not someone_beats:
            return True
        if partner_wins and not P["play.overtake_all_trump"]:
            return True
        return beats(denomination, card, best)

    trumps = [c for c in hand if is_trump(denomination, c)]
    if led == denomination:
        if not trumps:
            return True
        if not is_trump(denomination, card):
            return False
        if not any(beats(denomination, c, best) for c in trumps):
            return True
        if partner_wins and not P["play.overtrump_partner_on_trump_lead"]:
            return True
        return beats(denomination, card, best)

    # a plain suit is led
    if has_led:
        return follows
    if not trumps:
        return True
    # void, with trumps; over: a trump above the winning card, any trump where none is winning
    over = is_trump(denomination, card) and beats(denomination, card, best)
    can_go_over = any(beats(denomination, c, best) for c in trumps)
    if partner_wins:
        rule = P["play.void_partner_winning"]
        if rule == "free":
            excepted = (
                len(trumps) == len(hand)
                and is_trump(denomination, best)
                and P["play.only_trumps_on_partner_ruff"] == "overtrump"
            )
            return over or not can_go_over if excepted else True
        if rule == "free_but_overtrump":
            return not is_trump(denomination, card) or over or not can_go_over
        assert rule == "must_ruff"
        return is_trump(denomination, card) and (over or not can_go_over)
    if can_go_over:
        return over
    return is_trump(denomination, card) or P["play.undertrump"] == "may"


def _reason(P, denomination, hand, trick, seat, legal):
    """The id of section 7 for a set of legal cards."""
    if not trick:
        return "lead"
    led = suit(trick[0][1])
    master, best = winning(denomination, trick)
    partner_wins = master == PARTNER[seat]
    has_led = [c for c in hand if suit(c) == led]
    has_trump = [c for c in hand if is_trump(denomination, c)]

    if denomination == "TA" or led == denomination:
        if not has_led:
            return "may_discard"
        exempt = not P[
            "play.overtake_all_trump"
            if denomination == "TA"
            else "play.overtrump_partner_on_trump_lead"
        ]
        if not any(beats(denomination, c, best) for c in has_led):
            return "cannot_overtrump"
        return "partner_winning" if partner_wins and exempt else "must_go_over"
    if has_led:
        return "follow"
    if not has_trump:  # so every void player at no-trump
        return "may_discard"

    only_trumps = len(has_trump) == len(hand)
    ruffed = is_trump(denomination, best)
    all_over = all(is_trump(denomination, c) and beats(denomination, c, best) for c in legal)
    if not partner_wins:
        if all_over:
            return "must_overtrump" if ruffed else "must_trump"
        return "undertrump" if P["play.undertrump"] == "must" else "may_discard"
    # the partner is winning
    rule = P["play.void_partner_winning"]
    if rule == "must_ruff":
        if all_over:
            return "must_overtrump" if ruffed else "must_trump"
        return "undertrump"
    if only_trumps and ruffed:
        if rule == "free_but_overtrump":
            return "must_overtrump" if all_over else "partner_winning"
        if P["play.only_trumps_on_partner_ruff"] == "overtrump":
            return "must_overtrump" if all_over else "undertrump"
    return "partner_winning"


def legal(P, denomination, hand, trick, seat):
    """(set of the cards that may be played, reason)."""
    cards = {c for c in hand if _may(P, denomination, hand, trick, seat, c)}
    assert cards, (hand, trick)
    return cards, _reason(P, denomination, hand, trick, seat, cards)
