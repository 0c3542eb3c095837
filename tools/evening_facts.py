"""An evening of facts (host_tests/data/evenings) as the events of a match under a profile.

What the profile cannot have is left out: no event at all, and the reason is kept.  Declarations
count only where they are played, by their contest with the dealer of the match, not of the file.
Used by the bench's player and by the tests, so that both know the same evening.
"""

from coinche import match, melds
from coinche.seats import side_of

# which of the file's sums of cards a method counts
_SUMS = {"ace19": "ace19", "ace11_x152/120": "ace11", "ace11_raw": "ace11"}


def forbidden(contract, profile, no_bid=None):
    """The parameter by which these rules cannot have a contract of the file, or None."""
    value, denomination, level = contract["value"], contract["denomination"], contract["level"]
    if side_of(contract["taker"]) == no_bid:
        return "pen.misdeal"
    if denomination in ("SA", "TA") and not profile["bid." + denomination]:
        return "bid." + denomination
    if level > profile["dbl.max_level"]:
        return "dbl.max_level"
    if value in ("capot", "generale"):
        if not profile["bid." + value]:
            return "bid." + value
        return "dbl.capot_allowed" if level and not profile["dbl.capot_allowed"] else None
    if value < profile["bid.min"]:
        return "bid.min"
    if profile["bid.max"] is not None and value > profile["bid.max"]:
        return "bid.max"
    if (value - profile["bid.min"]) % profile["bid.step"]:
        return "bid.step"
    if level and value == profile["bid.min"] and not profile["dbl.on_min"]:
        return "dbl.on_min"
    return None


def facts(entry, profile, dealer):
    """The deal of an entry as the profile counts it, or None where its declarations cancel it."""
    contract = entry["contract"]
    denomination = contract["denomination"]
    takers = side_of(contract["taker"])
    deal = {
        "contract": contract["value"],
        "denomination": denomination,
        "level": contract["level"],
        "tricks": entry["tricks"],
    }
    seats = []
    if denomination == "TA":
        seats = entry["belote_seats"][: profile["belote.max_TA"]]
    elif denomination != "SA":
        seats = [entry["belote_seat"]] if entry["belote_seat"] else []
    if not entry["tricks"]:
        if denomination in ("SA", "TA"):
            method = profile["pile.%s_method" % denomination]
            sums = entry["native_cards"]
            deal["native_cards"] = sums[_SUMS.get(method, method if method in sums else "trump")]
            deal["last_trick"] = entry["last_trick"]
        else:
            deal["taker_points"] = entry["taker_points"]
    ours = len([seat for seat in seats if side_of(seat) == takers])
    deal["belote_takers"], deal["belote_defence"] = ours, len(seats) - ours
    if profile["melds.on"]:
        counted = melds.contest(denomination, dealer, entry["melds"], profile)
        if counted["cancelled"] == "deal":
            return None
        if counted["winner"]:
            who = "melds_takers" if counted["winner"] == takers else "melds_defence"
            deal[who] = counted["points"]
    return deal


def play(evening, profile, target=None):
    """Yields (number of the entry, event or None, why it is left out, state after it), to the end.

    Stops when the match is over: the entries after that are not used.  The file's own target
    counts unless another is given.
    """
    target = evening["target"] if target is None else target
    state = match.start(profile, target, evening["first_dealer"])
    for n, entry in enumerate(evening["deals"]):
        if state["over"]:
            return
        event = why = None
        if entry.get("misdeal"):
            event = {"event": "misdeal"}
        elif entry["contract"] is None:
            event = {"event": "all_pass"}
        else:
            why = forbidden(entry["contract"], profile, state["no_bid"])
            if not why:
                deal = facts(entry, profile, state["dealer"])
                if deal is None:
                    why = "melds.four_7_8"
                else:
                    event = {"event": "deal", "taker": entry["contract"]["taker"], "deal": deal}
        if event:
            state = match.after(state, event)
        yield n, event, why, state


def events(evening, profile, target=None):
    """(events of the match, [(entry, parameter) left out], number of entries unused)."""
    out, left_out, last = [], [], -1
    for n, event, why, _ in play(evening, profile, target):
        last = n
        if event:
            out.append(event)
        else:
            left_out.append((n, why))
    return out, left_out, len(evening["deals"]) - 1 - last
