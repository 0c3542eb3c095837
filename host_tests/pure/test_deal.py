"""The record of a deal: its notation, its piles and the facts that cannot be."""

from coinche import deal, profile
from coinche.errors import RuleError
from coinche.needs import needs
from coinche.scoring import score
from support import Rng, load, rules

# facts beside contract, denomination and level; their line
NOTATION = (
    ((100, "H", 1, {"taker_points": 132, "belote_takers": 1}), "100H x =132 bt1"),
    ((80, "S", 0, {"made": False}), "80S failed"),
    ((90, "TA", 2, {"native_points": 160, "belote_defence": 2}), "90TA xx n160 bd2"),
    ((100, "SA", 0, {"native_cards": 70, "last_trick": "takers"}), "100SA c70 +der"),
    ((110, "C", 0, {"native_cards": 0, "last_trick": "defence"}), "110C c0 -der"),
    (("capot", "D", 0, {"tricks": "takers_all", "melds_defence": 50}), "capotD all8 md50"),
    (("generale", "S", 0, {"tricks": "takers_all", "generale_made": True}), "generaleS all8 solo"),
    ((120, "C", 0, {"tricks": "defence_all", "melds_takers": 20}), "120C lost8 mt20"),
    ((120, "C", 1, {"made": True, "last_deal": True}), "120C x made last"),
    ((80, "S", 0, {"taker_points": 0}), "80S =0"),
    # half entered: not yet said
    ((None, None, 0, {}), "?"),
    ((None, "H", 0, {"belote_takers": 1}), "?H bt1"),
    ((160, None, 0, {}), "160"),
    (("capot", None, 1, {}), "capot x"),
)


def facts_of(row):
    contract, denomination, level, more = row
    facts = {"contract": contract, "denomination": denomination, "level": level}
    facts.update(more)
    return facts


def refused(call, *args):
    """The error that the call raises."""
    try:
        got = call(*args)
    except RuleError as error:
        assert str(error).startswith(error.field + ": "), str(error)
        return error
    raise AssertionError((args, got))


# ---- notation


def test_each_fact_has_its_word():
    for row, line in NOTATION:
        assert deal.to_text(facts_of(row)) == line
        assert deal.from_text(line) == facts_of(row)


def any_facts(rng):
    """Facts in the form of from_text, possible or not, complete or not."""
    facts = {
        "contract": rng.pick((None, 80, 82, 110, 650, 1, "capot", "generale")),
        "denomination": rng.pick((None, "S", "H", "D", "C", "SA", "TA")),
        "level": rng.below(3),
    }
    for field, values in (
        ("taker_points", (0, 7, 81, 162, 258)),
        ("native_cards", (0, 248)),
        ("last_trick", ("takers", "defence")),
        ("native_points", (0, 130, 258)),
        ("made", (True, False)),
        ("tricks", ("takers_all", "defence_all")),
        ("belote_takers", (1, 4)),
        ("belote_defence", (1, 3)),
        ("melds_takers", (20, 350)),
        ("melds_defence", (50, 100)),
        ("generale_made", (True,)),
        ("last_deal", (True,)),
    ):
        if rng.below(3) == 0:
            facts[field] = rng.pick(values)
    return facts


def test_the_line_of_any_facts_reads_back_as_the_same_facts():
    rng = Rng(11)
    for _ in range(3000):
        facts = any_facts(rng)
        line = deal.to_text(facts)
        assert deal.from_text(line) == facts, line
        assert "  " not in line and line == line.strip(), line


def test_fields_that_say_nothing_are_not_written():
    full = {"contract": 100, "denomination": "H", "level": 0, "made": None, "tricks": None}
    for field in deal.FIELDS:
        full.setdefault(field, None)
    full.update({"generale_made": False, "last_deal": False, "belote_takers": 0})
    assert deal.to_text(full) == "100H"
    assert deal.to_text({}) == "?"


def test_every_published_deal_has_a_line_that_scores_the_same():
    for row in load("rules/examples.json")["rows"]:
        if row["kind"] == "deal":
            back = deal.from_text(deal.to_text(row["deal"]))
            said = {k: v for k, v in row["deal"].items() if v or k == "level"}
            for field in ("taker_points", "native_points", "native_cards", "made"):
                if row["deal"].get(field) is not None:
                    said[field] = row["deal"][field]
            assert back == said, row["id"]


def test_a_damaged_line_is_refused():
    lines = ["", " ", "100", "100H", "H", "-80H", "0H", "080H", "100X", "100A", "100NA", "100h"]
    lines = [line for line in lines if line not in ("100", "100H")]
    words = "|x x|xxx|x xx|=1 =2|=|=-1|=1.5|= 1|=1_0|=+1|=é|n|n01|bt|bt0|bt1 bt1|bt1 bt2|mt20 mt0"
    words += "|made failed|made made|all8 lost8|all9|+der -der|solo solo|last last|y"
    for word in words.split("|"):
        lines.append("100H " + word)
    lines += ["100H made ", "100H  made", "capotteH", "generaleSS", "?100H", "é", "100Hé"]
    for line in lines:
        assert refused(deal.from_text, line).field == "deal", line


