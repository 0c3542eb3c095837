"""The auction: a second reading of RULES sections 2, 5 and 6.

Naive: nothing is carried along.  Whether a call is legal, and all that can be said next, is worked
out each time from the whole list of calls made so far; the legal calls are those of all
conceivable calls that are found legal.  Written without a look at the code under test.

Calls are [seat, call], call as "pass", "90H", "capotTA", "generaleC", "coinche", "surcoinche".
"""

from functools import cache

SEATS = ["N", "W", "S", "E"]  # anticlockwise
SIDE = {"N": "NS", "S": "NS", "W": "WE", "E": "WE"}
DENOMINATIONS = ["C", "D", "H", "S", "TA", "SA"]
LOWEST = 70  # no table bids less
LISTED_UP_TO = 180  # number bids above are legal but not listed
CAPOT, GENERALE = "capot", "generale"


def next_seat(P, seat):
    step = 1 if P["deal.direction"] == "ccw" else -1
    return SEATS[(SEATS.index(seat) + step) % 4]


@cache
def parse(call):
    """(value, denomination) of a bid; None for what is no bid."""
    for d in DENOMINATIONS:
        if call.endswith(d):
            value = call[: -len(d)]
            if value in (CAPOT, GENERALE):
                return value, d
            if value.isdigit() and value == str(int(value)):
                return int(value), d
    return None


# what the list of calls says


def last_bid(past):
    """(index, seat, value, denomination) of the last bid, or None."""
    for i in reversed(range(len(past))):
        seat, call = past[i]
        bid = parse(call)
        if bid:
            return (i, seat, *bid)
    return None


def level(past):
    """Coinches and surcoinches since the last bid: a bid over a coinche voids it (6.6)."""
    bid = last_bid(past)
    if bid is None:
        return 0
    return sum(1 for _, call in past[bid[0] :] if call in ("coinche", "surcoinche"))


def doubler(past):
    """Who said the coinche that stands."""
    return next(seat for seat, call in past[last_bid(past)[0] :] if call == "coinche")


def closing_passes(past):
    """Consecutive passes up to now."""
    n = 0
    for _, call in reversed(past):
        if call != "pass":
            break
        n += 1
    return n


def turn(P, dealer, past):
    """The seat after the one that spoke last, in turn or not."""
    return next_seat(P, past[-1][0] if past else dealer)


def escape(P):
    return P["dbl.escape"] and P["dbl.window"] != "after_auction"


def closed(P, past):
    """5.6 and 6.5"""
    passes = closing_passes(past)
    if last_bid(past) is None:
        return passes == 4
    if level(past) == 2:
        return True
    if level(past) == 1:
        if P["dbl.window"] == "after_auction":
            return True  # it was closed before the coinche
        return passes >= 3 or (P["dbl.max_level"] == 1 and not escape(P))
    return passes >= P["bid.end_passes"]


# what may be said


def is_higher(P, value, denomination, than):
    """A number over the last number: 5.2, third line."""
    _, _, last_value, last_denomination = than
    if value > last_value:
        return True
    order = P["bid.order"] or []
    return (
        value == last_value
        and P["bid.equal_overcall"] == "higher_denomination"
        and denomination in order
        and last_denomination in order
        and order.index(denomination) > order.index(last_denomination)
    )


def may_bid(P, past, seat, value, denomination):
    """The seat's turn is not looked at here."""
    if denomination in ("SA", "TA") and not P["bid." + denomination]:
        return False
    last = last_bid(past)
    said = [parse(call)[0] for _, call in past if parse(call)]
    if value == GENERALE:
        if not P["bid.generale"] or GENERALE in said:
            return False
    elif value == CAPOT:
        if not P["bid.capot"] or CAPOT in said or GENERALE in said:
            return False
    else:
        if value < P["bid.min"] or (value - P["bid.min"]) % P["bid.step"]:
            return False
        if P["bid.max"] is not None and value > P["bid.max"]:
            return False
        if CAPOT in said or GENERALE in said:
            return False
        if last is not None and not is_higher(P, value, denomination, last):
            return False
    if not P["bid.reenter"] and [seat, "pass"] in [list(c) for c in past]:
        return False
    if last is None:
        return True
    if level(past) == 1:  # 6.6; after a surcoinche the auction is closed
        return escape(P) and seat not in (last[1], doubler(past))
    if seat == last[1]:  # 5.6, three passes on his own bid
        if P["bid.self_raise"] == "change_suit":
            return denomination != last[3]
        return P["bid.self_raise"] == "yes"
    return True


def may_coinche(P, past, seat):
    """6.1 to 6.3; the moment is not looked at here."""
    last = last_bid(past)
    if last is None or level(past) != 0 or P["dbl.max_level"] < 1:
        return False
    if SIDE[seat] == SIDE[last[1]]:
        return False
    if not P["dbl.on_min"] and last[2] == P["bid.min"]:
        return False
    return P["dbl.capot_allowed"] or last[2] not in (CAPOT, GENERALE)


def may_surcoinche(P, past, seat):
    last = last_bid(past)
    if last is None or level(past) != 1 or P["dbl.max_level"] < 2:
        return False
    return SIDE[seat] == SIDE[last[1]]


def may_say(P, dealer, past, seat, call):
    """True where that seat may make that call now."""
    is_open = not closed(P, past)
    in_turn = is_open and seat == turn(P, dealer, past)
    if call in ("coinche", "surcoinche"):
        if P["dbl.window"] == "in_turn":
            moment = in_turn
        elif P["dbl.window"] == "any_time":
            moment = is_open
        else:
            moment = not is_open
        may = may_coinche if call == "coinche" else may_surcoinche
        return moment and may(P, past, seat)
    if not in_turn:
        return False
    if call == "pass":
        return True
    bid = parse(call)
    return bid is not None and may_bid(P, past, seat, *bid)


def conceivable():
    """Every call that is listed at some table."""
    values = [*range(LOWEST, LISTED_UP_TO + 1), CAPOT, GENERALE]
    return [
        "pass", "coinche", "surcoinche",
        *["%s%s" % (v, d) for v in values for d in DENOMINATIONS],
    ]  # fmt: skip


EVERY_CALL = conceivable()


def run(P, dealer, calls):
    """("illegal", index of the first illegal call), or what the auction has come to.

    {"next": seat or None, "legal": set of calls of next, "others": {seat: set that may be said out
    of turn}, "contract": None or {"taker", "value", "denomination", "level"}, "over", "redeal"}
    """
    past = []
    for i, (seat, call) in enumerate(calls):
        if not may_say(P, dealer, past, seat, call):
            return "illegal", i
        past.append([seat, call])
    over = closed(P, past)
    speaker = None if over else turn(P, dealer, past)
    others = {}
    for seat in SEATS:
        if seat != speaker:
            may = {
                c for c in ("coinche", "surcoinche") if may_say(P, dealer, past, seat, c)
            }  # fmt: skip
            if may:
                others[seat] = may
    legal = set()
    if speaker:
        legal = {call for call in EVERY_CALL if may_say(P, dealer, past, speaker, call)}
    bid = last_bid(past)
    contract = None
    if bid:
        contract = {
            "taker": bid[1],
            "value": bid[2],
            "denomination": bid[3],
            "level": level(past),
        }
    return {
        "next": speaker,
        "legal": legal,
        "others": others,
        "contract": contract,
        "over": over,
        "redeal": over and bid is None,
    }
