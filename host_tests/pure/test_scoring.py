"""The marks of a deal: published rows, closed forms, and laws over every published rule set."""

from coinche import profile
from coinche.deal import convert, counted
from coinche.scoring import rounded, score
from support import load, refusal, rules

WHATS = ("points", "contract", "base", "capot", "belote", "melds", "rounding")
BELOTES = ((0, 0), (1, 0), (0, 1))
CONTRACTS = (80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, "capot")


def facts_of(contract, denomination="H", level=0, **more):
    facts = {"contract": contract, "denomination": denomination, "level": level}
    facts.update(more)
    return facts


def marks(facts, table):
    got = score(facts, table)
    return got["takers"], got["defence"]


def levels_of(contract, table):
    if contract == "capot" and not table["dbl.capot_allowed"]:
        return (0,)
    return range(table["dbl.max_level"] + 1)


# ---- published rows


def test_every_published_deal_gives_its_marks():
    """A19: the recorded deals of every rule set, each with its marks."""
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
    """A4: 150 deals of another program, played card by card (data/vectors)."""
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
    """A12: the boundaries of every bid, as RULES prints them; one native point less fails."""
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


# RULES 16.1 and 16.2: what an 80 takes where 82 are needed, and where the takers must have as much
# as the defence (ge) or more (gt); everywhere a belote counts for the bid
ON_80 = {"pagat": 82, "bga": 82, "bga_bid_only": 82}
BEAT = {"fr": "ge", "ffb_coinchee_2015": "gt", "apps_162": "gt"}