def test_what_is_no_fact_has_no_line():
    for field, value in (
        ("contract", -1),
        ("contract", True),
        ("contract", "grand"),
        ("denomination", "NT"),
        ("denomination", 1),
        ("level", 3),
        ("level", True),
        ("taker_points", -1),
        ("taker_points", True),
        ("belote_takers", "1"),
        ("melds_takers", 2.0),
        ("made", 1),
        ("tricks", "all"),
        ("last_trick", True),
        ("generale_made", 1),
        ("last_deal", "yes"),
    ):
        facts = facts_of((100, "H", 0, {}))
        facts[field] = value
        assert refused(deal.to_text, facts).field == "deal." + field


# ---- piles


def test_the_table_counts_out_of_the_pile_of_its_cards():
    """A9: RULES section 10: what converts the cards alone is counted without the last trick."""
    raw = {"pile.SA": 130, "pile.SA_method": "ace11_raw", "bid.SA": True, "bid.TA": True}
    raw["pile.TA_method"] = "table_J14_Q1"
    raw = profile.resolve({"extends": None, "values": raw})
    for denomination, table, field, pile in (
        ("H", rules(None), "taker_points", 162),
        ("SA", rules("fr"), "taker_points", 162),
        ("SA", rules("bga"), "native_cards", 120),
        ("SA", raw, "taker_points", 130),
        ("TA", rules("fr"), "native_points", 258),
        ("TA", rules("club"), "taker_points", 258),
        ("TA", rules("bga"), "native_cards", 248),
        ("TA", raw, "taker_points", 162),
    ):
        assert deal.counted(denomination, table) == (field, pile), denomination


def test_the_two_converted_piles_add_up_and_more_cards_are_never_less():
    for denomination, key, full, scale in (
        ("TA", "fr", 162, 43),
        ("TA", "club", 258, 1),
        ("TA", "bga", 162, 1),
        ("SA", "bga", 162, 1),
        ("SA", "fr", 162, 1),
    ):
        table = rules(key)
        cards = deal.native_cards(denomination, table)
        before = -1
        for native in range(cards + 1):
            for last in (True, False):
                mine, other, got = deal.convert(denomination, table, native, last)
                assert got == scale and mine + other == full * scale
                mirrored = deal.convert(denomination, table, cards - native, not last)
                assert mirrored == (other, mine, scale), (denomination, key, native, last)
            assert before <= mine
            before = mine


def test_published_conversions():
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "conversion"]
    assert len(rows) == 10
    for row in rows:
        table = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        last = row["last_trick"] == "takers"
        mine, other, scale = deal.convert(row["denomination"], table, row["native_cards"], last)
        for side, got in (("takers", mine), ("defence", other)):
            numerator, denominator = row["expect"][side]
            assert got * denominator == numerator * scale, (row["id"], side)


def test_the_native_points_that_each_bid_takes():
    """RULES section 10 prints them for x162/258; elsewhere any native count of the others'."""
    fr = rules("fr")
    printed = [128, 144, 160, 176, 192, 208, 223, 239, 255]
    assert [deal.least_native(bid, "TA", fr) for bid in range(80, 161, 10)] == printed
    assert deal.least_native(163, "TA", fr) is None
    assert deal.least_native(100, "H", fr) == 100
    bga = rules("bga")  # converts the cards alone
    for denomination, full in (("SA", 120), ("TA", 248)):
        for last in (True, False):
            for bid in range(80, 161, 10):
                least = deal.least_native(bid, denomination, bga, last)
                reached = [n for n in range(full + 1)
                           if deal.convert(denomination, bga, n, last)[0] >= bid]  # fmt: skip
                assert least == (reached[0] if reached else None), (denomination, bid)


def test_a_contract_that_ended_so_is_a_deal_that_scores_so():
    for key, facts in (
        ("fr", {"contract": 100, "denomination": "TA", "level": 1, "belote_takers": 1}),
        ("bga", {"contract": 120, "denomination": "SA", "level": 0}),
        ("it", {"contract": "capot", "denomination": "C", "level": 0}),
    ):
        table = rules(key)
        least = needs(facts, table, facts)["least"]
        before = dict(facts)
        for made in (True, False):
            assert score(deal.ended(facts, made, least, table), table)["made"] is made
        assert facts == before
    assert deal.ended({"contract": 170, "denomination": "S"}, True, None, rules("fr")) is None


