"""What a bid is worth before it is made: the marks of each contract of this table, made and
failed, plain, coinched and surcoinched, and whether they would end the match now."""

from coinche import match
from coinche.cards import DENOMINATIONS
from coinche.deal import ended
from coinche.errors import RuleError
from coinche.event import choice
from coinche.needs import needs
from coinche.scoring import score
from coinche.seats import SIDES

LISTED = 180  # numbers up to here


def contracts(profile):
    """The numbers of this table up to 180, and its slams."""
    most = min(profile["bid.max"] or LISTED, LISTED)
    out = list(range(profile["bid.min"], most + 1, profile["bid.step"]))
    return out + [slam for slam in ("capot", "generale") if profile["bid." + slam]]


def levels(contract, profile):
    """0, and 1 and 2 where this contract may be coinched (RULES section 6)."""
    if type(contract) is int:
        allowed = contract != profile["bid.min"] or profile["dbl.on_min"]
    else:
        allowed = profile["dbl.capot_allowed"]
    return range(profile["dbl.max_level"] + 1 if allowed else 1)


def rows(state, denomination="S"):
    """Yields, for each contract of the table and each level, {"contract", "level", "least",
    "made", "failed", "ends"}.

    state: of the match (match.py).  least: the points that make it, None where all eight tricks
    are needed.  made: {"takers", "defence"} with those, None where not even they make it; failed:
    likewise.  ends: {"NS": [if made, if failed], "WE": ...} by the side that takes it: who wins
    the match then ("NS", "WE", "shared"), None while it goes on or where nobody can tell.
    """
    choice("denomination", denomination, DENOMINATIONS)
    profile = state["profile"]
    if denomination in ("SA", "TA") and not profile["bid." + denomination]:
        raise RuleError("bid." + denomination, "forbidden")
    for contract in contracts(profile):
        for level in levels(contract, profile):
            facts = {"contract": contract, "denomination": denomination, "level": level}
            told = needs(facts, profile)
            won = ended(facts, True, told["least"], profile)
            won = won or dict(facts, tricks="takers_all")
            result = score(won, profile)
            made = {side: result[side] for side in ("takers", "defence")}
            lost = ended(facts, False, None, profile)
            ends = {}
            for side in SIDES:
                ends[side] = [_winner(state, side, facts) for facts in (won, lost)]
            yield {
                "contract": contract,
                "level": level,
                "least": told["least"],
                "made": made if result["made"] else None,
                "failed": told["if_failed"],
                "ends": ends,
            }


def _winner(state, side, facts):
    if state["over"]:
        return None
    event = {"event": "deal", "taker": side[0], "deal": facts, "override": True}
    try:
        return match.change(state.copy(), event)["winner"]
    except RuleError:
        return None  # a failed contract that these rules cannot mark without a count
