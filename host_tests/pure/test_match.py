"""The match: published ends and dealers, RULES 4, 13, 14 row by row, and the laws of the fold."""

from coinche import event, history, match, notation, profile
from coinche.errors import RuleError
from coinche.scoring import score
from support import Rng, load, rules
from support import refused as stated

SEATS = ("N", "W", "S", "E")
SIDES = ("NS", "WE")
SHOWN = ("dealer", "speaker", "cutter", "totals", "deals", "marks", "held", "no_bid", "over",
         "winner", "why")  # fmt: skip


def deal(taker="N", contract=80, points=100, **more):
    facts = {"contract": contract, "denomination": "S", "level": 0, "taker_points": points}
    facts.update(more)
    return {"event": "deal", "taker": taker, "deal": facts}


def marks(ours, theirs, takers=None, made=None, no_trick=None, belote=(0, 0)):
    return {
        "event": "marks", "takers": takers, "made": made, "marks": {"NS": ours, "WE": theirs},
        "no_trick": no_trick, "belote": {"NS": belote[0], "WE": belote[1]},
    }  # fmt: skip


def penalty(to, points, ends=True):
    return {"event": "penalty", "to": to, "points": points, "ends_deal": ends}


PASS = {"event": "all_pass"}
MISDEAL = {"event": "misdeal"}
LAST = {"event": "last_deal"}
UNDO = {"event": "undo"}
REDO = {"event": "redo"}


def fold(values, events, start=None, target=None, dealer="N"):
    return history.fold(values, target, dealer, start, events)


def end(values, events, start=None, target=None, dealer="N"):
    return fold(values, events, start, target, dealer)[-1]


def result(state):
    """As examples.json says it."""
    if state["over"]:
        return state["winner"]
    return "extra_deal" if state["why"] == "extra_deal" else "continue"


def totals(state):
    return (state["totals"]["NS"], state["totals"]["WE"])


def shown(state):
    return [state[name] for name in SHOWN]


def refused(values, events, **more):
    try:
        fold(values, events, **more)
    except RuleError as error:
        return error.field
    return None


# ---- published rows


def test_every_published_end_of_a_match_comes_out_as_printed():
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "match"]
    assert len(rows) == 19
    for row in rows:
        events = []
        for one in row["deals"]:
            if "deal" in one:
                taker = "N" if one["takers"] == "NS" else "W"
                events.append({"event": "deal", "taker": taker, "deal": one["deal"]})
            else:
                events.append(dict(one, event="marks"))
        values = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        state = end(values, events, row["before"])
        expected = row["expect"]
        assert state["totals"] == expected["totals"], (row["id"], state["totals"])
        assert result(state) == expected["result"], (row["id"], result(state))


def test_every_published_dealer_deals():
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "dealer"]
    assert len(rows) == 6
    for row in rows:
        events = [deal() if name == "deal" else {"event": name} for name in row["events"]]
        values = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        state = end(values, events, dealer=row["dealer"])
        expected = row["expect"]
        assert state["dealer"] == expected["dealer"], row["id"]
        assert state["no_bid"] == expected["no_bid_side"], row["id"]
        if expected["points"]:
            wanted = {"NS": 0, "WE": 0}
            wanted[expected["points"]["side"]] = expected["points"]["points"]
            assert (state["marks"], state["totals"], state["deals"]) == (wanted, wanted, 1)
        elif "deal" not in row["events"]:
            assert (state["marks"], state["deals"]) == (None, 0), row["id"]


# ---- RULES sections 2 and 4: who deals, speaks, cuts


def test_dealer_speaker_and_cutter_in_both_directions():
    """F82: W sits at N's right: anticlockwise N's next is W, the left-hand neighbour is E."""
    for direction, order in (("ccw", ("N", "W", "S", "E")), ("cw", ("N", "E", "S", "W"))):
        for cutter, of_north in (("left", "E"), ("right", "W")):
            values = rules(deal__direction=direction, deal__cutter=cutter)
            states = fold(values, [deal()] * 4, target=9999)
            assert tuple([state["dealer"] for state in states]) == order + ("N",)
            assert tuple([state["speaker"] for state in states]) == order[1:] + ("N", order[1])
            assert states[0]["cutter"] == of_north
            for state in states:
                apart = SEATS.index(state["cutter"]) - SEATS.index(state["dealer"])
                assert apart % 4 == (3 if cutter == "left" else 1)


def test_all_pass_is_not_counted_and_moves_the_deal_by_the_rule():
    """F84: the dealer moves or stays by the rule."""
    for rule, dealer in (("next", "W"), ("same", "N")):
        state = end(rules(deal__all_pass=rule), [PASS])
        assert (state["dealer"], state["deals"], state["marks"]) == (dealer, 0, None)


def test_misdeals_in_a_row_take_the_steps_and_the_last_step_repeats():
    """F84: the dealer stays, or pays, by the rule."""
    for steps, told in (
        (["redeal"], ["", "", ""]),
        (["redeal", "no_bid", "160"], ["", "no_bid", "160", "", "no_bid", "160"]),
        (["redeal", "redeal", "162"], ["", "", "162", ""]),
        (["no_bid", "160"], ["no_bid", "160", "no_bid"]),
        (["redeal", "referee"], ["", "", ""]),
        (["100"], ["100", "100"]),
    ):
        states = fold(rules(pen__misdeal=steps), [MISDEAL] * len(told))
        for before, state, step in zip(states, states[1:], told):
            side = "NS" if before["dealer"] in ("N", "S") else "WE"
            other = "WE" if side == "NS" else "NS"
            if step in ("", "no_bid"):
                assert state["dealer"] == before["dealer"]
                assert state["no_bid"] == (side if step else None)
                assert (state["marks"], state["deals"]) == (None, before["deals"])
            else:
                assert state["dealer"] == before["speaker"]
                assert state["marks"][other] == int(step) and state["marks"][side] == 0
                assert state["deals"] == before["deals"] + 1 and state["no_bid"] is None