# RULES section 10: what a pile of the takers can hold, as this table counts it
PILES = (
    ("fr", "H", "taker_points", 162),
    ("fr", "H", "native_points", 162),
    ("fr", "SA", "taker_points", 162),
    ("fr", "TA", "native_points", 258),
    ("club", "SA", "taker_points", 162),
    ("club", "TA", "taker_points", 258),
    ("ffb_coinchee_2015", "C", "taker_points", 162),
    ("bga", "SA", "native_cards", 120),
    ("bga", "TA", "native_cards", 248),
)


def test_a_count_goes_from_nothing_to_the_pile_and_no_further():
    """A9, H108: each denomination has its own total; beside it there is only the capot."""
    for key, denomination, field, pile in PILES:
        table = profile.resolve(key)
        facts = facts_of((100, denomination, 0, {}))
        if field == "native_cards":
            facts["last_trick"] = "takers"
        for count in range(-3, 301):
            facts[field] = count
            if 0 <= count <= pile:
                deal.check(facts, table)
            else:
                error = refused(deal.check, facts, table)
                assert (error.field, error.why) == ("deal." + field, "range"), (key, facts)
                assert error.limits == (0, pile, count)
        deal.check(facts_of((100, denomination, 0, {"tricks": "takers_all"})), table)
        error = refused(deal.check, facts_of((100, denomination, 0, {"tricks": "most"})), table)
        assert error.field == "deal.tricks"


def test_points_that_are_typed_hold_the_last_trick():
    """A8: 152 on the cards and 10 are 162; only the cards alone ask who won the last trick."""
    fr = rules("fr")
    for cards in range(153):
        for last, ten in (("takers", 10), ("defence", 0)):
            facts = facts_of((100, "H", 0, {"native_cards": cards, "last_trick": last}))
            typed = facts_of((100, "H", 0, {"taker_points": cards + ten}))
            assert deal.read(facts, fr) == deal.read(typed, fr)
            typed["last_trick"] = last
            assert refused(deal.check, typed, fr).why == "der"


def test_no_points_are_not_the_same_as_no_answer():
    """H107: 0 is a count and is kept; an empty field is asked for."""
    for key, denomination, field, more, defence in (
        ("fr", "H", "taker_points", {}, 260),
        ("fr", "TA", "native_points", {}, 260),
        ("bga", "SA", "native_cards", {"last_trick": "defence"}, 262),
    ):
        table = profile.resolve(key)
        facts = facts_of((100, denomination, 0, more))
        assert refused(deal.check, dict(facts, last_trick=None), table).why == "needed"
        facts[field] = 0
        line = deal.to_text(facts)
        assert deal.from_text(line) == facts and deal.from_text(line)[field] == 0
        assert line != deal.to_text(dict(facts, **{field: None}))
        got = score(facts, table)
        assert (got["made"], got["takers"], got["defence"]) == (False, 0, defence), key
        assert got["points"][0] == 0 and got["no_trick"] is None


def test_what_other_keepers_let_through_is_refused():
    """J2: more points than there are, two belotes in a suit, all tricks on both sides; and 162 to
    0 is no capot by itself (RULES section 10)."""
    fr = rules("fr")
    for more, expected in (
        ({"taker_points": 200}, ("deal.taker_points", "range")),
        ({"taker_points": 200, "defence_points": 10}, ("deal.defence_points", "unknown")),
        ({"taker_points": 90, "belote_takers": 1, "belote_defence": 1},
         ("deal.belote_defence", "range")),
        ({"tricks": "both_all"}, ("deal.tricks", "choice")),
        ({"tricks": "defence_all", "generale_made": True}, ("deal.generale_made", "tricks")),
        ({"tricks": "takers_all", "taker_points": 0}, ("deal.taker_points", "tricks")),
        ({"tricks": "defence_all", "taker_points": 162}, ("deal.taker_points", "tricks")),
    ):  # fmt: skip
        error = refused(deal.check, facts_of((100, "H", 0, more)), fr)
        assert (error.field, error.why) == expected, more
    got = score(facts_of((100, "H", 0, {"taker_points": 162})), fr)
    assert (got["takers"], got["no_trick"]) == (260, None)
    assert score(facts_of((100, "H", 0, {"tricks": "takers_all"})), fr)["takers"] == 350
    slam = score(facts_of(("capot", "H", 0, {"taker_points": 162})), fr)
    assert slam["made"] is False


# ---- facts that cannot be: profile, contract, denomination, level, other facts; field at fault

