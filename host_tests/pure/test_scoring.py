"""The marks of a deal: published rows, closed forms, and laws over every published rule set."""

from coinche import profile
from coinche.deal import convert, counted
from coinche.scoring import rounded, score
from support import load

WHATS = ("points", "contract", "base", "capot", "belote", "melds", "rounding")
BELOTES = ((0, 0), (1, 0), (0, 1))
CONTRACTS = (80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, "capot")


def facts_of(contract, denomination="H", level=0, **more):
    facts = {"contract": contract, "denomination": denomination, "level": level}
    facts.update(more)
    return facts


def rules(key, **overrides):
    values = {name.replace("__", "."): value for name, value in overrides.items()}
    return profile.resolve({"extends": key, "values": values})


def marks(facts, table):
    got = score(facts, table)
    return got["takers"], got["defence"]


def levels_of(contract, table):
    if contract == "capot" and not table["dbl.capot_allowed"]:
        return (0,)
    return range(table["dbl.max_level"] + 1)


# ---- published rows


def test_every_published_deal_gives_its_marks():
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "deal"]
    assert len(rows) == 385
    wrong = []
    for row in rows:
        table = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        expect = row["expect"]
        try:
            got = score(row["deal"], table)
        except ValueError as error:
            if error.field not in (expect.get("refused"), expect.get("error")):
                wrong.append((row["id"], str(error)))
            continue
        for field, value in expect.items():
            if field in ("refused", "error") or got[field] != value:
                wrong.append((row["id"], field, value, got.get(field)))
        if not adds_up(got):
            wrong.append((row["id"], got))
    assert not wrong, wrong


def test_every_published_rounding():
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "rounding"]
    assert len(rows) == 8
    for row in rows:
        table = rules(
            None,
            round__unit=row["unit"],
            round__up_from=row["up_from"],
            round__on="points",
            round__complement=row["complement"],
        )
        assert rounded(row["takers"], 1, table) == row["expect"]["takers"], row["id"]
        if row["defence"] is None:
            continue
        # a contract that is made writes both counts: the contract, 80 or less, is subtracted
        bid = min(row["takers"], 80)
        got = marks(facts_of(bid, taker_points=row["takers"]), table)
        assert got == (row["expect"]["takers"] + bid, row["expect"]["defence"]), row["id"]


def test_every_published_conversion_is_written_as_printed():
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "conversion"]
    for row in rows:
        table = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        last = row["last_trick"] == "takers"
        mine, other, scale = convert(row["denomination"], table, row["native_cards"], last)
        assert rounded(mine, scale, table) == row["expect"]["takers_written"], row["id"]
        assert rounded(other, scale, table) == row["expect"]["defence_written"], row["id"]


def test_marks_of_an_independent_engine():
    rows = load("vectors/score.jsonl")
    assert len(rows) == 150
    table = profile.resolve("contree_162_x3")
    for row in rows:
        assert row["profile"] == "contree_162_x3"
        got = score(row["deal"], table)
        for field, value in row["expect"].items():
            assert got[field] == value, (row["id"], field, got)


# ---- closed forms


def closed_form(contract, level, points, all8, bt, bd):
    """RULES 11.3, in its own words: (made, takers, defence) under contree_162_x3."""
    bid = 250 if contract == "capot" else contract
    made = all8 if contract == "capot" else (252 if all8 else points) + bt >= bid
    m = (1, 2, 3)[level]
    if not made:
        return False, 0, 162 + bid * m + bt + bd
    if level:
        return True, (252 if all8 else 162) + bid * m + bt + bd, 0
    if all8:
        return True, 252 + bid + bt, bd
    return True, points + bid + bt, 162 - points + bd


def test_the_closed_form_of_the_exact_rules_at_every_count():
    table = profile.resolve("contree_162_x3")
    for contract in CONTRACTS:
        for level in range(3):
            for bt, bd in BELOTES:
                for points in range(164):
                    facts = facts_of(contract, "S", level, belote_takers=bt, belote_defence=bd)
                    if points == 163:
                        facts["tricks"] = "takers_all"
                    else:
                        facts["taker_points"] = points
                    got = score(facts, table)
                    expected = closed_form(
                        contract, level, points, points == 163, 20 * bt, 20 * bd
                    )
                    assert (got["made"], got["takers"], got["defence"]) == expected, facts


def test_fixed_scores_are_160_and_the_contract_times_the_coinche():
    """RULES 11.2: 320 / 640 plus m times the contract is m * (160 + C); fr and FFB 2016."""
    for key in ("fr", "ffb_contree_2016"):
        table = profile.resolve(key)
        for contract in CONTRACTS[:-1]:
            for level in (1, 2):
                m = 2 * level
                for told in (True, False):
                    got = marks(facts_of(contract, level=level, made=told), table)
                    worth = m * (160 + contract)
                    assert got == ((worth, 0) if told else (0, worth)), (key, contract, level)