def test_a_deal_or_an_all_pass_ends_the_row_of_misdeals():
    values = rules("fr", deal__all_pass="same")
    assert end(values, [MISDEAL, MISDEAL, PASS, MISDEAL])["no_bid"] is None
    assert end(values, [MISDEAL, deal(), MISDEAL, MISDEAL])["no_bid"] == "WE"
    assert end(values, [MISDEAL, {"event": "dealer", "seat": "W"}, MISDEAL])["no_bid"] is None
    assert end(values, [MISDEAL, {"event": "dealer", "seat": "N"}, MISDEAL])["no_bid"] == "NS"


def test_a_side_that_may_only_pass_cannot_take():
    two = [MISDEAL, MISDEAL]  # fr: the second one bars the dealer's side
    values = rules("fr")
    assert refused(values, two + [deal("S")]) == "events[2].taker"
    assert totals(end(values, two + [deal("W")])) == (60, 180)
    assert end(values, two + [dict(deal("S"), override=True)])["totals"]["NS"] == 180


def test_a_misdeal_after_a_bid_pays_base_and_contract_where_the_rules_say_so():
    """Cannes 2016, RULES section 4 rule 5: 160, 250 on a capot, plus the contract."""
    cannes = rules("cannes_2016")
    for seat, value, points in (("W", 110, 270), ("E", 80, 240), ("W", "capot", 250 + 270)):
        state = end(cannes, [{"event": "misdeal", "after_bid": {"seat": seat, "value": value}}])
        assert state["marks"] == {"NS": 0, "WE": points}
        assert (state["deals"], state["dealer"]) == (1, "W")
    own = {"event": "misdeal", "after_bid": {"seat": "S", "value": 110}}
    other = {"event": "misdeal", "after_bid": {"seat": "W", "value": 80}}
    for values, one in ((cannes, own), (rules("fr"), other)):
        state = end(values, [one])
        assert (state["marks"], state["deals"], state["dealer"]) == (None, 0, "N")


def test_a_penalty_replaces_the_deal_or_stands_beside_it():
    state = end(rules(), [penalty("WE", 160)])
    assert (totals(state), state["deals"], state["dealer"]) == ((0, 160), 1, "W")
    states = fold(rules(), [penalty("WE", 50, False), deal()])
    assert (totals(states[1]), states[1]["deals"], states[1]["dealer"]) == ((0, 50), 0, "N")
    assert totals(states[2]) == (180, 112)


def test_the_side_that_gets_a_penalty_has_won_that_deal():
    """RULES 13 rule 5: it is the only side that wrote anything in the last deal."""
    start = {"NS": 900, "WE": 1300}
    values = rules(match__target=1000, match__both="last_deal_winner")
    after_bid = {"event": "misdeal", "after_bid": {"seat": "S", "value": 100}}
    for one, dealer in ((penalty("NS", 160), "N"), (MISDEAL, "W"), (after_bid, "W")):
        own = dict(values)
        own["pen.misdeal"] = ["160"]
        own["pen.misdeal_after_bid"] = "base_plus_contract"
        state = end(own, [one], start, dealer=dealer)
        assert (state["winner"], state["why"]) == ("NS", "both"), one
        own["match.both"] = "takers"  # no contract yet: the higher total
        assert end(own, [one], start, dealer=dealer)["winner"] == "WE"


def test_the_dealer_can_be_put_right():
    state = end(rules(), [deal(), {"event": "dealer", "seat": "E"}])
    assert (state["dealer"], state["speaker"], state["cutter"]) == ("E", "N", "S")


# ---- RULES section 13: the end


def test_target_is_reached_or_exceeded_by_the_rule():
    """G95, G96: one less than the target, the target and one more, for either side."""
    for reach, over in (("ge", (False, True, True)), ("gt", (False, False, True))):
        values = rules(match__reach=reach, match__target=1000)
        for add, expected in zip((99, 100, 101), over):
            for side in SIDES:
                one = marks(add, 0) if side == "NS" else marks(0, add)
                state = end(values, [one], {"NS": 900, "WE": 900})
                assert state["over"] is expected, (reach, add)
                assert state["winner"] == (side if expected else None)
                assert state["why"] == ("target" if expected else None)


def test_the_target_of_the_match_stands_over_that_of_the_profile():
    assert end(rules("it"), [deal()], target=180)["over"]
    assert not end(rules("it"), [deal()], target=181)["over"]
    assert end(rules("it"), [deal()], {"NS": 820, "WE": 0})["winner"] == "NS"


