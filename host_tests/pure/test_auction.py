"""The auction: published rows, RULES sections 5 and 6 sentence by sentence, and its laws."""

from coinche import auction, profile
from coinche.errors import RuleError
from support import Rng, load, refusal, rules

SEATS = ("N", "W", "S", "E")


def said(values, text, dealer="E", silent=None):
    """The auction after calls in turn, N first: "80H p coinche"; "S:coinche" out of turn."""
    state = auction.start(dealer, values, silent)
    for word in text.split():
        seat, _, call = word.rpartition(":")
        state = auction.after(state, seat or state["next"], "pass" if call == "p" else call)
    return state


def refused(values, text, **more):
    """Why the last of these calls is refused, None where it is not."""
    *before, last = text.split()
    state = said(values, " ".join(before), **more)
    seat, _, call = last.rpartition(":")
    seat = seat or state["next"]
    call = "pass" if call == "p" else call
    why = auction.why_not(state, seat, call)
    try:
        auction.after(state, seat, call)
        assert why is None
    except RuleError as error:
        assert (error.field, error.why) == ("call", why)
    return why


def test_every_published_call_is_judged_as_printed():
    """examples.json, kind auction."""
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "auction"]
    assert len(rows) == 19
    for row in rows:
        values = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        state, expect = auction.start(row["dealer"], values), row["expect"]
        for seat, call in row["calls"][:-1]:
            state = auction.after(state, seat, call)
        seat, call = row["calls"][-1]
        assert (auction.why_not(state, seat, call) is None) == expect["legal"], row["id"]
        if expect["legal"]:
            state = auction.after(state, seat, call)
            assert (state["over"], state["next"], state["level"]) == (
                expect["closed"], expect["to_speak"], expect["level"]), row["id"]  # fmt: skip
            bidder, value, denomination = state["bid"] or (None, None, None)
            assert bidder == expect["bidder"], row["id"]
            bid = auction.call_text(value, denomination) if bidder else None
            assert bid == expect["bid"], row["id"]


def test_a_call_is_read_and_written_alike():
    for denomination in ("S", "H", "D", "C", "SA", "TA"):
        for value in (80, 82, 100, 180, 1000, "capot", "generale"):
            text = auction.call_text(value, denomination)
            assert auction.read_call(text) == (value, denomination)
    for word in auction.WORDS:
        assert auction.read_call(word) == (word, None)
        assert auction.call_text(word) == word


def test_what_is_no_call_is_refused():
    for text in ("", "100", "H", "0100H", "-80H", "80 H", "80h", "80HS", "12345H", "capot",
                 "passe", "coincheH", "SA", "80NT", None, 80, ["80H"], True):  # fmt: skip
        try:
            auction.read_call(text)
        except RuleError as error:
            assert (error.field, error.why) == ("call", "choice"), text
        else:
            raise AssertionError(text)


def test_the_first_to_speak_is_next_to_the_dealer_in_both_directions():
    assert auction.start("N", rules())["next"] == "W"
    assert auction.start("N", rules(deal__direction="cw"))["next"] == "E"


def test_only_the_seat_whose_turn_it_is_speaks():
    assert refused(rules(), "W:80H") == "not_your_turn"
    assert refused(rules(), "80H W:p E:p") == "not_your_turn"


def test_a_number_keeps_to_minimum_maximum_and_step():
    assert refused(rules(bid__min=82), "80H") == "under_minimum"
    assert refused(rules(bid__min=82), "92H") is None
    assert refused(rules(bid__min=82), "90H") == "off_step"
    assert refused(rules(bid__step=5), "85H") is None
    assert refused(rules(bid__max=160), "170H") == "over_maximum"
    assert refused(rules(bid__max=160), "160H") is None
    assert refused(rules(), "500H") is None


def test_no_trump_and_all_trump_are_bid_where_the_table_bids_them():
    assert refused(rules(), "80SA") == "denomination_not_bid"
    assert refused(rules(), "capotTA") == "denomination_not_bid"
    both = rules(bid__SA=True, bid__TA=True)
    assert refused(both, "80SA") is None and refused(both, "capotTA") is None


def test_a_bid_is_higher_than_the_last():
    assert refused(rules(), "90H 80S") == "not_higher"
    assert refused(rules(), "90H 90S") == "not_higher"
    assert refused(rules(), "90H 100H") is None
    order = {"bid__order": ["C", "D", "H", "S", "TA", "SA"],
             "bid__equal_overcall": "higher_denomination"}  # fmt: skip
    ranked = rules(bid__SA=True, bid__TA=True, **order)
    assert refused(ranked, "90H 90S") is None
    assert refused(ranked, "90S 90H") == "not_higher"
    assert refused(ranked, "90TA 90SA") is None
    assert refused(ranked, "90H 90H") == "not_higher"
    assert refused(ranked, "capotC capotS") == "not_higher"


