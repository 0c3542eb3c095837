"""Rules that were once read wrongly: each test names what went wrong."""

from coinche import auction, faults, history, match, melds
from coinche.errors import RuleError
from coinche.scoring import score
from support import rules

TIE = {"contract": 80, "denomination": "H", "level": 0, "taker_points": 81}
MADE = {"contract": 80, "denomination": "H", "level": 0, "taker_points": 100}


def deal(facts, taker="W"):
    return {"event": "deal", "taker": taker, "deal": facts}


def fold(values, *events, **more):
    return history.fold(values, more.get("target"), "N", more.get("start"), list(events))[-1]


def test_an_item_of_a_list_with_a_plus_in_it_is_no_item():
    """It read as several items, and crashed where one was looked for."""
    for name, value in (
        ("bid__order", ["C+D+H+S+TA+SA"]),
        ("pen__misdeal", ["redeal+160"]),
        ("deal__packets", ["323+332"]),
    ):
        try:
            rules(**{name: value})
        except RuleError as error:
            assert error.field == "profile.values." + name.replace("__", ".")
        else:
            raise AssertionError(name)


def test_a_denomination_that_is_not_ranked_is_not_higher():
    values = rules(bid__order=["C", "D"], bid__equal_overcall="higher_denomination")
    state = auction.after(auction.start("N", values), "W", "80C")
    assert auction.why_not(state, "S", "80H") == "not_higher"
    assert auction.why_not(state, "S", "80D") is None


def test_points_held_are_there_again_when_the_end_is_corrected():
    """RULES 11.1: they are lost when the match ends; a target put right ends nothing."""
    values = rules(test__beat="gt", test__tie="litige")
    more = {"target": 500, "start": {"NS": 440, "WE": 0, "deals": 3}}
    over = fold(values, deal(TIE), **more)
    assert over["over"] and over["held"] == 0
    right = {"event": "target", "value": 1000}
    state = fold(values, deal(TIE), right, **more)
    assert not state["over"] and state["held"] == 81
    state = fold(values, deal(TIE), right, deal(MADE), **more)
    assert state["totals"] == {"NS": 440 + 81 + 62, "WE": 100 + 80 + 81} and state["held"] == 0


def test_a_revoke_of_the_defence_gives_it_nothing():
    """RULES section 14: the takers write; who is at fault does not."""
    values = rules(pen__revoke_late="as_failed", capot__detect="zero_points")
    facts = dict(MADE, belote_takers=1, contract=100)
    event = faults.late_revoke("WE", "N", facts, values)
    assert event["marks"] == {"NS": 260, "WE": 0}
    event = faults.late_revoke("NS", "N", facts, values)
    assert event["marks"] == {"NS": 20, "WE": 260} and event["made"] is False


def test_a_silenced_side_does_not_surcoinche():
    state = auction.after(auction.start("N", rules()), "W", "80H")
    state = auction.after(auction.silence(state, "WE"), "S", "coinche")
    assert auction.legal(state) == ["pass"]


def test_declarations_are_judged_alike_in_any_order():
    """With cards in a carre and in a run."""
    first = {"kind": "run", "length": 3, "top": "A", "suit": "S"}
    second = {"kind": "run", "length": 3, "top": "Q", "suit": "S"}
    carre = {"kind": "carre", "rank": "Q"}
    values = rules(melds__on=True, melds__card_reuse=True)
    for told in ([first, second, carre], [first, carre, second], [carre, second, first]):
        try:
            melds.check({"N": told}, values)
        except RuleError as error:
            assert error.why == "card_twice"  # two runs hold the queen of spades
        else:
            raise AssertionError(told)
    for told in ([first, carre], [carre, first]):
        assert melds.contest("H", "N", {"N": told}, values)["points"] == 120


def test_a_last_deal_of_a_quota_that_is_played_again_is_not_declared_the_last():
    values = rules(test__beat="gt", test__tie="replay", match__quota_deals=10)
    start = {"NS": 0, "WE": 0, "deals": 9}
    state = fold(values, deal(TIE), start=start)
    assert state["deals"] == 9 and state["last_deal"] is False
    new = {"event": "rules", "profile": None, "from": 2}
    assert not fold(values, deal(TIE), new, deal(MADE), start=start)["over"]
    said = deal(dict(TIE, last_deal=True))
    assert fold(rules(test__beat="gt", test__tie="replay"), said)["last_deal"] is True


def test_marks_and_bids_have_an_end():
    """A number of thousands of digits could be scored and not be printed."""
    for field in ("contract", "melds_takers"):
        try:
            match.after(match.start(rules(melds__on=True)), deal(dict(MADE, **{field: 10**9})))
        except RuleError as error:
            assert error.field == "deal." + field
        else:
            raise AssertionError(field)


def test_a_veto_that_comes_with_new_rules_knows_the_belote_of_the_deal_before():
    """RULES 13.3: without its belote the side would not be over."""
    failed = {"contract": 100, "denomination": "H", "level": 0, "made": False, "belote_takers": 1}
    new = {"values": {"match.veto": "belote_alone_if_capot_or_failed"}}
    state = fold(
        rules(),
        deal(failed, "N"),
        {"event": "rules", "profile": new, "from": 2},
        {"event": "target", "value": 1000},
        target=1500,
        start={"NS": 985, "WE": 0, "deals": 3},
    )
    assert state["totals"]["NS"] == 1005 and not state["over"] and state["why"] == "veto"


def test_marks_as_written_do_not_stand_against_rules_that_reach_them():
    """They were written by the rules of then; rules that are set later, for deals that have been
    played, mark those anew, and no others."""
    written = dict(deal(MADE), written={"NS": 1, "WE": 2})
    assert fold(rules(), written)["totals"] == {"NS": 1, "WE": 2}
    once = score(MADE, rules(dbl__level1=3))
    new = {"event": "rules", "profile": {"values": {"dbl.level1": 3}}, "from": 1}
    state = fold(rules(), written, new)
    assert sorted(state["totals"].values()) == sorted([once["takers"], once["defence"]])
    for since in (2, 3):
        assert fold(rules(), written, dict(new, **{"from": since}))["totals"] == {"NS": 1, "WE": 2}
    both = fold(rules(), new, written)
    assert both["totals"] == {"NS": 1, "WE": 2}  # written when these rules were known
    undone = fold(rules(), written, new, {"event": "undo"})
    assert undone["totals"] == {"NS": 1, "WE": 2}
