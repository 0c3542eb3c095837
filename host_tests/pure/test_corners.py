"""Corners of the list of events, of a match, of a profile and of an error."""

from coinche import belote, errors, history, match, notation, profile
from coinche.errors import RuleError
from support import refusal, rules


def deal(taker="N", contract=100, points=105, **more):
    facts = {"contract": contract, "denomination": "S", "level": 0, "taker_points": points}
    facts.update(more)
    return {"event": "deal", "taker": taker, "deal": facts}


def end(values, events, target=None, dealer="N", start=None):
    return history.fold(values, target, dealer, start, events)[-1]


def totals(state):
    return (state["totals"]["NS"], state["totals"]["WE"])


PASS = {"event": "all_pass"}


# ---- the list of events


def test_rules_named_for_a_deal_to_come_wait_for_it():
    """it writes 205 - 57 for 105 on a 100, the federation 210 - 60; its own event counts too."""
    change = {"event": "rules", "profile": "ffb_contree_2016", "from": 5}
    events = [deal(), change, deal(), deal(), deal(), deal()]
    expected = (205, 205, 410, 615, 825, 1035)
    states = history.fold(rules("it"), 9999, "N", None, events)
    assert tuple([state["totals"]["NS"] for state in states[1:]]) == expected


def test_lines_with_new_rules_replay_as_their_events():
    first = match.start(rules("it"), 9999)
    change = {"event": "rules", "profile": "ffb_contree_2016", "from": 2}
    events = [deal(), deal(), change, deal()]
    lines = [notation.to_text(one) for one in events]
    for items in (events, lines):
        assert totals(history.last(first, items)) == (205 + 210 + 210, 57 + 60 + 60)
        states = list(history.replay(first, items))
        assert [state["totals"]["NS"] for state in states] == [205, 415, 415, 625]


def test_an_error_in_the_list_names_the_event_that_was_entered():
    values = rules("it")
    change = {"event": "rules", "profile": "no", "from": 1}
    for events, expected in (
        ("p", ("events", "must_be", True)),
        (None, ("events", "must_be", True)),
        ([{"event": "undo"}], ("events[0].event", "nothing_to_undo", ())),
        ([PASS, {"event": "redo"}], ("events[1].event", "nothing_to_redo", ())),
        ([PASS, {"event": "insert", "n": 1, "with": deal(points=163)}],
         ("events[1].with.deal.taker_points", "range", (0, 162, 163))),
        ([PASS, {"event": "insert", "n": 3, "with": PASS}], ("events[1].n", "range", (1, 2, 3))),
        ([PASS, {"event": "edit", "n": 2, "with": PASS}], ("events[1].n", "range", (1, 1, 2))),
        ([PASS, {"event": "delete", "n": 0}], ("events[1].n", "range", (1, 100000, 0))),
        ([PASS, {"event": "delete", "n": 1}, change], ("events[2].profile", "must_be", True)),
        ([PASS, {"event": "insert", "n": 1, "with": change}],
         ("events[1].with.profile", "must_be", True)),
        ([PASS, "e 1"], ("events[1].event", "text", ("e 1",))),
    ):  # fmt: skip
        assert refusal(history.fold, values, None, "N", None, events) == expected, events


def test_new_rules_start_at_an_event_of_the_list():
    first = match.start(rules("it"))
    for since, expected in (
        (0, ("events[1].from", "range", (1, 100000, 0))),
        (None, ("events[1].from", "integer", (None,))),
    ):
        change = {"event": "rules", "profile": None, "from": since}
        assert refusal(history.last, first, [PASS, change]) == expected


# ---- a match


def marks(ours, theirs, takers=None, made=None, no_trick=None, belote=(0, 0)):
    return {
        "event": "marks", "takers": takers, "made": made, "marks": {"NS": ours, "WE": theirs},
        "no_trick": no_trick, "belote": {"NS": belote[0], "WE": belote[1]},
    }  # fmt: skip


def at(ours, theirs, deals=9):
    return {"NS": ours, "WE": theirs, "deals": deals}


def result(state):
    return state["over"], state["winner"]


def test_a_match_that_begins_has_written_nothing():
    state = match.start(rules(), 1)
    assert (state["target"], state["marks"], state["result"]) == (1, None, None)
    assert (state["differs"], state["held"], state["over"]) == (False, 0, False)


def test_an_event_that_writes_nothing_has_no_marks_no_result_and_no_difference():
    written = dict(deal(), written={"NS": 200, "WE": 60})
    state = end(rules(), [written])
    assert state["differs"] is True and state["result"]["takers"] == 205
    for event in (PASS, {"event": "misdeal"}, {"event": "dealer", "seat": "E"},
                  {"event": "target", "value": 3000}):  # fmt: skip
        later = end(rules(), [written, event])
        assert (later["marks"], later["result"], later["differs"]) == (None, None, False), event
    later = end(rules(), [written, marks(10, 20)])
    assert (later["marks"], later["result"], later["differs"]) == (
        {"NS": 10, "WE": 20}, None, False)  # fmt: skip


