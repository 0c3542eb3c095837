"""A match as a fold over its events: who deals, the totals, what ends it (RULES 4, 13, 14).

Promises: a state is a value, never changed; after() makes the next one from an event and costs
one score(); totals come from the events alone.  Corrections change the list of events, and the
list is played again.  Legal bids are the auction's business; an event after the end of the match
is refused here, and so is a taker whose side may only pass, unless the event says "override".
The end is asked when a deal is written and when a target is put right; new rules, and a penalty
beside a deal, are for the next deal that is written.

A state is a dict.  Of the next deal: dealer, speaker, cutter, no_bid (a side that may only pass).
So far: totals, deals (counted), held (points of a litige, lost when the match is over), over,
winner, why.  Of the latest
event: marks (what it wrote, or None), result (score() of its deal, with the held points that it
won), differs (the marks as written stand, the rules give others).  For the next events: profile,
target, events (live ones so far), misdeals (of this dealer in a row), last_deal (the next is the
last), forgiven (the sides that were forgiven a rebelote), and own_target, seats, blocked, aside
(what is held if the end is corrected), contract, latest, which only this file reads, and quota:
the number of deals of the match's own, before that of the profile, or None.
"""

from coinche.errors import RuleError
from coinche.scoring import score
from coinche.seats import SEATS, SIDES

STOPS = ("deal", "marks", "all_pass", "misdeal", "penalty", "last_deal")  # not after the end
_NO_MARKS = {"NS": 0, "WE": 0}
# a misdeal after the bid: RULES section 4 rule 5, a capot counts 250
_BASE = 160
_BASE_SLAM = 250
# rounding moves a mark by less than this: the largest multiplier times ten, and some air
_NEAR = 100


def start(profile, target=None, first_dealer="N", start=None, quota=None):
    """The state before the first event.  profile: resolved; start: {"NS", "WE", "deals"}; quota:
    a number of deals of the match's own, which other rules do not change."""
    from coinche.checks import choice, fields, number

    if target is not None:
        number("target", target, 1)
    if quota is not None:
        number("quota", quota, 1)
    choice("first_dealer", first_dealer, SEATS)
    before = {"NS": 0, "WE": 0, "deals": 0}
    if start is not None:
        fields("start", start, (), ("NS", "WE", "deals"))
        for name in start:
            number("start." + name, start[name])
        before.update(start)
    state = {
        "profile": profile,
        "target": target or profile["match.target"],
        "own_target": target is not None,
        "quota": quota,
        "totals": {"NS": before["NS"], "WE": before["WE"]},
        "deals": before["deals"],
        "events": 0,
        "marks": None,
        "result": None,
        "differs": False,
        "held": 0,
        "aside": 0,
        "forgiven": (),
        "last_deal": False,
        "over": False,
        "winner": None,
        "why": None,
        "blocked": (),
        "contract": None,
        "latest": None,
    }
    _seats(state)
    _dealt(state, first_dealer)
    return state


def _seats(state):
    """How many seats on, in the order of SEATS, the speaker and the cutter sit from the dealer."""
    profile = state["profile"]
    state["seats"] = (
        1 if profile["deal.direction"] == "ccw" else 3,
        1 if profile["deal.cutter"] == "right" else 3,
    )


def _dealt(state, dealer):
    """Sets who deals, from a clean slate: no misdeal yet, both sides may bid."""
    at = SEATS.index(dealer)
    speaks, cuts = state["seats"]
    state["dealer"] = dealer
    state["speaker"] = SEATS[at + speaks & 3]
    state["cutter"] = SEATS[at + cuts & 3]
    state["misdeals"] = 0
    state["no_bid"] = None


def after(state, event):
    """The state after one more event of the match; RuleError, and the old state stays good.

    Undo, redo, edit, delete, insert, and rules that reach back, need the list: history.py.
    """
    from coinche.event import check

    check(event)
    return change(state.copy(), event)


