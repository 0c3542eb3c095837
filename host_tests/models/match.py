"""The match: a second reading of RULES sections 2, 4, 11.1 (held points), 13 and 14, and of the
corrections that DESIGN "The rule tool" describes.

Naive: after every event the list of live events is made anew from everything that was said, and
the match is played from its first deal.  Written without a look at the code under test.  Where the
text is silent a comment begins with "Reading:".

What score is to give: {"outcome", "made", "takers", "defence", "held", "lines": [(side, amount,
what), ...], "no_trick": "takers", "defence" or None}; with exact=True the marks without rounding.
"""

SEATS = ["N", "W", "S", "E"]  # anticlockwise
SIDE = {"N": "NS", "S": "NS", "W": "WE", "E": "WE"}
OTHER = {"NS": "WE", "WE": "NS"}
CORRECTIONS = ("edit", "delete", "insert")
PLAY = ("deal", "marks", "all_pass", "misdeal", "penalty", "last_deal")  # only in an open match


class Refused(Exception):
    """An event that cannot be; index is its place in the list of events."""

    def __init__(self, index, why):
        super().__init__("events[%d]: %s" % (index, why))
        self.index = index


def next_seat(P, seat):
    """2.2"""
    return SEATS[(SEATS.index(seat) + (1 if P["deal.direction"] == "ccw" else -1)) % 4]


def cutter(P, dealer):
    """2.4: the right-hand neighbour is the next seat anticlockwise, whatever the direction."""
    return SEATS[(SEATS.index(dealer) + (1 if P["deal.cutter"] == "right" else -1)) % 4]


# corrections


def live_events(log):
    """The events that stand after all corrections of the log, in their order."""
    live = []
    for event in log:
        kind = event["event"]
        if kind not in CORRECTIONS:
            live = live + [event]
            continue
        n = event["n"]
        most = len(live) + (1 if kind == "insert" else 0)
        if not 1 <= n <= most:
            raise ValueError("n: %d is not in 1..%d" % (n, most))
        before, after = live[: n - 1], live[n - 1 :]
        if kind == "edit":
            live = before + [event["with"]] + after[1:]
        if kind == "delete":
            live = before + after[1:]
        if kind == "insert":
            live = before + [event["with"]] + after
    return live


def logs(events):
    """Yields the log, without undo and redo, after each event."""
    log, undone = [], []
    for i, event in enumerate(events):
        if event["event"] == "undo":
            if not log:
                raise Refused(i, "nothing to undo")
            undone.append(log.pop())
        elif event["event"] == "redo":
            if not undone:
                raise Refused(i, "nothing to redo")
            log.append(undone.pop())
        else:
            log.append(event)
            undone = []
        yield list(log)


# the rules and the target at a place of the list


def rules_at(P, live, number):
    """The rules for live event number: the latest change that reaches it, a later event wins."""
    for event in live:
        if event["event"] == "rules" and number >= event["from"]:
            P = event["profile"]
    return P


# the end of the match


def is_over(P, goal, total):
    """13.2"""
    return total >= goal if P["match.reach"] == "ge" else total > goal


def vetoed(P, goal, totals, last, blocked, side):
    """13.3: that side is over and may not win yet."""
    if P["match.veto"] == "none" or not is_over(P, goal, totals[side]):
        return False
    bad = last["no_trick"] == side or (last["takers"] == side and last["made"] is False)
    if P["match.veto"] == "capot_or_failed":
        return bad
    if side in blocked:
        return True
    return bad and not is_over(P, goal, totals[side] - last["belote"][side])


def deal_winner(last):
    """The side that won the last deal.  Reading: where nobody made or failed a contract (a
    penalty, a litige, marks without takers) it is the side with the higher mark."""
    marks = last["marks"]
    if last["winner"] or marks["NS"] == marks["WE"]:
        return last["winner"]
    return max(marks, key=marks.get)


def tie(P, last):
    """13.6 as (over, winner, why)."""
    if P["match.tie"] == "shared":
        return True, "shared", "tie"
    if P["match.tie"] == "last_deal_winner" and deal_winner(last):
        return True, deal_winner(last), "tie"
    # Reading: nobody won the last deal, so it decides nothing: one more
    return False, None, "extra_deal"


def end(P, goal, totals, deals, last, blocked, was_last):
    """Section 13 as (over, winner, why).

    was_last: the deal declared to be the last one was written.  Reading: where rules 2 to 6 do not
    end the match, that does, as the last deal of a quota would.
    """
    if last is None:  # "after every deal that is written"
        return False, None, None
    quota = P["match.quota_deals"]
    if quota is not None:
        if deals >= quota or was_last:
            return by_total(P, totals, last)
        return False, None, None
    verdict = by_target(P, goal, totals, last, blocked)
    if was_last and not verdict[0]:
        return by_total(P, totals, last)
    return verdict


def by_total(P, totals, last):
    """13.1"""
    if totals["NS"] == totals["WE"]:
        return tie(P, last)
    return True, max(totals, key=totals.get), "quota"


