"""Declarations, announced and from hands: published contests, the laws of the ranking, an
independent model."""

from coinche import belote, match, melds, profile
from coinche.errors import RuleError
from support import Rng, load, refusal

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("S", "H", "D", "C")
SEATS = ("N", "W", "S", "E")


def run(length, top, suit):
    return {"kind": "run", "length": length, "top": top, "suit": suit}


def carre(rank):
    return {"kind": "carre", "rank": rank}


def rules(**own):
    values = {"melds.on": True}
    values.update({"melds." + name: value for name, value in own.items()})
    return profile.resolve({"values": values})


def won(denomination, table, values, dealer="N"):
    found = melds.contest(denomination, dealer, table, values)
    return found["winner"], found["points"]


def refused(table, values):
    try:
        melds.contest("S", "N", table, values)
    except RuleError as error:
        return error.field
    return None


def test_every_published_contest_comes_out_as_printed():
    """examples.json, kind melds_contest; four 7 or 8 in a hand are announced as what they are."""
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "melds_contest"]
    assert len(rows) == 11
    for row in rows:
        values = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        table = {}
        for seat in SEATS:
            table[seat] = list(row["melds"][seat])
            for rank in ("7", "8"):
                if all(rank + suit in row["hands"][seat] for suit in SUITS):
                    table[seat].append(carre(rank))
        found = melds.contest(row["denomination"], row["dealer"], table, values)
        for name, expected in row["expect"].items():
            assert found[name] == expected, (row["id"], name, found)


def test_published_hands_are_worth_what_is_printed_when_announced():
    """examples.json, kind melds_value: the declarations named in the notes."""
    values = rules()
    jacks = [carre("J"), run(3, "A", "H")]  # K15: carré of jacks and the tierce queen-king-ace
    assert sum([melds.value(one, "H", values) for one in jacks]) == 220
    two = [run(3, "9", "S"), run(3, "A", "S")]  # K17: two tierces in one suit
    assert sum([melds.value(one, "H", values) for one in two]) == 40


def test_every_published_contest_comes_out_from_the_hands():
    """The same rows, judged from the four hands; each hand declares what the row says."""
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "melds_contest"]
    for row in rows:
        values = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        table = {seat: {"hand": row["hands"][seat]} for seat in SEATS}
        found = melds.contest(row["denomination"], row["dealer"], table, values)
        for name, expected in row["expect"].items():
            assert found[name] == expected, (row["id"], name, found)
        for seat in SEATS:
            own = melds.of_hand(row["hands"][seat], row["denomination"], values)
            wanted = [one for one in row["melds"][seat] if one.get("rank") not in ("7", "8")]
            assert sorted([sorted(one.items()) for one in own], key=str) == sorted(
                [sorted(one.items()) for one in wanted], key=str), (row["id"], seat)  # fmt: skip


def test_published_hands_are_worth_what_is_printed():
    """examples.json, kind melds_value."""
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "melds_value"]
    assert len(rows) == 2
    for row in rows:
        values = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        own = melds.of_hand(row["hand"], row["denomination"], values)
        points = sum([melds.value(one, row["denomination"], values) for one in own])
        assert points == row["expect"]["melds"], row["id"]
        held = belote.held(row["hand"], row["denomination"])
        assert len(held) == row["expect"]["belote"], row["id"]


def of(text, denomination="H", **own):
    """The declarations of a hand, in short: "run 3 KH", "carre J"."""
    out = []
    for one in melds.of_hand(text.split(), denomination, rules(**own)):
        if one["kind"] == "run":
            out.append("run %d %s%s" % (one["length"], one["top"], one["suit"]))
        else:
            out.append("carre " + one["rank"])
    return out


def test_a_card_counts_once_or_in_a_carre_and_a_run():
    """RULES 9.2: the choice worth most; on equal points the one whose best ranks higher."""
    hand = "JS JH JD JC QH KH 10H 7S"
    assert of(hand, card_reuse=True) == ["carre J", "run 4 KH"]
    assert of(hand) == ["carre J"]  # 200, where the run alone is worth 50
    assert of("AS AH AD AC KS QS JS 10S") == ["carre A", "run 4 KS"]
    # 100 with the carré of tens, 100 with the run to the queen: a carré ranks higher
    assert of("10S 10H 10D 10C QS JS 9S 8S") == ["carre 10"]
    # four nines are worth 150, the runs that need them 20 and 20
    assert of("9S 9H 9D 9C 10S JS 10H JH") == ["carre 9"]


