"""What is said at the table, call by call and seat by seat: the auction, and declarations that the
box judges. What the keys make of it must equal coinche.auction and coinche.melds. Ids like H101
are rows of the list of bugs seen in the field."""

import json
import random
from pathlib import Path

import pytest

from coinche import auction, history, melds, profile
from device.hands import BOARDS, DIAL, ROW, place
from scorer.session import DRAFT_BYTES

pytestmark = pytest.mark.xdist_group("calls")

EVENINGS = Path(__file__).parent.parent / "data" / "evenings"


def by_calls(hands):
    """Contracts are told call by call from now on."""
    return hands.go("<", "bids", "<")


def say(hands, call):
    """One call by its keys: "pass", "coinche", "90H"."""
    if call in auction.WORDS:
        return hands.go(call)
    value, denomination = auction.read_call(call)
    return hands.go("bid", str(value), denomination)


def session(hands, name):
    return hands.bench.ask("main.app.session." + name)


# ---- the auction


@pytest.mark.parametrize("board", BOARDS)
def test_the_contract_is_the_last_bid_and_who_coinched_is_kept(box, board):
    """Sam opens after a pass, is overbid, the coinche comes in its turn: in the journal stands who
    said it, and the marks are those of the contract told in one."""
    hands = box(board, "fr", 3000)
    table = by_calls(hands)
    assert "Donne 1 : Ouest parle" in table["text"]
    calls = "pass 90S 100H coinche pass pass pass".split()
    state = auction.start("N", profile.resolve("fr"))
    for call in calls[:-1]:
        said = say(hands, call)
        state = auction.after(state, state["next"], call)
        seat = {"N": "Nord", "W": "Ouest", "S": "Sud", "E": "Est"}[state["next"]]
        assert (said["screen"], f"{seat} parle" in said["text"]) == ("auction", True), call
    assert "×2" in said["text"]
    play = say(hands, calls[-1])
    contract = auction.contract(auction.after(state, state["next"], calls[-1]))
    assert play["screen"] == "play" and "coinché par Nord" in " ".join(play["text"])
    assert play["fields"]["taker"] == contract["taker"] == "E"
    for field in ("contract", "denomination", "level"):
        assert play["fields"][field] == contract["value" if field == "contract" else field]
    after = hands.go("failed", "write")
    facts = {"contract": 100, "denomination": "H", "level": 1, "made": False}
    event = {"event": "deal", "taker": "E", "deal": facts, "coincheur": "N"}
    right = history.fold(profile.resolve("fr"), 3000, "N", None, [event])[-1]
    assert (after["screen"], after["totals"]) == ("table", right["totals"])
    assert session(hands, "lines")[0].startswith("dE,cN,t0,w")


@pytest.mark.parametrize("board", BOARDS)
def test_four_passes_are_an_all_pass_without_being_told(box, board):
    """F83: nothing is written, the dealer moves by the rules; one undo takes it back."""
    hands = box(board, "fr", 3000)
    before = by_calls(hands)
    after = hands.go("pass", "pass", "pass", "pass")
    assert (after["screen"], after["totals"], after["deal"]) == ("table", before["totals"], 1)
    assert (after["dealer"], after["speaker"]) == ("W", "S")
    assert session(hands, "lines") == ["p"]
    assert hands.go("<", "undo", "accept") == before


@pytest.mark.parametrize("key", ["fr", "it", "ffb_contree_2016", "pagat", "bga"])
def test_what_is_offered_is_what_the_auction_allows(box, key):
    """H101: at every turn of random auctions the numbers and suits without brackets, the coinche
    and the surcoinche are those of the rules; what they forbid is not offered."""
    chance = random.Random(key)
    rules = profile.resolve(key)
    hands = box(DIAL, key, 9000)
    table = by_calls(hands)
    for _ in range(3):
        state = auction.start(table["dealer"], rules)
        while not state["over"]:
            legal, others = auction.legal(state), auction.others(state)
            bids = [auction.read_call(call) for call in legal if call not in auction.WORDS]
            offered = hands.offered()
            doubles = {word for words in [legal, *others.values()] for word in words}
            for word in auction.WORDS[1:]:
                assert (word in offered) == (word in doubles), (word, state)
            assert ("bid" in offered) == bool(bids)
            call = chance.choice(["pass", *legal])
            if call not in auction.WORDS:
                value, denomination = auction.read_call(call)
                numbers = hands.go("bid")
                assert numbers["screen"] == "number"
                free = {text for text in numbers["keys"] if text.isdigit()}
                assert free == {str(v) for v, _ in bids if type(v) is int}
                hands.go(str(value))
                words = [text for text in hands.seen()["keys"] if not text.startswith("(")]
                assert len(words) == sum(v == value for v, _ in bids)
                hands.go(denomination)
            elif hands.go(call)["screen"] == "caller":  # it may be said out of turn too
                hands.go(state["next"])
            state = auction.after(state, state["next"], call)
            if state["over"] and auction.others(state):  # still to be coinched
                hands.go("play")
        if state["redeal"]:
            table = hands.seen()
            assert table["screen"] == "table"
            continue
        play, contract = hands.seen(), auction.contract(state)
        assert (play["screen"], play["fields"]["taker"]) == ("play", contract["taker"])
        assert play["fields"]["contract"] == contract["value"]
        assert play["fields"]["level"] == contract["level"]
        table = hands.go("failed", "write")