def test_flat_tournament_scores_are_160_320_640():
    table = profile.resolve("forfaits")
    for contract in CONTRACTS[:-1]:
        for level, worth in ((0, 160), (1, 320), (2, 640)):
            assert marks(facts_of(contract, level=level, made=False), table) == (0, worth)
            if level:
                assert marks(facts_of(contract, level=level, made=True), table) == (worth, 0)


# ---- thresholds

# RULES section 10: native points, last trick included, that make 80, 90 ... 160 with factor 27/43
NATIVE = (128, 144, 160, 176, 192, 208, 223, 239, 255)


def test_native_points_that_make_each_contract_at_all_trump():
    table = rules("ffb_contree_2016", bid__TA=True)
    for i in range(9):
        contract = 80 + 10 * i
        for native, made in ((NATIVE[i], True), (NATIVE[i] - 1, False)):
            got = score(facts_of(contract, "TA", native_points=native), table)
            assert got["made"] is made, (contract, native)
            got = score(
                facts_of(contract, "TA", native_cards=native - 10, last_trick="takers"), table
            )
            assert got["made"] is made, (contract, native)


def test_a_fraction_never_makes_a_contract_by_rounding():
    """127 native points are 79.74: 80 when written, not when tested (RULES sections 10, 12)."""
    got = score(facts_of(80, "TA", native_points=127), rules("ffb_contree_2016", bid__TA=True))
    assert got["made"] is False
    assert got["test"]["need"] == 80
    assert (got["test"]["total"], got["test"]["scale"]) == (27 * 127, 43)


def test_82_on_an_80_beating_and_two_more_are_three_tests():
    """RULES 11.2: they agree without a belote and differ as soon as one exists."""
    on_80 = rules(None, test__need_on_80=82)
    beat = rules(None, test__beat="gt")
    extra = rules(None, test__extra=2)
    for points, bt, bd, expected in (
        (82, 0, 0, (True, True, True)),
        (81, 0, 0, (False, False, False)),
        (82, 0, 1, (True, False, True)),
        (71, 1, 0, (True, False, True)),
        (72, 1, 0, (True, True, True)),
    ):
        facts = facts_of(80, taker_points=points, belote_takers=bt, belote_defence=bd)
        got = tuple([score(facts, table)["made"] for table in (on_80, beat, extra)])
        assert got == expected, (points, bt, bd)
    facts = facts_of(90, taker_points=91)
    assert [score(facts, table)["made"] for table in (on_80, beat, extra)] == [True, True, False]


def test_a_belote_or_a_tierce_fills_the_contract_only_where_it_counts():
    for key, points, more, made in (
        ("bga", 62, {"belote_takers": 1}, True),
        ("bga", 61, {"belote_takers": 1}, False),
        ("fr", 82, {"melds_takers": 20}, True),
        ("cannes_2016", 82, {"melds_takers": 20}, True),  # 82 make 80 by themselves
        ("cannes_2016", 70, {"melds_takers": 20}, False),  # played without declarations
    ):
        assert (
            score(facts_of(80, taker_points=points, **more), profile.resolve(key))["made"] is made
        )


# ---- laws


def adds_up(got):
    sums = {"takers": 0, "defence": 0}
    for side, amount, what in got["lines"]:
        if what not in WHATS or type(amount) is not int or not amount:
            return False
        sums[side] += amount
    return sums == {"takers": got["takers"], "defence": got["defence"]}


def test_laws_of_every_rule_set_at_every_contract_level_belote_and_count():
    """Lines add up; made or failed; more points never unmake a contract; a failed one is worth the
    same whatever the count, and gives the takers no more than their belotes."""
    assert len(profile.KEYS) == 16
    for key in profile.KEYS:
        table = profile.resolve(key)
        for contract in CONTRACTS:
            for level in levels_of(contract, table):
                for bt, bd in BELOTES:
                    facts = facts_of(contract, "H", level, belote_takers=bt, belote_defence=bd)
                    failure = None
                    was_made = False
                    for points in range(163):
                        facts["taker_points"] = points
                        got = score(facts, table)
                        where = (key, facts, got)
                        assert adds_up(got), where
                        assert got["held"] == 0 and got["no_trick"] is None, where
                        made = got["made"]
                        assert got["outcome"] == ("made" if made else "failed"), where
                        assert made or not was_made, where
                        was_made = made
                        if made:
                            assert got["takers"] > 0 and got["defence"] >= 0, where
                        else:
                            failure = failure or (got["takers"], got["defence"])
                            assert (got["takers"], got["defence"]) == failure, where
                            assert got["takers"] <= 20 * bt, where
                    assert contract != "capot" or not was_made