def least_count(key, contract, belote):
    """The points of 162 that make it in a suit, by those columns."""
    need = ON_80.get(key, 80) if contract == 80 else contract
    half = {"ge": (163 - belote) // 2, "gt": (162 - belote) // 2 + 1}.get(BEAT.get(key), 0)
    return max(need - belote, half)


def test_one_point_less_than_the_bid_fails_under_every_rule_set():
    """A1, J9: bid - 1, bid, bid + 1 of every bid and level; 85 to 89 do not make a 90, although
    90 is what they are written as."""
    for key in profile.KEYS:
        table = profile.resolve(key)
        for contract in CONTRACTS[:-1]:
            for bt in (0, 1):
                least = least_count(key, contract, 20 * bt)
                for points in (least - 5, least - 1, least, least + 1, 162):
                    if points <= 162:
                        for level in levels_of(contract, table):
                            facts = facts_of(contract, "H", level, belote_takers=bt)
                            facts["taker_points"] = points
                            made = score(facts, table)["made"]
                            assert made is (points >= least), (key, facts, least)


def test_one_card_point_less_than_the_bid_fails_at_no_trump_and_all_trump():
    """A1, A12: in the unit of the table, by the factors of RULES section 10."""
    for key, denomination, field, pile, up, down, ten in (
        ("club", "SA", "taker_points", 162, 1, 1, 0),
        ("club", "TA", "taker_points", 258, 1, 1, 0),
        ("fr", "SA", "taker_points", 162, 1, 1, 0),
        ("fr", "TA", "native_points", 258, 27, 43, 0),
        ("bga", "SA", "native_cards", 120, 19, 15, 10),
        ("bga", "TA", "native_cards", 248, 19, 31, 10),
    ):
        table = profile.resolve(key)
        for contract in CONTRACTS[:-3]:
            need = least_count(key, contract, 0)
            reached = []
            for count in range(pile + 1):
                # the cards alone are converted to their nearest integer, with the ten exactly
                points = (2 * up * count + down) // (2 * down) + 10
                if points >= need if ten else up * count >= down * need:
                    reached.append(count)
            for count in (reached[0] - 1, reached[0], reached[0] + 1):
                facts = facts_of(contract, denomination)
                facts[field] = count
                if ten:
                    facts["last_trick"] = "takers"
                made = score(facts, table)["made"]
                assert made is (count >= reached[0]), (key, facts, reached[0])


# ---- laws


def adds_up(got):
    sums = {"takers": 0, "defence": 0}
    for side, amount, what in got["lines"]:
        if what not in WHATS or type(amount) is not int or not amount:
            return False
        sums[side] += amount
    return sums == {"takers": got["takers"], "defence": got["defence"]}


def test_laws_of_every_rule_set_at_every_contract_level_belote_and_count():
    """A10, C52, J7: lines add up; made or failed; more points never unmake a contract; a failed
    one is worth the same whatever the count, and gives the takers no more than their belotes. No
    count, 0 and 162 neither, is a capot."""
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


# ---- what is written, multiplied and rounded

# the points made and the contract, the points alone, the contract alone
MODES = (
    {},
    {"made__contract": False, "fail__contract": False},
    {"made__points": False, "fail__base": 0, "dbl__base": 0, "capot__base_bid_dbl": 0},
)


def test_each_way_of_writing_has_its_table():
    """A2: by hand from RULES section 11; 160 for a failure, 250 for all tricks and for a capot."""
    for facts, both, points, bid in (
        (facts_of(100, taker_points=120), (220, 42), (120, 42), (100, 0)),
        (facts_of(100, taker_points=81, belote_takers=1), (201, 81), (101, 81), (120, 0)),
        (facts_of(100, taker_points=99), (0, 260), (0, 160), (0, 100)),
        (facts_of(100, tricks="takers_all"), (350, 0), (250, 0), (100, 0)),
        (facts_of(100, level=1, taker_points=120), (520, 0), (320, 0), (200, 0)),
        (facts_of(100, level=1, taker_points=99), (0, 520), (0, 320), (0, 200)),
        (facts_of(100, level=2, taker_points=120), (1040, 0), (640, 0), (400, 0)),
        (facts_of(100, level=2, taker_points=99), (0, 1040), (0, 640), (0, 400)),
        (facts_of("capot", tricks="takers_all"), (500, 0), (250, 0), (250, 0)),
        (facts_of("capot", taker_points=150), (0, 410), (0, 160), (0, 250)),
        (facts_of("capot", level=1, tricks="takers_all"), (1000, 0), (500, 0), (500, 0)),
    ):
        got = tuple([marks(facts, rules(None, **mode)) for mode in MODES])
        assert got == (both, points, bid), facts


def belote_goes(holder, made, level, on_fail, on_made, on_doubled_fail):
    """RULES 11 step 8: the side that writes the belote, None where it is lost."""
    if made:
        if level and holder == "defence":
            return {"winner": "takers", "lost": None}.get(on_made, "defence")
        return holder
    if on_fail == "defence" or level and on_doubled_fail == "winner":
        return "defence"
    return holder


def test_a_belote_is_20_for_the_side_that_the_rules_name_in_every_cell():
    """A7: way of writing, level, made or failed, holder, and each rule about the belote."""
    for mode in MODES:
        for on_fail in ("holder", "defence"):
            for on_made in ("holder", "winner", "lost"):
                for on_dbl_fail in ("holder", "winner"):
                    table = rules(None, belote__on_fail=on_fail, belote__on_dbl_made=on_made,
                                  belote__on_dbl_fail=on_dbl_fail, **mode)  # fmt: skip
                    for level in range(3):
                        for points in (120, 60):
                            facts = facts_of(100, level=level, taker_points=points)
                            without = marks(facts, table)
                            for holder in ("takers", "defence"):
                                side = belote_goes(holder, points == 120, level, on_fail,
                                                   on_made, on_dbl_fail)  # fmt: skip
                                facts["belote_takers"] = int(holder == "takers")
                                facts["belote_defence"] = int(holder == "defence")
                                more = (20 * (side == "takers"), 20 * (side == "defence"))
                                expected = (without[0] + more[0], without[1] + more[1])
                                assert marks(facts, table) == expected, (mode, facts, side)


def test_each_part_is_multiplied_where_the_rule_set_says_so():
    """A17: base, contract, belote and declarations, each by a parameter of its own."""
    flags = (False, True)
    for base, contract in ((False, True), (True, False), (True, True)):
        for belote in flags:
            for melds in flags:
                table = rules(None, melds__on=True, dbl__mul_base=base,
                              dbl__mul_contract=contract, dbl__mul_belote=belote,
                              dbl__mul_melds=melds, belote__on_fail="defence")  # fmt: skip
                for level, m in ((0, 1), (1, 2), (2, 4)):
                    parts = ((160, base), (100, contract), (20, belote), (50, melds))
                    worth = sum([n * (m if is_on else 1) for n, is_on in parts])
                    facts = facts_of(100, level=level, belote_takers=1, melds_takers=50)
                    assert marks(dict(facts, taker_points=0), table) == (0, worth)
                    if level:
                        assert marks(dict(facts, taker_points=120), table) == (worth, 0)


def test_the_points_of_the_defence_are_the_rest_of_the_pile_or_asked_for():
    """J1: 100 made leaves 62 and 121 leaves 41; without a count nothing is written."""
    table = profile.resolve("it")
    for points in range(80, 163):
        got = marks(facts_of(80, taker_points=points), table)
        assert got == (points + 80, 162 - points)
    assert marks(facts_of(100, taker_points=100), table) == (200, 62)
    assert marks(facts_of(100, taker_points=121), table) == (221, 41)
    for told in ({}, {"made": True}):
        assert refusal(score, facts_of(100, **told), table)[:2] == ("deal.taker_points", "needed")


def test_two_rounded_counts_add_up_where_the_rules_keep_their_sum():
    """B25: RULES section 12 counts the splits of 162 that break it, 48 from 5 up, 16 from 6 up."""
    for up_from, broken in ((5, 48), (6, 16)):
        for complement, expected in ((False, broken), (True, 0)):
            table = rules(None, round__unit=10, round__on="points", round__up_from=up_from,
                          round__complement=complement)  # fmt: skip
            apart = 0
            for points in range(163):
                # a bid of a point is made by any count but 0, which a belote makes
                facts = facts_of(1, taker_points=points, belote_takers=1)
                takers, defence = marks(facts, table)
                apart += takers - 1 - 20 + defence != 160
            assert apart == expected, (up_from, complement)


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
    """A10, J6: 162 to 0 is no capot until it is said, but under capot.detect = zero_points."""
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


# ---- parameter by parameter (RULES section 11, by its steps)


def test_all_tricks_at_all_trump_of_258_are_worth_96_more():
    """A9: Step 2: x = 96, for the takers' points and for the defence that takes all."""
    table = rules(None, bid__TA=True, pile__TA=258, pile__TA_method="native258",
                  capot__defence_base=252)  # fmt: skip
    assert marks(facts_of(100, "TA", tricks="takers_all"), table) == (250 + 96 + 100, 0)
    assert marks(facts_of("capot", "TA", tricks="takers_all"), table) == (250 + 96 + 250, 0)
    assert marks(facts_of(100, "TA", tricks="defence_all"), table) == (0, 252 + 96 + 100)
    assert marks(facts_of(100, "H", tricks="takers_all"), table) == (250 + 100, 0)
    assert marks(facts_of(100, "H", tricks="defence_all"), table) == (0, 252 + 100)


def test_all_tricks_are_worth_what_they_are_bid_or_not():
    """Step 2; section 17: a capot bid made or failed is 500 m where points are written alone."""
    for key, bid, unbid in (
        ("ffb_contree_2016_pf", 500, 250),  # 252, rounded
        ("forfaits", 500, 250),
        ("club", 250 + 90, 100 + 90),
        ("it", 162 + 250, 162 + 100),
        ("cannes_2016", 520, 350),  # 252 + 270 and 252 + 100, rounded
    ):
        table = profile.resolve(key)
        assert marks(facts_of("capot", tricks="takers_all"), table) == (bid, 0), key
        assert marks(facts_of(100, tricks="takers_all"), table) == (unbid, 0), key


def test_alone_or_not_all_tricks_of_a_number_are_worth_the_same():
    """Step 2: generale.points stand for a generale that was bid, and made."""
    for table in (rules(None), rules(None, generale__points=800, bid__generale=True)):
        assert marks(facts_of(100, generale_made=True), table) == (350, 0)
        assert marks(facts_of("capot", generale_made=True), table) == (500, 0)
    assert marks(facts_of("generale", generale_made=True), table) == (1300, 0)


def test_where_no_point_means_no_trick_a_point_is_a_trick():
    """capot.detect = zero_points."""
    zero = rules(None, capot__detect="zero_points", capot__defence_base=252)
    for points, no_trick, written in (
        (162, "defence", (350, 0)), (161, None, (261, 1)), (100, None, (200, 62)),
        (99, None, (0, 260)), (1, None, (0, 260)), (0, "takers", (0, 352)),
    ):  # fmt: skip
        got = score(facts_of(100, taker_points=points), zero)
        assert (got["no_trick"], got["takers"], got["defence"]) == (no_trick,) + written, points


def test_both_counts_are_rounded_first_only_where_the_test_looks_at_them_so():
    """Step 4."""
    for rounded_, points, expected in (
        (True, 81, False), (True, 84, False), (True, 85, True), (True, 75, False),
        (False, 81, False), (False, 82, True), (False, 84, True), (False, 85, True),
    ):  # fmt: skip
        table = rules(None, round__unit=10, test__on_rounded=rounded_, test__beat="gt")
        assert score(facts_of(80, taker_points=points), table)["made"] is expected, points
    table = rules(None, round__unit=10, test__on_rounded=True)
    assert score(facts_of(80, taker_points=75), table)["made"] is True
    assert score(facts_of(80, taker_points=74), table)["made"] is False


def test_what_does_not_count_for_the_test_leaves_the_bid_to_the_tricks():
    """Step 4, [test.belote] and [test.melds]; 80 to 82 is no more than two more tells apart."""
    table = rules(None, test__belote=False, test__melds=False, melds__on=True)
    for points, made in ((79, False), (80, True)):
        for more in ({}, {"belote_takers": 1, "melds_takers": 50},
                     {"belote_defence": 1, "melds_defence": 50}):  # fmt: skip
            assert score(facts_of(80, taker_points=points, **more), table)["made"] is made
    beat = dict(test__beat="gt", test__belote=False, test__melds=False, melds__on=True)
    for points, made in ((81, False), (82, True)):
        for more in ({}, {"belote_defence": 1, "melds_defence": 50}, {"belote_takers": 1}):
            facts = facts_of(80, taker_points=points, **more)
            assert score(facts, rules(None, **beat))["made"] is made, (points, more)


def test_a_belote_fills_a_bid_at_all_trump_in_whole_points():
    """Section 10: 27 n + 43 s >= 43 K; and 27 n > 27 (258 - n) + 43 s against the defence's."""
    table = rules(None, bid__TA=True)
    for contract, belotes in ((100, 1), (120, 2), (160, 4)):
        least = min([n for n in range(259) if 27 * n + 43 * 20 * belotes >= 43 * contract])
        for native, made in ((least, True), (least - 1, False)):
            facts = facts_of(contract, "TA", native_points=native, belote_takers=belotes)
            assert score(facts, table)["made"] is made, facts
    table = rules(None, bid__TA=True, test__beat="gt")
    least = min([n for n in range(259) if 27 * n > 27 * (258 - n) + 43 * 20])
    assert least == 145
    for native, made in ((145, True), (144, False)):
        facts = facts_of(80, "TA", native_points=native, belote_defence=1)
        assert score(facts, table)["made"] is made


def test_what_nobody_tested_or_counted_is_not_told():
    plain = score(facts_of(100, taker_points=120), rules(None))
    assert plain["test"]["against"] is None and plain["points"] == (120, 42, 1)
    told = score(facts_of(100, made=False), rules(None))
    assert told["test"] is None and told["points"] is None
    slam = score(facts_of("capot", tricks="takers_all"), rules(None))
    assert slam["test"] is None
    assert score(facts_of("capot", taker_points=150), rules(None))["test"] is None


def test_a_generale_has_its_own_card_part_doubled_and_failed():
    """Steps 7b and 7d."""
    more = {"bid__generale": True, "capot__base_bid_dbl": 250, "capot__fail_base": 250}
    own = rules(None, generale__base_dbl=160, generale__fail_base=400, **more)
    none = rules(None, **more)
    for table, made, failed in ((own, 2 * (160 + 500), 400 + 500),
                                (none, 2 * (500 + 500), 160 + 500)):  # fmt: skip
        assert marks(facts_of("generale", level=1, generale_made=True), table) == (made, 0)
        assert marks(facts_of("generale", made=False), table) == (0, failed)
    for table in (own, none):
        capot = facts_of("capot", level=1, tricks="takers_all")
        assert marks(capot, table) == (2 * (250 + 250), 0)
        assert marks(facts_of("capot", made=False), table) == (0, 250 + 250)


def test_a_failed_no_trump_has_its_own_card_part():
    """Step 7d; section 17, club: fail.base_SA = 152 is the literal reading."""
    table = rules("club", fail__base_SA=152)
    assert marks(facts_of(100, "SA", made=False), table) == (0, 152)
    assert marks(facts_of(100, "H", made=False), table) == (0, 162)
    assert marks(facts_of(100, "TA", made=False), table) == (0, 258)
    table = rules(None, bid__SA=True, fail__base_SA=152)
    assert marks(facts_of(100, "SA", level=1, made=False), table) == (0, 2 * (152 + 100))
    assert marks(facts_of("capot", "SA", made=False), table) == (0, 152 + 250)
    table = rules(None, bid__SA=True, fail__base_SA=152, capot__fail_base=160)
    assert marks(facts_of("capot", "SA", made=False), table) == (0, 160 + 250)


def test_the_rest_of_the_rounded_pile_is_that_of_the_denomination():
    """Step 6: rT = R(PT), rD = R(N) - R(PT); 258 is 260."""
    table = rules(None, bid__TA=True, pile__TA=258, pile__TA_method="native258", round__unit=10,
                  round__on="points", round__complement=True)  # fmt: skip
    assert marks(facts_of(100, "TA", taker_points=154), table) == (150 + 100, 110)
    assert marks(facts_of(100, "H", taker_points=106), table) == (110 + 100, 50)


def test_points_of_the_defence_beside_a_fixed_score_keep_their_fraction_until_written():
    """Steps 7b and 12: 160 m + C m, and 58 * 27/43 = 36.42 for the defence."""
    for level, takers in ((1, 520), (2, 1040)):
        table = rules(None, bid__TA=True, dbl__defence_points=True)
        facts = facts_of(100, "TA", level, native_points=200)
        assert marks(facts, table) == (takers, 36)
        assert marks(facts_of(100, "H", level, taker_points=125), table) == (takers, 37)
        tens = rules(None, bid__TA=True, dbl__defence_points=True, round__unit=10,
                     round__on="points")  # fmt: skip
        assert marks(facts, tens) == (takers, 40)


def test_a_fraction_stands_in_its_line_as_its_nearest_integer():
    """B27: 200 native points are 125.58: 126 in the line, 225.58 written as 226, or as 230."""
    facts = facts_of(100, "TA", native_points=200)
    for unit, takers, rest in ((1, 226, 0), (10, 230, 4)):
        got = score(facts, rules(None, bid__TA=True, round__unit=unit))
        lines = [("takers", 126, "points"), ("takers", 100, "contract")]
        lines += [("takers", rest, "rounding")] if rest else []
        assert [line for line in got["lines"] if line[0] == "takers"] == lines
        assert got["takers"] == takers and adds_up(got)
    for native in range(160, 259):
        for unit in (1, 10):
            got = score(facts_of(100, "TA", native_points=native, belote_takers=1),
                        rules(None, bid__TA=True, round__unit=unit))  # fmt: skip
            mine = (2 * 27 * native + 43) // 86  # the nearest integer of 27/43
            tens = (27 * native + 43 * 120 + 215) // 430 * 10
            assert got["takers"] == (mine + 120 if unit == 1 else tens), native
            assert got["lines"][0] == ("takers", mine, "points"), native
            assert adds_up(got)


def test_a_belote_that_is_lost_leaves_the_points_of_the_defence():
    """Step 8, belote.on_dbl_made = lost."""
    table = rules(None, dbl__defence_points=True, belote__on_dbl_made="lost")
    facts = facts_of(100, level=1, taker_points=120, belote_defence=1)
    assert marks(facts, table) == (520, 42)
    facts["belote_defence"], facts["belote_takers"] = 0, 1
    assert marks(facts, table) == (540, 42)


def test_belote_and_declarations_of_the_defence_move_only_with_all_tricks():
    """Steps 8 and 9, belote.on_capot and melds.on_capot = winner."""
    table = rules(None, belote__on_capot="winner", melds__on_capot="winner", melds__on=True)
    more = {"belote_defence": 1, "melds_defence": 50}
    assert marks(facts_of(100, taker_points=120, **more), table) == (220, 42 + 20 + 50)
    assert marks(facts_of(100, tricks="takers_all", **more), table) == (350 + 20 + 50, 0)
    plain = rules(None, melds__on=True)
    assert marks(facts_of(100, tricks="takers_all", **more), plain) == (350, 20 + 50)
    lost = {"belote_takers": 1, "melds_takers": 50}
    assert marks(facts_of(100, tricks="defence_all", **lost), table) == (20, 260 + 50)


def test_what_failed_takers_keep_is_written_as_the_rules_round():
    """Steps 8 to 10: a belote of the holder; declarations of 15, four tens at some no-trump."""
    facts = facts_of(100, taker_points=50, belote_takers=1)
    for on in ("line", "points"):
        for unit in (1, 10):
            table = rules(None, round__unit=unit, round__on=on)
            assert marks(facts, table) == (20, 260), (on, unit)
    facts = facts_of(100, "SA", taker_points=50, melds_takers=15)
    for unit, on, mark in ((1, "line", 15), (10, "line", 20), (10, "points", 15)):
        table = rules(None, round__unit=unit, round__on=on, melds__on=True, bid__SA=True,
                      melds__on_fail="holder", melds__SA_carre_tens=15)  # fmt: skip
        assert marks(facts, table) == (mark, 260), (unit, on)


def test_a_litige_rounds_points_and_nothing_else():
    """11.1: the defence writes R(PD) + bD + aD, the takers bT + aT."""
    table = rules(None, test__beat="gt", test__tie="litige", round__unit=10, melds__on=True,
                  test__belote=False, test__melds=False)  # fmt: skip
    for more, takers, defence in (
        ({}, 0, 80),
        ({"melds_takers": 15, "belote_takers": 1}, 35, 80),
        ({"melds_defence": 15, "belote_defence": 1}, 0, 115),
    ):
        got = score(facts_of(80, taker_points=81, **more), table)
        assert (got["held"], got["takers"], got["defence"]) == (80, takers, defence), more
        assert adds_up(got)
        got = score(facts_of(80, taker_points=81, last_deal=True, **more), table)
        assert (got["held"], got["takers"], got["defence"]) == (0, 80 + takers, defence), more
        assert adds_up(got)


def test_the_card_part_of_all_tricks_is_called_so_where_they_decide_it():
    """Points of all eight tricks, a slam, a base of their own; a fixed score stays the base."""
    for table, facts, line in (
        (rules(None), facts_of(100, tricks="takers_all"), (250, "capot")),
        (rules(None, capot__points_unbid=162, dbl__base=162),
         facts_of(100, tricks="takers_all"), (162, "capot")),
        (rules(None), facts_of(100, taker_points=120), (120, "points")),
        (rules(None), facts_of(100, level=1, tricks="takers_all"), (320, "base")),
        (rules(None), facts_of(100, level=1, taker_points=120), (320, "base")),
        (rules(None, capot__base_unbid_dbl=250), facts_of(100, level=1, tricks="takers_all"),
         (500, "capot")),
        (rules(None, dbl__base="points"), facts_of(100, level=1, tricks="takers_all"),
         (500, "capot")),
        (rules(None), facts_of("capot", tricks="takers_all"), (250, "capot")),
        (rules(None, capot__base_bid_dbl=160), facts_of("capot", level=1, tricks="takers_all"),
         (320, "capot")),
        (rules(None), facts_of(100, made=False), (160, "base")),
        (rules(None, capot__defence_base=252), facts_of(100, tricks="defence_all"),
         (252, "capot")),
    ):  # fmt: skip
        got = score(facts, table)
        side = "takers" if got["made"] else "defence"
        assert got["lines"][0] == (side,) + line, (facts, got["lines"])
