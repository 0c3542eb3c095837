"""Corrections, from outside: any event is put right, deleted, inserted, undone; other rules are
noticed late; the other side agrees. What the keys make of a match must equal the same corrections
played by coinche.history. Ids like C34 are rows of the list of bugs seen in the field."""

import pytest

from bench import BenchError
from coinche import history, profile
from device.hands import BOARDS, DIAL, ROW, place
from scorer.session import DRAFT_BYTES

pytestmark = pytest.mark.xdist_group("corrections")

# ---- corrections of what was written


def dealt(taker, contract, denomination, points=None, **more):
    facts = {"contract": contract, "denomination": denomination, "level": 0, **more}
    if points is not None:
        facts["taker_points"] = points
    return {"event": "deal", "taker": taker, "deal": facts}


EVENING = [  # as facts, and the answers that enter them
    (dealt("S", 100, "D", 132), "S 100 D made 3 0"),
    ({"event": "all_pass"}, "all_pass"),
    (dealt("W", 110, "S", made=False), "W 110 S failed"),
    (dealt("N", 120, "H", 142), "N 120 H made 2 0"),
]


def by_the_rules(*corrections, rules="fr", target=3000):
    """The state that the rules give for the evening and what was corrected."""
    events = [event for event, _ in EVENING] + list(corrections)
    return history.fold(profile.resolve(rules), target, "N", None, events)[-1]


def evening(hands):
    for event, answers in EVENING:
        hands.go(*answers.split(), *(["write"] if "deal" in event else []))
    return hands.seen()


def to_menu(hands):
    """MENU where there is one; else back to the table, and on."""
    if hands.row:
        while hands.screen() not in ("menu", "over"):
            hands.back()
        if hands.screen() == "over":
            hands.back()
    else:
        hands.press("menu")
    return hands.seen()


@pytest.mark.parametrize("board", BOARDS)
def test_an_earlier_deal_is_put_right_and_the_rest_stays(box, board):
    """C30, C31, C32, C34, C38, C56: "that was 110, not 100", said two deals later, in the middle
    of the next one."""
    hands = box(board, "fr", 3000)
    before = evening(hands)
    assert before["totals"] == by_the_rules()["totals"]
    hands.go("E", "90", "C", "coinche")
    to_menu(hands)
    listed = hands.go("deals")["text"]
    assert [text[:2] for text in listed if text[1:2] == "."] == ["3.", "2.", "1."]  # C48
    stored = hands.go("1")
    assert stored["screen"] == "fix" and stored["fields"]["taker_points"] == 132  # C33
    assert "Accepter" not in stored["text"]
    shown = hands.go("number", "110", "D")
    right = by_the_rules({"event": "edit", "n": 1, "with": dealt("S", 110, "D", 132)})
    ours, theirs = right["totals"]["NS"], right["totals"]["WE"]
    text = shown["text"]
    assert text[text.index("avant") + 1] == "Nous %(NS)d   Eux %(WE)d" % before["totals"]
    assert text[text.index("après") + 1] == f"Nous {ours}   Eux {theirs}"
    after = hands.go("accept")
    assert after["totals"] == right["totals"]
    assert (after["dealer"], after["deal"]) == (before["dealer"], before["deal"])
    entry = {"contract": 90, "denomination": "C", "level": 1}
    assert after["contract"] == entry and after["fields"]["taker"] == "E"


@pytest.mark.parametrize("board", BOARDS)
def test_a_correction_that_is_given_up_changes_nothing(box, board):
    """C33: whatever was typed in it; the deal that was being entered is there again."""
    hands = box(board, "fr", 3000)
    evening(hands)
    entered = hands.go("E", "90", "C", "said", "belote", "WE")
    to_menu(hands)
    hands.go("deals", "4", "taker", "W", "number", "capot", "S")
    while hands.screen() != entered["screen"]:
        hands.back() if hands.screen() != "table" else hands.go("E", "90", "C")
    again = hands.seen()
    assert again["totals"] == by_the_rules()["totals"]
    assert again["fields"] == entered["fields"]


