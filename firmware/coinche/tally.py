"""What a match was like, from its live events: how the totals went, who took and made, who said
coinche and won, and the best deal. Counts facts and marks; decides nothing."""

from coinche import history
from coinche.notation import from_text
from coinche.seats import SEATS, SIDES, other, side_of


def tally(first, items):
    """(totals, seats, doubled, best) of a match, from the state before its first event.

    items: live events, dicts or lines, as history.replay() takes them. totals: [(NS, WE)] after
    each event that wrote marks. seats: {seat: [contracts taken, of them made]}. doubled: {side:
    [coinches, of them won]}: it is the defence's, whoever of it spoke. best: (number of the deal,
    side, marks) of the deal that one side got most for, the first of equals, None where nobody got
    any; a fine beside a deal is none.
    """
    totals, best = [], None
    seats = {seat: [0, 0] for seat in SEATS}
    doubled = {side: [0, 0] for side in SIDES}
    i = 0
    for state in history.replay(first, items):
        event = items[i]
        i += 1
        if not state["marks"]:
            continue
        totals.append((state["totals"]["NS"], state["totals"]["WE"]))
        if type(event) is str and event[0] in "df":
            event = from_text(event)
        fine = type(event) is dict and event.get("ends_deal") is False
        for side in () if fine else SIDES:
            marks = state["marks"][side]
            if marks > (best[2] if best else 0):
                best = (state["deals"], side, marks)
        if type(event) is str or event["event"] != "deal":
            continue
        made = state["result"]["made"]
        seats[event["taker"]][0] += 1
        seats[event["taker"]][1] += made is True
        if event["deal"].get("level"):
            counts = doubled[other(side_of(event["taker"]))]
            counts[0] += 1
            counts[1] += made is False
    return totals, seats, doubled, best
