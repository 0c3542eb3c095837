"""Which card may be played, and who takes the trick: published rows, two engines' vectors, RULES
section 7 switch by switch, and its laws."""

from coinche import profile, tricks
from coinche.errors import RuleError
from support import Rng, load, refusal, refused, rules

SEATS = ("N", "W", "S", "E")
CARDS = [rank + suit for suit in "SHDC" for rank in ("7", "8", "9", "10", "J", "Q", "K", "A")]


def pairs(text, last="E"):
    """ "9C QH" as a trick whose last card lies before the seat after `last`."""
    cards = text.split()
    at = SEATS.index(last) - len(cards) + 1
    return [(SEATS[(at + i) % 4], card) for i, card in enumerate(cards)]


def may(values, hand, trick, denomination="H"):
    """(legal cards, reason) for N, whose partner is S; the last of the trick is E's."""
    legal, reason = tricks.legal(hand.split(), pairs(trick), "N", denomination, values)
    return " ".join(legal), reason


def test_every_published_position_is_judged_as_printed():
    """examples.json, kind play."""
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "play"]
    assert len(rows) == 10
    for row in rows:
        values = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        legal, _ = tricks.legal(
            row["hand"], row["trick"], row["seat"], row["denomination"], values
        )
        assert sorted(legal) == sorted(row["expect"]["legal"]), row["id"]


def test_two_engines_give_the_same_legal_cards():
    """vectors/legality.jsonl, both answers to the undertrump."""
    rows = load("vectors/legality.jsonl")
    assert len(rows) == 373
    for rule in ("may", "must"):
        values = rules(play__undertrump=rule)
        for row in rows:
            legal, _ = tricks.legal(row["hand"], row["trick"], row["seat"], row["trump"], values)
            assert sorted(legal) == sorted(row[rule]), row["id"]


def test_two_engines_give_the_same_winner_and_points():
    """vectors/winner.jsonl."""
    rows, values = load("vectors/winner.jsonl"), rules()
    assert len(rows) == 1200
    for row in rows:
        told = tricks.winner(row["trick"], row["trump"], values)
        assert told == (row["winner"], row["points"]), row["id"]


def test_the_leader_plays_any_card():
    assert may(rules(), "7S JH", "") == ("7S JH", "lead")


def test_no_trump_only_follows():
    assert may(rules(), "7C KC 9H", "QC 8C", "SA") == ("7C KC", "follow")
    assert may(rules(), "7S 9H", "QC 8C", "SA") == ("7S 9H", "may_discard")


def test_all_trump_goes_over_also_over_the_partner_where_the_rules_say_so():
    assert may(rules(), "7C KC 9H", "QC", "TA") == ("KC", "must_go_over")
    assert may(rules(), "7C 8C 9H", "QC", "TA") == ("7C 8C", "cannot_overtrump")
    assert may(rules(), "7S 9H", "QC", "TA") == ("7S 9H", "may_discard")
    assert may(rules(), "7C KC 9H", "QC 8C", "TA") == ("KC", "must_go_over")
    spared = rules(play__overtake_all_trump=False)
    assert may(spared, "7C KC 9H", "QC 8C", "TA") == ("7C KC", "partner_winning")
    assert may(spared, "7C KC 9H", "8C QC", "TA") == ("KC", "must_go_over")


def test_trump_led_goes_over_also_over_the_partner_where_the_rules_say_so():
    assert may(rules(), "7H 9H AS", "AH 8H") == ("9H", "must_go_over")
    assert may(rules(), "7H QH AS", "AH 8H") == ("7H QH", "cannot_overtrump")
    assert may(rules(), "7S AS", "AH 8H") == ("7S AS", "may_discard")
    spared = rules(play__overtrump_partner_on_trump_lead=False)
    assert may(spared, "7H 9H AS", "AH 8H") == ("7H 9H", "partner_winning")
    assert may(spared, "7H 9H AS", "8H AH") == ("9H", "must_go_over")


