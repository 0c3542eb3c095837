"""The auction of one deal: which calls may be made, which may not and why, and the contract that
results (RULES sections 5 and 6).

Promises: a state is a value, never changed; after() takes exactly what legal() and others() list,
and numbers over 180 where the profile bids them; what it refuses it refuses with the reason.
Who deals is match.py's.  A call out of turn is refused here; what the table makes of it is
silence() or a new deal (faults.silenced).

A call is a word: "pass", "coinche", "surcoinche", or a bid: the number, "capot" or "generale",
then the denomination, "100H", "capotTA".

A state is a dict: profile; next, the seat whose turn it is, None when the auction is over; bid,
(seat, value, denomination) of the bid that stands, or None; level 0, 1, 2; coincheur, the seat, or
None; passes in a row; passed, the seats that have passed; silent, a side that may only pass, or
None; over; redeal, whether all four passed.
"""

from coinche.cards import DENOMINATIONS, SUITS
from coinche.checks import choice
from coinche.deal import SLAMS, top_level, values
from coinche.errors import RuleError
from coinche.seats import SEATS, SIDES, next_seat, side_of

WORDS = ("pass", "coinche", "surcoinche")
_SENSELESS = (
    "nothing_bid",
    "already_coinched",
    "own_side",
    "not_coinched",
    "already_surcoinched",
    "not_your_bid",
)


def start(dealer, profile, silent=None):
    """The auction before the first call. silent: a side that may only pass (RULES sections 4 and
    14), or None."""
    choice("dealer", dealer, SEATS)
    if silent is not None:
        choice("silent", silent, SIDES)
    return {
        "profile": profile,
        "next": next_seat(dealer, profile["deal.direction"]),
        "bid": None,
        "level": 0,
        "coincheur": None,
        "passes": 0,
        "passed": (),
        "silent": silent,
        "over": False,
        "redeal": False,
    }


def read_call(text):
    """(word, None) or (value, denomination) of a call; RuleError "call" for anything else."""
    if type(text) is str:
        if text in WORDS:
            return text, None
        denomination = text[-2:] if text[-2:] in ("SA", "TA") else text[-1:]
        value = text[: len(text) - len(denomination)]
        if denomination in DENOMINATIONS:
            if value in SLAMS:
                return value, denomination
            if 0 < len(value) < 5 and not value.strip("0123456789") and value[0] != "0":
                return int(value), denomination
    raise RuleError("call", "choice", text)


def call_text(value, denomination=None):
    """The call that read_call reads so."""
    return str(value) + (denomination or "")


def after(state, seat, call):
    """The auction after one more call; RuleError "call" with the reason, and the old state stays
    good."""
    choice("seat", seat, SEATS)
    value, denomination = read_call(call)
    why = _why_not(state, seat, value, denomination)
    if why:
        raise RuleError("call", why, call)
    return _after(state, seat, value, denomination)


def overridden(state, seat, call):
    """The auction after a call that the rules forbid and the table lets stand; RuleError "call"
    for what no table can mean: a second coinche, one of nothing or of one's own side, a bid when
    the auction is over."""
    choice("seat", seat, SEATS)
    value, denomination = read_call(call)
    why = _why_not(state, seat, value, denomination)
    if why in _SENSELESS or why == "auction_is_over" and denomination:
        raise RuleError("call", why, call)
    return _after(state, seat, value, denomination)


def _after(state, seat, value, denomination):
    new = state.copy()
    profile = new["profile"]
    if value == "surcoinche":
        new["level"] = 2
        new["over"] = True
    elif value == "coinche":
        new["level"] = 1
        new["coincheur"] = seat
        new["passes"] = 0
        if profile["dbl.max_level"] == 1 and not profile["dbl.escape"]:
            new["over"] = True
    elif value == "pass":
        new["passes"] += 1
        new["passed"] += (seat,)
        if new["bid"] is None:
            new["over"] = new["redeal"] = new["passes"] == 4
        else:
            new["over"] = new["passes"] == (3 if new["level"] else profile["bid.end_passes"])
    else:
        new["bid"] = (seat, value, denomination)
        new["level"] = new["passes"] = 0
        new["coincheur"] = None
    new["next"] = None if new["over"] else next_seat(seat, profile["deal.direction"])
    return new


def silence(state, side):
    """The same auction where this side may only pass from now on."""
    choice("silent", side, SIDES)
    new = state.copy()
    new["silent"] = side
    return new


def why_not(state, seat, call):
    """Why this call may not be made now, an id of reasons.py; None where it may."""
    choice("seat", seat, SEATS)
    return _why_not(state, seat, *read_call(call))


