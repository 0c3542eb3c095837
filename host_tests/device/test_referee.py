"""The referee on the device: it is called from everywhere and leads back to exactly where it was
called from; its screens can be read; what it applies is an event like any other."""

import pytest

import rules as rule_tool
from coinche import profile
from device.hands import BOARDS, DIAL, ROW
from device.test_flow import PLACES
from device.test_screens import flaws
from device.walk import Walk
from scorer import book
from scorer.session import DRAFT_BYTES

pytestmark = pytest.mark.xdist_group("referee")
NO_KEY = (ROW, "fresh")  # on four keys the last one, held, is the act of this screen itself
OWN = "referee ruling fault mayplay cards order worth why".split()


# each place on one of the boards, in turn
PLACED = [(BOARDS[n % 2], name) for n, name in enumerate(sorted(set(PLACES) - set(OWN)))]
PLACED = [(DIAL, name) if (board, name) == NO_KEY else (board, name) for board, name in PLACED]


@pytest.mark.parametrize("board, name", PLACED)
def test_it_leads_back_to_exactly_where_it_was_called_from(shared, board, name):
    """Also when the power goes inside it: then it comes back where it was, and leads back then."""
    rules, answers = PLACES[name]
    hands = shared(board, rules)
    for answer in answers.split():
        hands.act(answer)
    if not hands.row:
        hands.press("down")
    before = hands.seen()
    assert hands.go("?")["screen"] == "referee"
    inside = hands.go("fault", "67")
    assert inside["screen"] == "ruling"
    hands.bench.cut()
    assert hands.seen() == inside
    after = hands.go("?")
    assert {**after, "note": ""} == {**before, "note": ""}  # what was said once is not said again