@pytest.mark.parametrize("board", BOARDS)
def test_a_bid_against_the_rules_stands_only_after_it_was_said_why(box, board):
    """H101, H105: the reason is read aloud, refused leads back to the suit, and a bid that the
    table lets stand is marked in the journal."""
    hands = box(board, "fr", 3000)
    by_calls(hands)
    before = hands.go("bid", "100", "S")
    hands.go("bid")
    if hands.row:
        assert hands.offered()[0] == "110"  # pages open where something may be said
        hands.back()
    forbidden = hands.go("90", "H")
    assert forbidden["screen"] == "forbidden" and "TROP BAS" in forbidden["text"]
    assert hands.go("refuse")["screen"] == "suit"
    said = hands.go("H", "stands")
    assert said["screen"] == "auction" and any(text.endswith("(!)") for text in said["text"])
    assert place(hands.go("<")) == place(before)
    hands.go("bid", *("<" if hands.row else ""), "90", "H", "stands", "play", "failed", "write")
    assert session(hands, "lines")[0].startswith("dS,o,t0,w")


@pytest.mark.parametrize("board", BOARDS)
def test_a_coinche_outside_its_window_can_be_taken_too(box, board):
    """Not the turn of the other side: a hold on the empty key."""
    hands = box(board, "fr", 3000)
    by_calls(hands)
    hands.go("bid", "100", "S", "pass")
    assert "coinche" not in hands.offered()
    caller = hands.go("anyway")
    assert (caller["screen"], sorted(hands.offered())) == ("caller", ["N", "S"])
    assert hands.go("<")["screen"] == "auction"
    assert "×2" in hands.go("anyway", "S")["text"]
    hands.go("play", "failed", "write")
    assert session(hands, "lines")[0].startswith("dW,cS,o,t0,w")


@pytest.mark.parametrize("board", BOARDS)
def test_each_way_back_takes_back_one_call(box, board):
    """K5, H105: down to the main screen, and the same calls come back."""
    hands = box(board, "fr", 3000)
    seen = [place(by_calls(hands))]
    calls = "pass 90S pass 110C coinche surcoinche".split()
    for call in calls[:-1]:
        seen.append(place(say(hands, call)))
    for before in reversed(seen[:-1]):
        assert place(hands.go("<")) == before
    for call, after in zip(calls[:-1], seen[1:], strict=True):
        assert place(say(hands, call)) == after
    assert say(hands, calls[-1])["fields"]["level"] == 2


@pytest.mark.parametrize("board", BOARDS)
def test_the_pass_that_ended_the_auction_can_be_taken_back(box, board):
    """K5: one pass too many, or "play" too early: back leads into the auction, with all calls."""
    hands = box(board, "fr", 3000)
    by_calls(hands)
    two = hands.go("bid", "90", "S", "pass", "pass")
    play = hands.go("pass")
    assert play["screen"] == "play"
    hands.bench.cut()
    assert hands.seen() == play
    assert place(hands.go("<")) == place(two)
    assert hands.go("play")["screen"] == "play"
    assert place(hands.go("<")) == place(two)
    hands.go("bid", "100", "H", "coinche", "play", "coinche")  # what is said in play ends it
    assert hands.go("<")["screen"] == "suit"


@pytest.mark.parametrize("board", BOARDS)
def test_the_way_of_telling_changes_at_any_deal(box, board):
    hands = box(board, "fr", 3000)
    by_calls(hands)
    hands.go("bid", "90", "S", "play", "failed", "write")
    assert by_calls(hands)["fields"]["taker"] == ""  # the same answer leads back
    assert "W" in hands.offered() and "bid" not in hands.offered()
    assert hands.go("W", "100", "H")["screen"] == "play"
    hands.go("failed", "write")
    by_calls(hands)
    assert "bid" in hands.offered()