def test_laws_at_no_trump_and_all_trump_in_the_unit_of_the_table():
    for key in profile.KEYS:
        table = profile.resolve(key)
        for denomination in ("SA", "TA"):
            if not table["bid." + denomination]:
                continue
            field, pile = counted(denomination, table)
            for contract in CONTRACTS[:-1]:
                for last in ("takers", "defence") if field == "native_cards" else (None,):
                    facts = facts_of(contract, denomination, last_trick=last)
                    was_made = False
                    for count in range(pile + 1):
                        facts[field] = count
                        got = score(facts, table)
                        assert adds_up(got), (key, facts, got)
                        assert got["made"] or not was_made, (key, facts)
                        was_made = got["made"]


def test_both_sides_write_the_pile_where_points_are_written_exactly():
    """Conservation: exact rules, level 0, made: points of both sides are 162, whoever has what."""
    for key in ("it", "bga", "apps_162", "contree_162_x3"):
        table = profile.resolve(key)
        for points in range(100, 163):
            got = score(facts_of(80, taker_points=points), table)
            written = [amount for _, amount, what in got["lines"] if what == "points"]
            assert sum(written) == 162, (key, points)


def test_told_and_counted_agree_wherever_word_is_enough():
    """RULES 5b: made as told writes what any count with that outcome writes."""
    told = 0
    for key in profile.KEYS:
        table = profile.resolve(key)
        for contract in CONTRACTS[:-1]:
            for level in range(table["dbl.max_level"] + 1):
                for bt, bd in BELOTES:
                    facts = facts_of(contract, "H", level, belote_takers=bt, belote_defence=bd)
                    words = {True: None, False: None}
                    for made in words:
                        facts["made"] = made
                        try:
                            words[made] = marks(facts, table)
                            told += 1
                        except ValueError as error:
                            assert made and error.field == "deal.taker_points"
                    facts["made"] = None
                    for points in (0, 60, 81, 99, 140, 162):
                        facts["taker_points"] = points
                        got = score(facts, table)
                        if words[got["made"]]:
                            assert (got["takers"], got["defence"]) == words[got["made"]], facts
    assert told > 16 * 11 * 3  # at least every failure


def test_facts_that_say_nothing_change_nothing():
    nothing = {"tricks": None, "made": None, "belote_takers": 0, "belote_defence": None,
               "melds_takers": 0, "melds_defence": 0, "generale_made": False, "last_deal": False,
               "native_points": None, "native_cards": None, "last_trick": None}  # fmt: skip
    for key in profile.KEYS:
        table = profile.resolve(key)
        for points in (0, 79, 80, 81, 82, 120, 162):
            sparse = facts_of(80, taker_points=points)
            full = dict(nothing)
            full.update(sparse)
            assert score(full, table) == score(sparse, table)


def test_scoring_changes_neither_facts_nor_profile():
    table = profile.resolve("fr")
    facts = facts_of(100, "TA", 1, native_points=200, belote_takers=2, melds_defence=50)
    before = dict(facts), dict(table)
    score(facts, table)
    assert (facts, table) == before


# ---- equal totals (RULES 11.1)


def test_equal_totals_are_put_aside_shared_out_in_the_last_deal_or_played_again():
    litige = rules(None, test__beat="gt", test__tie="litige")
    facts = facts_of(90, taker_points=71, belote_takers=1, melds_takers=0)
    got = score(facts, litige)
    assert (got["outcome"], got["made"], got["held"]) == ("litige", None, 71)
    assert (got["takers"], got["defence"]) == (20, 91) and adds_up(got)
    facts["last_deal"] = True
    got = score(facts, litige)
    assert (got["outcome"], got["held"], got["takers"], got["defence"]) == ("litige", 0, 91, 91)
    assert adds_up(got)
    got = score(facts, rules(None, test__beat="gt", test__tie="replay"))
    assert (got["outcome"], got["made"], got["takers"], got["defence"]) == ("replay", None, 0, 0)
    assert got["held"] == 0 and got["lines"] == []


def test_equal_totals_fail_when_doubled_under_the_bid_or_where_the_rules_say_so():
    for tie in ("litige", "replay"):
        table = rules(None, test__beat="gt", test__tie=tie)
        assert score(facts_of(80, level=1, taker_points=81), table)["outcome"] == "failed"
        assert score(facts_of(90, taker_points=81), table)["outcome"] == "failed"
        table = rules(None, test__beat="ge", test__tie=tie)
        assert score(facts_of(80, taker_points=81), table)["outcome"] == "made"
    assert (
        score(facts_of(80, taker_points=81), rules(None, test__beat="gt"))["outcome"] == "failed"
    )


