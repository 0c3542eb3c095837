"""What the screens of the referee share: the head of the glass, their answers, and what is played
while it is asked."""

from coinche.seats import other, side_of
from scorer import phrases
from scorer.choice import Choice


def heading(s, w, put):
    """Whose word is on the glass, and what is played."""
    put("left.small", w("referee"))
    if s.taker and "denomination" in s.facts:
        said = phrases.seat(s, w, s.taker) + " " + phrases.contract(s, w, s.facts)
        put("right.wide", said if s.fix or s.in_auction() else w("in.play", said))
    elif s.state is not None and not s.state["over"]:
        put("right.wide", w("job.dealer", phrases.seat(s, w, s.turn()["dealer"])))


def offer(w, row, labels=(), holds=(None, None)):
    """A choice on the referee's screens: up to four answers; what has no label of its own has one
    that all screens share."""
    answers = [answer for answer in row if answer]
    said = {}
    for answer in answers + [rare for rare in holds if rare]:
        said[answer] = labels[answer] if answer in labels else w("key." + answer)
    row = list(row) + [None] * (4 - len(row))
    return Choice(answers, said, row=row, holds=holds, last="game")


def in_play(s):
    """Whether a contract is played, which the referee may add something to."""
    return bool(s.taker) and "denomination" in s.facts and not s.fix and not s.in_auction()


def misdeal(s):
    """The event of a misdeal, with the bid that the side that did not deal had made."""
    dealer, bid = side_of(s.turn()["dealer"]), None
    if s.in_auction():
        from scorer import bidding

        bid = bidding.latest(s, other(dealer))
    elif s.taker and "contract" in s.facts and side_of(s.taker) != dealer:
        bid = s.taker, s.facts["contract"]
    event = {"event": "misdeal"}
    if bid:
        event["after_bid"] = {"seat": bid[0], "value": bid[1]}
    return event


def kinds(s):
    """What this table bids: a suit, and no-trump and all-trump where it does."""
    return ["S"] + [kind for kind in ("SA", "TA") if s.court()["bid." + kind]]


def bid_here(s):
    """The denomination of the deal that is played; any suit stands for a suit."""
    return s.facts.get("denomination", "S")