def change(new, event):
    """The state itself, changed by an event: for a copy that nobody else has."""
    kind = event["event"]
    if new["over"] and kind in STOPS:
        raise RuleError("event", "match_is_over", kind)
    nothing(new)
    if kind == "deal":
        _deal(new, event)
    elif kind == "marks":
        _marks(new, event)
    elif kind == "all_pass":
        _dealt(new, new["speaker" if new["profile"]["deal.all_pass"] == "next" else "dealer"])
    elif kind == "misdeal":
        _misdeal(new, event)
    elif kind == "penalty":
        from coinche import belote

        if event.get("why") == belote.FORGIVEN:
            _forgive(new, event)
        marks = {"NS": 0, "WE": 0}
        marks[event["to"]] = event["points"]
        if event["ends_deal"]:
            _write(new, marks, event["to"], True)
        else:
            # the deal goes on: whether it ends the match is asked when it is written
            _add(new, marks)
    elif kind == "last_deal":
        new["last_deal"] = True
    elif kind == "target":
        new["target"] = event["value"]
        new["own_target"] = True
        if new["latest"]:
            _end(new)
    elif kind == "dealer":
        if event["seat"] != new["dealer"]:
            _dealt(new, event["seat"])
    elif kind == "rules":
        from coinche.checks import number

        number("from", event["from"], new["events"], new["events"] + 1)
        use(new, resolved(event))
    else:
        raise RuleError("event", "is_a_correction", kind)
    return new


def nothing(new):
    """One more event, which has written nothing yet."""
    new["events"] += 1
    new["marks"] = new["result"] = None
    new["differs"] = False


def resolved(event):
    """The profile that an event of rules names; its values where a device has them at hand."""
    if "values" in event:
        return event["values"]
    from coinche.profile import resolve

    return resolve(event["profile"])


def use(state, profile):
    """Gives the state other rules; who deals stays, a target of the match's own too."""
    state["profile"] = profile
    if not state["own_target"]:
        state["target"] = profile["match.target"]
    kept = state["misdeals"], state["no_bid"]
    _seats(state)
    _dealt(state, state["dealer"])
    state["misdeals"], state["no_bid"] = kept


# ---- what an event writes


def _deal(new, event):
    profile = new["profile"]
    takers = SEATS.index(event["taker"]) & 1  # the place of their side
    side = SIDES[takers]
    if side == new["no_bid"] and not event.get("override"):
        raise RuleError("taker", "may_only_pass", side)
    facts = event["deal"]
    if len(event) > 3:
        _said_by_seat(event, side, profile)
    last = facts.get("last_deal")
    quota = new["quota"] or profile["match.quota_deals"]
    if not last and (new["last_deal"] or (quota and new["deals"] + 1 >= quota)):
        last = True
        facts = dict(facts)
        facts["last_deal"] = True
    result = score(facts, profile)
    made = result["made"]
    if made is None and result["outcome"] == "replay":
        new["result"] = result
        if facts.get("last_deal") and event["deal"].get("last_deal"):
            new["last_deal"] = True  # said of this deal; the last of a quota is counted anew
        _dealt(new, new["dealer"])
        return
    marks = _by_side(new, takers, result)
    if profile["match.last_deal_exact"] and not last and not quota:
        totals = new["totals"]
        near = new["target"] - _NEAR
        if totals["NS"] + marks["NS"] > near or totals["WE"] + marks["WE"] > near:
            exact = score(facts, profile, True)
            exact_marks = _by_side(new, takers, exact)
            if _crosses(new, marks) or _crosses(new, exact_marks):
                result, marks = exact, exact_marks
    if made is None:
        new["aside"] += result["held"]
    elif new["aside"]:
        winner = "takers" if made else "defence"
        result["lines"].append((winner, new["aside"], "held"))
        result[winner] += new["aside"]
        new["aside"] = 0
    new["result"] = result
    if len(event) > 3 and "written" in event and event["written"] != marks:
        new["differs"] = True
        marks = dict(event["written"])
    if last:
        new["last_deal"] = True
    no_trick = result["no_trick"]
    if no_trick:
        no_trick = SIDES[takers ^ (no_trick == "defence")]
    belotes = {"NS": 0, "WE": 0}
    for name, amount, what in result["lines"]:
        if what == "belote":
            belotes[SIDES[takers ^ (name == "defence")]] += amount
    _write(new, marks, side, made, side, belotes, no_trick)


