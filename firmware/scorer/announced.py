"""Declarations as the players say them, for a table that lets the box judge them: kept in `typed`
of the session behind a "j", four letters each.

    N3Q+   N: seat   3 tierce, 4 fifty, 5 hundred, c carré   Q: top card or rank (T the ten)
           + in trump, - in another suit

Which other suit is not asked: it changes no contest. The contest is coinche.melds'. Loaded by the
screens of the contest alone.
"""

from coinche import melds
from coinche.cards import RANKS, SUITS
from coinche.errors import RuleError
from scorer import phrases

_MARK = "j"
_LETTERS = "789TJQKA"  # RANKS, a letter each
MOST = 8  # that the draft and the glass have room for


def begin(s):
    s.typed += _MARK


def told(s):
    """The declarations so far, four letters each; the last one as far as it goes."""
    text = s.typed.partition(_MARK)[2]
    return [text[i : i + 4] for i in range(0, len(text), 4)]


def last(s):
    """The one that is being said, "" when there is none."""
    every = told(s)
    return every[-1] if every and len(every[-1]) < 4 else ""


def add(s, letter):
    """One more answer, and what need not be asked after it."""
    s.typed += letter
    one = last(s)
    if len(one) == 3 and not _asks_trump(s, one):
        s.typed += "-"


def drop(s):
    """Takes the last answer back; False when there is none."""
    if s.typed[-1] == _MARK:
        return False
    s.typed = s.typed[:-1]
    one = last(s)
    if len(one) == 3 and not _asks_trump(s, one):
        s.typed = s.typed[:-1]  # the suit was not asked either
    return True


def _asks_trump(s, one):
    return one[1] != "c" and s.facts["denomination"] in SUITS


def end(s):
    s.typed = s.typed.partition(_MARK)[0]


def ranks(s):
    """The top cards, or the ranks, that the one being said can have, the highest first."""
    kind = last(s)[1]
    if kind != "c":
        some = _LETTERS[int(kind) - 1 :]
    elif s.rules["melds.four_7_8"] == "zero":
        some = _LETTERS[2:]
    else:
        some = _LETTERS  # sevens and eights cancel what others have
    return list(reversed(some))


def text(s, w, one):
    """ "Nord tierce D atout", as far as it goes."""
    words = [phrases.seat(s, w, one[0])]
    if one[1:2]:
        words.append(w("kind." + one[1]).lower())
    if one[2:3]:
        words.append(w("rank." + one[2]))
    if one[3:4] == "+":
        words.append(w("in.trump").lower())
    return " ".join(words)


def by_seat(s):
    """{seat: declarations} as coinche.melds takes them. Runs outside trump get suits in which they
    do not meet: the one that begins lowest first, each in the first suit that is free."""
    trump = s.facts["denomination"]
    others = [suit for suit in SUITS if suit != trump]
    out, ends = {}, {}
    for one in sorted(told(s), key=_begins):
        top = _LETTERS.find(one[2])
        if one[1] == "c":
            said = {"kind": "carre", "rank": RANKS[top]}
        else:
            length, suit = int(one[1]), trump
            if one[3] == "-":
                free = [suit for suit in others if ends.get(suit, -1) <= top - length]
                suit = free[0] if free else others[0]
                ends[suit] = top
            said = {"kind": "run", "length": length, "top": RANKS[top], "suit": suit}
        out.setdefault(one[0], []).append(said)
    return out


def _begins(one):
    """The place of its lowest card, of a carré of its rank."""
    return _LETTERS.find(one[2]) - (0 if one[1] == "c" else int(one[1]) - 1)


def judged(s):
    """The contest (coinche.melds), or the RuleError that says why no deal can hold all that."""
    return s.remember("contest", (s.typed, s.facts["denomination"]), lambda: _judge(s))


def _judge(s):
    try:
        return melds.contest(s.facts["denomination"], s.turn()["dealer"], by_seat(s), s.rules)
    except RuleError as error:
        return error
