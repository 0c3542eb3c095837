"""needs() under made-up rule sets: the least count by brute force, and the truth of the rest."""

import importlib.util
from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from made_up_rules import bids, profiles
from support import Rng

_spec = importlib.util.spec_from_file_location(
    "needs_checks", Path(__file__).resolve().parent / "pure" / "test_needs.py"
)
checks = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(checks)


@settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(st.data())
def test_least_is_the_least_count_under_any_rules(data):
    table = data.draw(profiles())
    bid = data.draw(bids(table))
    assume(bid["contract"] != "generale" and table["capot.detect"] == "tricks")
    bid["denomination"] = {"S": "H", "D": "H", "C": "H"}.get(
        bid["denomination"], bid["denomination"]
    )
    more = data.draw(st.sampled_from(list(checks.extras(bid["denomination"], table))))
    checks.check_least(bid, table, more)


@settings(
    max_examples=400,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(st.data())
def test_deals_that_answer_alike_are_worth_the_same_under_any_rules(data):
    table = data.draw(profiles())
    bid = data.draw(bids(table))
    bid["denomination"] = {"S": "H", "D": "H", "C": "H"}.get(
        bid["denomination"], bid["denomination"]
    )
    checks.check_truth(bid, table, checks.spread(bid, table, Rng(data.draw(st.integers(0, 99)))))