def _said_by_seat(event, takers, profile):
    """RuleError where what is told by seat contradicts what is told by side."""
    facts = event["deal"]
    if "coincheur" in event:
        if SIDES[SEATS.index(event["coincheur"]) & 1] == takers:
            raise RuleError("coincheur", "own_side")
        if not facts.get("level"):
            raise RuleError("coincheur", "not_coinched")
    if "belote_seats" in event:
        from coinche import belote

        held = belote.by_side(event["belote_seats"], facts.get("denomination"), profile)
        for side in SIDES:
            field = "belote_takers" if side == takers else "belote_defence"
            if (facts.get(field) or 0) != held[side]:
                raise RuleError("belote_seats", "not_as_told", field, facts.get(field) or 0)


def _forgive(new, event):
    """A rebelote that was not said and counts all the same (RULES section 8): once per side where
    the rules say once."""
    rule, side = new["profile"]["belote.forgotten_rebelote"], event["to"]
    if rule == "lost":
        raise RuleError("belote.forgotten_rebelote", "forbidden")
    if rule == "forgiven_once" and side in new["forgiven"]:
        raise RuleError("to", "already_forgiven", side)
    if event["points"]:
        raise RuleError("points", "range", 0, 0, event["points"])
    if event["ends_deal"]:
        raise RuleError("ends_deal", "must_be", "false")
    new["forgiven"] += (side,)


def _by_side(new, takers, result):
    """Marks of a scored deal by side, with the held points that it decides."""
    ours, theirs = result["takers"], result["defence"]
    if new["aside"] and result["made"] is not None:
        if result["made"]:
            ours += new["aside"]
        else:
            theirs += new["aside"]
    return {"NS": theirs, "WE": ours} if takers else {"NS": ours, "WE": theirs}


def _marks(new, event):
    marks = dict(event["marks"])
    takers, made = event.get("takers"), event.get("made")
    if new["aside"] and takers and made is not None:  # as in _deal: a decided deal takes them
        marks[takers if made else SIDES[1 - SIDES.index(takers)]] += new["aside"]
        new["aside"] = 0
    belote = event.get("belote") or _NO_MARKS
    _write(new, marks, takers, made, takers, belote, event.get("no_trick"))


def _misdeal(new, event):
    profile = new["profile"]
    dealers = SIDES[SEATS.index(new["dealer"]) & 1]
    others = SIDES[1 - SIDES.index(dealers)]
    bid = event.get("after_bid")
    marks = {"NS": 0, "WE": 0}
    if (
        bid
        and profile["pen.misdeal_after_bid"] == "base_plus_contract"
        and SIDES[SEATS.index(bid["seat"]) & 1] == others
    ):
        value = bid["value"]
        if type(value) is int:
            marks[others] = _BASE + value
        else:
            marks[others] = _BASE_SLAM + profile[value + ".contract"]
        _write(new, marks, others, True)
        return
    steps = profile["pen.misdeal"]
    step = steps[min(new["misdeals"], len(steps) - 1)]
    if step in ("redeal", "no_bid", "referee"):
        new["misdeals"] += 1
        new["no_bid"] = dealers if step == "no_bid" else None
    else:
        marks[others] = int(step)
        _write(new, marks, others, True)


def _add(new, marks):
    totals = new["totals"]
    new["totals"] = {"NS": totals["NS"] + marks["NS"], "WE": totals["WE"] + marks["WE"]}
    new["marks"] = marks