def test_new_rules_leave_the_row_of_misdeals_and_who_may_not_bid():
    """RULES 4.4: k counts the misdeals since this dealer took the pack."""
    steps = ["redeal", "no_bid", "160"]
    values = rules(pen__misdeal=steps)
    change = {"event": "rules", "profile": {"values": {"pen.misdeal": steps}}}
    misdeal = {"event": "misdeal"}
    state = end(values, [misdeal, dict(change, **{"from": 2}), misdeal])
    assert (state["no_bid"], state["misdeals"], totals(state)) == ("NS", 2, (0, 0))
    state = end(values, [misdeal, misdeal, dict(change, **{"from": 3})])
    assert (state["no_bid"], state["misdeals"]) == ("NS", 2)
    state = end(values, [misdeal, misdeal, dict(change, **{"from": 3}), misdeal])
    assert totals(state) == (0, 160)


def test_held_points_stand_in_the_result_of_the_deal_that_wins_them():
    """RULES 11.1: 81 to 81 puts the takers' 81 aside; the next decided deal takes them."""
    values = rules(test__beat="gt", test__tie="litige")
    tie = deal(contract=80, points=81)
    for points, winner, takers, defence in ((105, "takers", 205 + 81, 57),
                                            (50, "defence", 0, 260 + 81)):  # fmt: skip
        state = end(values, [tie, deal("W", points=points)])
        got = state["result"]
        assert (got["takers"], got["defence"]) == (takers, defence)
        assert (winner, 81, "held") in got["lines"]
        assert state["marks"] == {"NS": defence, "WE": takers} and state["held"] == 0
        for side in ("takers", "defence"):
            assert sum([n for s, n, _ in got["lines"] if s == side]) == got[side]


def test_belotes_by_seat_at_all_trump_are_as_many_as_the_table_counts():
    """RULES 8.1."""
    facts = {"contract": 100, "denomination": "TA", "level": 0, "native_points": 200,
             "belote_takers": 2, "belote_defence": 1}  # fmt: skip
    event = {"event": "deal", "taker": "N", "deal": facts, "belote_seats": ["N", "N", "W"]}
    assert end(rules("fr"), [event])["deals"] == 1
    few = rules("fr", belote__max_TA=1)
    assert refusal(history.fold, few, None, "N", None, [event])[:2] == (
        "events[0].belote_seats", "range")  # fmt: skip


def both_over(rule, *winners):
    """Who wins when both are over, whoever has more: N made, N failed, E made, E failed."""
    values = rules(match__both=rule, match__target=1000)
    deals = (("N", 105), ("N", 50), ("E", 105), ("E", 50))
    for (taker, points), winner in zip(deals, winners):
        for before in (at(1000, 1200), at(1200, 1000)):
            state = end(values, [deal(taker, points=points)], start=before)
            assert result(state) == (True, winner)


def test_both_over_goes_to_the_takers_where_the_rules_say_so():
    """RULES 13.5, whether they made it or not."""
    both_over("takers", "NS", "NS", "WE", "WE")


def test_both_over_goes_to_the_defence_of_a_failed_contract():
    """RULES 13.5, last_deal_winner: takers if they made it, defence if not."""
    both_over("last_deal_winner", "NS", "WE", "WE", "NS")


def test_the_side_that_gets_a_penalty_of_nothing_has_won_that_deal():
    """pen.revoke_late may be 0 (RULES section 15)."""
    values = rules(match__tie="last_deal_winner", match__target=1000)
    for side in ("NS", "WE"):
        event = {"event": "penalty", "to": side, "points": 0, "ends_deal": True}
        assert result(end(values, [event], start=at(1000, 1000))) == (True, side)


def test_a_higher_target_takes_the_end_back():
    over = end(rules(), [deal()], target=205)
    assert (over["winner"], over["why"], over["last_deal"]) == ("NS", "target", False)
    state = end(rules(), [deal(), {"event": "target", "value": 206}], target=205)
    assert (state["over"], state["winner"], state["why"]) == (False, None, None)


def test_after_the_last_deal_no_other_is_the_last():
    state = end(rules(), [{"event": "last_deal"}, deal()])
    assert (state["over"], state["why"], state["last_deal"]) == (True, "quota", False)
    state = end(rules(), [{"event": "last_deal"}, deal()], target=205)
    assert (state["over"], state["why"], state["last_deal"]) == (True, "target", False)
    tied = end(rules(), [{"event": "last_deal"}, marks(100, 100)])
    assert (tied["over"], tied["why"], tied["last_deal"]) == (False, "extra_deal", True)