def test_other_speakers_begin_the_auction_anew(box):
    """Who said what would be wrong when somebody else dealt; another target changes nothing."""
    hands = box(DIAL, "fr", 3000)
    by_calls(hands)
    said = hands.go("pass", "bid", "90", "S")
    hands.press("menu")
    assert place(hands.go("total", "2000"))["fields"] == said["fields"]
    hands.press("menu")
    after = hands.go("dealer", "E")
    assert (after["screen"], after["fields"]["typed"]) == ("table", "")
    assert after["speaker"] == "N"


def test_an_auction_longer_than_the_draft_goes_on_as_the_bid_that_stands(box):
    """128 bytes stay in the metadata of littlefs; nothing is lost, only the calls so far."""
    hands = box(ROW, "fr", 3000)
    by_calls(hands)
    longest, value = 0, 80
    while hands.screen() != "play":
        if value > 80:
            hands.go("pass", "pass")
        hands.go("bid", str(value), "TA")
        longest = max(longest, len(session(hands, "draft()").encode()))
        value += 10
    assert longest <= DRAFT_BYTES
    assert hands.seen()["fields"]["contract"] == value - 10 > 120


def test_a_side_that_must_be_silent_bids_only_against_the_rules(box):
    """The second misdeal of the same dealer, by the rules of the federation."""
    hands = box(ROW, "ffb_coinchee_2015", 3000)
    by_calls(hands)
    hands.go("misdeal", "misdeal")
    state = session(hands, "state")
    silent = state["no_bid"]
    assert silent
    if state["speaker"] not in silent:
        hands.go("pass")
    assert "bid" not in hands.offered() and "bid.anyway" in hands.offered()
    assert hands.go("bid.anyway", "90", "S")["text"].count("CE CAMP SE TAIT") == 1
    after = hands.go("stands", "play", "failed", "write")
    assert after["screen"] == "table" and after["deal"] == 2


# ---- a belote by seat


@pytest.mark.parametrize("board", BOARDS)
def test_a_belote_is_kept_by_seat_where_it_is_told_so(box, board):
    """A6: the seat is in the journal, its side has the mark; another suit, or a belote that is
    told by its side, forgets it; another taker does not."""
    hands = box(board, "it", 9000)
    play = hands.go("S", "100", "D", "said", "holder", "E")
    assert (play["screen"], play["fields"]["belote_defence"]) == ("play", 1)
    hands.go("<", "H")
    assert session(hands, "more") == ""
    hands.go("said", "holder", "W", "<", "<", "<", "N", "100", "H")
    assert session(hands, "more") == ",bW"
    after = hands.go("failed", "write")
    assert after["totals"] == {"NS": 0, "WE": 162 + 100 + 20}
    assert session(hands, "lines") == ["dN,bW,t0,w0/282 100H failed bd1"]
    hands.go("S", "100", "D", "said", "holder", "E", "said", "NS")
    assert session(hands, "more") == ""


# ---- declarations by seat

# seat, kind, top card or rank, suit as it lies on the table; spades are trump
CONTESTS = [
    [("N", 3, "Q", "S"), ("W", 3, "Q", "H")],  # trump before plain
    [("N", 3, "Q", "D"), ("W", 3, "Q", "H")],  # equal: by the rule of the table
    [("N", 3, "A", "D"), ("E", 4, "10", "H"), ("W", 3, "K", "C")],  # the higher kind has all
    [("S", 5, "A", "H"), ("W", "c", "10", "")],  # a carré before a hundred... of the same worth
    [("S", "c", "J", ""), ("W", "c", "9", "")],
    [("E", 3, "9", "C")],
]
SHORT = {"10": "T"}


def declared(kind, top, suit):
    if kind == "c":
        return {"kind": "carre", "rank": top}
    return {"kind": "run", "length": kind, "top": top, "suit": suit}


@pytest.mark.parametrize("board", BOARDS)
def test_the_box_judges_declarations_as_the_rules_do(box, board):
    """A5: who scores, and how much, from who announced what; "count" puts it into the entry."""
    rules = profile.resolve("fr")
    hands = box(board, "fr", 9000)
    play = hands.go("S", "90", "S")
    for announced in CONTESTS:
        if any(kind == 5 for _, kind, _, _ in announced):
            announced = [a for a in announced if a[1] != "c"]  # one card would be there twice
        by_seat = {}
        hands.go("said", "20", "contest")
        for seat, kind, top, suit in announced:
            by_seat.setdefault(seat, []).append(declared(kind, top, suit))
            hands.go(seat, str(kind), SHORT.get(top, top))
            if kind != "c":
                hands.go("+" if suit == "S" else "-")
        right = melds.contest("S", "N", by_seat, rules)
        shown = " ".join(hands.seen()["text"])
        after = hands.go("count")
        assert after["screen"] == "play"
        for side, field in (("NS", "melds_takers"), ("WE", "melds_defence")):
            points = right["points"] if right["winner"] == side else 0
            assert (after["fields"].get(field) or 0) == points, (announced, right)
        if right["winner"]:
            us = {"NS": "NOUS", "WE": "EUX"}[right["winner"]]
            assert f"{us} : {right['points']}" in shown
        else:
            assert "PERSONNE" in shown
        hands.go("said", "20", "nobody")
    assert place(hands.seen()) == place(play)


