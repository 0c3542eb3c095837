"""One case a number: the rules and their models, asked the same, must answer the same; and what
the referee answers must be what the rules do (host_tests/pure/rulings.py).

CASES: name -> case(seed), which raises Disagree with all that is needed to play it again, and
returns what it was (for a count of the kinds that were met), or None for a mixture of parameters
that no table may have.
"""

import random

import rulings as disputes
from coinche import auction, history, mayplay, melds, profile, referee, tricks
from coinche.errors import RuleError
from coinche.scoring import score

from . import at_table, draw
from . import auction as auction_model
from . import match as match_model
from . import melds as melds_model
from . import play as play_model

STATE = ("dealer", "speaker", "cutter", "totals", "deals", "marks", "held", "no_bid", "over",
         "winner", "why")  # fmt: skip


class Disagree(AssertionError):
    """name, seed, what was asked, what the rules and what the model answered."""


def same(seed, asked, rules, model):
    if rules != model:
        raise Disagree(f"seed {seed}\nasked {asked}\nrules {rules}\nmodel {model}")


def table(rng, prefixes, **own):
    """A resolved mixture of parameters, or None."""
    given = draw.profile_values(rng, prefixes)
    given["values"].update(own)
    try:
        return profile.resolve(given)
    except RuleError:
        return None


def play(seed):
    """Legal cards with the reason, and the winner of a trick."""
    rng = random.Random(seed)
    P = table(rng, ("play.", "pile."))
    if P is None:
        return None
    asked = draw.position(rng, P)
    legal, reason = tricks.legal(
        asked["hand"], asked["trick"], asked["seat"], asked["denomination"], P
    )
    same(seed, asked, (set(legal), reason), play_model.legal(P, **asked))
    denomination, four = draw.trick(rng, P)
    won = tricks.winner(four, denomination, P)
    same(seed, (denomination, four), won, play_model.winner(P, denomination, four))
    return reason


def questions(seed):
    """What the questions of mayplay.ask come to, for three hands: the legal cards, the reason."""
    rng = random.Random(seed)
    P = table(rng, ("play.",))
    if P is None:
        return None
    for _ in range(3):
        case = draw.position(rng, P)
        found = at_table.verdict(mayplay.ask, profile=P, **case)
        same(seed, case, found[:2], play_model.legal(P, **case))
    return " ".join(found[2])


def declarations(seed):
    """The best declarations of a hand, and the contest of four hands or what they announce."""
    rng = random.Random(seed)
    P = table(rng, ("melds.", "deal.direction"), **{"melds.on": True})
    if P is None:
        return None
    denomination, dealer = rng.choice(draw.DENOMINATIONS), rng.choice(draw.SEATS)
    hands = draw.hands(rng)
    told = {}
    for seat in draw.SEATS:
        own = melds.of_hand(hands[seat], denomination, P)
        ranks = [melds.rank(one, denomination, P) for one in own]
        points = sum(rank[1] for rank in ranks)
        best = melds_model.values(P, denomination, hands[seat])
        model = best[0], bool(best[1])
        same(seed, (denomination, hands[seat]), (points, bool(ranks)), model)
        told[seat] = {"hand": hands[seat]} if rng.random() < 0.7 else own
    found = melds.contest(denomination, dealer, told, P)
    reason = found.pop("reason")
    same(seed, (denomination, dealer, told), found, melds_model.contest(
        P, denomination, dealer, told))  # fmt: skip
    return reason


def called(P, dealer, calls):
    """What the rules say of an auction, in the words of the model."""
    state = auction.start(dealer, P)
    for i, (seat, call) in enumerate(calls):
        try:
            state = auction.after(state, seat, call)
        except RuleError:
            return "illegal", i
    return {
        "next": state["next"],
        "legal": set(auction.legal(state)),
        "others": {seat: set(words) for seat, words in auction.others(state).items()},
        "contract": auction.contract(state),
        "over": state["over"],
        "redeal": state["redeal"],
    }


def bidding(seed):
    """An auction: which of its calls is the first illegal one, or what has come of it."""
    rng = random.Random(seed)
    P = table(rng, ("bid.", "dbl.", "deal.direction"))
    if P is None:
        return None
    dealer = rng.choice(draw.SEATS)
    calls = draw.calls(rng, P, dealer, called)  # the quicker of the two chooses what is tried
    rules = called(P, dealer, calls)
    same(seed, (dealer, calls), rules, auction_model.run(P, dealer, calls))
    if type(rules) is tuple:
        return "illegal"
    contract = rules["contract"]
    return "redeal" if rules["redeal"] else f"level {contract['level']}" if contract else "open"


def match(seed):
    """A match with its corrections, state after state.  Where both refuse a list of events, they
    refuse it at the same event, unless a correction made an earlier one impossible."""
    rng = random.Random(seed)
    P = table(rng, ("match.", "deal.", "pen.misdeal", "test.", "round.", "made."))
    if P is None:
        return None
    target = rng.choice([None, 300, 501, 1000])
    dealer = rng.choice(draw.SEATS)
    before = rng.choice([None, {"NS": rng.randint(0, 300), "WE": rng.randint(0, 300),
                                "deals": rng.randint(0, 4)}])  # fmt: skip

    def look(said):
        return match_model.latest(P, target, dealer, before, said, score, profile.resolve)

    events = draw.events(rng, P, look=look if rng.random() < 0.5 else None)
    asked = (target, dealer, before, events)
    try:
        model = match_model.states(P, target, dealer, before, events, score, profile.resolve)
    except match_model.Refused:
        model = None
    try:
        states = history.fold(P, target, dealer, before, events)
    except RuleError as error:
        same(seed, (*asked, error), None, model)
        return "refused"
    rules = [{name: state[name] for name in STATE} for state in states]
    same(seed, asked, rules, [{name: state[name] for name in STATE} for state in model or ()])
    return rules[-1]["why"] or "open"


def rulings(seed):
    """A dispute at a table of any rules: one answer holds, and its case bears it out."""
    rng = random.Random(seed)
    P = table(rng, ("",))
    if P is None:
        return None
    dispute = rng.choice(sorted(disputes.DISPUTES))
    asked = disputes.DISPUTES[dispute]
    try:
        referee.ruling(asked, P)
    except RuleError as error:
        raise Disagree(f"seed {seed}\n{error}") from error
    if dispute in disputes.MANNERS:
        return "manners"
    claims, wrong = disputes.proven(dispute, P)
    if claims is None:
        return "not shown"
    if disputes.is_loose(dispute, P) == bool(wrong):
        return "loose" if wrong else asked["topic"]
    raise Disagree(f"seed {seed}\ndispute {dispute}\nrules {claims}\nanswers {wrong}")


CASES = {
    "play": play,
    "questions": questions,
    "declarations": declarations,
    "bidding": bidding,
    "rulings": rulings,
    "match": match,
}
