"""Positions for the cases of the disputes: deals, auctions, hands, tricks and matches of a table,
put up with as little as it takes, and what the rules make of them.

P is the resolved rule set.  What decides is not looked up in it: whether this table rounds,
multiplies, takes a bid is tried.
"""

from coinche import auction, match, melds, tricks
from coinche.deal import counted
from coinche.scoring import rounded, score
from coinche.seats import partner
from support import refused

# ---- deals


def facts_of(contract, points, level=0, **more):
    more.update({"contract": contract, "denomination": "S", "level": level})
    if points is not None:
        more["taker_points"] = points
    return more


def deal(P, contract=100, points=120, level=0, **more):
    """score() of a deal in spades; points None: what the tricks were is among the facts."""
    return score(facts_of(contract, points, level, **more), P)


def both(result):
    """The two marks."""
    return result["takers"], result["defence"]


def slam(P, level=0, **more):
    return deal(P, 90, None, level, tricks="takers_all", **more)


def line(result, side, what):
    """What a side writes for one thing, before rounding; 0 where there is no such line."""
    return sum([row[1] for row in result["lines"] if row[0] == side and row[2] == what])


def card_part(result, side):
    """What it writes for the cards."""
    whats = ("points", "base", "capot")
    return sum([row[1] for row in result["lines"] if row[0] == side and row[2] in whats])


def writer(result, what):
    """The side that writes it, None where nobody does."""
    for side in ("takers", "defence"):
        if line(result, side, what):
            return side
    return None


def no_coinche(P):
    """Whether the table has no coinche: score and the auction refuse it alike."""
    field = refused(score, facts_of(100, 120, 1), P)
    state, _ = opened(P)
    if state:
        why = auction.why_not(state, state["next"], "coinche")
        assert (field == "dbl.max_level") == (why == "no_coinche_here"), (field, why)
    return field == "dbl.max_level"


def no_melds(P):
    hands = {"N": [run(3, "A", "S")]}
    return melds.contest("S", "N", hands, P)["reason"] == "off"


def refuses(P, denomination):
    """Whether a contract in it is refused, by score and in the auction."""
    facts = {"contract": 100, "denomination": denomination, "level": 0, "made": False}
    field = refused(score, facts, P)
    start = auction.start("N", P)
    why = auction.why_not(start, start["next"], "100" + denomination)
    assert (field == "bid." + denomination) == (why == "denomination_not_bid"), (field, why)
    return field == "bid." + denomination


def in_denomination(P, denomination, count, contract=100, **more):
    """score() of a contract in it, the takers having so many points as they are counted there."""
    field = counted(denomination, P)[0]
    more.update({"contract": contract, "denomination": denomination, "level": 0, field: count})
    if field == "native_cards":
        more["last_trick"] = "defence"
    return score(more, P)


def whole(result):
    """The points of both sides together."""
    ours, theirs, scale = result["points"]
    assert (ours + theirs) % scale == 0
    return (ours + theirs) // scale


def rounds(P):
    """Whether this table rounds at all."""
    return rounded(83, 1, P) != 83


def times_contract(P, level):
    """By how much a level multiplies the contract, None where it is never written."""
    made, failed = deal(P, level=level), deal(P, points=60, level=level)
    value = line(made, "takers", "contract") or line(failed, "defence", "contract")
    return value // 100 or None


def times_cards(P, level):
    """By how much it multiplies the card part, None where nothing that is written shows it."""
    ours = [card_part(deal(P, points=points, level=level), "takers") for points in (120, 130)]
    if ours[0] != ours[1]:
        return (ours[1] - ours[0]) // 10
    for facts in ((60, None), (None, "defence_all")):
        facts = {"points": facts[0], "tricks": facts[1]}
        plain = card_part(deal(P, **facts), "defence")
        if plain:
            return card_part(deal(P, level=level, **facts), "defence") // plain
    return None


def times(P, level):
    """The multiplier of a level, None where nothing shows it."""
    cards, contract = times_cards(P, level), times_contract(P, level)
    most = max(cards or 1, contract or 1)
    return most if most > 1 else None


def compared(P):
    """How the takers must stand against the defence: none, ge or gt."""
    if deal(P, 60, 75)["made"]:
        return "none"
    return "ge" if deal(P, 60, 81)["made"] else "gt"


def need(P, contract):
    return deal(P, contract, contract)["test"]["need"]


# ---- auctions