@pytest.mark.parametrize("board", BOARDS)
def test_declarations_that_no_deal_can_hold_are_said_and_not_counted(box, board):
    """Both a run and a carré with the same jack; the way back is one answer at a time."""
    hands = box(board, "fr", 3000)
    play = hands.go("S", "90", "S")
    one = hands.go("said", "20", "contest", "N", "3", "Q", "-")
    two = hands.go("E", "c", "J")
    assert "IMPOSSIBLE" in two["text"] and "count" not in hands.offered()
    assert place(hands.go("<", "<", "<")) == place(one)
    for _ in range(5):
        hands.back()
    assert hands.seen()["screen"] == "declare"
    assert place(hands.go("<")) == place(play)


def test_runs_share_the_suits_outside_trump(box):
    """Three plain suits hold these five: 789 10JQKA, 8910 JQK, 8910."""
    hands = box(ROW, "fr", 3000)
    hands.go("S", "90", "S", "said", "20", "contest")
    for seat, kind, top in ("E39", "S3T", "W3T", "N5A", "E3K"):
        hands.go(seat, kind, top, "-")
    assert "IMPOSSIBLE" not in hands.seen()["text"]
    assert hands.go("count")["fields"]["melds_takers"] == 100 + 20


def test_eight_declarations_are_the_most_and_fit_the_draft(box):
    """No deal has more; the draft stays in its 128 bytes."""
    hands = box(ROW, "fr", 3000)
    hands.go("S", "90", "S", "said", "20", "contest")
    for _ in range(8):
        hands.go("N", "3", "9", "-")
    assert not {"N", "S", "W", "E"} & set(hands.offered())
    assert len(session(hands, "draft()").encode()) <= DRAFT_BYTES
    assert hands.go("<")["screen"] == "meld"


def test_a_contest_waits_for_a_correction_and_for_the_power(box):
    """What was announced so far is in the draft, and in what waits while a deal is put right."""
    hands = box(DIAL, "fr", 3000)
    hands.deal("S", "100", "D", "failed")
    hands.go("W", "90", "S", "said", "50", "contest", "N", "4")
    before = hands.seen()
    hands.bench.cut()
    assert hands.seen() == before
    hands.press("menu")
    hands.go("deals", "1", "number", "110", "D", "accept")
    assert place(hands.seen())["fields"] == place(before)["fields"]


# ---- where a list begins, and a whole evening


def test_a_list_of_numbers_begins_about_where_this_table_bids(box):
    """At a hundred; where a table bids 130 all evening, there; and every number stays where it
    was."""
    hands = box(DIAL, "it", 90000)
    first = hands.go("S")
    assert first["keys"][first["focus"]] == "100"
    hands.go("<", "<", "<")
    for _ in range(6):
        hands.deal("S", "130", "D", "failed")
    later = hands.go("S")
    assert (later["keys"], later["keys"][later["focus"]]) == (first["keys"], "130")


@pytest.mark.parametrize("board, name", [(ROW, "evening00"), (DIAL, "evening03")])
def test_an_evening_told_call_by_call_gives_the_contracts_that_were_bid(box, board, name):
    """Every call of the file, the contract and who coinched from it; a result to end each deal."""
    evening = json.loads((EVENINGS / f"{name}.json").read_text(encoding="utf-8"))
    hands = box(board, "cannes_2016", 90000, start=evening["first_dealer"])
    by_calls(hands)
    told = 0
    for deal in evening["deals"]:
        if "calls" not in deal or deal["dealer"] != hands.seen()["dealer"]:
            continue
        caller = None
        for seat, call in deal["calls"]:
            if call not in auction.WORDS and "bid" not in hands.offered():
                pytest.fail(f"{call} of {seat} is not offered: {hands.seen()['text']}")
            if say(hands, call)["screen"] == "caller":
                hands.go(seat)
            caller = seat if call == "coinche" else caller
            if hands.screen() == "play":
                break
        if hands.screen() == "auction":
            hands.go("play")
        contract = deal["contract"]
        if not contract:
            assert hands.seen()["screen"] == "table"
            continue
        fields = hands.seen()["fields"]
        said = {"taker": fields["taker"], "value": fields["contract"]}
        said.update(denomination=fields["denomination"], level=fields["level"])
        assert said == contract
        assert session(hands, "more") == (f",c{caller}" if caller else "")
        hands.go("failed", "write")
        told += 1
    assert told > 10
