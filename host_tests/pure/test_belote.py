"""The belote: how many, whose, and what becomes of one that was not said (RULES section 8)."""

from coinche import belote, history, notation, profile
from support import refusal, refused


def rules(**own):
    return profile.resolve({"values": {"belote." + name: v for name, v in own.items()}})


def fold(values, *events):
    return history.fold(values, None, "N", None, list(events))[-1]


def deal(seats=(), takers=0, defence=0, denomination="H", **more):
    facts = {"contract": 100, "denomination": denomination, "level": 0, "taker_points": 120,
             "belote_takers": takers, "belote_defence": defence}  # fmt: skip
    event = {"event": "deal", "taker": "N", "deal": facts, "belote_seats": list(seats)}
    return dict(event, **more)


def test_how_many_can_count():
    assert belote.most("H", rules()) == 1
    assert belote.most("SA", rules()) == 0
    assert [belote.most("TA", rules(max_TA=n)) for n in (0, 1, 4)] == [0, 1, 4]


def test_king_and_queen_of_trump_in_one_hand():
    hand = "KH QH KS QS JS QD KC".split()
    assert belote.held(hand, "H") == ["H"]
    assert belote.held(hand, "D") == []
    assert belote.held(hand, "SA") == []
    assert belote.held(hand, "TA") == ["S", "H"]


def test_belotes_by_seat_are_those_by_side():
    values = rules(max_TA=4)
    assert belote.by_side(["N", "S", "W"], "TA", values) == {"NS": 2, "WE": 1}
    assert refused(belote.by_side, ["N", "S"], "H", values) == "belote_seats"
    assert refused(belote.by_side, ["N"], "SA", values) == "belote_seats"
    assert refused(belote.by_side, ["X"], "H", values) == "belote_seats[0]"


def test_a_deal_whose_seats_contradict_its_sides_is_refused():
    values = rules()
    assert fold(values, deal(["S"], 1))["deals"] == 1
    assert fold(values, deal(["E"], 0, 1))["deals"] == 1
    for wrong in (deal(["E"], 1), deal(["S"]), deal([], 1), deal(["S", "S"], 1)):
        assert refused(fold, values, wrong) == "events[0].belote_seats"


def test_the_seat_of_a_belote_is_kept_and_the_rules_say_who_writes_it():
    """A6: for each holder and each taker; made, the holder's side, failed, that of the defence."""
    fr = profile.resolve("fr")
    sides = {"N": "NS", "S": "NS", "W": "WE", "E": "WE"}
    for taker in sides:
        own = sides[taker]
        others = "WE" if own == "NS" else "NS"
        for seat in sides:
            mine = sides[seat] == own
            for points, ours, theirs in ((120, 220, 40), (60, 0, 260)):
                event = deal([seat], int(mine), int(not mine), taker=taker)
                event["deal"]["taker_points"] = points
                assert notation.from_text(notation.to_text(event))["belote_seats"] == [seat]
                if points == 60 or not mine:
                    theirs += 20
                else:
                    ours += 20
                assert fold(fr, event)["totals"] == {own: ours, others: theirs}, event
                event["belote_seats"] = [{"N": "W", "W": "N", "S": "E", "E": "S"}[seat]]
                assert refused(fold, fr, event) == "events[0].belote_seats"


def test_who_coinched_sits_on_the_other_side_of_a_coinched_contract():
    values = rules()
    plain = deal([], coincheur="W")
    assert refused(fold, values, plain) == "events[0].coincheur"
    plain["deal"]["level"] = 1
    assert fold(values, plain)["deals"] == 1
    assert refused(fold, values, dict(plain, coincheur="S")) == "events[0].coincheur"


def test_what_was_not_said_is_lost_forgiven_or_counts():
    for forgotten, rebelote, expected in (
        ("automatic", "lost", ("counts", "counts", "counts")),
        ("lost", "lost", ("counts", "lost", "lost")),
        ("lost", "forgiven", ("counts", "forgiven", "lost")),
        ("lost", "forgiven_once", ("counts", "forgiven", "lost")),
    ):
        values = rules(forgotten=forgotten, forgotten_rebelote=rebelote)
        assert tuple([belote.ruling(said, values) for said in belote.SAID]) == expected
    once = rules(forgotten_rebelote="forgiven_once")
    assert belote.ruling("belote", once, True) == "lost"
    assert belote.ruling("belote", rules(forgotten_rebelote="forgiven"), True) == "forgiven"
    assert refused(belote.ruling, "rebelote", once) == "said"


def test_a_rebelote_is_forgiven_once_a_side_and_an_undo_takes_that_back():
    once = rules(forgotten_rebelote="forgiven_once")
    ours, theirs = belote.forgiving("NS"), belote.forgiving("WE")
    state = fold(once, ours)
    assert state["forgiven"] == ("NS",) and state["totals"] == {"NS": 0, "WE": 0}
    assert (state["deals"], state["dealer"]) == (0, "N")
    assert fold(once, ours, theirs)["forgiven"] == ("NS", "WE")
    assert refused(fold, once, ours, deal(), ours) == "events[2].to"
    assert fold(once, ours, {"event": "undo"})["forgiven"] == ()
    assert fold(once, ours, {"event": "undo"}, ours)["forgiven"] == ("NS",)
    assert fold(rules(forgotten_rebelote="forgiven"), ours, ours)["forgiven"] == ("NS", "NS")
    lost = rules(forgotten_rebelote="lost")
    assert refused(fold, lost, ours) == "events[0].belote.forgotten_rebelote"
    assert refused(fold, once, dict(ours, points=20)) == "events[0].points"
    assert refused(fold, once, dict(ours, ends_deal=True)) == "events[0].ends_deal"


def test_a_refusal_names_the_argument_and_how_many_can_count():
    """RULES 8.1: one in a suit, none at no-trump, at all-trump what the table counts."""
    values = rules(max_TA=1)
    for call, arguments, expected in (
        (belote.most, ("X", values), ("denomination", "must_be", True)),
        (belote.held, (["KH"], "X"), ("denomination", "must_be", True)),
        (belote.held, ("KH QH", "H"), ("hand", "must_be", True)),
        (belote.by_side, ("N", "H", values), ("belote_seats", "must_be", True)),
        (belote.by_side, (["N", "X"], "H", values), ("belote_seats[1]", "must_be", True)),
        (belote.by_side, (["N", "S"], "H", values), ("belote_seats", "range", (0, 1, 2))),
        (belote.by_side, (["W"], "SA", values), ("belote_seats", "range", (0, 0, 1))),
        (belote.by_side, (["W"] * 3, "TA", values), ("belote_seats", "range", (0, 1, 3))),
        (belote.by_side, (["N"], "X", values), ("denomination", "must_be", True)),
    ):
        assert refusal(call, *arguments) == expected, arguments
    assert belote.by_side(("W",), "TA", values) == {"NS": 0, "WE": 1}