def test_both_over_is_decided_by_the_rule():
    start = {"NS": 900, "WE": 960}
    for rule, one, winner in (
        ("higher_total", marks(110, 60, "NS", True), "WE"),
        ("last_deal_winner", marks(110, 60, "NS", True), "NS"),
        ("last_deal_winner", marks(110, 60, "NS", False), "WE"),
        ("last_deal_higher", marks(110, 60, "WE", True), "NS"),
        ("last_deal_higher", marks(110, 150, "NS", True), "WE"),
        ("takers", marks(110, 60, "NS", False), "NS"),
        ("takers", marks(110, 60, "WE", True), "WE"),
        # who took is not said: the higher mark, the higher total
        ("last_deal_winner", marks(110, 60), "NS"),
        ("last_deal_winner", marks(110, 60, "WE"), "NS"),
        ("last_deal_winner", marks(110, 60, None, True), "NS"),
        ("takers", marks(110, 60), "WE"),
    ):
        state = end(rules(match__both=rule, match__target=1000), [one], start)
        assert (state["winner"], state["why"]) == (winner, "both"), (rule, one)


def test_equal_marks_under_the_higher_mark_rule_are_a_tie():
    values = rules(match__both="last_deal_higher", match__target=1000, match__tie="shared")
    state = end(values, [marks(150, 150, "NS", True)], {"NS": 900, "WE": 870})
    assert (state["winner"], state["why"]) == ("shared", "tie")


def test_equal_totals_are_decided_by_the_rule():
    """G98, J4, F85: a tie is a result of its own; no side wins it by its place in a list."""
    start = {"NS": 900, "WE": 940}
    for both in ("higher_total", "last_deal_winner", "last_deal_higher", "takers"):
        for tie, winner, why in (("extra_deal", None, "extra_deal"), ("shared", "shared", "tie"),
                                 ("last_deal_winner", "WE", "tie")):  # fmt: skip
            values = rules(match__both=both, match__tie=tie, match__target=1000)
            state = end(values, [marks(120, 80, "WE", True)], start)
            assert (state["winner"], state["why"]) == (winner, why), (both, tie)
            assert state["over"] is (winner is not None)


def test_an_extra_deal_applies_the_rules_again():
    values = rules(match__target=1000)
    tie = [marks(100, 100)]
    start = {"NS": 900, "WE": 900}
    states = fold(values, tie + [PASS, marks(50, 50), marks(10, 0)], start)
    assert [state["why"] for state in states[1:]] == ["extra_deal"] * 3 + ["both"]
    assert states[-1]["winner"] == "NS"


def test_veto_holds_a_side_without_a_trick_or_with_a_failed_contract():
    """The table of RULES section 13: one side under veto plays on, of both the other wins."""
    values = rules(match__veto="capot_or_failed", match__target=1000)
    for one, start, winner in (
        (marks(20, 250, "WE", True, "NS"), (980, 700), None),
        (marks(20, 160, "NS", False), (980, 700), None),
        (marks(20, 160, "WE", True), (980, 700), "NS"),
        (marks(20, 250, "WE", True, "NS"), (980, 750), "WE"),
        (marks(120, 100, "NS", False), (900, 920), "WE"),
        (marks(100, 100, "NS", False), (900, 900), "WE"),
    ):
        state = end(values, [one], {"NS": start[0], "WE": start[1]})
        assert state["winner"] == winner, (one, state["winner"])
        if winner is None:
            assert state["why"] == "veto" and not state["over"]
    more = rules(match__veto="capot_or_failed", match__target=1000, match__reach="gt")
    assert end(more, [marks(20, 0, "WE", True)], {"NS": 980, "WE": 0})["why"] is None
    held = [marks(20, 250, "WE", True, "NS"), marks(0, 10, "WE", True)]
    assert end(values, held, {"NS": 980, "WE": 700})["winner"] == "NS"


def test_a_veto_on_the_belote_alone_lasts_until_a_deal_with_a_trick():
    values = rules(match__veto="belote_alone_if_capot_or_failed", match__target=1000)
    start = {"NS": 985, "WE": 500}
    belote = marks(20, 160, "NS", False, None, (20, 0))
    assert end(values, [belote], start)["why"] == "veto"
    enough = marks(20, 160, "NS", False, None, (0, 0))
    assert end(values, [enough], start)["winner"] == "NS"
    short = {"event": "marks", "takers": "WE", "made": False, "marks": {"NS": 20, "WE": 510}}
    assert end(values, [short], start)["winner"] == "WE"  # no belote told is none
    already = marks(20, 160, "NS", False, None, (20, 0))
    assert end(values, [already], {"NS": 1000, "WE": 500})["winner"] == "NS"
    without = marks(0, 100, "WE", True, "NS")
    states = fold(values, [belote, without, without, marks(0, 90, "WE", True)], start)
    assert [state["why"] for state in states[1:]] == ["veto", "veto", "veto", "target"]
    assert states[-1]["winner"] == "NS"


def test_the_veto_reads_tricks_and_belotes_from_the_deals_themselves():
    """belote of a side without a trick: FFB coinchée 2015, M11 with the deal instead of marks."""
    values = rules("ffb_coinchee_2015", match__target=1000)
    capot = deal("W", 100, 162, belote_defence=1, tricks="takers_all")
    state = end(values, [capot], {"NS": 980, "WE": 0})
    assert (totals(state), state["why"]) == ((1000, 350), "veto")
    lost = deal("N", 120, 60, belote_takers=1)
    state = end(values, [lost], {"NS": 990, "WE": 0})
    assert (totals(state), state["why"]) == ((1010, 280), "veto")
    played = deal("W", 100, 120, belote_defence=1)
    assert end(values, [played], {"NS": 980, "WE": 0})["winner"] == "NS"