def test_a_run_of_six_and_more_is_one_cent():
    assert of("7S 8S 9S 10S JS QS KS AS") == ["run 8 AS"]
    assert of("7S 8S 9S JS QS KS AS 7H") == ["run 4 AS", "run 3 9S"]
    assert of("7S 9S JS KS 7H 9H JH KH") == []


def test_sevens_and_eights_are_no_carre_but_still_cancel():
    """RULES 9.1 and 9.5: the hand declares its run, and four eights cancel all the same."""
    hand = "8S 8H 8D 8C 7S 9S AH KD".split()
    assert of(" ".join(hand)) == ["run 3 9S"]
    table = {"N": {"hand": hand}, "W": [run(5, "A", "C")]}
    for rule, cancelled in (
        ("zero", None),
        ("cancel_melds", "melds"),
        ("cancel_deal", "deal"),
    ):
        found = melds.contest("H", "N", table, rules(four_7_8=rule))
        assert found["cancelled"] == cancelled
        assert found["winner"] == (None if cancelled else "WE")


def test_the_carres_of_no_trump_take_the_values_of_the_table():
    assert of("AS AH AD AC 7S 9S 7H 9H", "SA") == ["carre A"]
    assert of("AS AH AD AC KS QS 7H 9H", "SA", SA_carre_aces=0) == ["run 3 AS"]


def test_hands_that_no_deal_can_give_are_refused_by_their_place():
    hand = "7S 9S JS KS 7H 9H JH KH".split()
    for table, field in (
        ({"N": {"hand": []}}, "melds.N.hand"),
        ({"N": {"hand": "7S"}}, "melds.N.hand"),
        ({"N": {"hand": hand + ["7D"]}}, "melds.N.hand"),
        ({"N": {"hand": ["7S", "7S"]}}, "melds.N.hand[1]"),
        ({"N": {"hand": ["1S"]}}, "melds.N.hand[0]"),
        ({"N": {"hand": [7]}}, "melds.N.hand[0]"),
        ({"N": {"cards": hand}}, "melds.N.cards"),
        ({"N": {}}, "melds.N.hand"),
        ({"N": {"hand": hand}, "S": {"hand": ["7S"]}}, "melds.S.hand[0]"),
        ({"N": {"hand": hand}, "S": [run(3, "9", "S")]}, "melds.S[0]"),
        ({"W": [carre("K")], "S": {"hand": hand}}, "melds.S.hand[3]"),
        ({"N": 7}, "melds.N"),
    ):
        assert refused(table, rules()) == field, table
    for wrong in (None, [], "7S", ["7S", "7S"], [None]):
        try:
            melds.of_hand(wrong, "H", rules())
        except RuleError as error:
            assert error.field.startswith("hand")
        else:
            raise AssertionError(wrong)


def test_late_declarations_are_lost():
    """RULES 9.6."""
    own = rules(deadline="own_first_card")
    assert not melds.is_late(0, 1, own) and melds.is_late(1, 1, own)
    second = rules(deadline="second_trick")
    assert not melds.is_late(1, 1, second) and melds.is_late(1, 2, second)


def test_declarations_that_are_not_shown_go_to_the_others_or_are_void():
    values = profile.resolve({"values": {"pen.false_meld": "opponents_score"}})
    event = melds.not_shown("NS", 50, values)
    assert event == {
        "event": "penalty", "to": "WE", "points": 50, "why": "false_meld", "ends_deal": False,
    }  # fmt: skip
    state = match.after(match.start(values), event)
    assert state["totals"] == {"NS": 0, "WE": 50} and state["deals"] == 0
    void = profile.resolve({"values": {"pen.false_meld": "void"}})
    assert melds.not_shown("NS", 50, void) is None


def test_values_are_those_of_rules_section_9():
    """A5: runs of each length, four of each rank, four at no-trump."""
    values = rules()
    for length, points in ((3, 20), (4, 50), (5, 100), (6, 100), (7, 100), (8, 100)):
        assert melds.value(run(length, "A", "S"), "H", values) == points
    table = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100, "8": 0, "7": 0}
    for rank, points in table.items():
        for denomination in ("S", "TA"):
            assert melds.value(carre(rank), denomination, values) == points, rank
    club = profile.resolve("club")  # RULES 16.3
    for rank, points in (("A", 100), ("10", 100), ("J", 200), ("9", 150), ("K", 100), ("7", 0)):
        assert melds.value(carre(rank), "SA", club) == points, rank