def test_a_plain_suit_is_followed_without_a_duty_to_beat():
    assert may(rules(), "7C AC 9H", "QC") == ("7C AC", "follow")


def test_void_against_an_opponent_one_trumps_and_overtrumps():
    assert may(rules(), "7S AD", "QC") == ("7S AD", "may_discard")
    assert may(rules(), "7S 7H JH", "QC") == ("7H JH", "must_trump")
    assert may(rules(), "7S 7H JH", "QC 8C KH") == ("JH", "must_overtrump")
    assert may(rules(), "7S 7H 8H", "QC 8C KH") == ("7S 7H 8H", "may_discard")
    must = rules(play__undertrump="must")
    assert may(must, "7S 7H 8H", "QC 8C KH") == ("7H 8H", "undertrump")
    assert may(must, "7S 7D", "QC 8C KH") == ("7S 7D", "may_discard")


def test_void_with_the_partner_winning_by_a_plain_card():
    """The trick is S's queen of clubs."""
    for rule in ("free", "free_but_overtrump"):
        values = rules(play__void_partner_winning=rule)
        assert may(values, "7S 7H JH", "QC 8C") == ("7S 7H JH", "partner_winning")
        assert may(values, "7H JH", "QC 8C") == ("7H JH", "partner_winning")
    must = rules(play__void_partner_winning="must_ruff")
    assert may(must, "7S 7H JH", "QC 8C") == ("7H JH", "must_trump")


def test_void_with_the_partner_winning_by_a_ruff():
    """E led a club, S ruffed with the king, W followed... as seen by N, who is last."""
    trick = "9C KH 8C"  # W, S, E
    free = rules()
    assert may(free, "7S 7H JH", trick) == ("7S 7H JH", "partner_winning")
    assert may(free, "7H JH", trick) == ("7H JH", "partner_winning")
    over = rules(play__only_trumps_on_partner_ruff="overtrump")
    assert may(over, "7S 7H JH", trick) == ("7S 7H JH", "partner_winning")
    assert may(over, "7H JH", trick) == ("JH", "must_overtrump")
    assert may(over, "7H 8H", trick) == ("7H 8H", "undertrump")
    half = rules(play__void_partner_winning="free_but_overtrump")
    assert may(half, "7S 7H JH", trick) == ("7S JH", "partner_winning")
    assert may(half, "7S 7H 8H", trick) == ("7S 7H 8H", "partner_winning")
    assert may(half, "7H JH", trick) == ("JH", "must_overtrump")
    assert may(half, "7H 8H", trick) == ("7H 8H", "partner_winning")
    must = rules(play__void_partner_winning="must_ruff")
    assert may(must, "7S 7H JH", trick) == ("JH", "must_overtrump")
    assert may(must, "7S 7H 8H", trick) == ("7H 8H", "undertrump")


def test_points_are_native_and_the_winner_is_of_the_suit_led_but_for_a_trump():
    told = tricks.winner(pairs("10C AS 7H JH"), "H", rules())
    assert told == ("E", 10 + 11 + 0 + 20)
    assert tricks.winner(pairs("10C AS 7H JH"), "SA", rules()) == ("N", 10 + 19 + 0 + 2)
    assert tricks.winner(pairs("10C 9C AC JS"), "TA", rules()) == ("W", 10 + 14 + 11 + 20)