def test_a_quota_ends_the_match_whatever_the_target():
    values = rules(match__quota_deals=3, match__target=100)
    states = fold(values, [PASS, MISDEAL, deal(), deal(), deal("W")])
    assert [state["over"] for state in states] == [False] * 5 + [True]
    assert (states[-1]["winner"], states[-1]["why"], states[-1]["deals"]) == ("NS", "quota", 3)
    tie = [marks(50, 50)] * 3
    state = end(values, tie)
    assert (state["over"], state["why"]) == (False, "extra_deal")
    state = end(values, tie + [marks(0, 10)])
    assert (state["winner"], state["why"]) == ("WE", "quota")
    assert end(rules(match__quota_deals=3, match__tie="shared"), tie)["winner"] == "shared"


def test_a_match_has_a_number_of_deals_of_its_own_over_that_of_any_rules():
    """As the same number in the rules would; other rules do not change it, nor does a target."""
    events = [deal("N", 80, 100), deal("W", 80, 120), deal("S", 90, 110)]
    for own in (1, 2, 3):
        ruled = rules("it", match__quota_deals=own, match__target=100)
        for values in (rules("it", match__target=100), rules("it", match__quota_deals=9)):
            ours, theirs = match.start(values, None, "N", None, own), match.start(ruled)
            assert (ours["quota"], theirs["quota"]) == (own, None)
            for one in events[:own]:
                ours, theirs = match.after(ours, one), match.after(theirs, one)
            assert (ours["over"], ours["why"], ours["deals"]) == (True, "quota", own)
            for fact in ("totals", "winner", "dealer", "marks"):
                assert ours[fact] == theirs[fact]
    state = match.start(rules("it", match__target=100), 50, "N", {"NS": 9, "deals": 1}, 3)
    state = match.after(state, {"event": "rules", "profile": "bga", "from": 1})
    state = match.after(state, deal("N", 80, 100))
    assert not state["over"] and state["quota"] == 3
    assert match.after(state, deal("W", 80, 120))["why"] == "quota"
    assert refused(rules("it"), [], target=0) == "target"
    for wrong in (0, -1, True, "3"):
        assert stated(match.start, rules("it"), None, "N", None, wrong) == "quota"


def test_a_deal_declared_the_last_ends_the_match():
    state = end(rules(), [deal(), LAST, PASS, deal("W", 80, 81)])
    assert (state["over"], state["winner"], state["why"]) == (True, "NS", "quota")
    by_facts = end(rules(), [deal(last_deal=True)])
    assert (by_facts["over"], by_facts["winner"]) == (True, "NS")
    states = fold(rules(), [LAST, marks(80, 80), marks(10, 0)])
    assert [state["why"] for state in states] == [None, None, "extra_deal", "quota"]


def test_the_last_deal_is_written_exactly_where_the_rules_say_so():
    """Cannes 2016: 6 up on the finished line, RULES section 13."""
    cannes = rules("cannes_2016")
    one = deal("N", 100, 106)  # 206 - 56, rounded 210 - 60 from 6 up
    assert end(cannes, [one])["marks"] == {"NS": 210, "WE": 60}
    assert end(cannes, [LAST, one])["marks"] == {"NS": 206, "WE": 56}
    quota = rules("cannes_2016", match__quota_deals=1)
    assert end(quota, [one])["marks"] == {"NS": 206, "WE": 56}
    for before, exact, over in ((1790, False, False), (1791, True, False), (1794, True, False),
                                (1795, True, True)):  # fmt: skip
        state = end(cannes, [one], {"NS": before, "WE": 0})
        assert state["marks"]["NS"] == (206 if exact else 210), before
        assert state["over"] is over, before
    down = deal("N", 100, 105)  # 205 - 57, rounded 200 - 60: the exact marks alone reach it
    state = end(cannes, [down], {"NS": 1796, "WE": 0})
    assert (state["marks"], state["winner"]) == ({"NS": 205, "WE": 57}, "NS")
    state = end(rules("cannes_2016", match__last_deal_exact=False), [down], {"NS": 1796, "WE": 0})
    assert (state["marks"], state["over"]) == ({"NS": 200, "WE": 60}, False)


def test_the_last_deal_of_a_long_match_is_exact_for_every_count_about_the_target():
    """The rounded and the exact marks, both from score(), decide as RULES section 13 says."""
    cannes = rules("cannes_2016")
    for points in range(100, 163):
        facts = {"contract": 100, "denomination": "S", "level": 0, "taker_points": points}
        rounded, exact = score(facts, cannes), score(dict(facts, last_deal=True), cannes)
        for before in (1780, 1794, 1795, 1800):
            one = {"event": "deal", "taker": "W", "deal": facts}
            state = end(cannes, [one], {"NS": 0, "WE": before})
            reached = before + max(rounded["takers"], exact["takers"]) >= 2001
            wanted = exact if reached else rounded
            assert state["marks"] == {"NS": wanted["defence"], "WE": wanted["takers"]}, points


def test_points_of_a_litige_wait_for_the_next_decided_deal():
    values = rules(test__beat="gt", test__tie="litige")
    tie = deal("N", 80, 81)
    states = fold(values, [tie, tie, PASS, penalty("NS", 10), deal("W", 100, 60)])
    assert [state["held"] for state in states] == [0, 81, 162, 162, 162, 0]
    assert totals(states[-1]) == (10 + 260 + 162, 162)
    lines = states[-1]["result"]["lines"]
    assert ("defence", 162, "held") in lines
    assert sum([n for side, n, _ in lines if side == "defence"]) == states[-1]["marks"]["NS"]
    made = end(values, [tie, deal("W", 80, 100)])
    assert totals(made) == (62, 81 + 180 + 81)


