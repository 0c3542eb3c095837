"""What a bid is worth before it is made: the marks of each contract of this table, made and
failed, plain, coinched and surcoinched, and whether they would end the match now."""

from coinche import match
from coinche.cards import DENOMINATIONS
from coinche.checks import choice
from coinche.deal import ended, top_level, values
from coinche.needs import needs
from coinche.seats import SIDES, other


def rows(state, denomination="S", levels=(0, 1, 2), sides=SIDES, contracts=None):
    """Yields, for each contract of the table (or each of these) and each of these levels,
    {"contract", "level", "least", "NS", "WE"}, the last two by the side that takes it: {"made",
    "failed"}, each {"takers", "defence", "winner"}: the marks that the match would write, held
    points and an exact last deal included, and who would have won it then, None while it goes on.

    state: of a match that is not over (match.py).  least: the points that make it, None where all
    eight tricks are needed; made is by those, None where not even they make it.  failed is None
    where the rules cannot mark a failed contract without its count.
    """
    choice("denomination", denomination, DENOMINATIONS)
    profile = state["profile"]
    for contract in contracts or values(profile):
        for level in levels:
            if level > top_level(contract, profile):
                break
            facts = {"contract": contract, "denomination": denomination, "level": level}
            least = needs(facts, profile)["least"]
            won = ended(facts, True, least, profile) or dict(facts, tricks="takers_all")
            lost = ended(facts, False, None, profile)
            if profile["capot.detect"] != "tricks":
                lost = None
            row = {"contract": contract, "level": level, "least": least}
            for side in sides:
                row[side] = {"made": _end(state, side, won, True)}
                row[side]["failed"] = lost and _end(state, side, lost, False)
            yield row


def _end(state, side, facts, made):
    event = {"event": "deal", "taker": side[0], "deal": facts, "override": True}
    after = match.change(state.copy(), event)
    if after["result"]["made"] is not made:
        return None
    marks = after["marks"]
    return {"takers": marks[side], "defence": marks[other(side)], "winner": after["winner"]}