def test_what_no_table_can_show_is_refused_by_its_place():
    values = rules()
    good = (["9C"], [["W", "7C"], ["S", "8C"]], "E", "H", values)
    assert refused(tricks.legal, *good) is None
    for at, wrong, field in (
        (0, [], "hand"), (0, "9C", "hand"), (0, CARDS[:9], "hand"), (0, ["9X"], "hand[0]"),
        (0, ["9C", "9C"], "hand[1]"), (0, ["9C", "7C"], "hand[1]"), (0, [9], "hand[0]"),
        (0, None, "hand"), (1, None, "trick"), (1, [["W", "7C"]] * 4, "trick"),
        (1, [["W", "7C"], ["S", "7C"]], "trick[1]"), (1, [["W"]], "trick[0]"),
        (1, [["X", "7C"]], "trick[0]"), (1, [["W", "1C"]], "trick[0]"),
        (1, [["W", "7C"], ["W", "8C"]], "trick[1]"), (1, ["7C"], "trick[0]"), (1, 7, "trick"),
        (2, "S", "seat"), (2, "X", "seat"), (2, None, "seat"), (3, "X", "denomination"),
        (3, None, "denomination"),
    ):  # fmt: skip
        call = list(good)
        call[at] = wrong
        assert refused(tricks.legal, *call) == field, wrong
    assert refused(tricks.winner, [["W", "7C"]], "H", values) == "trick"
    assert refused(tricks.winner, pairs("7C 8C 9C 10C"), "X", values) == "denomination"


def test_laws_of_play_on_random_positions():
    """Something may always be played; what is in the hand; leading and following to no-trump ask
    nothing more; and a hand of one card plays it."""
    rng = Rng(7)
    reasons = {}
    tables = [
        rules(
            play__undertrump=rng.pick(("may", "must")),
            play__void_partner_winning=rng.pick(("free", "free_but_overtrump", "must_ruff")),
            play__only_trumps_on_partner_ruff=rng.pick(("any", "overtrump")),
            play__overtake_all_trump=rng.pick((True, False)),
            play__overtrump_partner_on_trump_lead=rng.pick((True, False)),
        )
        for _ in range(40)
    ]
    for i in range(3000):
        values = tables[i % 40]
        denomination = rng.pick(("S", "H", "D", "C", "SA", "TA"))
        pack = rng.shuffled(CARDS)
        size, on_table = 1 + rng.below(8), rng.below(4)
        hand = pack[:size]
        trick = pairs(" ".join(pack[size : size + on_table])) if on_table else []
        legal, reason = tricks.legal(hand, trick, "N", denomination, values)
        reasons[reason] = reasons.get(reason, 0) + 1
        assert legal and all(card in hand for card in legal)
        assert len(legal) == len(set(legal))
        if size == 1:
            assert legal == hand
        if trick and reason == "follow":
            assert all(card[-1] == trick[0][1][-1] for card in legal)
    assert len(reasons) == 9, reasons


def test_a_refusal_says_why_and_what_was_given():
    values = rules()
    good = (["9C"], [["W", "7C"], ["S", "8C"]], "E", "H", values)
    for at, wrong, expected in (
        (0, [], ("hand", "must_be", True)),
        (0, CARDS[:9], ("hand", "must_be", True)),
        (0, ["9C", "9C"], ("hand[1]", "card_twice", ("9C",))),
        (0, ["9C", "8C"], ("hand[1]", "card_twice", ("8C",))),
        (0, ["9X"], ("hand[0]", "choice", ("9X",))),
        (1, None, ("trick", "must_be", True)),
        (1, ["7C"], ("trick[0]", "must_be", True)),
        (1, [["W", "7C"], ["S", "7C"]], ("trick[1]", "card_twice", ("7C",))),
        (1, [["W", "7C"], ["W", "8C"]], ("trick[1]", "has_played", ("W",))),
        (1, [["W", "7C"], ["S", "1C"]], ("trick[1]", "choice", ("1C",))),
        (2, "S", ("seat", "has_played", ("S",))),
    ):
        call = list(good)
        call[at] = wrong
        assert refusal(tricks.legal, *call) == expected, wrong
    four = pairs("7C 8C 9C 10C")
    assert refusal(tricks.winner, four[:3], "H", values) == ("trick", "must_be", True)
    assert refusal(tricks.winner, four + [("N", "JC")], "H", values) == ("trick", "must_be", True)
    try:
        tricks.legal(["9C"], [["X", "7C"]], "E", "H", values)
        raise AssertionError("accepted")
    except RuleError as error:
        assert error.limits == ("N W S E", "not X")