def test_marks_of_a_decided_deal_win_the_held_points_too():
    values = rules(test__beat="gt", test__tie="litige")
    tie = deal("N", 80, 81)
    for one, expected, held in (
        (marks(100, 50, "WE", True), (100, 81 + 50 + 81), 0),
        (marks(100, 50, "WE", False), (100 + 81, 81 + 50), 0),
        (marks(100, 50, "WE", None), (100, 81 + 50), 81),
        (marks(100, 50, None, True), (100, 81 + 50), 81),
    ):
        state = end(values, [tie, one])
        assert (totals(state), state["held"]) == (expected, held), one


def test_a_litige_in_the_last_deal_holds_nothing():
    values = rules(test__beat="gt", test__tie="litige", match__quota_deals=2)
    state = end(values, [deal("N", 80, 100), deal("N", 80, 81)])
    assert (state["marks"], state["held"]) == ({"NS": 81, "WE": 81}, 0)
    assert (state["over"], state["winner"]) == (True, "NS")


def test_points_still_held_when_the_match_ends_are_lost():
    values = rules(test__beat="gt", test__tie="litige", match__target=400)
    state = end(values, [deal("N", 80, 81), penalty("NS", 400)])
    assert (state["over"], state["held"], totals(state)) == (True, 0, (400, 81))


def test_a_tie_that_is_played_again_writes_nothing():
    values = rules(test__beat="gt", test__tie="replay")
    state = end(values, [deal("N", 80, 81)])
    assert (state["marks"], state["deals"], state["dealer"]) == (None, 0, "N")
    assert state["result"]["outcome"] == "replay"


def test_a_new_target_is_judged_on_the_totals():
    states = fold(rules("it"), [deal(), deal(), {"event": "target", "value": 350},
                                {"event": "target", "value": 600}, deal()])  # fmt: skip
    assert [state["over"] for state in states] == [False, False, False, True, False, False]
    assert totals(states[-1]) == (540, 186)


def test_after_the_end_nothing_is_dealt():
    over = [deal()]
    for one in (deal(), marks(1, 1), PASS, MISDEAL, penalty("NS", 1), LAST):
        assert refused(rules(), over + [one], target=100) == "events[1].event"


def test_undo_reaches_through_the_end_of_the_match():
    states = fold(rules(), [deal(), UNDO, deal("W"), UNDO, REDO], target=100)
    assert [state["over"] for state in states] == [False, True, False, True, False, True]
    assert states[-1]["winner"] == "WE"
    assert shown(states[2]) == shown(states[0])


# ---- corrections


def test_edit_delete_and_insert_number_the_live_events():
    three = [deal("N", 80, 100), PASS, deal("W", 90, 80)]
    base = end(rules(), three)
    assert totals(base) == (180 + 250, 62)
    state = end(rules(), three + [{"event": "edit", "n": 3, "with": deal("W", 90, 100)}])
    assert totals(state) == (180 + 62, 62 + 190)
    state = end(rules(), three + [{"event": "delete", "n": 1}])
    assert (totals(state), state["dealer"], state["deals"]) == ((250, 0), "S", 1)
    state = end(rules(), three + [{"event": "insert", "n": 1, "with": penalty("WE", 10)}])
    assert (totals(state), state["deals"]) == ((430, 72), 3)
    after = {"event": "insert", "n": 4, "with": penalty("WE", 10)}
    assert totals(end(rules(), three + [after])) == (430, 72)
    for n in (0, 4, 5):
        for kind in ("edit", "delete"):
            wrong = {"event": kind, "n": n}
            if kind == "edit":
                wrong["with"] = PASS
            assert refused(rules(), three + [wrong]) == "events[3].n"
    assert refused(rules(), three + [dict(after, n=5)]) == "events[3].n"


def test_an_edit_leaves_number_dealer_and_the_other_deals():
    events = [deal("N"), deal("W"), deal("S"), deal("E")]
    before = fold(rules(), events, target=9999)
    edit = {"event": "edit", "n": 2, "with": deal("W", 80, 10)}
    after = end(rules(), events + [edit], target=9999)
    for name in ("dealer", "speaker", "cutter", "deals", "events"):
        assert after[name] == before[-1][name]
    assert after["totals"]["WE"] == before[-1]["totals"]["WE"] - 180
    assert after["totals"]["NS"] == before[-1]["totals"]["NS"] - 62 + 240


def test_undo_takes_back_corrections_too_and_redo_brings_them_again():
    edit = {"event": "edit", "n": 1, "with": PASS}
    events = [deal(), deal("W"), {"event": "delete", "n": 1}, edit]
    states = fold(rules(), events + [UNDO, UNDO, UNDO, UNDO, REDO, REDO, REDO, REDO])
    back = [shown(state) for state in states]
    assert back[5:9] == [back[3], back[2], back[1], back[0]]
    assert back[9:] == [back[1], back[2], back[3], back[4]]


def test_a_new_event_ends_the_redoing():
    assert refused(rules(), [deal(), UNDO, PASS, REDO]) == "events[3].event"
    assert refused(rules(), [UNDO]) == "events[0].event"
    assert refused(rules(), [deal(), UNDO, UNDO]) == "events[2].event"
    assert refused(rules(), [REDO]) == "events[0].event"


