"""What a fault costs (RULES section 14)."""

from coinche import faults, match, profile
from coinche.errors import RuleError
from support import refusal

FACTS = {"contract": 100, "denomination": "H", "level": 0, "taker_points": 120}


def rules(late, key="ffb_contree_2016"):
    return profile.resolve({"extends": key, "values": {"pen.revoke_late": late}})


def test_a_number_goes_to_the_other_side_and_ends_the_deal():
    event = faults.late_revoke("WE", "N", FACTS, rules(160))
    state = match.after(match.start(rules(160)), event)
    assert state["totals"] == {"NS": 160, "WE": 0} and state["deals"] == 1
    assert event["why"] == "revoke_late"


def test_takers_at_fault_have_failed():
    """A failed 100 is 160 + 100 for the defence, whatever they had counted."""
    event = faults.late_revoke("NS", "N", FACTS, rules("as_failed"))
    state = match.after(match.start(rules("as_failed")), event)
    assert state["totals"] == {"NS": 0, "WE": 260}
    assert event["deal"]["made"] is False and "taker_points" not in event["deal"]


def test_for_the_defence_at_fault_the_takers_write_what_it_would_have_written():
    for facts, mark in (
        (FACTS, 260),
        (dict(FACTS, level=1), 520),
        ({"contract": "capot", "denomination": "H", "level": 0, "tricks": "defence_all"}, 500),
    ):
        event = faults.late_revoke("WE", "N", facts, rules("as_failed"))
        state = match.after(match.start(rules("as_failed")), event)
        assert state["totals"] == {"NS": mark, "WE": 0}


def test_the_table_decides_where_no_number_is_written():
    for rule in ("none", "injured_choice"):
        assert faults.late_revoke("NS", "N", FACTS, rules(rule)) is None


def test_wrong_sides_seats_and_facts_are_refused():
    for call, field in (
        (("N", "N", FACTS), "side"),
        (("NS", "X", FACTS), "taker"),
        (("NS", "N", None), "deal"),
        (("NS", "N", {}), "deal.contract"),
        (("NS", "N", dict(FACTS, contract=0)), "deal.contract"),
    ):
        try:
            faults.late_revoke(*call, rules("as_failed"))
        except RuleError as error:
            assert error.field == field, call
        else:
            raise AssertionError(call)


def test_a_call_out_of_turn_silences_a_side_where_the_rules_say_so():
    assert faults.silenced("void") == (False, False)
    assert faults.silenced("void_and_silenced") == (True, False)
    assert faults.silenced("void_silenced_or_redeal") == (True, True)


def test_takers_who_write_a_fault_of_the_defence_have_won_the_deal():
    """RULES 14 and 13.3: they are no side that failed its contract, so no veto holds them."""
    values = profile.resolve(
        {"values": {"pen.revoke_late": "as_failed", "match.veto": "capot_or_failed"}}
    )
    event = faults.late_revoke("WE", "N", FACTS, values)
    assert (event["takers"], event["made"]) == ("NS", True)
    before = {"NS": 1900, "WE": 0, "deals": 9}
    state = match.after(match.start(values, 2000, "N", before), event)
    assert (state["over"], state["winner"]) == (True, "NS")


def test_an_unknown_rule_for_a_call_out_of_turn_is_refused_by_its_name():
    expected = ("pen.bid_out_of_turn", "choice", ("refused",))
    assert refusal(faults.silenced, "refused") == expected