CANNOT_BE = (
    # bad input of a count
    ("fr", 100, "H", 0, {"taker_points": 170}, "deal.taker_points"),
    ("fr", 100, "H", 0, {"taker_points": 163}, "deal.taker_points"),
    ("fr", 100, "H", 0, {"taker_points": -1}, "deal.taker_points"),
    ("club", 100, "TA", 0, {"taker_points": 259}, "deal.taker_points"),
    ("fr", 100, "TA", 0, {"taker_points": 163}, "deal.taker_points"),
    ("fr", 100, "TA", 0, {"native_points": 259}, "deal.native_points"),
    ("fr", 100, "SA", 0, {"native_points": 163}, "deal.native_points"),
    ("bga", 100, "SA", 0, {"native_cards": 121, "last_trick": "takers"}, "deal.native_cards"),
    ("bga", 100, "TA", 0, {"native_cards": 249, "last_trick": "takers"}, "deal.native_cards"),
    ("fr", 100, "H", 0, {"native_cards": 153, "last_trick": "takers"}, "deal.native_cards"),
    ("bga", 100, "TA", 0, {"native_cards": 100}, "deal.last_trick"),
    ("bga", 100, "TA", 0, {"native_points": 100}, "deal.native_cards"),
    ("fr", 100, "H", 0, {"taker_points": 90, "last_trick": "takers"}, "deal.last_trick"),
    ("bga", 100, "TA", 0, {"native_cards": 9, "last_trick": "us"}, "deal.last_trick"),
    # not a number, not a bool
    ("fr", 100, "H", 0, {"taker_points": True}, "deal.taker_points"),
    ("fr", 100, "H", 0, {"taker_points": 81.0}, "deal.taker_points"),
    ("fr", 100, "H", 0, {"taker_points": "81"}, "deal.taker_points"),
    ("fr", 100, "H", False, {"taker_points": 81}, "deal.level"),
    ("fr", True, "H", 0, {"taker_points": 81}, "deal.contract"),
    ("fr", 100, "H", 0, {"taker_points": 81, "belote_takers": True}, "deal.belote_takers"),
    ("fr", 100, "H", 0, {"taker_points": 81, "belote_takers": False}, "deal.belote_takers"),
    ("fr", 100, "H", 0, {"taker_points": 81, "melds_takers": False}, "deal.melds_takers"),
    ("club", 100, "H", 0, {"made": 1}, "deal.made"),
    ("club", 100, "H", 0, {"made": True, "last_deal": 1}, "deal.last_deal"),
    ("club", 100, "H", 0, {"made": True, "generale_made": 0}, "deal.generale_made"),
    # a count twice
    ("fr", 100, "H", 0, {"taker_points": 81, "native_points": 81}, "deal.native_points"),
    ("fr", 100, "H", 0, {"taker_points": 81, "native_cards": 71, "last_trick": "takers"},
     "deal.native_cards"),
    ("fr", 100, "H", 0, {"native_points": 81, "native_cards": 71, "last_trick": "takers"},
     "deal.native_cards"),
    # all tricks, and tricks of the other side
    ("fr", 100, "H", 0, {"tricks": "takers_all", "taker_points": 152}, "deal.taker_points"),
    ("fr", "capot", "H", 0, {"tricks": "takers_all", "taker_points": 0}, "deal.taker_points"),
    ("fr", 100, "H", 0, {"tricks": "defence_all", "taker_points": 10}, "deal.taker_points"),
    ("fr", 100, "TA", 0, {"tricks": "takers_all", "native_points": 248}, "deal.native_points"),
    ("club", 100, "TA", 0, {"tricks": "takers_all", "native_cards": 248, "last_trick": "defence"},
     "deal.last_trick"),
    ("club", 100, "TA", 0, {"tricks": "defence_all", "last_trick": "takers"}, "deal.last_trick"),
    ("fr", 100, "H", 0, {"tricks": "all"}, "deal.tricks"),
    ("fr", 100, "H", 0, {"tricks": "defence_all", "generale_made": True}, "deal.generale_made"),
    ("fr", 100, "H", 0, {"taker_points": 100, "generale_made": True}, "deal.taker_points"),
    # belotes
    ("fr", 100, "H", 0, {"taker_points": 81, "belote_takers": 2}, "deal.belote_takers"),
    ("fr", 100, "H", 0, {"taker_points": 81, "belote_takers": 1, "belote_defence": 1},
     "deal.belote_defence"),
    ("fr", 100, "H", 0, {"taker_points": 81, "belote_takers": -1}, "deal.belote_takers"),
    ("fr", 100, "SA", 0, {"taker_points": 81, "belote_takers": 1}, "deal.belote_takers"),
    ("fr", 100, "SA", 0, {"taker_points": 81, "belote_defence": 1}, "deal.belote_defence"),
    ("fr", 100, "TA", 0, {"native_points": 81, "belote_takers": 3, "belote_defence": 2},
     "deal.belote_defence"),
    ("bga", 100, "TA", 0, {"native_cards": 81, "last_trick": "takers", "belote_takers": 1},
     "deal.belote_takers"),
    # declarations
    ("fr", 100, "H", 0, {"taker_points": 81, "melds_takers": 20, "melds_defence": 50},
     "deal.melds_defence"),
    ("cannes_2016", 100, "H", 0, {"taker_points": 81, "melds_takers": 20, "melds_defence": 50},
     "deal.melds_defence"),
    ("fr", 100, "H", 0, {"taker_points": 81, "melds_takers": -20}, "deal.melds_takers"),
    # made as told
    ("club", 100, "H", 0, {"made": True, "taker_points": 120}, "deal.made"),
    ("club", 100, "H", 0, {"made": False, "taker_points": 20}, "deal.made"),
    ("club", 100, "TA", 0, {"made": True, "native_points": 120}, "deal.made"),
    ("club", 100, "H", 0, {"made": True, "tricks": "takers_all"}, "deal.made"),
    ("club", 100, "H", 0, {"made": False, "tricks": "defence_all"}, "deal.made"),
    ("club", "capot", "H", 0, {"made": True}, "deal.made"),
    # not enough
    ("fr", 100, "H", 0, {}, "deal.taker_points"),
    ("fr", 100, "H", 0, {"made": True}, "deal.taker_points"),
    ("pagat", 100, "H", 1, {"made": True}, "deal.taker_points"),
    ("club", None, "H", 0, {"made": True}, "deal.contract"),
    ("club", 100, None, 0, {"made": True}, "deal.denomination"),
    ("club", 100, "H", None, {"made": True}, "deal.level"),
    # no such thing
    ("fr", 0, "H", 0, {"taker_points": 81}, "deal.contract"),
    ("fr", "slam", "H", 0, {"taker_points": 81}, "deal.contract"),
    ("fr", 100, "NT", 0, {"taker_points": 81}, "deal.denomination"),
    ("fr", 100, "H", 3, {"taker_points": 81}, "deal.level"),
    ("fr", 100, "H", -1, {"taker_points": 81}, "deal.level"),
    ("fr", 100, "H", 0, {"taker_points": 81, "points": 81}, "deal.points"),
    # not under these rules: the parameter that forbids it
    ("cannes_2016", 100, "SA", 0, {"taker_points": 81}, "bid.SA"),
    ("cannes_2016", 100, "TA", 0, {"native_points": 81}, "bid.TA"),
    ("fr", "generale", "H", 0, {"taker_points": 81}, "bid.generale"),
    ("pagat", "capot", "H", 1, {"taker_points": 81}, "dbl.capot_allowed"),
)  # fmt: skip