def test_a_correction_that_ends_the_match_earlier_keeps_the_later_deals_unmarked():
    events = [deal(), deal(), deal()]
    states = fold(rules(), events + [{"event": "edit", "n": 1, "with": deal("N", 250, 162,
                  tricks="takers_all")}, UNDO], target=500)  # fmt: skip
    assert (states[4]["over"], totals(states[4]), states[4]["deals"]) == (True, (500, 0), 1)
    assert shown(states[5]) == shown(states[3])


def test_the_dealer_after_an_undo_is_the_one_before():
    """J3: whatever was taken back had moved the deal or not, and an all pass may have followed."""
    values = rules("fr")  # the first misdeal is dealt again, an all pass moves the deal
    for events, dealer, deals in (
        ([deal(), PASS, UNDO], "W", 1),
        ([deal(), PASS, UNDO, UNDO], "N", 0),
        ([deal(), MISDEAL, UNDO], "W", 1),
        ([MISDEAL, deal(), UNDO], "N", 0),
        ([deal(), penalty("NS", 20, False), UNDO], "W", 1),
        ([deal(), penalty("NS", 160), UNDO], "W", 1),
        ([deal(), PASS, {"event": "delete", "n": 1}], "W", 0),
        ([deal(), PASS, {"event": "delete", "n": 2}], "W", 1),
        ([deal(), MISDEAL, PASS, {"event": "delete", "n": 2}], "S", 1),
        ([PASS, deal(), {"event": "dealer", "seat": "N"}, UNDO], "S", 1),
    ):
        state = end(values, events)
        assert (state["dealer"], state["deals"]) == (dealer, deals), events


def test_an_edit_after_the_end_changes_one_deal_and_counts_none_twice():
    """J8: the other deals, the dealers and their number stay; a quota of three is three."""
    values = rules("it", match__quota_deals=3)
    three = [deal("N", 80, 100), deal("W", 80, 90), deal("S", 90, 110)]
    states = fold(values, three)
    assert totals(states[3]) == (180 + 72 + 200, 62 + 170 + 52)
    for n, with_, expected in (
        (1, deal("N", 110, 100), (0 + 72 + 200, 272 + 170 + 52)),
        (2, deal("W", 80, 90, belote_takers=1), (180 + 72 + 200, 62 + 190 + 52)),
        (3, deal("E", 90, 110), (180 + 72 + 52, 62 + 170 + 200)),
    ):
        edit = {"event": "edit", "n": n, "with": with_}
        state = end(values, three + [edit])
        assert totals(state) == expected, n
        assert (state["over"], state["why"], state["deals"]) == (True, "quota", 3)
        assert state["dealer"] == states[3]["dealer"] == "E"
        state = end(values, three[:2] + [dict(edit, n=min(n, 2)), three[2]])
        assert (state["over"], state["why"], state["deals"]) == (True, "quota", 3)


# ---- other rules from some event on


def test_new_rules_mark_from_the_event_they_name():
    change = {"event": "rules", "profile": "ffb_contree_2016"}
    events = [deal("N", 100, 105)] * 3  # it: 205 - 57, FFB: 210 - 60
    for since, ours in ((1, 630), (2, 625), (3, 620), (4, 615)):
        state = end(rules("it"), events + [dict(change, **{"from": since})])
        assert totals(state)[0] == ours, since
        assert state["profile"]["round.unit"] == 10
        more = end(rules("it"), events + [dict(change, **{"from": since}), deal("N", 100, 105)])
        assert totals(more)[0] == ours + 210
    later = events + [dict(change, **{"from": 6})]  # the change is the fourth
    assert totals(end(rules("it"), later + [deal("N", 100, 105)]))[0] == 4 * 205
    assert totals(end(rules("it"), later + [deal("N", 100, 105)] * 2))[0] == 4 * 205 + 210
    assert refused(rules("it"), events + [dict(change, **{"from": 0})]) == "events[3].from"


def test_a_correction_of_an_earlier_event_leaves_the_new_rules_at_their_number():
    """A deal taken out before the change must not make the change impossible."""
    change = {"event": "rules", "profile": "ffb_contree_2016", "from": 3}
    events = [deal("N", 100, 105)] * 2 + [change, {"event": "delete", "n": 1}]
    state = end(rules("it"), events)
    assert totals(state)[0] == 205 and state["profile"]["round.unit"] == 10
    assert totals(end(rules("it"), events + [deal("N", 100, 105)]))[0] == 205 + 210


def test_a_deal_without_its_count_cannot_be_marked_by_rules_that_need_it():
    told = {"event": "deal", "taker": "N",
            "deal": {"contract": 100, "denomination": "S", "level": 0, "made": True}}  # fmt: skip
    change = {"event": "rules", "profile": "it", "from": 1}
    assert totals(end(rules("club"), [told])) == (100, 0)
    assert refused(rules("club"), [told, change]) == "events[0].deal.taker_points"
    edited = [deal(), {"event": "edit", "n": 1, "with": told}]
    assert refused(rules("club"), edited + [change]) == "events[1].with.deal.taker_points"
    assert refused(rules("club"), [told, dict(change, profile="no")]) == "events[1].profile"
    wrong = {"extends": None, "values": {"round.unit": 5}}
    field = refused(rules("club"), [told, dict(change, profile=wrong)])
    assert field == "events[1].profile.values.round.unit"