def test_a_litige_is_written_rounded_and_without_belotes_that_are_not_written():
    table = rules(None, test__beat="gt", test__tie="litige", round__unit=10, belote__scored=False)
    got = score(facts_of(80, taker_points=71, belote_takers=1), table)
    assert (got["held"], got["takers"], got["defence"]) == (70, 0, 90)


# ---- the last deal without rounding


def test_the_last_deal_is_exact_only_where_the_rules_say_so():
    facts = facts_of(100, taker_points=117)
    for key, plain, last in (
        ("local", (220, 40), (217, 45)),
        ("ffb_contree_2016", (220, 50), (220, 50)),
    ):
        table = profile.resolve(key)
        facts["last_deal"] = None
        assert marks(facts, table) == plain, key
        got = score(facts, table, True)
        assert (got["takers"], got["defence"]) == (217, 45), key
        facts["last_deal"] = True
        assert marks(facts, table) == last, key


def test_exact_marks_of_a_fraction_are_its_nearest_integer():
    table = rules("local", bid__TA=True)
    facts = facts_of(100, "TA", native_points=160, last_deal=True)  # 100.47 and 61.53
    assert marks(facts, table) == (200, 62)
    assert marks(facts_of(100, "TA", native_points=160), table) == (200, 60)


# ---- all eight tricks


def test_a_capot_is_told_and_inferred_only_where_the_rules_infer_it():
    facts = facts_of(100, taker_points=162)
    plain = rules(None)
    assert marks(facts, plain) == (262, 0) and score(facts, plain)["no_trick"] is None
    zero = rules(None, capot__detect="zero_points")
    assert marks(facts, zero) == (350, 0) and score(facts, zero)["no_trick"] == "defence"
    assert score(facts_of(100, taker_points=0), zero)["no_trick"] == "takers"
    told = facts_of(100, tricks="takers_all")
    assert score(told, plain)["no_trick"] == "defence"
    assert score(facts_of(100, tricks="defence_all"), plain)["no_trick"] == "takers"
    for made in (True, False):
        try:
            score(facts_of(100, made=made), zero)
            raise AssertionError(made)
        except ValueError as error:
            assert error.field == "deal.taker_points"


def test_a_doubled_contract_with_all_tricks_gains_the_bonus_of_note_2():
    """FFB contrée 2016, points made: 320 + 100 = 420 (RULES section 17, forfaits)."""
    table = profile.resolve("ffb_contree_2016_pf")
    for level, written in ((0, 250), (1, 420), (2, 740)):
        assert marks(facts_of(100, level=level, tricks="takers_all"), table) == (written, 0)


def test_a_generale_is_made_only_by_the_bidder_alone():
    table = rules(None, bid__generale=True)
    solo = facts_of("generale", tricks="takers_all", generale_made=True)
    assert marks(solo, table) == (1000, 0)
    both = facts_of("generale", tricks="takers_all")
    assert score(both, table)["outcome"] == "failed" and marks(both, table) == (0, 660)
    assert marks(facts_of("generale", generale_made=True), table) == (1000, 0)


def test_the_lines_say_where_each_mark_comes_from():
    """fr, deal 5 of the evening in practice: 114 made a 120 with a tierce, 110 are written."""
    got = score(facts_of(120, "C", taker_points=114, melds_takers=20), profile.resolve("fr"))
    assert got["lines"] == [
        ("takers", 110, "points"),
        ("takers", 120, "contract"),
        ("takers", 20, "melds"),
        ("defence", 50, "points"),
    ]
    assert got["points"] == (114, 48, 1)
    assert got["test"] == {
        "need": 120, "points": 114, "belote": 0, "melds": 20, "total": 134, "against": 48,
        "scale": 1,
    }  # fmt: skip
    # cannes rounds the line: the rounding is a line of its own
    got = score(facts_of(110, taker_points=113, belote_takers=1), profile.resolve("cannes_2016"))
    assert got["lines"] == [
        ("takers", 113, "points"),
        ("takers", 110, "contract"),
        ("takers", 20, "belote"),
        ("takers", -3, "rounding"),
        ("defence", 49, "points"),
        ("defence", 1, "rounding"),
    ]
    # club: eight tricks, the contract and 90
    got = score(facts_of(100, level=1, tricks="takers_all"), profile.resolve("club"))
    assert got["lines"] == [("takers", 200, "contract"), ("takers", 180, "capot")]
    assert got["test"]["total"] == 252