@pytest.mark.parametrize("board", BOARDS)
def test_taker_result_and_belote_of_an_earlier_deal(box, board):
    hands = box(board, "fr", 3000)
    evening(hands)
    to_menu(hands)
    hands.go("deals", "3", "taker", "N", "play", "said", "belote", "NS", "made", "4", "2")
    after = hands.go("accept")
    deal = dealt("N", 110, "S", 120, belote_takers=1)
    right = by_the_rules({"event": "edit", "n": 3, "with": deal})
    assert after["totals"] == right["totals"] and after["dealer"] == right["dealer"]


@pytest.mark.parametrize("board", BOARDS)
def test_an_event_is_deleted_and_the_dealer_follows(box, board):
    """C35, C54: an all pass that was none."""
    hands = box(board, "fr", 3000)
    evening(hands)
    to_menu(hands)
    asked = hands.go("deals", "2")
    assert asked["screen"] == "undo" and "SUPPRIMER" in asked["text"]
    assert hands.go("keep")["screen"] == "deals"
    after = hands.go("2", "accept")
    right = by_the_rules({"event": "delete", "n": 2})
    assert (after["totals"], after["dealer"]) == (right["totals"], right["dealer"])
    to_menu(hands)
    after = hands.go("deals", "1", "delete", "accept")
    right = by_the_rules({"event": "delete", "n": 2}, {"event": "delete", "n": 1})
    assert (after["totals"], after["dealer"]) == (right["totals"], right["dealer"])


@pytest.mark.parametrize("board", BOARDS)
def test_a_deal_and_an_all_pass_that_were_forgotten_are_inserted(box, board):
    """C35: before the deal that is chosen, with who dealt and spoke then; what was being entered
    waits."""
    hands = box(board, "fr", 3000)
    evening(hands)
    hands.go("E", "90", "C")
    to_menu(hands)
    table = hands.go("deals", "3", "insert")
    before = history.fold(profile.resolve("fr"), 3000, "N", None, [EVENING[0][0], EVENING[1][0]])
    assert table["screen"] == "table" and table["totals"] == by_the_rules()["totals"]
    assert any(text.startswith("Avant : 2. Ouest 110") for text in table["text"])
    speaker = {"N": "Nord", "W": "Ouest", "S": "Sud", "E": "Est"}[before[-1]["speaker"]]
    assert f"{speaker} parle" in " ".join(table["text"])
    after = hands.go("S", "130", "C", "failed", "write")
    deal = {"event": "insert", "n": 3, "with": dealt("S", 130, "C", made=False)}
    right = by_the_rules(deal)
    assert (after["totals"], after["dealer"]) == (right["totals"], right["dealer"])
    assert after["fields"]["taker"] == "E" and after["fields"]["contract"] == 90
    to_menu(hands)
    after = hands.go("deals", "2", "insert", "all_pass", "accept")
    right = by_the_rules(deal, {"event": "insert", "n": 2, "with": {"event": "all_pass"}})
    assert (after["totals"], after["dealer"]) == (right["totals"], right["dealer"])
    assert after["fields"]["taker"] == "E"


@pytest.mark.parametrize("board", BOARDS)
def test_undo_and_redo_go_through_corrections(box, board):
    """C39, C47, C55: a correction is taken back like a deal, and comes again."""
    hands = box(board, "fr", 3000)
    evening(hands)
    to_menu(hands)
    changed = hands.go("deals", "1", "number", "130", "D", "accept")
    to_menu(hands)
    asked = hands.go("undo")
    assert any("Correction" in text for text in asked["text"])
    assert hands.go("accept")["totals"] == by_the_rules()["totals"]
    to_menu(hands)
    hands.go("undo", "accept")
    to_menu(hands)
    hands.go("redo", "accept")
    to_menu(hands)
    again = hands.go("redo", "accept")
    assert (again["totals"], again["dealer"]) == (changed["totals"], changed["dealer"])
    menu = to_menu(hands)
    assert "redo" not in hands.offered() and "Refaire" not in menu["text"]