def test_new_rules_bring_their_target_unless_the_match_has_its_own():
    change = {"event": "rules", "profile": "it", "from": 2}
    assert end(rules("fr"), [deal(), change])["target"] == 1000
    assert end(rules("fr"), [deal(), change], target=701)["target"] == 701
    agreed = {"event": "target", "value": 800}
    assert end(rules("fr"), [agreed, change])["target"] == 800


def test_after_takes_new_rules_from_now_on_and_no_correction():
    state = match.after(match.start(rules("it")), deal())
    change = {"event": "rules", "profile": "fr"}
    for since, field in ((1, "from"), (2, None), (3, None), (4, "from")):
        try:
            later = match.after(state, dict(change, **{"from": since}))
            assert field is None and later["profile"] == rules("fr")
            assert later["events"] == 2
        except RuleError as error:
            assert error.field == field, since
    for one in (UNDO, REDO, {"event": "delete", "n": 1}):
        try:
            match.after(state, one)
            raise AssertionError(one)
        except RuleError as error:
            assert error.field == "event"


def test_marks_as_written_stand_and_the_difference_is_told():
    written = dict(deal(), written={"NS": 200, "WE": 60})
    state = end(rules(), [written])
    assert (totals(state), state["differs"]) == ((200, 60), True)
    assert match.start(rules())["differs"] is False
    same = dict(deal(), written={"NS": 180, "WE": 62})
    assert end(rules(), [same])["differs"] is False


# ---- errors


def test_errors_name_the_event_and_its_field():
    level = deal(level=3)
    for events, field in (
        ([PASS] * 4 + [level], "events[4].deal.level"),
        ([deal(contract=None)], "events[0].deal.contract"),
        ([deal(points=163)], "events[0].deal.taker_points"),
        ([deal(suit="S")], "events[0].deal.suit"),
        ([deal(denomination="SA")], "events[0].bid.SA"),
        ([deal("X")], "events[0].taker"),
        ([{"event": "deal", "deal": {}}], "events[0].taker"),
        ([PASS, {"event": "edit", "n": 1, "with": level}], "events[1].with.deal.level"),
        ([PASS, {"event": "edit", "n": 1, "with": dict(level, x=1)}], "events[1].with.x"),
        ([PASS, {"event": "nothing"}], "events[1].event"),
        ([{"event": "misdeal", "after_bid": {"seat": "N"}}], "events[0].after_bid.value"),
    ):
        assert refused(rules(), events) == field, (events, refused(rules(), events))


def test_a_wrong_start_is_refused():
    for more, field in (
        ({"target": 0}, "target"), ({"target": True}, "target"), ({"target": "1000"}, "target"),
        ({"dealer": "NS"}, "first_dealer"), ({"dealer": None}, "first_dealer"),
        ({"start": []}, "start"), ({"start": {"N": 1}}, "start.N"),
        ({"start": {"NS": -1}}, "start.NS"), ({"start": {"deals": 1.0}}, "start.deals"),
    ):  # fmt: skip
        assert refused(rules(), [], **more) == field, (more, refused(rules(), [], **more))


# ---- laws


def random_deal(rng):
    """A deal that every published profile can score."""
    facts = {
        "contract": rng.pick((80, 90, 100, 110, 130, 160, "capot")),
        "denomination": rng.pick(("S", "H", "D", "C")),
        "level": rng.pick((0, 0, 0, 1, 2)),
    }
    if facts["contract"] == "capot":
        facts["level"] = 0
    if rng.below(6) == 0:
        facts["tricks"] = rng.pick(("takers_all", "defence_all"))
    else:
        facts["taker_points"] = rng.below(163)
    if rng.below(3) == 0:
        facts[rng.pick(("belote_takers", "belote_defence"))] = 1
    if rng.below(3) == 0:
        facts[rng.pick(("melds_takers", "melds_defence"))] = rng.pick((20, 50, 100, 170))
    return {"event": "deal", "taker": rng.pick(SEATS), "deal": facts, "override": True}


def random_event(rng):
    n = rng.below(12)
    if n < 7:
        return random_deal(rng)
    if n == 7:
        return PASS
    if n == 8:
        return MISDEAL
    if n == 9:
        return penalty(rng.pick(SIDES), rng.pick((20, 160)), rng.below(2) == 0)
    if n == 10:
        return {"event": "dealer", "seat": rng.pick(SEATS)}
    return marks(rng.below(200), rng.below(200), rng.pick(SIDES), rng.pick((True, False)))


def turned(value):
    """The same facts with the two sides exchanged: every seat moves on by one."""
    if type(value) is list:
        return [turned(one) for one in value]
    if type(value) is dict:
        return {turned(name): turned(one) for name, one in value.items()}
    if value in SEATS and value != "":
        return SEATS[(SEATS.index(value) + 1) % 4]
    return {"NS": "WE", "WE": "NS"}.get(value, value) if type(value) is str else value


def turned_event(one):
    out = {}
    for name, value in one.items():
        out[name] = value if name == "deal" else turned(value)
    return out


def test_exchanging_the_sides_exchanges_everything():
    """A13: Whole random matches, every published profile: no side is favoured by its name."""
    rng = Rng(17)
    for key in profile.KEYS:
        values = rules(key)
        for target in (600, 2500):
            state = match.start(values, target, "N")
            other = match.start(values, target, "W")
            for _ in range(16):
                if state["over"]:
                    break
                one = random_event(rng)
                state = match.after(state, one)
                other = match.after(other, turned_event(one))
                for name in SHOWN:
                    assert turned(state[name]) == other[name], (key, name, one)