def by_target(P, goal, totals, last, blocked):
    """13.2 to 13.5"""
    reached = [s for s in ("NS", "WE") if is_over(P, goal, totals[s])]
    over = [s for s in reached if not vetoed(P, goal, totals, last, blocked, s)]
    if not over:
        return False, None, "veto" if reached else None
    if len(over) == 1:
        return True, over[0], "target"
    if totals["NS"] == totals["WE"]:
        return tie(P, last)
    rule = P["match.both"]
    if rule == "higher_total":
        winner = max(totals, key=totals.get)
    elif rule == "last_deal_winner":
        winner = deal_winner(last)
    elif rule == "takers":
        winner = last["contract_of"]
    else:
        marks = last["marks"]
        winner = None if marks["NS"] == marks["WE"] else max(marks, key=marks.get)
    if winner is None:
        if rule == "last_deal_higher":  # equal marks
            return tie(P, last)
        # Reading: nobody won the last deal, no side took a contract; the totals are left
        winner = max(totals, key=totals.get)
    return True, winner, "both"


# one deal


def marks_of(result, side):
    """(marks of the two sides, side that won the deal or None)."""
    marks = {side: result["takers"], OTHER[side]: result["defence"]}
    return marks, {True: side, False: OTHER[side], None: None}[result["made"]]


def with_held(marks, winner, held):
    """11.1: the held points go to the side that wins the next decided deal."""
    return {s: marks[s] + (held if s == winner else 0) for s in marks}


def scored(P, goal, totals, deals, held, is_last, event, score):
    """(result, marks with the held points, winner) of a deal event: "Exact last deal"."""
    side = SIDE[event["taker"]]
    facts = dict(event["deal"])
    quota = P["match.quota_deals"]
    if quota is not None and deals + 1 >= quota:
        is_last = True
    if is_last:
        facts["last_deal"] = True
    tries = [score(facts, P)]
    if P["match.last_deal_exact"]:
        exact = score(facts, P, exact=True)
        if is_last:
            tries = [exact]
        elif quota is None:
            tries.append(exact)
    ends = False
    for result in tries:
        marks, winner = marks_of(result, side)
        marks = with_held(marks, winner, held)
        if any(is_over(P, goal, totals[s] + marks[s]) for s in totals):
            ends = True
    # Reading: the held points that the deal wins, and the veto not looked at, say what "would put
    # a side over the target"
    result = tries[-1] if ends else tries[0]
    marks, winner = marks_of(result, side)
    return result, with_held(marks, winner, held), winner