def test_the_sixth_card_of_a_run_does_not_help():
    """RULES 9 rule 1: a run of six, seven or eight is one cent, ranked by its top card."""
    table = {"N": [run(5, "K", "S")], "E": [run(6, "Q", "D")]}
    assert won("H", table, rules()) == ("NS", 100)
    table = {"N": [run(5, "A", "S")], "E": [run(8, "A", "D")]}
    assert won("H", table, rules()) == (None, 0)


def test_equal_carres_rank_ace_ten_king_queen():
    values = rules()
    order = ("A", "10", "K", "Q")
    for i, high in enumerate(order):
        for low in order[i + 1 :]:
            assert won("S", {"N": [carre(low)], "W": [carre(high)]}, values) == ("WE", 100)


def test_a_carre_beats_any_run_and_points_come_next():
    assert won("S", {"N": [carre("Q")], "W": [run(5, "J", "S")]}, rules()) == ("NS", 100)
    assert won("S", {"N": [carre("9")], "W": [carre("J")]}, rules()) == ("WE", 200)


def test_trump_decides_only_between_runs_of_one_height_in_a_suit_contract():
    table = {"N": [run(3, "A", "S")], "E": [run(3, "A", "H")]}
    assert won("H", table, rules()) == ("WE", 20)
    assert won("S", table, rules()) == ("NS", 20)
    for denomination in ("D", "SA", "TA"):
        assert won(denomination, table, rules()) == (None, 0)


def test_the_winning_side_scores_both_hands_the_other_nothing():
    table = {"N": [run(3, "9", "S")], "S": [run(4, "A", "C")], "W": [run(4, "K", "H")],
             "E": [run(3, "9", "D")]}  # fmt: skip
    assert won("D", table, rules()) == ("NS", 70)


def test_a_tie_goes_to_nobody_or_to_the_earlier_speaker_in_both_directions():
    """next(dealer) speaks first: N deals, W speaks first anticlockwise, E first clockwise."""
    table = {"W": [run(3, "K", "S")], "E": [run(3, "K", "D")], "N": [run(3, "K", "C")]}
    assert won("H", table, rules()) == (None, 0)
    for direction in ("ccw", "cw"):
        values = profile.resolve(
            {"values": {"melds.on": True, "melds.tie": "first", "deal.direction": direction}}
        )
        order = {"ccw": ("W", "S", "E", "N"), "cw": ("E", "S", "W", "N")}[direction]
        for dealer in SEATS:
            shift = SEATS.index(dealer)
            speaking = [SEATS[(SEATS.index(seat) + shift) % 4] for seat in order]
            first = next(seat for seat in speaking if seat in table)
            side = "NS" if first in ("N", "S") else "WE"
            assert won("H", table, values, dealer)[0] == side, (direction, dealer)


def test_four_sevens_count_nothing_cancel_the_declarations_or_the_deal():
    table = {"N": [carre("7")], "E": [run(3, "K", "D")]}
    assert won("H", table, rules()) == ("WE", 20)
    for other in (carre("9"), carre("A"), run(5, "A", "D")):
        for value in ("cancel_melds", "cancel_deal"):
            assert won("H", {"E": [other]}, rules(four_7_8=value))[0] == "WE"
    for value, cancelled in (("cancel_melds", "melds"), ("cancel_deal", "deal")):
        found = melds.contest("H", "N", table, rules(four_7_8=value))
        assert found["cancelled"] == cancelled
        assert (found["winner"], found["points"], found["reason"]) == (None, 0, "four")


def test_nothing_counts_where_declarations_are_not_played():
    table = {"N": [carre("J")]}
    found = melds.contest("H", "N", table, profile.resolve("it"))
    assert found == {"winner": None, "points": 0, "cancelled": None, "reason": "off"}


def test_an_empty_table_has_no_winner():
    assert melds.contest("H", "N", {}, rules())["reason"] == "none"
    assert melds.contest("H", "N", {"N": [carre("8")]}, rules())["reason"] == "none"