def test_capot_stands_over_every_number_and_generale_over_capot():
    both = rules(bid__generale=True, bid__max=160)
    assert refused(both, "160H capotC") is None
    assert refused(both, "capotC 160H") == "not_higher"
    assert refused(both, "capotC generaleC") is None
    assert refused(both, "generaleC capotS") == "not_higher"
    assert refused(both, "generaleC generaleS") == "not_higher"
    assert refused(rules(bid__capot=False), "capotC") == "slam_not_bid"
    assert refused(rules(), "generaleC") == "slam_not_bid"


def test_a_partner_may_be_raised():
    assert refused(rules(), "80H p 90H") is None


def test_who_passed_comes_back_where_the_table_allows_it():
    assert refused(rules(), "p 80H p p 90S") is None
    never = rules(bid__reenter=False)
    assert refused(never, "p 80H p p 90S") == "has_passed"
    assert refused(never, "p 80H p p coinche") is None  # RULES 5.5


def test_four_passes_throw_the_deal_in_and_three_after_a_bid_close():
    state = said(rules(), "p p p p")
    assert state["over"] and state["redeal"] and auction.contract(state) is None
    state = said(rules(), "p p p 80H p p")
    assert not state["over"]
    state = auction.after(state, state["next"], "pass")
    assert state["over"] and not state["redeal"] and state["next"] is None
    assert auction.contract(state) == {
        "taker": "E", "value": 80, "denomination": "H", "level": 0}  # fmt: skip
    assert refused(rules(), "p p p p W:80H") == "auction_is_over"


def test_with_four_closing_passes_the_bidder_speaks_once_more():
    for rule, same, other in (
        ("never", "own_bid", "own_bid"),
        ("change_suit", "own_suit", None),
        ("yes", None, None),
    ):
        values = rules(bid__end_passes=4, bid__self_raise=rule)
        state = said(values, "80H p p p")
        assert not state["over"] and state["next"] == "N"
        assert refused(values, "80H p p p 90H") == same
        assert refused(values, "80H p p p 90S") == other
        assert refused(values, "80H p p p 80S") in ("not_higher", "own_bid")
        assert said(values, "80H p p p p")["over"]


def test_only_the_other_side_coinches_and_only_once():
    assert refused(rules(), "coinche") == "nothing_bid"
    assert refused(rules(), "80H coinche") is None
    assert refused(rules(), "80H p coinche") == "own_side"
    assert refused(rules(), "80H coinche p coinche") == "already_coinched"
    assert refused(rules(dbl__max_level=0), "80H coinche") == "no_coinche_here"


def test_minimum_and_slams_are_coinched_where_the_rules_allow_it():
    assert refused(rules(dbl__on_min=False), "80H coinche") == "minimum_not_coinched"
    assert refused(rules(dbl__on_min=False), "90H coinche") is None
    assert refused(rules(dbl__capot_allowed=False), "capotH coinche") == "slam_not_coinched"
    assert refused(rules(dbl__capot_allowed=False), "90H coinche") is None


def test_the_windows_of_the_coinche():
    assert refused(rules(), "80H E:coinche") == "not_your_turn"
    free = rules(dbl__window="any_time")
    assert refused(free, "80H E:coinche") is None
    assert refused(free, "80H p p p E:coinche") == "auction_is_over"
    late = rules(dbl__window="after_auction")
    assert refused(late, "80H coinche") == "auction_is_open"
    assert refused(late, "80H p p p E:coinche") is None
    assert refused(late, "80H p p p W:coinche") is None
    assert refused(late, "80H p p p E:coinche W:coinche") == "already_coinched"
    assert refused(late, "80H p p p E:coinche S:surcoinche") is None
    assert refused(late, "p p p p W:coinche") == "nothing_bid"


def test_after_a_coinche_out_of_turn_the_next_seat_speaks():
    state = said(rules(dbl__window="any_time"), "80H E:coinche")
    assert state["next"] == "N" and auction.others(state) == {"S": ["surcoinche"]}


def test_a_coinche_freezes_the_contract():
    """J10: who passes after it changes no record of the bid."""
    assert refused(rules(), "80H coinche 90H") == "contract_is_coinched"
    assert refused(rules(), "80H coinche p 90S") == "contract_is_coinched"
    state = said(rules(), "80H coinche p p")
    assert not state["over"]
    assert said(rules(), "80H coinche p p p")["over"]
    assert said(rules(bid__end_passes=4), "80H coinche p p p")["over"]