def test_facts_that_cannot_be_are_refused_by_the_name_of_the_field():
    """A14, J6: what contradicts itself or cannot be counted is refused before it is scored."""
    for key, contract, denomination, level, more, field in CANNOT_BE:
        facts = facts_of((contract, denomination, level, more))
        table = profile.resolve(key)
        before = dict(facts)
        error = refused(deal.check, facts, table)
        assert error.field == field, (key, facts, str(error))
        assert facts == before


def test_162_is_no_count_of_a_pile_of_130():
    table = rules(None, bid__SA=True, pile__SA=130, pile__SA_method="ace11_raw")
    for points in (131, 162):
        error = refused(deal.check, facts_of((100, "SA", 0, {"taker_points": points})), table)
        assert error.limits == (0, 130, points)
    deal.check(facts_of((100, "SA", 0, {"taker_points": 130})), table)


def test_levels_and_slams_end_where_the_rules_end():
    for level, highest in ((1, 0), (2, 0), (2, 1)):
        error = refused(
            deal.check,
            facts_of((100, "H", level, {"made": False})),
            rules(None, dbl__max_level=highest),
        )
        assert error.field == "dbl.max_level"
    for bid in ("capot", "generale"):
        table = rules(None, bid__capot=False)
        error = refused(deal.check, facts_of((bid, "H", 0, {})), table)
        assert error.field == "bid." + bid


def test_a_refusal_names_field_value_and_limits():
    """The sentence of the design, and the limits as data for the screen."""
    table = profile.resolve("fr")
    error = refused(deal.check, facts_of((100, "H", 0, {"taker_points": 170})), table)
    assert str(error) == "deal.taker_points: 170 is not in 0..162"
    assert (error.why, error.limits) == ("range", (0, 162, 170))
    assert isinstance(error, ValueError)
    there = error.under("events[4]")
    assert there.field == "events[4].deal.taker_points"
    assert str(there) == "events[4].deal.taker_points: 170 is not in 0..162"
    error = refused(
        deal.check, facts_of((100, "SA", 0, {"native_points": 81, "belote_takers": 1})), table
    )
    assert str(error) == "deal.belote_takers: 1 is not in 0..0"


def test_an_error_that_the_table_of_sentences_does_not_know_still_reads():
    assert str(RuleError("calls[3]", "of_its_own", "90")) == "calls[3]: of its own (90)"
    assert str(RuleError("event", "match_is_over")) == "event: the match is over"


