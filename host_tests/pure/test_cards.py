"""Cards and seats against RULES sections 2, 3 and 10, and against tricks really played."""

from coinche import cards, seats
from coinche.errors import RuleError
from support import load, refusal

PACK = [rank + suit for suit in cards.SUITS for rank in cards.RANKS]

# denomination, method (None: the default), sum of the 32 cards: RULES section 10
SUMS = (
    ("S", None, 152),
    ("H", None, 152),
    ("D", None, 152),
    ("C", None, 152),
    ("SA", "ace19", 152),
    ("SA", "ace11_x152/120", 120),
    ("SA", "ace11_raw", 120),
    ("TA", "native258", 248),
    ("TA", "x162/258", 248),
    ("TA", "x152/248", 248),
    ("TA", "table_J13_Q2", 152),
    ("TA", "table_J14_Q1", 152),
)


def methods(method):
    return {"pile.SA_method": method, "pile.TA_method": method}


def test_an_anticlockwise_round_is_north_west_south_east():
    seat = "N"
    for expected in "WSEN":
        seat = seats.next_seat(seat)
        assert seat == expected
    for expected in "ESWN":
        seat = seats.next_seat(seat, "cw")
        assert seat == expected


def test_partners_sit_opposite_and_form_the_sides():
    assert [seats.side_of(seat) for seat in "NSWE"] == ["NS", "NS", "WE", "WE"]
    assert [seats.partner(seat) for seat in "NSWE"] == ["S", "N", "E", "W"]
    assert seats.other("NS") == "WE" and seats.other("WE") == "NS"


def test_the_pack_adds_up_to_what_each_counting_says():
    assert len(PACK) == 32
    for denomination, method, total in SUMS:
        counted = sum([cards.value(card, denomination, methods(method)) for card in PACK])
        assert counted == total, (denomination, method, counted)


def test_values_and_strength_follow_the_table_of_the_rules():
    # section 3: rank high to low, with its points
    trump = (("J", 20), ("9", 14), ("A", 11), ("10", 10), ("K", 4), ("Q", 3), ("8", 0), ("7", 0))
    plain = (("A", 11), ("10", 10), ("K", 4), ("Q", 3), ("J", 2), ("9", 0), ("8", 0), ("7", 0))
    rows = ((trump, "H", "H"), (plain, "S", "H"), (plain, "H", "SA"), (trump, "H", "TA"))
    for table, suit, denomination in rows:
        for i in range(8):
            rank, points = table[i]
            card = rank + suit
            at = cards.number(card)
            assert cards.name(at) == card
            order = cards.strengths(denomination)
            assert order[at >> 3][at & 7] == 7 - i, (card, denomination)
            assert cards.value(card, denomination, methods("native258")) == points, card
    assert cards.value("AH", "SA", methods("ace19")) == 19


def test_tricks_of_real_deals_are_worth_what_two_engines_say():
    rows = load("vectors/winner.jsonl")
    assert len(rows) == 1200
    for row in rows:
        points = sum([cards.value(card, row["trump"], None) for _, card in row["trick"]])
        assert points == row["points"], row["id"]


def test_what_is_no_card_or_seat_is_refused():
    for card in ("", "S", "1S", "10", "JX", "AHH", "11H"):
        try:
            cards.number(card)
            raise AssertionError(card)
        except RuleError as error:
            assert error.field == "card"
    for seat in ("", "NS", "X"):
        try:
            seats.side_of(seat)
            raise AssertionError(seat)
        except RuleError as error:
            assert error.field == "seat"


def test_a_refusal_says_what_is_no_card_or_seat_and_where_it_stood():
    for card in ("1S", "S10", None, 7, True, ["7S"], {"7S": 1}, ("7", "S")):
        assert refusal(cards.number, card) == ("card", "choice", (card,))
    assert refusal(cards.number, "1S", "hand", 0) == ("hand[0]", "choice", ("1S",))
    assert refusal(cards.number, "1S", "trick", 2) == ("trick[2]", "choice", ("1S",))
    assert refusal(seats.side_of, "NS") == ("seat", "choice", ("NS",))
