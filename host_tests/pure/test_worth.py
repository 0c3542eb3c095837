"""What a bid is worth: the table agrees with score and match, and with printed figures."""

from coinche import auction, match, profile, worth
from coinche.errors import RuleError
from coinche.scoring import score
from support import load, refusal, rules


def table(key=None, denomination="S", target=None, before=None, **own):
    state = match.start(rules(key, **own), target, "N", before)
    return {(row["contract"], row["level"]): row for row in worth.rows(state, denomination)}


def marks(outcome):
    return outcome["takers"], outcome["defence"]


def ends(row):
    """Who wins, by the side that takes it: [if made, if failed]."""
    return {
        side: [row[side][how] and row[side][how]["winner"] for how in ("made", "failed")]
        for side in ("NS", "WE")
    }


def test_what_the_match_holds_and_its_last_deal_are_in_the_marks():
    """An exact last deal (RULES 13) is shown as it would be written, and so are held points."""
    rows = table("local", target=2000, before={"NS": 1900, "WE": 0, "deals": 9})
    assert marks(rows[80, 0]["NS"]["made"]) == (160, 82)  # exact: it may pass 2000
    assert marks(rows[80, 0]["WE"]["made"]) == (160, 80)
    own = {"extends": None, "values": {"test.beat": "gt", "test.tie": "litige"}}
    tie = {"contract": 80, "denomination": "H", "level": 0, "taker_points": 81}
    state = match.start(profile.resolve(own))
    state = match.after(state, {"event": "deal", "taker": "W", "deal": tie})
    rows = {(row["contract"], row["level"]): row for row in worth.rows(state)}
    assert marks(rows[100, 0]["NS"]["made"]) == (100 + 100 + 81, 62)
    assert marks(rows[100, 0]["NS"]["failed"]) == (0, 160 + 100 + 81)


def test_a_failed_contract_that_needs_its_count_is_not_guessed():
    rows = table(capot__detect="zero_points")
    assert rows[100, 0]["NS"]["failed"] is None and rows[100, 0]["NS"]["made"]


def test_there_is_nothing_to_bid_after_the_end():
    values = profile.resolve("it")
    state = match.start(values, 100, "N", {"NS": 90, "WE": 0, "deals": 1})
    facts = {"contract": 80, "denomination": "H", "level": 0, "taker_points": 100}
    state = match.after(state, {"event": "deal", "taker": "N", "deal": facts})
    assert state["over"]
    try:
        list(worth.rows(state))
    except RuleError as error:
        assert error.why == "match_is_over"
    else:
        raise AssertionError


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
    """H110, RULES 11.2: 320 / 640 and m times the contract: m (160 + C); capot 500, 1000, 2000."""
    rows = table("ffb_contree_2016")
    for side in ("NS", "WE"):
        assert marks(rows[100, 0][side]["failed"]) == (0, 260)
        assert marks(rows[100, 1][side]["made"]) == (520, 0)
        assert marks(rows[100, 2][side]["failed"]) == (0, 1040)
        slam = [rows["capot", level][side]["made"]["takers"] for level in (0, 1, 2)]
        assert slam == [500, 1000, 2000]
    assert rows[100, 0]["least"] == 100


def test_made_is_score_with_the_least_count_and_failed_with_the_word():
    for key in ("club", "it", "fr", "bga", "cannes_2016", "contree_162_x3"):
        values = profile.resolve(key)
        for (contract, level), row in table(key).items():
            facts = {"contract": contract, "denomination": "S", "level": level}
            lost = score(dict(facts, made=False), values)
            assert marks(row["NS"]["failed"]) == (lost["takers"], lost["defence"])
            if row["least"] is None:  # a slam, or a number over the pile
                won = score(dict(facts, tricks="takers_all", generale_made=contract == "generale"),
                            values)  # fmt: skip
            else:
                won = score(dict(facts, taker_points=row["least"]), values)
            assert marks(row["WE"]["made"]) == (won["takers"], won["defence"]), facts


def test_which_of_them_ends_the_match_now():
    rows = table("ffb_contree_2016", target=1000, before={"NS": 800, "WE": 600, "deals": 8})
    # 80 made by NS is 80 + 80; 110 is 110 + 110 and wins
    assert ends(rows[80, 0]) == {"NS": [None, None], "WE": [None, "NS"]}
    assert ends(rows[110, 0])["NS"] == ["NS", None]
    assert ends(rows[100, 1])["WE"] == ["WE", "NS"]
    over = table(target=1000, before={"NS": 0, "WE": 0, "deals": 0})
    assert all(ends(row) == {"NS": [None, None], "WE": [None, None]}
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
    assert marks(rows[140, 0]["NS"]["made"]) == (250 + 140, 0)
    rows = table(capot__points_unbid=162, **own)
    assert rows[160, 0]["NS"]["made"] and rows[170, 0]["NS"]["made"] is None


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


def test_without_a_word_a_bid_is_in_a_suit():
    state = match.start(profile.resolve("club"))
    assert list(worth.rows(state)) == list(worth.rows(state, "C"))


def test_the_numbers_end_at_180_whatever_the_minimum():
    """RULES 5.2: the minimum plus a multiple of the step."""
    values = profile.resolve({"values": {"bid.min": 71, "bid.capot": False}})
    assert auction.values(values) == list(range(71, 180, 10))


def test_a_denomination_is_refused_by_the_parameter_that_forbids_it():
    for denomination in ("SA", "TA"):
        expected = ("bid." + denomination, "forbidden", ())
        assert refusal(table, None, denomination) == expected


def test_what_a_bid_is_worth_does_not_hang_on_who_may_bid():
    """After a misdeal a side may only pass (RULES 4.4); what its contract would do is told."""
    values = profile.resolve({"values": {"pen.misdeal": ["no_bid", "160"]}})
    before = {"NS": 1900, "WE": 1900, "deals": 20}
    state = match.start(values, 2000, "N", before)
    silenced = match.after(state, {"event": "misdeal"})
    assert silenced["no_bid"] == "NS"
    rows = list(worth.rows(silenced))
    assert rows == list(worth.rows(state))
    assert ends(rows[0]) == {"NS": ["NS", "WE"], "WE": ["WE", "NS"]}