def test_what_can_be_is_accepted():
    for key, contract, denomination, level, more in (
        ("fr", 100, "H", 0, {"taker_points": 1}),  # cannot occur with cards, accepted all the same
        ("fr", 100, "H", 0, {"taker_points": 161}),
        (
            "fr",
            100,
            "H",
            0,
            {"taker_points": 162},
        ),  # not a capot: the defence has a trick without points
        ("fr", 100, "H", 0, {"native_points": 162}),
        ("fr", 100, "H", 0, {"native_cards": 152, "last_trick": "defence"}),
        ("fr", 100, "H", 0, {"tricks": "takers_all"}),
        ("fr", 100, "H", 0, {"tricks": "defence_all", "taker_points": 0}),
        ("fr", "capot", "H", 0, {}),
        ("fr", "capot", "H", 0, {"made": False}),
        ("fr", "capot", "H", 0, {"taker_points": 162}),
        ("fr", 100, "TA", 0, {"native_points": 258, "belote_takers": 4}),
        ("fr", 100, "TA", 0, {"tricks": "takers_all", "taker_points": 162}),
        ("club", 100, "TA", 0, {"tricks": "takers_all", "taker_points": 258}),
        ("club", 100, "TA", 0, {"tricks": "takers_all", "taker_points": 162}),
        (
            "club",
            100,
            "TA",
            0,
            {"tricks": "takers_all", "native_cards": 248, "last_trick": "takers"},
        ),
        ("club", 100, "H", 0, {"made": True, "belote_takers": None, "tricks": None}),
        (
            "cannes_2016",
            110,
            "H",
            2,
            {"made": True, "melds_takers": 20},
        ),  # played without: not counted
        ("cannes_2016", 75, "H", 0, {"made": False}),  # the auction refuses 75, not the score
        ("cannes_2016", 900, "H", 0, {"made": False}),
    ):
        deal.check(facts_of((contract, denomination, level, more)), profile.resolve(key))


# ---- the reason and the limits of a refusal are data for a screen


def said(error):
    """(field, why, limits); of must_be, whose limits are English, that they are there."""
    limits = error.limits
    if error.why == "must_be":
        limits = bool(limits) and all(type(one) is str and one for one in limits)
    return error.field, error.why, limits