def test_what_no_deal_of_32_cards_can_hold_is_refused_by_its_place():
    values = rules()
    for table, field in (
        ({"X": []}, "melds.X"),
        ({"N": None}, "melds.N"),
        ({"N": [None]}, "melds.N[0]"),
        ({"N": [{}]}, "melds.N[0].kind"),
        ({"N": [{"kind": "pair", "length": 3, "top": "A", "suit": "S"}]}, "melds.N[0].kind"),
        ({"N": [run(2, "A", "S")]}, "melds.N[0].length"),
        ({"N": [run(9, "A", "S")]}, "melds.N[0].length"),
        ({"N": [run(True, "A", "S")]}, "melds.N[0].length"),
        ({"N": [run(4, "9", "S")]}, "melds.N[0].length"),
        ({"N": [run(3, "1", "S")]}, "melds.N[0].top"),
        ({"N": [run(3, "A", "SA")]}, "melds.N[0].suit"),
        ({"N": [carre("V")]}, "melds.N[0].rank"),
        ({"N": [dict(carre("A"), suit="S")]}, "melds.N[0].suit"),
        ({"N": [run(3, "A", "S"), run(4, "A", "S")]}, "melds.N[1]"),
        ({"N": [run(3, "A", "S")], "E": [run(5, "A", "S")]}, "melds.E[0]"),
        ({"W": [carre("A")], "E": [run(3, "A", "S")]}, "melds.E[0]"),
        ({"W": [carre("A")], "S": [run(3, "A", "S")]}, "melds.S[0]"),
        ({"N": [run(5, "10", "S")]}, "melds.N[0].length"),
        ({"S": [carre("A"), run(3, "A", "S")]}, "melds.S[1]"),
        ({"S": [carre("A"), carre("K"), run(3, "9", "S")]}, "melds.S"),
    ):
        assert refused(table, values) == field, (table, refused(table, values))
    for at in ("W", "E"):  # a card of another hand, whatever may be used twice in one
        own = rules(card_reuse=True)
        assert refused({"N": [run(3, "A", "S")], at: [carre("A")]}, own) == "melds.%s[0]" % at
    again = {"S": [carre("A"), run(3, "A", "S")]}
    assert won("H", again, rules(card_reuse=True)) == ("NS", 120)


def test_wrong_denominations_and_dealers_are_refused():
    for denomination, dealer, field in (("X", "N", "denomination"), (None, "N", "denomination"),
                                        ("S", "NS", "dealer"), ("S", 1, "dealer")):  # fmt: skip
        try:
            melds.contest(denomination, dealer, {}, rules())
            raise AssertionError("accepted")
        except RuleError as error:
            assert error.field == field


def random_table(rng):
    """Runs and carrés of a shuffled pack, at most eight cards a hand, no card twice."""
    table = {}
    used = []
    for seat in SEATS:
        table[seat] = []
        held = 0
        for _ in range(rng.below(3)):
            if rng.below(3) == 0:
                rank = rng.pick(RANKS)
                one, cards = carre(rank), [rank + suit for suit in SUITS]
            else:
                suit, length = rng.pick(SUITS), 3 + rng.below(3)
                top = length - 1 + rng.below(9 - length)
                one = run(length, RANKS[top], suit)
                cards = [RANKS[top - i] + suit for i in range(length)]
            if held + len(cards) <= 8 and not [card for card in cards if card in used]:
                table[seat].append(one)
                used += cards
                held += len(cards)
    return table


def model(denomination, table, dealer):
    """RULES 9 rules 3 and 4 once more, by sorting words that compare as the rules do."""
    rated = []
    for seat in SEATS:
        for one in table[seat]:
            if one["kind"] == "run":
                points = {3: 20, 4: 50}.get(one["length"], 100)
                trump = one["suit"] == denomination
                key = "0 %03d %d %d" % (points, RANKS.index(one["top"]), trump)
            else:
                points = {"J": 200, "9": 150, "7": 0, "8": 0}.get(one["rank"], 100)
                key = "1 %03d %d 0" % (points, "QK10A".find(one["rank"]) + 1)
            if points:
                rated.append((key, 0 if seat in ("N", "S") else 1, points))
    if not rated:
        return None, 0
    best = max(rated)[0]
    sides = sorted({side for key, side, _ in rated if key == best})
    if len(sides) == 2:
        return None, 0
    return ("NS", "WE")[sides[0]], sum([points for _, side, points in rated if side == sides[0]])


