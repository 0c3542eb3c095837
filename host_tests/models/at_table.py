"""A truthful player who looks at the hand and the trick: answers what mayplay.ask wants to know,
and picks the cards that its verdict names.  Knows no rules but which card beats which (play.py).
"""

from models.play import PARTNER, beats, is_trump, suit, winning


def answer(question, offered, denomination, hand, trick, seat):
    """The id of what is true, among those that are offered."""
    if not trick:
        return "lead"
    led = suit(trick[0][1])
    master, best = winning(denomination, trick)
    follows = [card for card in hand if suit(card) == led]
    trumps = [card for card in hand if is_trump(denomination, card)]
    over = "higher" if any(beats(denomination, card, best) for card in hand) else "lower"
    mixed = len(trumps) < len(hand)
    if question == "led":
        if led == denomination:
            return "trump"
        return "follow" if follows else "ruff" if trumps else "none"
    if question == "mine":
        return over if follows else "none"
    if question == "who":
        who = "partner" if master == PARTNER[seat] else "opponent"
        ruff = who + "_ruff"
        return ruff if led != suit(best) and ruff in offered else who
    if question == "beat":
        return over
    if question == "only":
        return "mixed" if mixed else over
    assert question == "both"
    return "lower" if over == "lower" else "mixed" if mixed else "only"


def cards(which, denomination, hand, trick):
    """The cards of the hand that the verdict means."""
    if which == "any":
        return set(hand)
    best = winning(denomination, trick)[1]
    over = {card for card in hand if beats(denomination, card, best)}
    trumps = {card for card in hand if is_trump(denomination, card)}
    if which == "not_under":
        return set(hand) - trumps | over
    return {
        "suit": {card for card in hand if suit(card) == suit(trick[0][1])},
        "over": over,
        "trump": trumps,
    }[which]


def verdict(ask, denomination, hand, trick, seat, profile):
    """(the cards, the reason, the answers that were given); AssertionError for a question too
    many, or an answer that is not offered."""
    said = []
    while True:
        asked, offered = ask(denomination, said, profile)
        if type(offered) is str:
            return cards(offered, denomination, hand, trick), asked, tuple(said)
        assert len(said) < 3, said
        said.append(answer(asked, offered, denomination, hand, trick, seat))
        assert said[-1] in offered, (asked, offered, said)