def test_either_taker_surcoinches_and_that_closes():
    """J10: the passes after it are nobody's."""
    assert refused(rules(), "80H surcoinche") == "not_coinched"
    assert refused(rules(), "80H coinche p surcoinche") == "not_your_bid"
    assert refused(rules(), "80H coinche S:surcoinche") is None
    assert refused(rules(), "80H coinche N:surcoinche") == "not_your_turn"
    assert refused(rules(), "80H coinche p p surcoinche") is None
    assert refused(rules(dbl__window="any_time"), "80H coinche N:surcoinche") is None
    state = said(rules(), "80H coinche surcoinche")
    assert state["over"] and auction.contract(state)["level"] == 2
    assert refused(rules(dbl__max_level=1), "80H coinche S:surcoinche") == "no_surcoinche_here"
    late = rules(dbl__window="after_auction")
    twice = "80H p p p E:coinche N:surcoinche S:surcoinche"
    assert refused(late, twice) == "already_surcoinched"


def test_nothing_can_follow_a_coinche_where_there_is_no_surcoinche():
    state = said(rules(dbl__max_level=1), "80H coinche")
    assert state["over"] and auction.contract(state)["level"] == 1
    assert not said(rules(dbl__max_level=1, dbl__escape=True), "80H coinche")["over"]


def test_an_escape_voids_the_coinche():
    """Decoincher, RULES 6.6: by the two who are neither the bidder nor the doubler."""
    values = rules(dbl__escape=True)
    assert refused(values, "80H coinche 90S") is None
    assert refused(values, "80H coinche 80S") == "not_higher"
    assert refused(values, "80H coinche p 90S") is None
    assert refused(values, "80H coinche p p 90S") == "contract_is_coinched"
    state = said(values, "80H coinche 90S")
    assert (state["level"], state["coincheur"], state["passes"]) == (0, None, 0)
    state = auction.after(state, "E", "coinche")
    assert state["coincheur"] == "E" and auction.contract(state)["level"] == 1


def test_a_side_that_may_only_pass_only_passes():
    """RULES sections 4 and 14: after a misdeal, or a call out of turn."""
    assert refused(rules(), "80H", silent="NS") == "may_only_pass"
    assert refused(rules(), "p 80H", silent="NS") is None
    assert refused(rules(), "p 80H coinche", silent="NS") == "may_only_pass"
    state = auction.silence(said(rules(), "80H"), "WE")
    assert auction.legal(state) == ["pass"]


def test_the_list_of_legal_calls_ends_at_180_and_higher_numbers_are_taken():
    state = auction.start("E", rules())
    calls = auction.legal(state)
    assert calls[0] == "pass" and calls[-1] == "capotC" and len(calls) == 1 + 11 * 4 + 4
    assert "190H" not in calls and auction.why_not(state, "N", "190H") is None
    assert auction.legal(said(rules(bid__max=160), "160H p p")) == (
        ["pass", "capotS", "capotH", "capotD", "capotC", "coinche"])  # fmt: skip


def test_a_state_is_never_changed():
    state = said(rules(), "80H")
    before = state.copy()
    auction.after(state, "W", "coinche")
    auction.silence(state, "NS")
    assert refused(rules(), "80H 70H") == "under_minimum"
    assert state == before