def test_every_reason_why_facts_cannot_be_says_what_was_given():
    told = {"made": True}
    counted = {"taker_points": 81}
    solo = {"generale_made": True}
    cards = {"native_cards": 71, "last_trick": "takers"}
    every = {"tricks": "takers_all"}
    none = {"tricks": "defence_all"}
    for key, contract, denomination, level, more, expected in (
        ("fr", 0, "H", 0, counted, ("deal.contract", "range", (1, 100000, 0))),
        ("fr", -80, "H", 0, counted, ("deal.contract", "range", (1, 100000, -80))),
        ("fr", None, "H", 0, counted, ("deal.contract", "missing", (None,))),
        ("fr", "slam", "H", 0, counted, ("deal.contract", "choice", ("slam",))),
        ("fr", True, "H", 0, counted, ("deal.contract", "choice", (True,))),
        ("fr", "generale", "H", 0, counted, ("bid.generale", "forbidden", ())),
        ("cannes_2016", 100, "SA", 0, counted, ("bid.SA", "forbidden", ())),
        ("cannes_2016", 100, "TA", 0, counted, ("bid.TA", "forbidden", ())),
        ("fr", 100, None, 0, counted, ("deal.denomination", "missing", (None,))),
        ("fr", 100, "NT", 0, counted, ("deal.denomination", "choice", ("NT",))),
        ("fr", 100, "H", None, counted, ("deal.level", "missing", (None,))),
        ("fr", 100, "H", "1", counted, ("deal.level", "integer", ("1",))),
        ("fr", 100, "H", 3, counted, ("deal.level", "range", (0, 2, 3))),
        ("fr", 100, "H", -1, counted, ("deal.level", "range", (0, 2, -1))),
        ("pagat", "capot", "H", 1, counted, ("dbl.capot_allowed", "forbidden", ())),
        ("fr", 100, "H", 0, {"points": 81}, ("deal.points", "unknown", ())),
        ("fr", 100, "H", 0, {"taker_points": "81"}, ("deal.taker_points", "integer", ("81",))),
        ("fr", 100, "H", 0, {"melds_takers": -20},
         ("deal.melds_takers", "range", (0, 100000, -20))),
        ("fr", 100, "H", 0, {"melds_takers": 20, "melds_defence": 50},
         ("deal.melds_defence", "sides", (20,))),
        ("fr", 100, "H", 0, {"made": 1}, ("deal.made", "bool", (1,))),
        ("fr", 100, "H", 0, {"generale_made": 0}, ("deal.generale_made", "bool", (0,))),
        ("fr", 100, "H", 0, {"last_deal": "x"}, ("deal.last_deal", "bool", ("x",))),
        ("fr", 100, "H", 0, {"tricks": "all"}, ("deal.tricks", "choice", ("all",))),
        ("fr", 100, "H", 0, {"last_trick": "us"}, ("deal.last_trick", "choice", ("us",))),
        ("fr", 100, "H", 0, dict(counted, last_trick="takers"), ("deal.last_trick", "der", ())),
        ("fr", 100, "H", 0, {"native_cards": 71}, ("deal.last_trick", "missing", ())),
        ("fr", 100, "H", 0, dict(counted, native_points=81),
         ("deal.native_points", "twice", ("taker_points",))),
        ("fr", 100, "H", 0, dict(cards, taker_points=81),
         ("deal.native_cards", "twice", ("taker_points",))),
        ("fr", 100, "H", 0, dict(cards, native_points=81),
         ("deal.native_cards", "twice", ("native_points",))),
        ("bga", 100, "TA", 0, {"native_points": 100}, ("deal.native_cards", "cards", ())),
        ("bga", 100, "SA", 0, {"native_points": 100}, ("deal.native_cards", "cards", ())),
        ("fr", 100, "H", 0, dict(told, taker_points=81),
         ("deal.made", "told", ("taker_points",))),
        ("fr", 100, "TA", 0, dict(told, native_points=81),
         ("deal.made", "told", ("native_points",))),
        ("fr", 100, "H", 0, dict(told, tricks="takers_all"), ("deal.made", "told", ("tricks",))),
        ("fr", 100, "H", 0, dict(told, generale_made=True),
         ("deal.made", "told", ("generale_made",))),
        ("club", "capot", "H", 0, told, ("deal.made", "slam", ())),
        ("fr", 100, "H", 0, {}, ("deal.taker_points", "needed", ())),
        ("fr", 100, "H", 0, told, ("deal.taker_points", "needed", ())),
    ):  # fmt: skip
        error = refused(deal.check, facts_of((contract, denomination, level, more)), rules(key))
        assert said(error) == expected, (expected, said(error))
    for more, field, given in (
        (dict(every, taker_points=152), "deal.taker_points", 152),
        (dict(none, taker_points=10), "deal.taker_points", 10),
        (dict(every, native_points=152), "deal.native_points", 152),
        (dict(every, last_trick="defence"), "deal.last_trick", "defence"),
        (dict(none, last_trick="takers"), "deal.last_trick", "takers"),
        (dict(solo, taker_points=81), "deal.taker_points", 81),
        (dict(solo, tricks="defence_all"), "deal.generale_made", True),
    ):
        error = refused(deal.check, facts_of((100, "H", 0, more)), rules("fr"))
        assert (error.field, error.why, error.limits[1]) == (field, "tricks", given)
        assert len(error.limits) == 2 and error.limits[0]
    assert error.limits[0] == "defence_all"
    for level, highest in ((1, 0), (2, 1)):
        error = refused(deal.check, facts_of((100, "H", level, {"made": False})),
                        rules(None, dbl__max_level=highest))  # fmt: skip
        assert said(error) == ("dbl.max_level", "forbidden", ())
    assert said(refused(deal.check, None, rules("fr"))) == ("deal", "must_be", True)


def test_a_refused_line_and_a_refused_fact_are_named_whole():
    for line in ("", "0H", "080H", "1:0H", "100X", "100NA", "capotteH", "100H =1:", "100H =",
                 "100H bt", "100H bt0", "100H bt01", "100H mtx", "100H xxx", "100H made failed",
                 "x0H", None, 7):  # fmt: skip
        assert said(refused(deal.from_text, line)) == ("deal", "text", (line,)), line
    for field, value, expected in (
        ("contract", 0, ("choice", (0,))), ("contract", "grand", ("choice", ("grand",))),
        ("denomination", "NT", ("choice", ("NT",))), ("level", 3, ("choice", (3,))),
        ("tricks", "all", ("choice", ("all",))), ("made", 1, ("choice", (1,))),
        ("taker_points", "1", ("integer", ("1",))),
        ("melds_takers", -1, ("range", (0, 100000, -1))),
    ):  # fmt: skip
        facts = facts_of((100, "H", 0, {}))
        facts[field] = value
        error = refused(deal.to_text, facts)
        assert said(error) == ("deal." + field,) + expected
    assert said(refused(deal.to_text, [])) == ("deal", "must_be", True)
    fr, bga = rules("fr"), rules("bga")
    assert said(refused(deal.convert, "H", fr, "80")) == ("native", "integer", ("80",))
    assert said(refused(deal.convert, "SA", bga, 80)) == ("deal.native_cards", "cards", ())
    assert said(refused(deal.convert, "TA", bga, 80)) == ("deal.native_cards", "cards", ())
    assert said(refused(deal.least_native, "80", "H", fr)) == ("points", "integer", ("80",))