def test_random_tables_come_out_as_in_an_independent_model():
    """A16: rare holdings too, hands with two declarations and carrés against runs."""
    rng = Rng(13)
    values = rules()
    decided = 0
    for _ in range(400):
        table = random_table(rng)
        denomination = rng.pick(SUITS + ("TA",))
        dealer = rng.pick(SEATS)
        found = won(denomination, table, values, dealer)
        assert found == model(denomination, table, dealer), table
        decided += found[0] is not None
    assert decided > 200


def test_exchanging_the_sides_exchanges_the_winner():
    rng = Rng(14)
    for tie in ("nobody", "first"):
        values = rules(tie=tie)
        for _ in range(100):
            table = random_table(rng)
            dealer = rng.pick(SEATS)
            turned = {SEATS[(SEATS.index(seat) + 1) % 4]: table[seat] for seat in SEATS}
            after = SEATS[(SEATS.index(dealer) + 1) % 4]
            found, points = won("H", table, values, dealer)
            swapped = {"NS": "WE", "WE": "NS", None: None}[found]
            assert won("H", turned, values, after) == (swapped, points), table


def test_what_decided_a_contest_is_said():
    """RULES 9.3 and 9.4, in the order in which declarations are compared."""
    first = {"tie": "first"}
    for reason, side, points, own, table in (
        ("only", "WE", 20, {}, {"E": [run(3, "9", "S")]}),
        ("only", "NS", 20, {}, {"S": [run(3, "9", "S")]}),
        ("carre", "NS", 100, {}, {"N": [carre("Q")], "W": [run(5, "J", "S")]}),
        ("points", "WE", 50, {}, {"N": [run(3, "A", "S")], "W": [run(4, "10", "D")]}),
        ("points", "NS", 200, {}, {"N": [carre("J")], "W": [carre("9")]}),
        ("top", "NS", 20, {}, {"N": [run(3, "A", "S")], "W": [run(3, "K", "D")]}),
        ("trump", "WE", 20, {}, {"N": [run(3, "A", "S")], "W": [run(3, "A", "H")]}),
        ("tie", None, 0, {}, {"N": [run(3, "A", "S")], "W": [run(3, "A", "D")]}),
        ("first", "WE", 20, first, {"N": [run(3, "A", "S")], "W": [run(3, "A", "D")]}),
        ("none", None, 0, {}, {"N": [], "W": [carre("7")]}),
    ):
        found = melds.contest("H", "N", table, rules(**own))
        assert found == {
            "winner": side, "points": points, "cancelled": None, "reason": reason,
        }, (table, found)  # fmt: skip


def test_announced_eights_cancel_as_sevens_do():
    """RULES 9.5."""
    for rank in ("7", "8"):
        table = {"W": [carre(rank)], "N": [run(3, "K", "D")]}
        for rule, cancelled in (("cancel_melds", "melds"), ("cancel_deal", "deal")):
            found = melds.contest("H", "N", table, rules(four_7_8=rule))
            assert (found["cancelled"], found["winner"]) == (cancelled, None)


def test_of_a_carre_and_a_run_the_one_worth_more_is_declared():
    """RULES 9.2; at no-trump the table says what four aces are worth."""
    hand = "AS AH AD AC KS QS 7H 9H"
    assert of(hand, "SA", SA_carre_aces=10) == ["run 3 AS"]
    assert of(hand, "SA", SA_carre_aces=30) == ["carre A"]
    assert of("AS AH AD AC 7S 9S 7H 9H", "SA", SA_carre_aces=0) == []
    assert of("AS AH AD AC 7S 9S 7H 9H", "SA", SA_carre_aces=0, card_reuse=True) == []


def test_a_hand_of_two_carres_declares_both():
    assert of("AS AH AD AC KS KH KD KC") == ["carre A", "carre K"]
    assert of("9S 9H 9D 9C JS JH JD JC", card_reuse=True) == ["carre J", "carre 9"]


def test_of_two_runs_of_one_height_the_one_in_trump_stands_first():
    """RULES 9.3."""
    hand = "KS QS JS KC QC JC 7H 9H"
    assert of(hand, "C") == ["run 3 KC", "run 3 KS"]
    assert of(hand, "S") == ["run 3 KS", "run 3 KC"]