def test_listed_calls_are_taken_and_all_others_refused():
    """Law, on random auctions of random tables: legal() and others() list exactly what after()
    takes, and an auction ends."""
    calls = ["pass", "coinche", "surcoinche"] + [
        auction.call_text(value, suit)
        for value in list(range(70, 181, 5)) + ["capot", "generale"]
        for suit in ("S", "H", "D", "C", "SA", "TA")
    ]
    rng = Rng(6)
    ends = {"redeal": 0, 0: 0, 1: 0, 2: 0}
    for _ in range(60):
        passes = rng.pick((3, 4))
        values = rules(
            bid__min=rng.pick((80, 82, 90)), bid__max=rng.pick((None, 160, 180)),
            bid__step=rng.pick((5, 10)), bid__SA=rng.pick((True, False)),
            bid__TA=rng.pick((True, False)), bid__generale=rng.pick((True, False)),
            bid__end_passes=passes, bid__reenter=rng.pick((True, False)),
            bid__self_raise=rng.pick(("never", "change_suit", "yes")) if passes == 4 else "never",
            dbl__window=rng.pick(("in_turn", "any_time", "after_auction")),
            dbl__escape=rng.pick((True, False)), dbl__max_level=rng.pick((0, 1, 2)),
        )  # fmt: skip
        state = auction.start(rng.pick(SEATS), values)
        for _ in range(60):
            told = auction.others(state)
            told = {seat: list(told.get(seat, [])) for seat in SEATS}
            if state["next"]:
                told[state["next"]] = auction.legal(state)
            for seat in SEATS:
                for call in (rng.pick(calls), rng.pick(calls), "pass", "coinche", "surcoinche"):
                    is_legal = auction.why_not(state, seat, call) is None
                    assert is_legal == (call in told[seat]), (seat, call, state)
            seat = state["next"] or rng.pick(SEATS)
            if not told[seat]:
                break
            words = told[seat]
            call = rng.pick((words[0],) * 3 + (words[-1], rng.pick(words[: 1 + len(words) // 3])))
            state = auction.after(state, seat, call)
        assert state["over"]
        ends["redeal" if state["redeal"] else state["level"]] += 1
    assert all(ends.values()), ends


def test_a_start_is_nobodys_bid():
    """The state as the head of the module lists it."""
    values = rules()
    assert auction.start("N", values, "WE") == {
        "profile": values, "next": "W", "bid": None, "level": 0, "coincheur": None, "passes": 0,
        "passed": (), "silent": "WE", "over": False, "redeal": False,
    }  # fmt: skip


def test_clockwise_the_left_hand_neighbour_speaks_next():
    """RULES 2.2: N, E, S, W."""
    state = said(rules(deal__direction="cw"), "", "W")
    for seat in "NESW":
        assert state["next"] == seat
        state = auction.after(state, seat, "80H" if state["bid"] is None else "pass")
    assert state["over"] and state["bid"] == ("N", 80, "H")


def test_a_number_of_any_length_is_read_and_judged():
    assert auction.read_call("5H") == (5, "H")
    assert refused(rules(), "5H") == "under_minimum"
    assert refused(rules(), "9990H") is None
    assert refused(rules(), "9990H capotH") is None
    for text in ("X80H", "80XH", "XH", "X0H"):
        assert refusal(auction.read_call, text) == ("call", "choice", (text,))


def test_a_minimum_between_the_tens_lists_its_own_steps_up_to_180():
    """RULES 5.2: the minimum plus a multiple of the step; 181 is taken, not listed."""
    state = auction.start("E", rules(bid__min=71))
    hearts = [call for call in auction.legal(state) if call[-1] == "H" and call[0] != "c"]
    assert hearts == ["%dH" % value for value in range(71, 180, 10)]
    assert auction.why_not(state, "N", "181H") is None


def test_a_refusal_names_the_argument_the_reason_and_the_call():
    values = rules()
    state = said(values, "80H")
    assert refusal(auction.start, "NS", values)[:2] == ("dealer", "must_be")
    assert refusal(auction.start, "N", values, "N")[:2] == ("silent", "must_be")
    assert refusal(auction.silence, state, "N")[:2] == ("silent", "must_be")
    assert refusal(auction.after, state, "NS", "90H")[:2] == ("seat", "must_be")
    assert refusal(auction.why_not, state, "NS", "90H")[:2] == ("seat", "must_be")
    assert refusal(auction.after, state, "W", "70S") == ("call", "under_minimum", ("70S",))
    assert refusal(auction.after, state, "W", "x") == ("call", "choice", ("x",))


def test_a_side_silenced_after_its_bid_neither_coinches_nor_surcoinches():
    """RULES section 14: that side may only pass."""
    for window in ("in_turn", "any_time"):
        state = auction.silence(said(rules(dbl__window=window), "80H coinche"), "NS")
        assert auction.why_not(state, "S", "surcoinche") == "may_only_pass"
        assert auction.legal(state) == ["pass"]
        state = auction.silence(said(rules(dbl__window=window), "80H"), "WE")
        assert auction.why_not(state, "W", "coinche") == "may_only_pass"


def test_what_the_rules_forbid_can_be_let_stand_where_it_means_something():
    """H101: a bid that is too low or out of turn, a coinche outside its window; never a coinche of
    nothing, of one's own side, a second one, or a bid when all is over."""
    state = said(rules(), "100S")  # N, at E's right, has bid; W is next
    low = auction.overridden(state, "W", "90H")
    assert low["bid"] == ("W", 90, "H") and low["next"] == "S"
    early = auction.overridden(state, "S", "110H")
    assert early["bid"] == ("S", 110, "H") and early["next"] == "E"
    late = auction.overridden(state, "E", "coinche")  # it is W's turn
    assert (late["level"], late["coincheur"], late["bid"]) == (1, "E", state["bid"])
    for seat, call, why in (
        ("S", "coinche", "own_side"),
        ("W", "surcoinche", "not_coinched"),
    ):
        assert refusal(auction.overridden, state, seat, call)[:2] == ("call", why)
    assert refusal(auction.overridden, late, "W", "coinche")[1] == "already_coinched"
    nothing = auction.start("E", rules())
    assert refusal(auction.overridden, nothing, "N", "coinche")[1] == "nothing_bid"
    over = said(rules(), "100S pass pass pass")
    assert refusal(auction.overridden, over, "W", "110H")[1] == "auction_is_over"
    assert auction.overridden(over, "W", "coinche")["level"] == 1
    assert state["bid"] == ("N", 100, "S") and state["level"] == 0