def fold(P, target, first_dealer, start, live, score):
    """The state after the live events."""
    first_rules = P
    totals = {"NS": start["NS"], "WE": start["WE"]}
    deals = start.get("deals", 0)
    explicit = target
    dealer = first_dealer
    misdeals = 0  # in a row, of this dealer
    no_bid = None
    held = 0
    marks = None  # what the latest event wrote
    last = None  # the last deal that was written
    contract_of = None  # the side that took the last contract
    declared = was_last = False
    blocked = set()
    ended = (False, None, None)

    for number, event in enumerate(live, 1):
        P = rules_at(first_rules, live, number)
        goal = explicit if explicit is not None else P["match.target"]
        kind = event["event"]
        if ended[0] and kind in PLAY:
            marks = None
            continue  # the match had ended before; only a correction can bring this about
        if kind == "deal" and no_bid == SIDE[event["taker"]] and not event.get("override"):
            raise ValueError("taker: this side may only pass")
        marks = None
        written = None  # a finished deal: takers, made, winner, no_trick, belote
        if kind == "deal":
            side = SIDE[event["taker"]]
            is_last = declared or was_last or bool(event["deal"].get("last_deal"))
            result, now, winner = scored(
                P, goal, totals, deals, held, is_last, event, score
            )  # fmt: skip
            misdeals, no_bid = 0, None
            declared = declared or is_last  # also of the deal that is played again for this one
            if result["outcome"] != "replay":  # 11.1: nothing written, same dealer, not counted
                marks = now
                held = 0 if winner else held + result["held"]
                contract_of = side
                belote = {"NS": 0, "WE": 0}
                for who, amount, what in result["lines"]:
                    if what == "belote":
                        belote[side if who == "takers" else OTHER[side]] += amount
                no_trick = {"takers": side, "defence": OTHER[side], None: None}
                written = {
                    "takers": side,
                    "made": result["made"],
                    "winner": winner,
                    "no_trick": no_trick[result["no_trick"]],
                    "belote": belote,
                    "played": True,
                }
                was_last = was_last or is_last
        elif kind == "marks":
            side, made = event.get("takers"), event.get("made")
            winner = None
            if side and made is not None:
                winner = side if made else OTHER[side]
            marks = with_held(event["marks"], winner, held)
            held = 0 if winner else held
            contract_of = side or contract_of
            written = {
                "takers": side,
                "made": made,
                "winner": winner,
                "no_trick": event.get("no_trick"),
                "belote": event.get("belote") or {"NS": 0, "WE": 0},
                "played": True,
            }
            was_last = was_last or declared
        elif kind == "all_pass":  # 4.3
            misdeals, no_bid = 0, None
            if P["deal.all_pass"] == "next":
                dealer = next_seat(P, dealer)
        elif kind == "misdeal":
            own, other = SIDE[dealer], OTHER[SIDE[dealer]]
            bid = event.get("after_bid")
            points = None
            no_bid = None
            if (
                bid
                and SIDE[bid["seat"]] == other
                and P["pen.misdeal_after_bid"] == "base_plus_contract"
            ):  # 4.5
                value = bid["value"]
                if value == "capot":
                    points = 250 + P["capot.contract"]
                elif value == "generale":
                    # Reading: a générale is a capot and more
                    points = 250 + P["generale.contract"]
                else:
                    points = 160 + value
            else:  # 4.4
                steps = P["pen.misdeal"]
                misdeals += 1
                step = steps[min(misdeals, len(steps)) - 1]
                if step == "no_bid":
                    no_bid = own
                elif step not in ("redeal", "referee"):
                    points = int(step)
            if points is not None:
                marks = {own: 0, other: points}
                written = "penalty"
        elif kind == "penalty":
            marks = {event["to"]: event["points"], OTHER[event["to"]]: 0}
            if event["ends_deal"]:
                written = "penalty"
        elif kind == "last_deal":
            declared = True
        elif kind == "target":
            explicit = event["value"]
        elif kind == "dealer":
            if event["seat"] != dealer:  # another one takes the pack
                misdeals, no_bid = 0, None
            dealer = event["seat"]
        else:
            assert kind == "rules", kind

        if written == "penalty":  # it stands for the score of the deal
            written = {
                "takers": None,
                "made": None,
                "winner": None,
                "no_trick": None,
                "belote": {"NS": 0, "WE": 0},
                "played": False,
            }
            was_last = was_last or declared
        if marks:
            for s in totals:
                totals[s] += marks[s]
        goal = explicit if explicit is not None else P["match.target"]
        if written:
            no_bid = None
            # 13.3: blocked until the end of a later deal in which it took a trick
            if last and P["match.veto"] == "belote_alone_if_capot_or_failed":
                blocked = {
                    s for s in last["vetoed"] if not written["played"] or written["no_trick"] == s
                }
            last = dict(written, marks=marks, contract_of=contract_of)
            deals += 1
            misdeals = 0
            dealer = next_seat(P, dealer)
        # Reading: a changed target is looked at at once, with the deal written last; new rules and
        # a penalty that ends no deal are when the next deal is written
        if last and (written or kind == "target"):
            last["vetoed"] = {s for s in totals if vetoed(P, goal, totals, last, blocked, s)}
            ended = end(P, goal, totals, deals, last, blocked, was_last)

    P = rules_at(first_rules, live, len(live) + 1)
    over, winner, why = ended
    return {
        "dealer": dealer,
        "speaker": next_seat(P, dealer),
        "cutter": cutter(P, dealer),
        "totals": totals,
        "deals": deals,
        "marks": marks,
        "held": 0 if over else held,  # 11.1: what is still held when the match ends is lost
        "no_bid": no_bid,
        "over": over,
        "winner": winner,
        "why": why,
    }


def resolved(event, resolve):
    """The event with all parameters in the place of the profile as given."""
    if event["event"] == "rules" and resolve:
        return dict(event, profile=resolve(event["profile"]))
    if "with" in event:
        return dict(event, **{"with": resolved(event["with"], resolve)})
    return event


def states(P, target, first_dealer, start, events, score, resolve=None):
    """The state before the first event and after each; Refused for an event that cannot be.

    target None: that of the rules.  start None: nothing written yet.  resolve makes all parameters
    of the "profile" of a rules event; without it that is such a dict already.  What score refuses
    by a ValueError is Refused too, at the event that brought it about, be it a correction.
    """
    start = start or {"NS": 0, "WE": 0, "deals": 0}
    out = [fold(P, target, first_dealer, start, [], score)]
    for i, log in enumerate(logs(events)):
        if out[-1]["over"] and events[i]["event"] in PLAY:
            raise Refused(i, "the match is over")
        try:
            live = live_events([resolved(event, resolve) for event in log])
            out.append(fold(P, target, first_dealer, start, live, score))
        except ValueError as error:
            raise Refused(i, error) from error
    return out


def latest(P, target, first_dealer, start, events, score, resolve=None):
    """The state after the last event, or None where that cannot be; those before it can."""
    log = list(logs(events))[-1] if events else []
    start = start or {"NS": 0, "WE": 0, "deals": 0}
    try:
        live = live_events([resolved(event, resolve) for event in log])
        return fold(P, target, first_dealer, start, live, score)
    except ValueError:
        return None