def test_without_a_veto_a_belote_and_a_failed_contract_hold_nobody():
    """RULES 13.3, match.veto = none."""
    for side in ("NS", "WE"):
        ours, theirs = (20, 0) if side == "NS" else (0, 20)
        event = marks(ours, theirs, side, False, side, (ours, theirs))
        before = at(980, 0) if side == "NS" else at(0, 980)
        state = end(rules(), [event], 1000, start=before)
        assert (state["winner"], state["why"]) == (side, "target")


def test_the_belote_alone_holds_no_side_that_is_over_without_it():
    """RULES 13.3: exactly at the target without the belote is over."""
    values = rules(match__veto="belote_alone_if_capot_or_failed")
    for taker, side in (("N", "NS"), ("E", "WE")):
        lost = deal(taker, points=50)
        belote = deal(taker, points=50, belote_takers=1)
        for event, mine, expected in (
            (lost, 1000, (True, side)), (lost, 999, (False, None)), (belote, 980, (False, None)),
            (belote, 999, (False, None)), (belote, 1000, (True, side)),
        ):  # fmt: skip
            before = at(mine, 0) if side == "NS" else at(0, mine)
            assert result(end(values, [event], 1000, start=before)) == expected, (side, mine)


def test_marks_told_without_belotes_have_none():
    values = rules(match__veto="belote_alone_if_capot_or_failed")
    for side, ours, theirs in (("NS", 1000, 0), ("WE", 0, 1000)):
        event = {"event": "marks", "takers": side, "made": False, "marks": {"NS": 0, "WE": 0}}
        assert result(end(values, [event], 1000, start=at(ours, theirs))) == (True, side)


def test_a_side_freed_by_a_trick_is_not_held_again_by_the_old_veto():
    """RULES 13.3: blocked until the end of a later deal in which it took a trick."""
    values = rules(match__veto="belote_alone_if_capot_or_failed")
    held = marks(20, 0, None, None, "NS", (20, 0))  # 1010, without the belote 990
    even = marks(50, 70, "NS", True)  # 1060 each: an extra deal
    more = marks(10, 0, "NS", True, "NS")  # no trick, but over without a belote
    states = history.fold(values, 1000, "N", at(990, 990), [held, even, more])
    assert [result(state) for state in states[1:]] == [
        (False, None), (False, None), (True, "NS")]  # fmt: skip
    assert [state["why"] for state in states[1:]] == ["veto", "extra_deal", "both"]


def test_both_sides_can_be_held_at_once():
    """A slam not made alone: the takers failed, the defence took no trick."""
    values = rules(match__veto="belote_alone_if_capot_or_failed")
    event = marks(20, 20, "NS", False, "WE", (20, 20))
    pay = {"event": "penalty", "points": 5, "ends_deal": True}
    for side in ("NS", "WE"):
        states = history.fold(values, 1000, "N", at(985, 985), [event, dict(pay, to=side)])
        assert [result(state) for state in states[1:]] == [(False, None)] * 2


def test_a_veto_that_comes_with_new_rules_judges_the_deal_before_it():
    values = rules(match__target=2000)
    change = {"event": "rules", "profile": "ffb_coinchee_2015", "from": 2}
    events = [deal(points=50), change, {"event": "target", "value": 1000}]
    assert result(end(values, events, start=at(1000, 0))) == (True, "NS")


def test_a_refused_event_of_the_match_says_why():
    silenced = rules(pen__misdeal=["no_bid"])
    misdeal = {"event": "misdeal"}
    pay = {"event": "penalty", "to": "NS", "points": 0, "why": belote.FORGIVEN, "ends_deal": False}
    told = deal()
    for values, events, expected in (
        (silenced, [misdeal, deal()], ("events[1].taker", "may_only_pass", ("NS",))),
        (rules(), [dict(told, coincheur="S")], ("events[0].coincheur", "own_side", ())),
        (rules(), [dict(told, coincheur="W")], ("events[0].coincheur", "not_coinched", ())),
        (rules(), [dict(told, belote_seats=["S"])],
         ("events[0].belote_seats", "not_as_told", ("belote_takers", 0))),
        (rules(), [dict(deal(belote_defence=1), belote_seats=[])],
         ("events[0].belote_seats", "not_as_told", ("belote_defence", 1))),
        (rules(belote__forgotten_rebelote="lost"), [pay],
         ("events[0].belote.forgotten_rebelote", "forbidden", ())),
        (rules(), [pay, pay], ("events[1].to", "already_forgiven", ("NS",))),
        (rules(), [dict(pay, points=20)], ("events[0].points", "range", (0, 0, 20))),
        (rules(), [dict(pay, ends_deal=True)], ("events[0].ends_deal", "must_be", True)),
    ):  # fmt: skip
        assert refusal(history.fold, values, None, "N", None, events) == expected
    over = end(rules(), [deal()], target=100)
    for event in (deal(), marks(1, 2), PASS, misdeal, {"event": "last_deal"}):
        expected = ("event", "match_is_over", (event["event"],))
        assert refusal(match.after, over, event) == expected
    for kind in ("undo", "redo"):
        expected = ("event", "is_a_correction", (kind,))
        assert refusal(match.after, match.start(rules()), {"event": kind}) == expected