# a table, the answers up to the apply, and the event that this must be
APPLIED = {
    "misdeal": ("fr", "? fault 69 apply", {"event": "misdeal"}),
    "misdeal after a bid": (
        "cannes_2016",
        "W 110 ? fault 69 apply",
        {"event": "misdeal", "after_bid": {"seat": "W", "value": 110}},
    ),
    "misdeal after one's own bid": ("cannes_2016", "S 110 ? fault 69 apply", {"event": "misdeal"}),
    "misdeal in an auction, while the next one is bidding": (
        "cannes_2016",
        "< bids < bid 100 H bid ? fault 69 apply",
        {"event": "misdeal", "after_bid": {"seat": "W", "value": 100}},
    ),
    "revoke for points": (
        "fr",
        "S 100 H said belote NS ? fault 68 apply WE",
        {"event": "penalty", "to": "NS", "points": 160, "why": "revoke_late", "ends_deal": True},
    ),
    "declaration not shown": (
        "fr",
        "S 100 H ? melds 56 apply NS 50",
        {"event": "penalty", "to": "WE", "points": 50, "why": "false_meld", "ends_deal": False},
    ),
    "rebelote forgiven once": (
        "fr",
        "S 100 H ? belote 58 apply WE",
        {"event": "penalty", "to": "WE", "points": 0, "why": "rebelote_forgiven",
         "ends_deal": False},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", APPLIED)
@pytest.mark.parametrize("board", BOARDS)
def test_what_a_ruling_costs_is_shown_before_and_after_and_written_once(box, board, what):
    """C50, C54: nothing is written before it is accepted, the totals are those of the rule tool,
    and an undo takes it back."""
    rules, answers, event = APPLIED[what]
    hands = box(board, rules, 2000)
    told = {"profile": rules, "target": 2000, "first_dealer": "N", "events": [event]}
    before, after = rule_tool.fold(told)["states"]
    shown = hands.go(*answers.split())
    assert (shown["screen"], shown["totals"]) == ("undo", before["totals"])
    for side, word in (("NS", "Nous"), ("WE", "Eux")):
        for state in (before, after):
            total = f"{word} {state['totals'][side]}"
            assert any(total in text for text in shown["text"]), total
    kept = hands.go("keep")
    assert (kept["screen"], kept["totals"], kept["deal"]) == ("ruling", before["totals"], 1)
    again = answers.split("apply")[1].split()
    played = hands.go("apply", *again, "accept")
    same = "totals dealer speaker over winner".split()
    assert {name: played[name] for name in same} == {name: after[name] for name in same}
    ends = event["event"] == "misdeal" or event["ends_deal"]
    assert played["screen"] == ("table" if ends else "play")
    assert ("contract" in played["fields"]) is not ends
    hands.bench.cut()
    assert hands.seen()["totals"] == after["totals"]
    steps = ["<"] if ends else ["<", "<", "<", "<"]
    undone = hands.go(*steps, "undo", "accept")
    assert undone["totals"] == before["totals"] and undone["dealer"] == "N"


@pytest.mark.parametrize("lang, rules", [("fr", "fr"), ("en", "bga"), ("fr", "club")])
def test_its_screens_can_be_read(lang, rules):
    """On both ways of answering, from a coinched contract: every screen that keys lead to within
    the limit."""
    bad, screens = [], {}
    board = ROW if lang == "fr" else DIAL
    with Walk(board, lang, rules, 1000) as walk:
        walk.press(*(["k4", "k2"] if walk.row else ["ok", "ok"]))
        walk.answer(*"S 100 H coinche".split())
        walk.press("k4:hold" if walk.row else "back:hold")
        for count, seen in enumerate(walk.explore(260, followed)):
            if seen["screen"] not in OWN:
                continue
            screens[seen["screen"]] = screens.get(seen["screen"], 0) + 1
            bad += flaws(seen)
            if not count % 50:
                walk.show()
    assert not bad, f"{len(bad)} flaws:\n" + "\n".join(bad[:20])
    assert {"referee", "ruling", "mayplay", "cards", "order", "worth"} <= set(screens), screens


def followed(screen, answer):
    """Roads that stay with the referee."""
    if screen == "referee":
        return answer not in ("contest",)
    return screen in OWN and answer != "game"


def test_a_hand_is_told_to_its_last_card(box):
    """A suit of which every card is told is offered no more; all of the hand is on the glass."""
    hands = box(ROW, "fr", 3000)
    hands.go("N", "100", "S", "?", "card", "cards", "H", "7", "H", "8", "H", "9")
    told = hands.go(*"H A H T H K H Q H J".split())
    assert told["screen"] == "cards" and "H" not in hands.offered()
    told = hands.go(*"S A S T S K".split())
    cards = " ".join(text for text in told["text"] if "♠" in text or "♥" in text)
    for card in "7 8 9 As 10 R D V".split():
        assert card + "\u00a0♥" in cards
    assert "As\u00a0♠" in cards and hands.machine["tight"] == hands.machine["spill"] == []
    many = hands.go("?", "?", "card", "cards", "hand", *"S T D T H T C T S Q D Q H Q C Q".split())
    assert hands.machine["tight"] == hands.machine["spill"] == [] and many["screen"] == "cards"


@pytest.mark.parametrize("board", BOARDS)
def test_what_if_goes_on_after_the_power_was_gone(box, board):
    hands = box(board, "fr", 3000)
    hands.deal("S", "90", "H", "coinche", "failed")
    shown = hands.go("?", "writing", "why", "next", "if")
    hands.bench.cut()
    assert hands.seen() == shown
    assert hands.go("next")["screen"] == "why"


def test_why_is_asked_of_any_deal_also_behind_an_all_pass(box):
    """The deal before, and one that a correction put behind the end of the match."""
    hands = box(ROW, "fr", 500)
    hands.deal("S", "100", "D", "made", "3", "0")
    hands.go("all_pass")
    shown = hands.go("?", "writing", "why")
    assert shown["screen"] == "why" and "Contrat fait" in shown["text"]
    hands.go("?")
    hands.deal("W", "100", "S", "coinche", "failed")
    assert hands.seen()["over"]
    hands.go("<", "undo", "accept")
    hands.deal("W", "100", "S", "failed")
    hands.go("<", "deals", "3", "number", "160", "S", "accept")  # that one ends it now
    again = hands.go("?", "writing", "why", "earlier")
    assert again["screen"] == "why" and any("100 ♦" in text for text in again["text"])


def test_the_last_deal_is_explained_as_it_was_written(box):
    """Exactly, by the rule that says so (match.last_deal_exact)."""
    hands = box(ROW, "local", 3000)
    hands.go("<", "last_deal")
    hands.deal("S", "100", "D", "made", "3", "3")
    amounts = [text for text in hands.go("?", "writing", "why")["text"] if text[:1] == "+"]
    assert "+129" in amounts
    text = hands.go("next")["text"]
    assert any(rule in text for rule in rules_of(hands, "match.last_deal_exact")), text


def rules_of(hands, name):
    """The rule of this table in the words of the glass, as the book has them."""
    value = profile.resolve(hands.seen()["profile"])[name]
    return [book.parameter("fr", name, value)]


def test_a_correction_is_judged_by_the_rules_of_its_deal(box):
    """Rules that were changed from here on do not reach back."""
    hands = box(ROW, "ffb_contree_2016", 3000)
    hands.deal("S", "100", "D", "failed")
    hands.go("<", "rules", "bga", "since", "accept")
    assert "Non" not in hands.go("?", "card", "62")["text"]  # bga: a lower trump must be played
    hands.go("?", "<", "deals")
    opened = hands.go("1")
    assert opened["screen"] == "fix"
    assert "Non" in hands.go("?", "card", "62")["text"]


def test_a_declaration_that_is_paid_for_counts_for_nobody(box):
    """The side that could not show it has neither its points nor their help for the contract."""
    hands = box(ROW, "fr", 3000)
    hands.go("S", "100", "S", "said", "50", "NS", "said", "20", "NS")
    played = hands.go("?", "fault", "56", "apply", "NS", "50", "accept")
    assert played["fields"]["melds_takers"] == 20 and "IL FAUT 80 AUX PLIS" in played["text"]
    all_of_it = hands.go("?", "fault", "56", "apply", "NS", "20", "accept")
    assert "melds_takers" not in all_of_it["fields"]
    assert all_of_it["totals"] == {"NS": 0, "WE": 70}


@pytest.mark.parametrize("board", BOARDS)
def test_a_misdeal_that_writes_marks_is_shown_before(box, board):
    """The third one by these rules: on the table as from the referee, and the other side agrees
    where it is asked; "Laisser" leaves everything as it was."""
    hands = box(board, "fr", 2000)
    hands.go("misdeal", "misdeal")
    second = hands.seen()
    shown = hands.go("misdeal")
    assert (shown["screen"], shown["totals"]) == ("undo", {"NS": 0, "WE": 0})
    kept = hands.go("keep")
    assert {**kept, "focus": None} == {**second, "focus": None}
    written = hands.go("misdeal", "accept")
    assert (written["screen"], written["totals"]) == ("table", {"NS": 0, "WE": 160})
    hands.go("<", "agree", "<", "misdeal", "misdeal")
    assert hands.go("misdeal", "accept")["screen"] == "agree"


def test_misdeals_in_a_row_are_counted_aloud(box):
    hands = box(ROW, "bga", 2000)
    assert any("Maldonne" in text for text in hands.go("misdeal")["text"])
    assert any("2e maldonne de suite" in text for text in hands.go("misdeal")["text"])
    assert any("3e maldonne de suite" in text for text in hands.go("misdeal")["text"])


def test_a_misdeal_on_the_table_knows_the_bid_that_waits(box):
    """The same event as from the referee."""
    hands = box(ROW, "cannes_2016", 2000)
    hands.go("W", "100", "S", "<", "<", "<")
    assert hands.go("misdeal", "accept")["totals"] == {"NS": 0, "WE": 260}


def test_a_misdeal_in_an_auction_pays_for_the_bid_of_the_side_that_did_not_deal(box):
    """Also where the dealer's side has outbid it since."""
    hands = box(ROW, "cannes_2016", 2000)
    hands.go("<", "bids", "<", "bid", "90", "S", "pass", "pass", "bid", "100", "H")
    assert hands.go("?", "fault", "69", "apply", "accept")["totals"] == {"NS": 0, "WE": 250}


def test_an_undo_of_a_fine_leaves_the_deal_in_hand(box):
    """And the other way round: brought again, the deal is still there."""
    hands = box(ROW, "fr", 2000)
    played = hands.go(*"S 100 S said belote NS ? fault 58 apply NS accept".split())
    hands.go("<", "<", "<", "<", "undo", "accept")
    again = hands.go("S", "100", "S")
    assert again["fields"] == played["fields"] and "belote_takers" in again["fields"]


def test_a_coinche_of_a_side_that_must_be_silent_stands_in_brackets(box):
    """RULES 4.4: it may only pass; what was said at the table all the same can be told."""
    hands = box(ROW, "fr", 2000)
    assert "(Coinche)" in hands.go("misdeal", "misdeal", "E", "100", "S")["keys"]
    assert "Surcoinche" in hands.go("coinche")["keys"]
    assert "Coinche" in hands.go("<", "<", "<", "all_pass", "E", "100", "S")["keys"]


FINES = ("S 100 S ? fault 56 apply NS 50", "W 90 H made 4 ? melds 56 apply WE 20")


@pytest.mark.parametrize("answers", FINES)
def test_the_power_may_go_inside_the_save_of_a_fine(box, answers):
    """At its n-th flash operation, for every n: the fine is written or not, and the deal that was
    in hand is there."""
    hands = box(ROW, "fr", 3000)
    cuts, written = hands.bench.cuts, 0
    for n in range(1, 12):
        assert hands.go(*answers.split())["screen"] == "undo"
        events = hands.bench.ask("len(main.app.session.lines)")
        hands.bench.cut(n)
        hands.ok()
        after = hands.seen()
        done = hands.bench.ask("len(main.app.session.lines)") > events
        written += done
        assert after["fields"]["contract"] and after["fields"]["taker"], n
        assert done or after["screen"] == "undo", n
        if hands.bench.ask("bool(main.app.session.place)"):
            hands.go("?")
        while hands.screen() != "table":
            hands.back()
        hands.go("all_pass")
    assert hands.bench.cuts - cuts > 4 and written > 1


def test_a_ruling_that_waits_for_consent_fits_the_draft_or_is_left(box):
    """Eight declarations and a misdeal that is proposed are more than the file has room for: after
    a cut the game is back, and nothing is left open in it."""
    hands = box(ROW, "fr", 3000)
    hands.go("misdeal", "misdeal", "E", "90", "S", "said", "20", "contest")
    hands.go(*"E 3 9 - S 3 T - W 4 A - N 5 K - E c 9 S c T W c J".split())
    game = hands.seen()
    shown = hands.go("?", "fault", "125", "apply")
    assert shown["screen"] == "undo" and shown["note"] == ""
    assert len(hands.bench.ask("main.app.session.draft()")) <= DRAFT_BYTES
    hands.bench.cut()
    after = hands.seen()
    assert after in (shown, game)
    assert after == shown or hands.bench.ask("main.app.session.fix") == ""