def test_eight_cards_are_declared_and_no_nine():
    eight = [carre("A"), run(4, "K", "S")]
    assert won("H", {"N": eight}, rules()) == ("NS", 150)
    nine = {"N": [carre("A"), run(5, "K", "S")]}
    assert refusal(melds.check, nine, rules()) == ("melds.N", "more_than_eight_cards", (9,))


def test_a_refusal_of_declarations_says_why_and_what_was_given():
    tierce = run(3, "A", "S")
    for table, expected in (
        ({"N": None}, ("melds.N", "must_be", True)),
        ({"N": {"hand": []}}, ("melds.N.hand", "must_be", True)),
        ({"N": {"hand": ["7S", "7S"]}}, ("melds.N.hand[1]", "card_twice", ("7S",))),
        ({"N": {"hand": ["7S"]}, "S": {"hand": ["8S", "7S"]}},
         ("melds.S.hand[1]", "card_twice", ("7S",))),
        ({"N": [tierce, run(3, "Q", "S")]}, ("melds.N[1]", "card_twice", ("QS",))),
        ({"N": [tierce], "E": [carre("K")]}, ("melds.E[0]", "card_twice", ("KS",))),
        ({"N": [run(4, "9", "S")]}, ("melds.N[0].length", "range", (3, 3, 4))),
        ({"N": [run(2, "9", "S")]}, ("melds.N[0].length", "range", (3, 8, 2))),
        ({"N": [run("3", "9", "S")]}, ("melds.N[0].length", "integer", ("3",))),
        ({"N": [dict(tierce, rank="A")]}, ("melds.N[0].rank", "unknown", ())),
        ({"N": [{"kind": "run", "length": 3, "top": "A"}]}, ("melds.N[0].suit", "missing", ())),
    ):  # fmt: skip
        assert refusal(melds.check, table, rules()) == expected, table
    for declarations in ([carre("A"), tierce], [tierce, carre("A")]):
        try:
            melds.check({"N": declarations}, rules())
            raise AssertionError("accepted")
        except RuleError as error:
            assert (error.field, error.why) == ("melds.N[1]", "card_twice")
            assert "melds.card_reuse" in error.limits[0]
    try:
        melds.check({"N": [{"kind": "pair", "length": 3, "top": "A", "suit": "S"}]}, rules())
        raise AssertionError("accepted")
    except RuleError as error:
        assert error.limits == ("run carre", "not pair")
    assert refusal(melds.of_hand, ["7S"], "X", rules())[:2] == ("denomination", "must_be")


def test_what_is_no_trick_and_no_number_of_cards_is_never_late():
    values = rules()
    for played, trick, expected in (
        (9, 1, ("cards_played", "range", (0, 8, 9))),
        (-1, 1, ("cards_played", "range", (0, 8, -1))),
        (0, 9, ("trick", "range", (1, 8, 9))),
        (0, 0, ("trick", "range", (1, 8, 0))),
        (None, 1, ("cards_played", "integer", (None,))),
    ):
        assert refusal(melds.is_late, played, trick, values) == expected
    assert melds.is_late(8, 8, values)


def test_what_is_not_shown_is_of_a_side_and_worth_a_point_at_least():
    values = rules()
    assert refusal(melds.not_shown, "N", 20, values)[:2] == ("side", "must_be")
    assert refusal(melds.not_shown, "NS", 0, values)[:2] == ("points", "range")
    assert refusal(melds.not_shown, "NS", "20", values) == ("points", "integer", ("20",))
    assert melds.not_shown("WE", 1, values)["points"] == 1


def test_each_carre_of_no_trump_has_its_own_value_and_king_and_queen_keep_theirs():
    """RULES 9.1 and section 15."""
    own = {"SA_carre_aces": 11, "SA_carre_tens": 12, "SA_carre_jacks": 13, "SA_carre_nines": 14}
    points = {"A": 11, "10": 12, "J": 13, "9": 14, "K": 100, "Q": 100, "8": 0, "7": 0}
    for rank in RANKS:
        assert melds.value(carre(rank), "SA", rules(**own)) == points[rank], rank
    default = {"A": 200, "10": 150, "J": 100, "9": 100}
    for rank in default:
        assert melds.value(carre(rank), "SA", rules()) == default[rank], rank