# ---- what a fact says


def test_facts_are_read_as_contract_tricks_and_points():
    """(contract, denomination, level, eight, alone, points of both, scale, made as told)."""
    fr = rules("fr")
    one = facts_of((1, "H", 0, {"taker_points": 100}))
    assert deal.read(one, fr) == (1, "H", 0, 0, None, 100, 62, 1, None)
    for more, expected in (
        ({"tricks": "takers_all"}, (1, None, 162, 0, 1, None)),
        ({"tricks": "defence_all"}, (-1, None, 0, 162, 1, None)),
        ({"generale_made": True}, (1, True, 162, 0, 1, None)),
        ({"made": False}, (0, None, None, None, 1, False)),
        ({"native_points": 100}, (0, None, 100, 62, 1, None)),
        ({"native_cards": 90, "last_trick": "takers"}, (0, None, 100, 62, 1, None)),
        ({"native_cards": 90, "last_trick": "defence"}, (0, None, 90, 72, 1, None)),
    ):
        assert deal.read(facts_of((100, "H", 1, more)), fr) == (100, "H", 1) + expected, more
    told = deal.read(facts_of((100, "H", 1, {"made": True})), fr)
    assert told == (100, "H", 1, 0, None, None, None, 1, True)
    whole = deal.read(facts_of((100, "TA", 0, {"native_points": 160})), fr)
    assert whole == (100, "TA", 0, 0, None, 27 * 160, 27 * 98, 43, None)
    assert deal.read(facts_of((100, "TA", 0, {"tricks": "defence_all"})), rules("club")) == (
        100, "TA", 0, -1, None, 0, 258, 1, None)  # fmt: skip


def test_a_table_of_38_a_suit_counts_152_cards():
    """RULES section 10, table_J13_Q2 and table_J14_Q1."""
    for method in ("table_J13_Q2", "table_J14_Q1"):
        table = rules(None, bid__TA=True, pile__TA_method=method)
        assert deal.native_cards("TA", table) == 152
        for cards, last, points in ((152, "takers", 162), (152, "defence", 152)):
            facts = facts_of((100, "TA", 0, {"native_cards": cards, "last_trick": last}))
            assert deal.read(facts, table)[5] == points
        facts = facts_of((100, "TA", 0, {"native_cards": 153, "last_trick": "takers"}))
        assert refused(deal.check, facts, table).limits == (0, 152, 153)


def test_no_count_reaches_more_than_the_pile():
    fr, bga = rules("fr"), rules("bga")
    for points, denomination, table, last, expected in (
        (162, "H", fr, None, 162), (163, "H", fr, None, None), (162, "TA", fr, None, 258),
        (163, "TA", fr, None, None), (162, "SA", bga, True, 120), (163, "SA", bga, True, None),
        (152, "SA", bga, False, 120), (153, "SA", bga, False, None), (162, "TA", bga, True, 248),
        (163, "TA", bga, True, None), (152, "H", fr, False, 152), (153, "H", fr, False, None),
        (162, "H", fr, True, 152), (163, "H", fr, True, None),
    ):  # fmt: skip
        assert deal.least_native(points, denomination, table, last) == expected, points


def test_a_slam_that_ended_so_says_who_took_the_tricks():
    table = rules(None, bid__generale=True)
    for contract, alone in (("capot", False), ("generale", True)):
        facts = {"contract": contract, "denomination": "H", "level": 0}
        won = deal.ended(facts, True, None, table)
        assert (won["tricks"], won["generale_made"]) == ("takers_all", alone)
        assert score(won, table)["made"] is True
        assert score(deal.ended(facts, False, None, table), table)["made"] is False


def test_which_marks_of_a_made_contract_hang_on_the_count():
    """RULES 11, 5b."""
    for level, own, expected in (
        (0, {}, True),
        (0, {"made__points": False}, False),
        (1, {}, False),
        (2, {"dbl__base": "points"}, True),
        (1, {"dbl__defence_points": True}, True),
        (0, {"made__points": False, "capot__detect": "zero_points"}, True),
        (1, {"capot__detect": "zero_points"}, True),
    ):
        assert bool(deal.counts_when_made(level, rules(None, **own))) is expected, own


def test_an_amount_ends_where_its_range_ends():
    values = rules("fr")
    for more, field in (({"melds_takers": 100000}, None),
                        ({"melds_takers": 100001}, "melds_takers"),
                        ({"contract": 100000}, None), ({"contract": 100001}, "contract"),
                        ({"contract": 1}, None), ({"contract": 0}, "contract")):  # fmt: skip
        facts = dict(facts_of((100, "H", 0, {"made": False})), **more)
        if field is None:
            deal.check(facts, values)
        else:
            assert refused(deal.check, facts, values).limits[1] == 100000, more
            assert refused(deal.check, facts, values).field == "deal." + field