def seats_of(state):
    """The four seats from the one that speaks, in the order of the auction."""
    first = state["next"]
    second = auction.after(state, first, "pass")["next"]
    return first, second, partner(first), partner(second)


def talk(state, *calls):
    """The auction after calls, each by the seat whose turn it is."""
    for call in calls:
        state = auction.after(state, state["next"], call)
    return state


def closed(state):
    while not state["over"]:
        state = talk(state, "pass")
    return state


def lowest(P):
    """The lowest number that is taken, None where none is."""
    state = auction.start("N", P)
    for value in range(60, 120):
        if not auction.why_not(state, state["next"], "%dS" % value):
            return value
    return None


def step(P, value):
    """How far the next number is that is taken over this one, None where none is."""
    state = talk(auction.start("N", P), "%dS" % value)
    for up in range(1, 21):
        if not auction.why_not(state, state["next"], "%dS" % (value + up)):
            return up
    return None


def opened(P, *before):
    """(the auction after a bid in spades that a coinche may follow, who speaks in what order); the
    calls before it; (None, None) where there is no such bid."""
    state = talk(auction.start("N", P), *before)
    for value in auction.values(P):
        call = auction.call_text(value, "S")
        if not auction.why_not(state, state["next"], call):
            after = talk(state, call)
            why = auction.why_not(after, after["next"], "coinche")
            if why not in ("minimum_not_coinched", "slam_not_coinched"):
                return after, seats_of(state)
    return None, None


def coinched(P):
    """(whether the auction was over before, the auction after a coinche, the four seats: bidder,
    coincheur, their partners); None where no bid may be coinched."""
    state, seats = opened(P)
    if not state:
        return None
    if auction.why_not(state, seats[1], "coinche") == "auction_is_open":
        state = closed(state)
    return state["over"], auction.after(state, seats[1], "coinche"), seats


def may_bid(state, seat, suit="H"):
    """"may" where this seat may make a bid in hearts now; else why not; None where the table has
    no higher bid."""
    whys = [
        auction.why_not(state, seat, auction.call_text(value, suit))
        for value in auction.values(state["profile"])
    ]
    if None in whys:
        return "may"
    whys = [why for why in whys if why != "not_higher"]
    return whys[0] if whys else None


# ---- declarations, cards, matches


def run(length, top, suit):
    return {"kind": "run", "length": length, "top": top, "suit": suit}


def carre(rank):
    return {"kind": "carre", "rank": rank}


def won(P, ours, theirs, dealer="N"):
    """The contest of a declaration of N and one of W, spades trump."""
    return melds.contest("S", dealer, {"N": [ours], "W": [theirs]}, P)


def allowed(P, hand, trick, denomination="S"):
    """The cards of the hand of the last to play: S after W, N, E..., his partner being N."""
    trick = list(zip(("W", "N", "E")[3 - len(trick) :], trick))
    return tricks.legal(hand, trick, "S", denomination, P)[0]


def fold(P, events, target=10000, start=None):
    state = match.start(P, target, "N", start)
    for event in events:
        state = match.after(state, event)
    return state


def marks(ours, theirs, **more):
    more.update({"event": "marks", "marks": {"NS": ours, "WE": theirs}})
    return more


def deal_of(taker, facts):
    return {"event": "deal", "taker": taker, "deal": facts}


def held_points_follow(P, facts):
    """Points put aside by a litige go to the side that wins the next deal, either side."""
    litige = fold(P, [deal_of("N", facts)])
    held = litige["held"]
    if litige["over"]:
        return True  # a match of one deal puts nothing aside
    winners = []
    for next_facts in (facts_of(60, None, tricks="takers_all"), facts_of(100, 20)):
        lines = match.after(litige, deal_of("W", next_facts))["result"]["lines"]
        winners += [row[0] for row in lines if row[2] == "held" and row[1] == held]
    return held > 0 and winners == ["takers", "defence"]


def played_again(P, facts):
    """Nothing is written and the same dealer deals."""
    state = fold(P, [deal_of("N", facts)])
    return state["marks"] is None and state["deals"] == 0 and state["dealer"] == "N"


def quota(P):
    """After how many deals the match is over though its target was passed long ago, None where
    the target ends it."""
    state = match.start(P, 100, "N", {"NS": 200})
    while not state["over"]:
        state = match.after(state, marks(10, 0))
    return state["deals"] if state["why"] == "quota" else None