def _write(new, marks, winner, made, contract=None, belotes=None, no_trick=None):
    """A deal that counts: its marks, the next dealer, and whether the match ends.

    winner, made: who won it (the winner if made, else the other side), as match.both asks;
    contract: the side of its contract, if known.  belotes: what of the marks is belotes, by side;
    None where no card was played.
    """
    _add(new, marks)
    new["deals"] += 1
    if contract:
        new["contract"] = contract
    is_last = new["last_deal"]
    new["latest"] = (winner, made, no_trick, marks, belotes, new["blocked"], is_last)
    new["last_deal"] = False
    _dealt(new, new["speaker"])
    _end(new)


# ---- the end (RULES section 13)


def _reaches(new, total):
    target = new["target"]
    return total > target or (total == target and new["profile"]["match.reach"] == "ge")


def _crosses(new, marks):
    totals = new["totals"]
    return _reaches(new, totals["NS"] + marks["NS"]) or _reaches(new, totals["WE"] + marks["WE"])


def _end(new):
    """Rules 1 to 6 after the latest deal: over, winner, why."""
    totals = new["totals"]
    is_last = new["latest"][6]
    new["over"] = False
    new["winner"] = new["why"] = None
    new["blocked"] = ()
    quota = new["quota"] or new["profile"]["match.quota_deals"]
    if quota:
        if new["deals"] >= quota or is_last:
            _higher(new, "quota")
    elif totals["NS"] >= new["target"] or totals["WE"] >= new["target"]:
        _target(new)
    if is_last and not new["over"]:
        _higher(new, "quota")
        new["last_deal"] = not new["over"]  # an extra deal after the last one is the last again
    new["held"] = 0 if new["over"] else new["aside"]


def _target(new):
    """Rules 2 to 4, where a total has come to the target."""
    over = [side for side in SIDES if _reaches(new, new["totals"][side])]
    if new["profile"]["match.veto"] != "none":
        free = [side for side in over if not _vetoed(new, side)]
        if len(free) < len(over):
            new["why"] = "veto"
        over = free
    if len(over) == 1:
        _won(new, over[0], "target")
    elif over:
        _both(new)


def _won(new, side, why):
    new["over"] = True
    new["winner"] = side
    new["why"] = why


def _higher(new, why):
    ours, theirs = new["totals"]["NS"], new["totals"]["WE"]
    if ours == theirs:
        _tie(new)
    else:
        _won(new, "NS" if ours > theirs else "WE", why)


def _deal_winner(new):
    """The side that won the latest deal, None where nobody can say."""
    takers, made, _, marks = new["latest"][:4]
    if takers and made is not None:
        return takers if made else SIDES[1 - SIDES.index(takers)]
    return _higher_mark(marks)


def _higher_mark(marks):
    if marks["NS"] == marks["WE"]:
        return None
    return "NS" if marks["NS"] > marks["WE"] else "WE"


def _both(new):
    """Rule 5.  A rule that finds no side (marks without takers) leaves it to the higher total."""
    rule = new["profile"]["match.both"]
    side = None
    if new["totals"]["NS"] == new["totals"]["WE"]:
        _tie(new)
        return
    if rule == "last_deal_winner":
        side = _deal_winner(new)
    elif rule == "takers":
        side = new["contract"]
    elif rule == "last_deal_higher":
        side = _higher_mark(new["latest"][3])
        if side is None:
            _tie(new)
            return
    if side:
        _won(new, side, "both")
    else:
        _higher(new, "both")


def _tie(new):
    """Rule 6."""
    rule = new["profile"]["match.tie"]
    side = _deal_winner(new) if rule == "last_deal_winner" else None
    if rule == "shared":
        side = "shared"
    if side:
        _won(new, side, "tie")
    else:
        new["why"] = "extra_deal"


def _vetoed(new, side):
    """Rule 3: the side has the points but may not win yet."""
    takers, made, no_trick, _, belotes, blocked, _ = new["latest"]
    bad = no_trick == side or (made is False and takers == side)
    if new["profile"]["match.veto"] == "capot_or_failed":
        return bad
    stays = side in blocked and (no_trick == side or belotes is None)
    if stays or (bad and not _reaches(new, new["totals"][side] - belotes[side])):
        new["blocked"] += (side,)
        return True
    return False
