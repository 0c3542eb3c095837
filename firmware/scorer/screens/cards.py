"""Card by card. The trick so far, then the hand: which cards are legal, and why. Or the cards of a
trick: who takes it, and what it is worth.

path: topic.cards.denomination.trick.hand, and topic.trick.denomination.trick: a card is its suit
and rank ("ST", the ten of spades), one that is begun its suit. The denomination is "" while it is
asked, and not asked where a deal is played.
"""

from coinche import tricks
from coinche.cards import DENOMINATIONS
from coinche.seats import SEATS
from scorer import phrases
from scorer.choice import Choice
from scorer.court import bid_here, heading, in_play, offer

_RANKS = "789TJQKA"
_MOST = {"trick": 4, "cards": 3, "hand": 8}


def _told(s):
    """[topic, "cards" or "trick", denomination, trick, hand or None while the trick is told]."""
    part = s.path.split(".")
    if len(part) == 2:
        part.append(bid_here(s) if in_play(s) else "")
    if len(part) == 3:
        part.append("")
    return part if len(part) == 5 else part + [None]


def _now(part):
    """(which cards are told now, how many there may be)."""
    if part[4] is None:
        return part[3], _MOST[part[1]]
    return part[4], _MOST["hand"]


def _pairs(cards):
    """The whole cards of a text."""
    return [cards[i : i + 2] for i in range(0, len(cards) - 1, 2)]


def _deck(cards):
    """The same as coinche.tricks takes them."""
    return [(pair[1] if pair[1] != "T" else "10") + pair[0] for pair in _pairs(cards)]


def _named(w, cards):
    """Cards in words: rank and pip."""
    words = []
    for card in cards:
        rank = "T" if card[0] == "1" else card[0]
        words.append(w("rank." + rank) + "\u00a0" + phrases.PIPS[card[-1]])
    return "\u00a0 ".join(words)  # which breaks between cards only


def ask(s, w):
    part = _told(s)
    cards, most = _now(part)
    suits = {d: phrases.denomination(w, d) for d in DENOMINATIONS}
    used = _pairs(part[3]) + _pairs(part[4] or "")
    if not part[2]:
        rare = tuple([d if s.court()["bid." + d] else None for d in ("SA", "TA")])
        return offer(w, list("SHDC"), suits, rare)
    if len(cards) & 1:
        ranks = [rank for rank in _RANKS if cards[-1] + rank not in used]
        return Choice(ranks, {r: w("rank." + r) for r in ranks}, layout="groups", last="game")
    if len(cards) == 2 * most:
        return offer(w, ["game"])
    left = [d if "".join(used).count(d) < 8 else None for d in "SHDC"]
    return offer(w, left, suits, ("hand" if most == 3 else None, None))


def take(s, answer):
    part = _told(s)
    if answer == "game":
        s.referee()
        return
    if not part[2]:
        part[2] = answer
    elif answer == "hand":
        part[4] = ""
    elif part[4] is not None:
        part[4] += answer
    else:
        part[3] += answer
        if len(part[3]) == 6 and part[1] == "cards":
            part[4] = ""
    _go(s, part)


def _go(s, part):
    s.plead("cards", ".".join([one for one in part if one is not None]))


def back(s):
    """One step back: a rank, a suit, the denomination, the question."""
    part = _told(s)
    if part[4]:
        part[4] = part[4][:-1]
    elif part[3] and part[4] is None or len(part[3]) == 6:
        part[4], part[3] = None, part[3][:-1]
    elif part[4] is not None:
        part[4] = None
    elif part[2] and not in_play(s):
        part[2] = ""
    else:
        s.plead("referee", s.path)
        return
    _go(s, part)


def view(s, w, put):
    heading(s, w, put)
    part = _told(s)
    cards, most = _now(part)
    if not part[2]:
        put("cards.ask", w("ask.trump.is"))
        return
    if len(cards) & 1:
        put("cards.ask", w("ask.rank.of", phrases.denomination(w, cards[-1])))
    elif len(cards) < 2 * most:
        put("cards.ask", w("ask.card", len(cards) // 2 + 1) if part[4] is None else w("ask.own"))
    trick, hand = _deck(part[3]), _deck(part[4] or "")
    seated = [(SEATS[i], trick[i]) for i in range(len(trick))]
    put("cards.trick", w("cards.trick", _named(w, trick)))
    if hand:
        may, reason = tricks.legal(hand, seated, SEATS[len(trick)], part[2], s.court())
        for row, name in enumerate(("cards.may", "cards.not")):
            some = [card for card in hand if (card in may) is (row == 0)]
            if some:
                put("cards.hand", w(name, _named(w, some)), row=row)
        put("cards.say", w("say." + reason))
    elif trick and part[1] == "trick":
        seat, points = tricks.master(seated, part[2], s.court())
        at = SEATS.index(seat)
        say = w("cards.take" if len(trick) == 4 else "cards.so.far", at + 1, points)
        put("cards.say", say + " " + _named(w, trick[at : at + 1]))