@pytest.mark.parametrize("board", BOARDS)
def test_the_deal_that_ended_the_match_is_put_right(box, board):
    """C41, C43, C45: the match goes on, and ends again."""
    hands = box(board, "fr", 500)
    evening_over = hands.deal("S", "160", "D", "failed")
    over = hands.deal("S", "160", "D", "failed")
    assert not evening_over["over"] and over["screen"] == "over"
    to_menu(hands)
    after = hands.go("deals", "2", "play", "made", "0", "0", "trick", "accept")
    assert not after["over"] and after["screen"] == "table"
    to_menu(hands)
    again = hands.go("deals", "2", "play", "failed", "accept")
    assert again["over"] and again["winner"] == "WE" and again["totals"] == over["totals"]


@pytest.mark.parametrize("board", BOARDS)
def test_a_count_that_does_not_fit_the_new_contract_is_asked_again(box, board):
    """C42: at all-trump the cards are counted out of 258, so 132 says nothing."""
    hands = box(board, "fr", 3000)
    evening(hands)
    to_menu(hands)
    play = hands.go("deals", "1", "number", "100", "TA")
    assert play["screen"] == "play"
    shown = hands.go("made", "6", "0")
    assert shown["screen"] == "fix" and shown["fields"]["native_points"] == 198
    right = by_the_rules(
        {"event": "edit", "n": 1, "with": dealt("S", 100, "TA", native_points=198)}
    )
    assert hands.go("accept")["totals"] == right["totals"]


@pytest.mark.parametrize("board", BOARDS)
def test_a_power_cut_in_a_correction_loses_neither_it_nor_the_next_deal(box, board):
    hands = box(board, "fr", 3000)
    evening(hands)
    hands.go("E", "90", "C", "said", "belote", "WE")
    to_menu(hands)
    shown = place(hands.go("deals", "4", "number", "130", "H"))
    hands.bench.cut()
    assert place(hands.seen()) == shown
    after = hands.go("accept")
    assert after["fields"]["taker"] == "E" and after["fields"]["belote_takers"] == 1


def consent(hands, wanted):
    """The setting of the menu, until it says so."""
    to_menu(hands)
    while hands.bench.ask("main.app.session.agree") != wanted:
        hands.go("agree")
    while hands.screen() != "table":
        hands.back()


@pytest.mark.parametrize("board", BOARDS)
def test_the_other_side_agrees_to_every_deal(box, board):
    """C53: it is named, what each side writes stands by name, and refused leads back to the field
    with nothing written."""
    hands = box(board, "fr", 3000)
    evening(hands)
    consent(hands, "all")
    before = hands.seen()
    asked = hands.go("S", "100", "D", "failed", "write")
    assert asked["screen"] == "agree" and asked["totals"] == before["totals"]
    assert "Ouest, Est : d'accord ?" in asked["text"]
    assert "Nord, Sud +0" in asked["text"] and "Ouest, Est +260" in asked["text"]
    assert hands.go("refuse")["screen"] == "preview"
    after = hands.go("write", "accept")
    assert after["totals"]["WE"] == before["totals"]["WE"] + 260
    to_menu(hands)
    assert hands.go("undo", "accept")["screen"] == "agree"
    assert hands.go("accept")["totals"] == before["totals"]
    to_menu(hands)
    assert hands.go("deals", "1", "number", "110", "D", "accept")["screen"] == "agree"
    assert hands.go("refuse")["screen"] == "fix"
    right = by_the_rules({"event": "edit", "n": 1, "with": dealt("S", 110, "D", 132)})
    assert hands.go("accept", "accept")["totals"] == right["totals"]


@pytest.mark.parametrize("board", BOARDS)
def test_the_other_side_agrees_to_the_end_only(box, board):
    """C44: the deal that ends the match, and corrections; other deals are written at once. The
    setting outlives the power."""
    hands = box(board, "fr", 500)
    consent(hands, "last")
    hands.bench.cut()
    assert hands.deal("S", "100", "D", "failed")["screen"] == "table"
    assert hands.go("S", "100", "D", "failed", "write")["screen"] == "agree"
    assert hands.go("accept")["over"]