def legal(state):
    """What the seat whose turn it is may say, numbers up to 180; nothing when the auction is
    over."""
    seat = state["next"]
    if seat is None:
        return []
    out = ["pass"]
    for value in values(state["profile"]):
        for denomination in DENOMINATIONS:
            if not _why_not(state, seat, value, denomination):
                out.append(call_text(value, denomination))
    return out + _doubles(state, seat)


def others(state):
    """{seat: [coinche or surcoinche]} of those who may say it though it is not their turn."""
    out = {}
    for seat in SEATS:
        if seat != state["next"]:
            words = _doubles(state, seat)
            if words:
                out[seat] = words
    return out


def contract(state):
    """{"taker", "value", "denomination", "level"} of the bid that stands, None without one. It is
    the contract once the auction is over."""
    if state["bid"] is None:
        return None
    taker, value, denomination = state["bid"]
    return {"taker": taker, "value": value, "denomination": denomination, "level": state["level"]}


def _doubles(state, seat):
    return [word for word in WORDS[1:] if not _why_not(state, seat, word, None)]


def _why_not(state, seat, value, denomination):
    if value == "coinche":
        return _no_coinche(state, seat)
    if value == "surcoinche":
        return _no_surcoinche(state, seat)
    if state["over"]:
        return "auction_is_over"
    if seat != state["next"]:
        return "not_your_turn"
    if value == "pass":
        return None
    if side_of(seat) == state["silent"]:
        return "may_only_pass"
    return _not_bid(state["profile"], value, denomination) or _no_bid(
        state, seat, value, denomination
    )


def _not_bid(profile, value, denomination):
    """Why this table has no such bid, whatever was said before (RULES 5.2, 5.3)."""
    if denomination not in SUITS and not profile["bid." + denomination]:
        return "denomination_not_bid"
    if value in SLAMS:
        return None if profile["bid." + value] else "slam_not_bid"
    if value < profile["bid.min"]:
        return "under_minimum"
    if profile["bid.max"] is not None and value > profile["bid.max"]:
        return "over_maximum"
    if (value - profile["bid.min"]) % profile["bid.step"]:
        return "off_step"
    return None


def _no_bid(state, seat, value, denomination):
    """Why this seat may not make the bid after what was said (RULES 5.2 to 5.6, 6.6)."""
    profile = state["profile"]
    if state["level"] and (
        not profile["dbl.escape"] or seat in (state["bid"][0], state["coincheur"])
    ):
        return "contract_is_coinched"
    if seat in state["passed"] and not profile["bid.reenter"]:
        return "has_passed"
    if state["bid"] is None:
        return None
    bidder, before, suit = state["bid"]
    if bidder == seat:
        if profile["bid.self_raise"] == "never":
            return "own_bid"
        if profile["bid.self_raise"] == "change_suit" and suit == denomination:
            return "own_suit"
    if _height(value) > _height(before):
        return None
    order = profile["bid.order"] or ()
    if (
        value == before
        and value not in SLAMS
        and profile["bid.equal_overcall"] == "higher_denomination"
        and suit in order
        and denomination in order[order.index(suit) + 1 :]
    ):
        return None
    return "not_higher"


def _height(value):
    """Numbers, then capot, then générale."""
    return (SLAMS.index(value) + 1) * 10000 if value in SLAMS else value


def _no_coinche(state, seat):
    """RULES 6.1 to 6.4."""
    profile, bid = state["profile"], state["bid"]
    if not profile["dbl.max_level"]:
        return "no_coinche_here"
    if bid is None:
        return "nothing_bid"
    if state["level"]:
        return "already_coinched"
    if side_of(seat) == side_of(bid[0]):
        return "own_side"
    if side_of(seat) == state["silent"]:
        return "may_only_pass"
    if not top_level(bid[1], profile):
        return "slam_not_coinched" if bid[1] in SLAMS else "minimum_not_coinched"
    return _not_now(state, seat)


def _no_surcoinche(state, seat):
    """RULES 6.5."""
    if state["profile"]["dbl.max_level"] < 2:
        return "no_surcoinche_here"
    if not state["level"]:
        return "not_coinched"
    if state["level"] == 2:
        return "already_surcoinched"
    if side_of(seat) != side_of(state["bid"][0]):
        return "not_your_bid"
    if side_of(seat) == state["silent"]:
        return "may_only_pass"
    return _not_now(state, seat)


def _not_now(state, seat):
    """Whether the window is shut: coinche and surcoinche have the same one."""
    window = state["profile"]["dbl.window"]
    if window == "after_auction":
        return None if state["over"] else "auction_is_open"
    if state["over"]:
        return "auction_is_over"
    if window == "in_turn" and seat != state["next"]:
        return "not_your_turn"
    return None
