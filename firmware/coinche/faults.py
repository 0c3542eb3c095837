"""What a fault at the table costs, as an event of the match (RULES section 14).  Faults that move
no points have no event; misdeals are events of their own (match.py), declarations that are not
shown are in melds.py, a silenced side in auction.py."""

from coinche.checks import choice
from coinche.errors import RuleError
from coinche.event import check
from coinche.needs import needs
from coinche.seats import SEATS, SIDES, other, side_of

_BID = ("contract", "denomination", "level")
_SAID = ("belote_takers", "belote_defence", "melds_takers", "melds_defence")


def late_revoke(side, taker, facts, profile):
    """The event for a revoke of `side` that is found after its trick, in a deal taken by `taker`;
    None where the table decides without a number (injured_choice, none).

    A number goes to the other side and ends the deal.  as_failed: takers at fault have failed
    their contract; for a fault of the defence the takers write what it would have written then,
    and the defence nothing.  facts: contract, denomination, level, belotes and declarations; what
    was counted is left aside, and that it is the last deal has an event of its own.
    """
    choice("side", side, SIDES)
    choice("taker", taker, SEATS)
    check({"event": "deal", "taker": taker, "deal": facts})
    rule = profile["pen.revoke_late"]
    if rule in ("injured_choice", "none"):
        return None
    if rule != "as_failed":
        return {
            "event": "penalty",
            "to": other(side),
            "points": rule,
            "why": "revoke_late",
            "ends_deal": True,
        }
    facts = {name: facts.get(name) for name in _BID + _SAID}
    marks = needs(facts, profile, facts)["if_failed"]
    takers = side_of(taker)
    if side != takers:
        marks = {takers: marks["defence"], side: 0}
    elif profile["capot.detect"] == "tricks":
        facts["made"] = False
        return {"event": "deal", "taker": taker, "deal": facts}
    else:  # such rules cannot mark a deal without its count
        marks = {takers: marks["takers"], other(takers): marks["defence"]}
    return {"event": "marks", "takers": takers, "made": side != takers, "marks": marks}


def silenced(rule):
    """What pen.bid_out_of_turn does beside voiding the call: (whether that side may only pass,
    whether the other side may have the deal cancelled)."""
    if rule not in ("void", "void_and_silenced", "void_silenced_or_redeal"):
        raise RuleError("pen.bid_out_of_turn", "choice", rule)
    return rule != "void", rule == "void_silenced_or_redeal"