@pytest.mark.parametrize("missing", [" off quick", " quick"])
def test_a_journal_of_before_the_settings_is_read(box, missing):
    """A line of the box without them: nobody was asked, contracts were told by the number."""
    hands = box(ROW, "fr", 500)
    lines = hands.bench.ask("list(main.app.session.journal_lines())")
    assert lines[0].endswith(missing)
    old = [lines[0][: -len(missing)], *lines[1:]]
    told = f"__import__('scorer.wake', None, None, ('read',)).read(main.app.session, {old!r})"
    hands.bench.ask(told)
    said = "[main.app.session.agree, main.app.session.bids]"
    assert hands.bench.ask(said) == ["off", "quick"]


@pytest.mark.parametrize("answers", ["E", "E 90"])
def test_an_entry_that_has_hardly_begun_waits_for_a_correction_too(box, answers):
    hands = box(DIAL, "fr", 3000)
    evening(hands)
    begun = hands.go(*answers.split())
    to_menu(hands)
    hands.go("deals", "1", "number", "110", "D", "accept")
    again = hands.seen()
    assert (again["screen"], again["fields"]) == (begun["screen"], begun["fields"])


@pytest.mark.parametrize("settings", ["never quick", "off never", "off quick q=1"])
def test_a_journal_with_settings_that_nobody_knows_is_not_read(box, settings):
    hands = box(ROW, "fr", 500)
    lines = hands.bench.ask("list(main.app.session.journal_lines())")
    lines[0] = lines[0].replace("off quick", settings)
    told = f"__import__('scorer.wake', None, None, ('read',)).read(main.app.session, {lines!r})"
    unknown = settings.replace("off quick ", "")
    with pytest.raises(BenchError, match="no such (settings|word): " + unknown):
        hands.bench.ask(told)


def test_the_longest_draft_of_a_correction_fits_its_file(box):
    """128 bytes stay in the metadata of littlefs; the journal would refuse more."""
    hands = box(ROW, "ffb_coinchee_2015", 3000)
    for _ in range(12):
        hands.go("misdeal")
        if hands.screen() == "undo":  # the third one writes marks
            hands.go("accept")
    said = "said 100 NS said 200 NS said belote NS".split()
    hands.deal("S", "160", "D", "coinche", "coinche", *said, "failed")
    hands.go("S", "160", "D", *said, "made", "4")
    to_menu(hands)
    hands.go("deals")
    events = hands.bench.ask("main.app.session.state['events']")
    hands.go(str(events), "play", "said", "100")
    assert hands.bench.ask("len(main.app.session.draft().encode())") <= DRAFT_BYTES
    opened = hands.seen()
    hands.bench.cut()
    assert hands.seen() == opened and opened["note"] == ""
    # with the referee called there may be no room for what it is asked: the game comes back
    cards = "S C J C 9 hand S A S K S Q S J S 9 S 8 D A D K"
    long = hands.go("?", "card", "cards", *cards.split())
    assert long["note"] == "" and hands.bench.ask("main.app.session.saved") == "saved"
    hands.bench.cut()
    assert hands.seen() in (long, opened)


# ---- who coinched, and other rules


@pytest.mark.parametrize("board", BOARDS)
def test_who_coinched_is_added_later_and_stays(box, board):
    """Never asked when it is said; kept when something else is corrected, dropped when the side
    that took is another."""
    hands = box(board, "fr", 3000)
    before = hands.deal("S", "100", "D", "coinche", "failed")
    to_menu(hands)
    fix = hands.go("deals", "1", "taker", "caller", "W")
    assert fix["screen"] == "fix"
    after = hands.go("accept")
    assert after["totals"] == before["totals"]
    lines = "main.app.session.lines"
    assert hands.bench.ask(lines)[-1].startswith("e 1 dS,cW 100D x")
    to_menu(hands)
    hands.go("deals", "1", "number", "110", "D", "accept")
    assert hands.bench.ask(lines)[-1].startswith("e 1 dS,cW 110D x")
    to_menu(hands)
    hands.go("deals", "1", "taker", "E", "accept")
    assert hands.bench.ask(lines)[-1].startswith("e 1 dE 110D x")


