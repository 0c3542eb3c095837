"""What a bid is worth: the table agrees with score and match, and with printed figures."""

from coinche import match, profile, worth
from coinche.errors import RuleError
from coinche.scoring import score
from support import load


def table(key=None, denomination="S", target=None, before=None, **own):
    values = profile.resolve(
        {"extends": key, "values": {name.replace("__", "."): v for name, v in own.items()}}
    )
    state = match.start(values, target, "N", before)
    return {(row["contract"], row["level"]): row for row in worth.rows(state, denomination)}


def test_every_contract_of_the_table_is_there_at_every_level():
    rows = table()
    numbers = list(range(80, 181, 10))
    assert sorted(rows, key=str) == sorted(
        [(c, level) for c in numbers + ["capot"] for level in (0, 1, 2)], key=str)  # fmt: skip
    assert max([c for c, _ in table(bid__max=160, bid__capot=False)]) == 160
    assert ("generale", 0) in table(bid__generale=True)
    assert (80, 1) not in table(dbl__on_min=False)
    assert (90, 1) in table(dbl__on_min=False)
    assert ("capot", 1) not in table(dbl__capot_allowed=False)
    assert {level for _, level in table(dbl__max_level=1)} == {0, 1}


def test_the_figures_of_the_federation():
    """RULES 11.2: 320 / 640 and m times the contract are m (160 + C); capot 500 / 1000 / 2000."""
    rows = table("ffb_contree_2016")
    assert rows[100, 0]["failed"] == {"takers": 0, "defence": 260}
    assert rows[100, 1]["made"] == {"takers": 520, "defence": 0}
    assert rows[100, 2]["failed"] == {"takers": 0, "defence": 1040}
    assert [rows["capot", level]["made"]["takers"] for level in (0, 1, 2)] == [500, 1000, 2000]
    assert rows[100, 0]["least"] == 100


def test_made_is_score_with_the_least_count_and_failed_with_the_word():
    for key in ("club", "it", "fr", "bga", "cannes_2016", "contree_162_x3"):
        values = profile.resolve(key)
        for (contract, level), row in table(key).items():
            facts = {"contract": contract, "denomination": "S", "level": level}
            lost = score(dict(facts, made=False), values)
            assert row["failed"] == {"takers": lost["takers"], "defence": lost["defence"]}
            if row["least"] is None:  # a slam, or a number over the pile
                won = score(dict(facts, tricks="takers_all", generale_made=contract == "generale"),
                            values)  # fmt: skip
            else:
                won = score(dict(facts, taker_points=row["least"]), values)
            assert row["made"] == {"takers": won["takers"], "defence": won["defence"]}, facts


def test_which_of_them_ends_the_match_now():
    rows = table("ffb_contree_2016", target=1000, before={"NS": 800, "WE": 600, "deals": 8})
    # 80 made by NS is 80 + 80; 110 is 110 + 110 and wins
    assert rows[80, 0]["ends"] == {"NS": [None, None], "WE": [None, "NS"]}
    assert rows[110, 0]["ends"]["NS"] == ["NS", None]
    assert rows[100, 1]["ends"]["WE"] == ["WE", "NS"]
    over = table(target=1000, before={"NS": 0, "WE": 0, "deals": 0})
    assert all(row["ends"] == {"NS": [None, None], "WE": [None, None]}
               for (_, level), row in over.items() if level == 0 and row["contract"] != "capot"
               )  # fmt: skip


def test_a_contract_that_no_count_makes_has_no_mark_for_it():
    """At no-trump with aces of 11 the pile is 130: 140 takes all eight tricks, worth 250;
    where those are worth 162, nothing makes 170."""
    own = {"pile__SA_method": "ace11_raw", "pile__SA": 130, "bid__SA": True,
           "denomination": "SA"}  # fmt: skip
    rows = table(**own)
    assert rows[130, 0]["least"] == 130
    assert rows[140, 0]["least"] is None
    assert rows[140, 0]["made"] == {"takers": 250 + 140, "defence": 0}
    rows = table(capot__points_unbid=162, **own)
    assert rows[160, 0]["made"] and rows[170, 0]["made"] is None


def test_a_denomination_that_the_table_does_not_bid_is_refused():
    for denomination, field in (("SA", "bid.SA"), ("TA", "bid.TA"), ("X", "denomination")):
        try:
            table(denomination=denomination)
        except RuleError as error:
            assert error.field == field
        else:
            raise AssertionError(denomination)


def test_the_profiles_of_the_examples_all_have_a_table():
    keys = {row.get("profile") for row in load("rules/examples.json")["rows"]}
    for key in keys:
        assert table(key)