def test_the_totals_are_the_sum_of_the_marks_that_score_gives():
    """B24: A model without states: dealers by counting, marks by score() alone."""
    rng = Rng(19)
    for key in ("it", "fr", "pagat", "apps_162", "contree_162_x3"):
        values = rules(key)
        events = [random_deal(rng) if rng.below(4) else PASS for _ in range(25)]
        state = end(values, events, target=99999)
        sums = {"NS": 0, "WE": 0}
        for one in events:
            if one["event"] == "deal":
                own = "NS" if one["taker"] in ("N", "S") else "WE"
                out = score(one["deal"], values)
                sums[own] += out["takers"]
                sums["WE" if own == "NS" else "NS"] += out["defence"]
        assert state["totals"] == sums
        assert state["dealer"] == SEATS[len(events) % 4]
        assert state["deals"] == len([one for one in events if one["event"] == "deal"])


def test_the_rounded_marks_of_the_deals_add_up_to_the_total():
    """B24, J5: 205 and 57 are 210 and 60 in every deal, and no total is rounded or looked at: 162
    and 252 are totals like others."""
    values = rules("ffb_contree_2016")
    one = deal("N", 100, 105)
    states = fold(values, [one] * 10, target=9999)
    assert [totals(state) for state in states] == [(210 * n, 60 * n) for n in range(11)]
    for before in (1, 72, 162, 192, 252, 1990):
        state = end(values, [one], {"NS": before, "WE": before}, target=9999)
        assert totals(state) == (before + 210, before + 60)
        state = end(values, [marks(162 - before % 162, 252)], {"NS": before, "WE": 0}, 9999)
        assert totals(state) == (before + 162 - before % 162, 252)


def test_after_leaves_the_old_state_as_it_was():
    rng = Rng(23)
    values = rules("fr")
    state = match.start(values, 9999)
    for _ in range(40):
        one = random_event(rng)
        before = [(name, repr(state[name])) for name in sorted(state) if name != "profile"]
        later = match.after(state, one)
        assert later is not state
        assert before == [(n, repr(state[n])) for n in sorted(state) if n != "profile"], one
        state = later


def random_history(rng, length):
    """Events with corrections, and the list of live events that a careful clerk would keep."""
    events, snapshots, redo = [], [[]], []
    for _ in range(length):
        live = snapshots[-1]
        n = rng.below(10)
        if n < 2 and len(snapshots) > 1:
            events.append(UNDO)
            redo.append(snapshots.pop())
            continue
        if n == 2 and redo:
            events.append(REDO)
            snapshots.append(redo.pop())
            continue
        one = random_event(rng)
        if n == 3 and live:
            at = rng.below(len(live))
            events.append({"event": "edit", "n": at + 1, "with": one})
            live = live[:at] + [one] + live[at + 1 :]
        elif n == 4 and live:
            at = rng.below(len(live))
            events.append({"event": "delete", "n": at + 1})
            live = live[:at] + live[at + 1 :]
        elif n == 5:
            at = rng.below(len(live) + 1)
            events.append({"event": "insert", "n": at + 1, "with": one})
            live = live[:at] + [one] + live[at:]
        else:
            events.append(one)
            live = live + [one]
        redo = []
        snapshots.append(live)
    return events, snapshots[-1]


def test_any_history_equals_a_rebuild_of_the_events_that_are_left():
    """B29, J3: totals, dealer and number of deals after any deletions, edits and undos."""
    rng = Rng(29)
    for turn in range(25):
        values = rules(profile.KEYS[turn % len(profile.KEYS)])
        events, live = random_history(rng, 24)
        assert history.live(events) == live
        state = end(values, events, target=99999)
        rebuilt = end(values, live, target=99999)
        for name in SHOWN:
            if name != "marks" or events[-1]["event"] not in event.CORRECTIONS:
                assert state[name] == rebuilt[name], (turn, name)


def test_a_line_that_is_no_event_is_refused_by_its_place():
    first = match.start(rules())
    for lines, field in ((["p", "e x p"], "events[1].event"), (["p", "e 2 p"], "events[1].n"),
                         (["p", "q"], "events[1].event"), (["p", ""], "events[1].event"),
                         (["p", "dN 80S =163"], "events[1].deal.taker_points")):  # fmt: skip
        try:
            history.last(first, history.live(lines))
            raise AssertionError(lines)
        except RuleError as error:
            assert error.field == field, (lines, error.field)


def test_undo_then_redo_is_nothing():
    rng = Rng(31)
    for turn in range(20):
        values = rules(profile.KEYS[turn % len(profile.KEYS)])
        events, _ = random_history(rng, 12)
        states = fold(values, events, target=99999)
        if shown(states[-1]) != shown(states[0]):
            again = fold(values, events + [UNDO, REDO], target=99999)
            assert shown(again[-1]) == shown(states[-1])


def test_lines_fold_as_their_events():
    rng = Rng(37)
    for turn in range(20):
        values = rules(profile.KEYS[turn % len(profile.KEYS)])
        events, _ = random_history(rng, 20)
        lines = [notation.to_text(one) for one in events]
        first = match.start(values, 99999)
        by_line = history.last(first, history.live(lines))
        assert shown(by_line) == shown(history.last(first, history.live(events)))
        states = [first] + list(history.replay(first, history.live(lines)))
        assert shown(by_line) == shown(states[-1])
        assert [state["events"] for state in states] == list(range(len(states)))
        assert shown(end(values, lines, target=99999)) == shown(end(values, events, target=99999))