@pytest.mark.parametrize("board", BOARDS)
def test_other_rules_are_noticed_late(box, board):
    """C31, C42, D72: for all that was played; a deal that was never counted asks for its count,
    and only because the new rules need it. What was written by the old rules does not stand."""
    hands = box(board, "club", 3000)
    hands.deal("S", "90", "S", "made")
    table = hands.deal("W", "100", "H", "said", "belote", "WE", "failed")
    events = [dealt("S", 90, "S", made=True), dealt("W", 100, "H", made=False, belote_takers=1)]
    assert table["totals"] == by("club", events)["totals"]
    to_menu(hands)
    asks = hands.go("rules", "it")
    assert "accept" not in hands.offered() and "1. Sud 90 ♠ pique fait" in asks["text"]
    counted = hands.go("count", "3", "4")
    assert (counted["screen"], counted["fields"]["taker_points"]) == ("fix", 128)
    assert hands.go("accept")["totals"] == table["totals"]
    to_menu(hands)
    shown = hands.go("rules", "it")
    events[0] = dealt("S", 90, "S", 128)
    right = by("it", events)["totals"]
    for total in (*table["totals"].values(), *right.values()):
        assert any(str(total) in text for text in shown["text"])
    after = hands.go("accept")
    assert (after["totals"], after["dealer"]) == (right, table["dealer"])
    hands.bench.cut()
    assert hands.seen() == after
    assert hands.go("S", "90", "S", "made")["screen"] == "count"  # by these rules from now on
    for _ in range(4):
        hands.back()
    to_menu(hands)
    assert hands.go("undo", "accept")["totals"] == table["totals"]
    to_menu(hands)
    assert hands.go("redo", "accept")["totals"] == right


@pytest.mark.parametrize("board", BOARDS)
def test_other_rules_from_here_on(box, board):
    """What was written stays; a rematch is played by the rules that the match ended with."""
    hands = box(board, "it", 501)
    hands.deal("S", "90", "S", "made", "3", "4")
    before = hands.deal("W", "100", "H", "failed")
    to_menu(hands)
    shown = hands.go("rules", "contree_162_x3", "since")
    after = hands.go("accept")
    assert shown["screen"] == "undo" and after["totals"] == before["totals"]
    last = hands.deal("S", "160", "S", "coinche", "failed")
    events = [dealt("S", 90, "S", 128), dealt("W", 100, "H", made=False)]
    switch = {"event": "rules", "profile": "contree_162_x3", "from": 3}
    end = {**dealt("S", 160, "S", made=False)}
    end["deal"]["level"] = 1
    right = history.fold(profile.resolve("it"), 501, "N", None, [*events, switch, end])[-1]
    assert (last["totals"], last["over"]) == (right["totals"], right["over"] is True)
    assert hands.go("rematch")["profile"] == "contree_162_x3"


def by(rules, events):
    return history.fold(profile.resolve(rules), 3000, "N", None, events)[-1]


@pytest.mark.parametrize("road", ["1", "1 number", "1 insert", "2"])
def test_the_menu_stays_shut_while_something_is_corrected(box, road):
    """An event from the menu would have been written in the place of the deal that is corrected:
    without before and after, without the other side. Undo in it ended in a fault."""
    hands = box(DIAL, "fr", 3000)
    hands.deal("S", "100", "D", "made", "3", "0")
    hands.go("all_pass")
    hands.press("menu")
    before = hands.go("deals", *road.split())
    hands.press("menu")
    assert place(hands.seen()) == place(before)
    assert before["screen"] in ("fix", "number", "table", "undo")


def test_looking_through_all_rule_sets_costs_no_memory(box):
    """Each kept its values until the next deal: the sixth was a fault."""
    hands = box(ROW, "fr", 3000)
    hands.deal("S", "100", "D", "made", "3", "0")
    hands.go("<", "rules")
    first = None
    for key in profile.KEYS:
        hands.go(key)
        if "accept" in hands.offered():
            hands.go("since")
        rules = hands.go("keep")
        assert rules["screen"] == "rules" and profile.title(key, "fr") in rules["text"]
        free = hands.bench.heap()[0]
        first = first or free
        assert free > first - 6000
    assert hands.go("<", "<")["screen"] == "table"