# ---- a profile


def test_a_base_alone_is_a_profile():
    for key in profile.KEYS:
        assert profile.resolve({"extends": key}) == profile.resolve(key)
    assert profile.resolve({}) == profile.resolve({"extends": None}) == profile.resolve(None)
    assert profile.resolve({"values": {}}) == profile.resolve(None)


def test_a_refused_profile_says_why_and_what_was_given():
    for given, expected in (
        (7, ("profile", "must_be", True)),
        ("no", ("profile", "must_be", True)),
        ({"extends": "no"}, ("profile.extends", "must_be", True)),
        ({"base": "fr"}, ("profile.base", "unknown", ())),
        ({"values": None}, ("profile.values", "must_be", True)),
        ({"values": {"round.units": 1}}, ("profile.values.round.units", "unknown", ())),
        ({"values": {"fail.base": "X16"}}, ("profile.values.fail.base", "must_be", True)),
        ({"values": {"fail.base": "16X"}}, ("profile.values.fail.base", "must_be", True)),
        ({"values": {"pen.misdeal": ["X1"]}}, ("profile.values.pen.misdeal", "must_be", True)),
        ({"values": {"round.unit": "null"}}, ("profile.values.round.unit", "must_be", True)),
        ({"values": {"fail.base_SA": "null"}}, ("profile.values.fail.base_SA", "must_be", True)),
        ({"values": {"match.targets": ["1000"]}},
         ("profile.values.match.targets", "must_be", True)),
    ):  # fmt: skip
        assert refusal(profile.resolve, given) == expected, given
    for key in ("no", 7, None, ""):
        assert refusal(profile.title, key, "fr") == ("profile", "must_be", True), key
        try:
            profile.title(key, "fr")
        except RuleError as error:
            assert error.limits[0].split(" ") == list(profile.KEYS)
            assert error.limits[1] == "not %s" % key


def test_a_refused_combination_says_of_what_and_why():
    """profiles.json: a scaled all-trump pile is 162."""
    try:
        profile.resolve({"values": {"pile.TA": 258}})
        raise AssertionError("accepted")
    except RuleError as error:
        assert (error.field, error.why) == ("profile.values.pile.TA", "combination")
        assert error.limits[0] == "pile.TA = 258, pile.TA_method = x162/258"
        assert len(error.limits) == 2 and error.limits[1]


def test_a_text_of_a_refused_combination_is_refused():
    """By a parameter in it, with all of them and the reason, as from a profile that is given."""
    for own in ({"pile.TA": 258}, {"pile.SA": 130}, {"bid.equal_overcall": "higher_denomination"}):
        values = profile.resolve(None)
        values.update(own)
        for name in own:
            told = refusal(profile.from_text, profile.to_text(values))
            given = refusal(profile.resolve, {"values": own})
            assert told[1:] == given[1:] and told[1] == "combination", told
            assert name in told[2][0].split(" ") and told[0] in told[2][0].split(" "), told


def test_a_refused_text_of_a_profile_is_named_in_part():
    good = profile.to_text(profile.resolve(None))
    for bad, expected in (
        ("", ""), (None, "None"), ("2" + good[1:], ("2" + good[1:])[:20]), ("1z" + good[2:], None),
        (good + "00", "00"), (good + "0" * 30, "0" * 20), (good[:-1], None),
        (good[:-1] + "(", None),
    ):  # fmt: skip
        field, why, limits = refusal(profile.from_text, bad)
        assert (field, why, len(limits)) == ("profile", "text", 1), bad
        if expected is None:
            assert limits[0] in profile.resolve(None), limits
        else:
            assert limits == (expected,)


# ---- errors


def test_an_error_carries_its_field_as_any_value_error_does():
    error = errors.RuleError("deal.level", "range", 0, 2, 3)
    assert error.args == ("deal.level",)
    there = error.under("with").under("events[1]")
    assert (there.field, there.why) == ("events[1].with.deal.level", "range")
    assert there.limits == (0, 2, 3)