@pytest.mark.parametrize("entry, stays", [("S 100 D", True), ("S 100 SA", False), ("S 80", True)])
def test_other_rules_in_the_middle_of_an_entry(box, entry, stays):
    """A contract in a suit goes on; what the other rules may not have is said anew."""
    hands = box(DIAL, "fr", 3000)
    hands.deal("S", "100", "D", "made", "3", "0")
    said = hands.go(*entry.split())
    hands.press("menu")
    after = hands.go("rules", "ffb_contree_2016", "accept")
    if stays:
        assert (after["screen"], after["fields"]) == (said["screen"], said["fields"])
    else:
        assert (after["screen"], after["fields"]["taker"]) == ("table", "")
    hands.press("menu")
    assert hands.go("undo", "accept")["profile"] == "fr"


def test_rules_from_here_on_need_no_old_count(box):
    """What was played stays as it was written, so nothing is asked about it."""
    hands = box(ROW, "club", 3000)
    before = hands.deal("S", "90", "S", "made")
    hands.go("<", "rules", "it")
    assert "accept" not in hands.offered() and {"count", "since"} <= set(hands.offered())
    assert hands.go("since", "accept")["totals"] == before["totals"]
    assert hands.go("S", "90", "S", "made")["screen"] == "count"


def test_the_rules_open_on_those_that_are_played(box):
    hands = box(ROW, "fr", 3000)
    hands.deal("S", "90", "S", "failed")
    for key in ("club", "it"):
        hands.go("<", "rules", key)
        if "accept" in hands.offered():
            hands.go("accept")
        assert profile.title(key, "fr") in hands.go("<", "rules")["text"]
        hands.go("<", "<")


def test_rules_that_do_not_play_a_deal_are_not_taken(box):
    """All-trump was bid, the other rules have none: said, and nothing changes."""
    hands = box(DIAL, "bga", 3000)
    before = hands.deal("S", "90", "TA", "failed")
    to_menu(hands)
    said = hands.go("rules", "ffb_contree_2016")
    assert "accept" not in hands.offered() and "count" not in hands.offered()
    assert "Ces règles ne la jouent pas." in said["text"]
    assert hands.go("<")["screen"] == "rules"
    hands.go("<", "<")
    assert hands.seen()["totals"] == before["totals"]


@pytest.mark.parametrize("board", BOARDS)
def test_a_misdeal_that_is_inserted_is_shown_and_agreed_to_first(box, board):
    """It may write marks: 160 for the third in a row, in one key and unasked."""
    hands = box(board, "fr", 3000)
    hands.go("misdeal", "misdeal")
    before = hands.deal("W", "100", "D", "failed")
    hands.go("E", "90", "C")
    to_menu(hands)
    hands.go("agree")
    asked = hands.go("deals", "3", "insert", "misdeal")
    assert asked["screen"] == "undo" and asked["totals"] == before["totals"]
    assert any(text.startswith("Avant : 1. Ouest 100") for text in asked["text"])
    hands.bench.cut()
    assert hands.seen() == asked
    kept = hands.go("keep")
    assert (kept["fields"]["taker"], kept["fields"]["contract"]) == ("E", 90)
    to_menu(hands)
    agreed = hands.go("deals", "3", "insert", "misdeal", "accept")
    assert agreed["screen"] == "agree" and agreed["totals"] == before["totals"]
    after = hands.go("accept")
    events = [{"event": "misdeal"}] * 3 + [dealt("W", 100, "D", made=False)]
    right = history.fold(profile.resolve("fr"), 3000, "N", None, events)[-1]
    assert after["totals"] == right["totals"] != before["totals"]
    assert after["fields"]["taker"] == "E"


@pytest.mark.parametrize("board", BOARDS)
def test_a_target_that_ends_the_match_is_shown_and_agreed_to_first(box, board):
    hands = box(board, "it", 1000)
    before = hands.deal("W", "160", "S", "coinche", "failed")
    to_menu(hands)
    hands.go("agree", "agree")
    asked = hands.go("total", "501")
    assert asked["screen"] == "undo" and not asked["over"]
    assert hands.go("keep")["screen"] == "total"
    assert hands.go("501", "accept")["screen"] == "agree"
    assert not hands.go("refuse")["over"]
    over = hands.go("accept", "accept")
    assert over["over"] and over["winner"] == "NS" and over["totals"] == before["totals"]
