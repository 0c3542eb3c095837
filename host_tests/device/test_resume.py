"""A match that goes on elsewhere, by its code or by hand; a match to a number of deals; a box that
is locked for a table, and the slip that two captains sign. Keys on four keys in a row, on a dial
and on three, without glass (budgets.Desk); power and sleep on the bench. Totals are compared with
the rule tool. D66, D67, C53, F92 are rows of the list of bugs seen in the field."""

import binascii
import re
from contextlib import ExitStack
from statistics import mean

import pytest

import budgets
import evening_facts
import rules as rule_tool
from coinche import notation, profile
from device.hands import BOARDS, DIAL, ROW
from device.test_power import MINUTE, QUARTER
from evening import begin, enter
from scorer import resume, session, wake

STYLES = ("row", "dial", "three")
SIDES = ("NS", "WE")
PRESS_S = 0.5

pytestmark = pytest.mark.xdist_group("flow")


@pytest.fixture
def desk():
    """desk(style, rules, target): hands at a box whose first screen is the setup."""
    with ExitStack() as stack:

        def make(style, rules="it", target=0, answers="fr"):
            hand = stack.enter_context(budgets.at_desk(style, rules, target))
            hand.style, hand.session = style, hand.bench.app.session
            go(hand, answers)
            return hand

        yield make


def go(hand, answers):
    budgets.follow(hand, answers, hand.style)
    return hand.session


def digits(total):
    """The answers for a total: four digits close it themselves."""
    return " ".join(str(total)) + ("" if total > 999 else " done")


def by_hand(ours, theirs, deals, dealer):
    return f"resume {digits(ours)} {digits(theirs)} {deals} {dealer}"


def code_of(hand):
    """The ten characters as the menu shows them."""
    go(hand, "MENU code")
    told = shown(hand)
    go(hand, "BACK BACK")
    found = re.findall(r"^([0-9A-Z]{5}) ([0-9A-Z]{5})$", "\n".join(told), re.M)
    return "".join(found[0]) if found else ""


def shown(hand):
    """What the present screen puts on the glass, in its order."""
    said, app = [], hand.bench.app

    def put(place, text, style="", row=0):
        said.extend(text if isinstance(text, list) else [text])

    app.screen().view(app.session, app.words, put)
    return said


def stands(hand):
    """Where a match goes on from."""
    state = hand.session.state
    return state["totals"], state["deals"], state["dealer"]


def restarted(hand):
    """A session from the lines and the draft of another one, as after a power cut."""
    lines, draft = list(hand.session.journal_lines()), hand.session.draft()
    assert len(draft.encode()) <= session.DRAFT_BYTES
    journal = type("Journal", (), {"notes": (), "load": lambda _: (lines, draft)})()
    again = session.Session(journal, lambda n: 0)
    wake.load(again)
    assert list(again.journal_lines()) == lines and again.draft() == draft
    return again


def some_states(rules, target, files=(0, 3, 6)):
    """(totals, deals, dealer) along evenings."""
    for number in files:
        evening = budgets.load(budgets.FILES[number])
        for _, _, _, state in evening_facts.play(evening, profile.resolve(rules), target):
            if not state["over"]:
                yield state["totals"], state["deals"], state["dealer"]


# ---- by hand


@pytest.mark.parametrize("style", STYLES)
def test_a_match_goes_on_from_totals_and_dealer_in_less_than_fifteen_seconds(desk, style):
    """D67: half a second a press, from the first screen of a fresh box to the table. On four keys
    every state of two evenings; on a list, where each detent is a press, in the mean."""
    seconds = []
    for totals, deals, dealer in some_states("it", 1000):
        hand = desk(style, "it", 1000)
        before = hand.presses
        go(hand, by_hand(totals["NS"], totals["WE"], deals, dealer))
        seconds.append((hand.presses - before) * PRESS_S)
        assert (hand.screen(), stands(hand)) == ("table", (totals, deals, dealer))
    assert len(seconds) > 5
    if style == "row":
        assert max(seconds) < 15, seconds
    assert mean(seconds) < 15, seconds


@pytest.mark.parametrize("style", STYLES)
def test_what_is_typed_wrongly_is_taken_back_sign_by_sign(desk, style):
    """K5: back erases a digit, opens what was closed, and leads out at last."""
    hand = desk(style)
    s = go(hand, "resume 5 0 done 1 0 9 8 4")
    assert s.fix == "h50/1098/4/"
    for left in ("h50/1098/", "h50/109", "h50/10", "h50/1", "h50/", "h50", "h5", "h"):
        go(hand, "BACK")
        assert (hand.screen(), s.fix) == ("resume", left)
        assert restarted(hand).fix == left
    go(hand, "BACK")
    assert (hand.screen(), s.fix) == ("setup", "")


def test_totals_are_told_from_where_the_reader_sits(desk):
    """Nous is the reader's side, whichever that is."""
    hand = desk("row")
    hand.session.reader = "E"
    go(hand, by_hand(504, 1098, 4, "W"))
    assert stands(hand) == ({"NS": 1098, "WE": 504}, 4, "W")


@pytest.mark.parametrize("style", STYLES)
def test_the_totals_of_a_resumed_match_are_those_of_the_rule_tool(desk, style):
    """Through deals, an undo, an edit and a restart."""
    evening = budgets.load(budgets.FILES[0])
    rules = profile.resolve("it")
    events = [e for _, e, _, _ in evening_facts.play(evening, rules, 9999) if e][:4]
    start = {"NS": 504, "WE": 1098, "deals": 4}
    hand = desk(style, "it", 9999)
    go(hand, by_hand(504, 1098, 4, "N"))
    told = {"profile": "it", "target": 9999, "first_dealer": "N", "start": start}
    for event in events:
        enter(hand, event, rules)
    states = rule_tool.fold({**told, "events": events})["states"]
    assert hand.session.state["totals"] == states[-1]["totals"]
    assert hand.session.state["deals"] == states[-1]["deals"] > 4
    go(hand, "MENU undo accept")
    assert stands(hand) == (states[-2]["totals"], states[-2]["deals"], states[-2]["dealer"])
    go(hand, "MENU redo accept MENU deals 1 play failed accept")
    edited = notation.from_text(hand.session.live()[0])
    told["events"] = [edited, *events[1:]]
    assert hand.session.state["totals"] == rule_tool.fold(told)["states"][-1]["totals"]
    again = restarted(hand)
    assert again.start == start and again.state["totals"] == hand.session.state["totals"]
    assert "match N 9999 it o=504/1098/4" in list(again.journal_lines())


# ---- the code


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("rules", ["it", "fr", "club"])
def test_a_fresh_box_goes_on_by_the_code_of_another(desk, style, rules):
    """Totals, dealer, number of deals, rules; and the match ends as it would have."""
    resolved = profile.resolve(rules)
    evening = budgets.load(budgets.FILES[0])
    first = desk(style, rules)
    begin(first, evening["first_dealer"])
    played = evening_facts.play(evening, resolved, resolved["match.target"])
    events = [event for _, event, _, _ in played if event]
    half = len(events) // 2
    for event in events[:half]:
        enter(first, event, resolved)
    code = code_of(first)
    assert resume.read(code)[3] == profile.KEYS.index(rules)
    other = desk(style, "ffb_contree_2016")
    s = go(other, "resume code " + " ".join(code))
    assert (other.offered(), s.setup) == (["start"], (rules, 0))
    go(other, "start")
    assert other.screen() == "table" and s.rules_key == rules
    assert stands(other) == stands(first)
    assert code_of(other) == code
    for event in events[half:]:
        enter(first, event, resolved)
        enter(other, event, resolved)
        assert stands(other) == stands(first)
    assert first.session.state["winner"] == s.state["winner"]


@pytest.mark.parametrize("style", STYLES)
def test_a_wrong_code_is_said_and_nothing_is_lost(desk, style):
    hand = desk(style)
    s = go(hand, "resume code 1 Z 0 H 5 1 0 J W F")
    assert (hand.screen(), s.note, s.fix) == ("resume", "wrong", "o1Z0H510JWF")
    assert hand.offered() == ["erase"]
    assert restarted(hand).fix == s.fix
    go(hand, "erase E")
    assert (s.note, hand.offered()) == ("", ["start"])
    go(hand, "start")
    assert stands(hand) == ({"NS": 504, "WE": 1098}, 4, "W") and s.rules_key == profile.KEYS[2]


@pytest.mark.parametrize("style", STYLES)
def test_other_rules_and_another_target_are_asked_for_before_it_begins(desk, style):
    code = resume.write(504, 1098, 4, resume.OTHER, 1, 1)
    hand = desk(style, "fr")
    s = go(hand, "resume code " + " ".join(code))
    assert hand.offered() == ["rules"]
    assert "Règles : pas dans le code." in shown(hand)
    go(hand, "rules bga start")
    assert (hand.screen(), hand.offered()) == ("resume", ["total"])
    assert restarted(hand).fix == s.fix
    go(hand, "total 2000" if "2000" in targets("bga") else "total " + targets("bga")[-1])
    go(hand, "start")
    assert hand.offered() == ["start"]
    go(hand, "start")
    assert (s.rules_key, str(s.target)) == ("bga", targets("bga")[-1])
    assert stands(hand) == ({"NS": 504, "WE": 1098}, 4, "W")


def targets(rules):
    return [str(n) for n in sorted(profile.resolve(rules)["match.targets"])]


def test_a_code_says_when_the_rules_or_the_end_are_no_published_ones(desk):
    hand = desk("row", "it", 501, "fr start N")
    assert resume.read(code_of(hand))[5] == 1
    hand = desk("row", "it", 0, "fr start N")
    assert resume.read(code_of(hand))[3:] == [profile.KEYS.index("it"), 0, 0]
    go(hand, "MENU rules fr accept")
    assert resume.read(code_of(hand))[3] == profile.KEYS.index("fr")
    own = profile.resolve({"extends": "it", "values": {"deal.cutter": "right"}})
    hand = desk("row", "it")
    hand.session.begin(own, None, "N")
    hand.bench.app.screen()
    assert resume.read(code_of(hand))[3] == resume.OTHER


def test_what_a_code_cannot_hold_is_said(desk):
    """Held points of a litige; totals beyond it."""
    hand = desk("row", "it", 0, "fr " + by_hand(8192, 10, 4, "N"))
    go(hand, "MENU code")
    assert "PAS DE CODE" in shown(hand)
    hand = desk("row", "it", 0, "fr start N")
    hand.session.state["held"] = 81
    go(hand, "MENU code")
    assert "Pas dans le code : litige de 81" in shown(hand)


# ---- asleep


@pytest.mark.parametrize("board", BOARDS)
def test_the_sleeping_glass_has_the_code_and_is_drawn_the_same_after_the_wake(box, board):
    """From the glass alone another box goes on; the first refresh after the sleep is a partial."""
    hands = box(board, "it", 1000)
    hands.deal("W", "160", "S", "failed")
    code = hands.go("<", "code")["text"][3]
    hands.go("<", "<")
    word = "une touche réveille" if board == ROW else "OK réveille"
    band = f"En veille · {word}", f"code {code}"
    put = f"main.app.layout.put('note', {list(band)!r}, 'band')"
    # the CRC of the frame
    crc = hands.bench.ask(f"({put}, __import__('report').idle(main.app))[1][1]")
    hands.bench.wait(QUARTER + 10_000)
    assert hands.bench.asleep
    panel = hands.bench.world.panel
    assert binascii.crc32(bytes(panel.glass)) == crc
    fulls, partials = panel.fulls, panel.partials
    hands.bench.wait(60 * MINUTE)
    hands.bench.press("k3" if board == ROW else "down")
    hands.bench.idle()
    assert (panel.fulls, panel.partials) == (fulls, partials + 1)


# ---- a number of deals


@pytest.mark.parametrize("style", STYLES)
def test_a_match_to_a_number_of_deals_ends_with_it(desk, style):
    """Set beside the targets; other rules do not change it; a rematch keeps it."""
    hand = desk(style, "it")
    s = go(hand, "total -10 start N")
    assert s.target == -10 and "10 donnes" in shown(hand)
    assert "match N -10 it" in list(s.journal_lines())
    events = []
    for n in range(10):
        assert not s.state["over"]
        go(hand, "W 160 S coinche failed write")
        events.append(notation.from_text(s.live()[-1]))
        if n == 3:
            assert restarted(hand).state == s.state
            go(hand, "MENU")
            assert "total" not in hand.offered()
            go(hand, "BACK")
    assert (hand.screen(), s.state["why"], s.state["deals"]) == ("over", "quota", 10)
    told = {"profile": {"extends": "it", "values": {"match.quota_deals": 10}}, "events": events}
    last = rule_tool.fold({**told, "first_dealer": "N"})["states"][-1]
    for fact in ("totals", "winner", "why", "over", "dealer"):
        assert s.state[fact] == last[fact]
    go(hand, "rematch")
    assert s.target == -10 and not s.state["over"]
    go(hand, "MENU rules bga accept")
    assert s.state["quota"] == 10


def test_rules_with_a_number_of_deals_offer_only_such(desk):
    key = [k for k in profile.KEYS if profile.resolve(k)["match.quota_deals"]]
    for rules in key:
        hand = desk("row", rules, 0, "fr total")
        assert all(answer[0] == "-" for answer in hand.offered())


def test_a_code_of_rules_of_ones_own_has_their_end_asked_for_too(desk):
    """The rules that are told there may end elsewhere: it was 2000 for 1000."""
    hand = desk("row", "it", 0, "fr start N")
    given = {"extends": "fr", "values": {"match.target": 1010}}
    hand.session.begin(profile.resolve(given), None, "N")
    go(hand, "MENU code")
    codes = [text for text in shown(hand) if len(text) == 11 and text[5] == " "]
    told = resume.read(codes[0].replace(" ", ""))
    assert (told[3], told[5]) == (resume.OTHER, 1)


# ---- the lock

LOCK = "MENU lock S H D C 7"


@pytest.mark.parametrize("style", STYLES)
def test_what_the_organiser_set_is_changed_only_with_the_code(desk, style):
    """Rules, target, number of deals, consent, a new match; a wrong code is said, each time."""
    hand = desk(style, "it", 0, "fr start N S 100 D failed write " + LOCK)
    s = hand.session
    assert (hand.screen(), s.lock.partition(".")[0]) == ("menu", "7")
    assert restarted(hand).lock == s.lock
    assert " l=7." in next(s.journal_lines()) and "SHDC" not in "".join(s.journal_lines())
    for entry in ("rules", "total", "fresh"):
        go(hand, entry)
        for _ in range(4):
            assert hand.screen() == "lock"
            go(hand, "S H D S")
            assert (hand.screen(), s.note) == ("lock", "wrong")
        again = restarted(hand)
        assert (again.screen, again.origin) == (s.screen, s.origin)
        go(hand, "S BACK BACK")
        assert hand.screen() == "menu"
        go(hand, entry + " S H D C")
        assert hand.screen() == entry
        go(hand, "BACK")
        assert hand.screen() == "menu"
    go(hand, "last_deal S H D S")
    assert not s.state["last_deal"]
    go(hand, "S H D C")
    assert s.state["last_deal"] and hand.screen() == "table"
    go(hand, "MENU match elsewhere bga S H D S")
    assert hand.screen() == "lock" and not s.fix
    go(hand, "S H D C")
    assert hand.screen() == "rules"
    go(hand, "BACK BACK BACK")
    go(hand, "times S H D S BACK")
    assert s.times[0] == 0
    go(hand, "agree S H D S")
    assert s.agree == "off"
    go(hand, "S H D C")
    assert (hand.screen(), s.agree) == ("menu", "all")
    go(hand, "lock S H D C")
    assert (hand.screen(), s.lock) == ("menu", "")
    go(hand, "agree")
    assert s.agree == "last"


def test_a_new_match_of_a_locked_box_is_the_same_again(desk):
    hand = desk("row", "it", 0, "fr start N " + LOCK + " fresh S H D C")
    s = hand.session
    assert hand.screen() == "setup"
    for entry in ("rules", "total", "resume"):
        go(hand, entry)
        assert (hand.screen(), s.setup) == ("lock", ("it", 0))
        go(hand, "BACK")
        assert hand.screen() == "setup"
        go(hand, entry + " S H D C")
        opened = "example" if entry == "rules" else entry
        assert (hand.screen(), s.origin) == (opened, "")
        go(hand, "BACK")
        assert hand.screen() == "setup"
    go(hand, "start W")
    assert s.state["dealer"] == "W" and s.lock


@pytest.mark.parametrize("road", [
    "MENU undo", "MENU deals 1 number 110 H", "MENU deals 2", "MENU rules S H D C fr",
    "MENU deals 1 insert N 100 S failed",
])  # fmt: skip
@pytest.mark.parametrize("style", STYLES)
def test_a_correction_in_a_locked_match_needs_the_other_side_or_the_code(desk, style, road):
    """C53: whatever the consent is set to; D66: nothing is written before."""
    hand = desk(style, "it", 0, "fr start N S 100 D failed write all_pass " + LOCK + " BACK")
    s = hand.session
    go(hand, road)
    go(hand, "accept" if "accept" in hand.offered() else "write")
    assert hand.screen() == "agree"
    before = list(s.lines)
    go(hand, "code")
    assert hand.screen() == "lock" and restarted(hand).fix == s.fix
    go(hand, "S S S S")
    assert (hand.screen(), s.note, s.lines) == ("lock", "wrong", before)
    go(hand, "BACK refuse")
    assert s.lines == before
    go(hand, "accept" if "accept" in hand.offered() else "write")
    go(hand, "code S H D C")
    assert len(s.lines) == len(before) + 1 and hand.screen() == "table"
    assert not s.origin and not s.fix
    go(hand, "MENU undo accept accept")  # the other side
    assert s.lines[-1] == "u"
    go(hand, "MENU redo accept code S H D C")
    assert s.lines[-1] == "y"


def test_a_deal_of_a_locked_match_needs_no_more_than_before(desk):
    hand = desk("row", "it", 0, "fr start N " + LOCK + " BACK S 100 D failed write")
    assert hand.screen() == "table" and hand.session.state["deals"] == 1
    before = list(hand.session.lines)
    go(hand, "MENU deals 1 insert all_pass accept")
    assert hand.screen() == "agree" and hand.session.lines == before
    go(hand, "accept")
    assert hand.session.lines == [*before, "i 1 p"]


def test_a_correction_is_agreed_to_by_who_loses_by_it_however_the_box_is_turned(desk):
    """A quarter turn of the box, and the side that gains was asked."""
    hand = desk("row", "it", 0, "fr start N S 100 D failed write " + LOCK + " BACK")
    s = hand.session
    for reader in "NWSE":
        s.reader = reader
        go(hand, "MENU undo accept")  # WE have their 262 no more
        title = shown(hand)[0]
        assert "Ouest" in title and "Est" in title and "Nord" not in title
        go(hand, "refuse keep BACK")


def test_a_locked_box_takes_up_no_other_match_and_deletes_none(desk):
    """It had other rules and no lock."""
    hand = desk("row", "it", 300, "fr start N W 160 S failed write rematch " + LOCK)
    s = hand.session
    go(hand, "earlier 1")
    assert hand.offered() == ["deals"]
    go(hand, "deals")
    assert hand.screen() == "deals"
    go(hand, "BACK BACK BACK lock S H D C earlier 1")
    assert set(hand.offered()) == {"deals", "start", "drop"} and not s.lock


@pytest.mark.parametrize("words", [
    "l=7", "l=7.1234567", "l=7.1234567G", "l=x.12345678", "m=7.12345678", "l"
])  # fmt: skip
def test_a_journal_with_words_that_nobody_knows_is_not_read(desk, words):
    hand = desk("row", "it", 0, "fr start N")
    lines = list(hand.session.journal_lines())
    with pytest.raises(ValueError, match="journal: "):
        wake.read(hand.session, [lines[0] + " " + words, *lines[1:]])
    for word in ("o=1/2", "o=1/2/x", "o=1/2/-3", "q=12", "o=1/2/3/4"):
        with pytest.raises(ValueError):
            wake.read(hand.session, [lines[0], lines[1] + " " + word, *lines[2:]])


# ---- the slip


@pytest.mark.parametrize("style", STYLES)
def test_the_slip_has_all_that_two_captains_sign(desk, style):
    """Table, names, deals, totals, winner, and a check of what led there; it is the last screen of
    a locked match, and one press from the end of any other."""
    hand = desk(style, "it", 600, "fr names N N A done S É done W B O B done BACK start N")
    s = hand.session
    go(hand, "W 160 S failed write S 100 D failed write")
    go(hand, "MENU lock S H D C 7 BACK W 160 S failed write")
    assert (hand.screen(), s.state["over"]) == ("code", True)
    slip = shown(hand)
    for text in ("FEUILLE, TABLE 7", "VICTOIRE : Na, É", "donnes jouées : 3", "Na, É", "644"):
        assert text in slip
    assert "Bob, Est" in slip and "262" in slip
    check = [text for text in slip if re.fullmatch("[0-9A-F]{4} [0-9A-F]{4}", text)]
    rules = profile.to_text(profile.resolve("it"))
    lines = ["7,Na,Bob,É,", "N 600 0 0 0", rules, *s.lines]
    crc = binascii.crc32("".join(line + "\n" for line in lines).encode())
    assert check == ["%04X %04X" % (crc >> 16, crc & 0xFFFF)]
    assert restarted(hand).screen == "code"
    s.reader = "E"  # turned round, the slip is the same
    assert [text for text in shown(hand) if text in check] == check
    go(hand, "BACK")
    assert hand.screen() == "over"
    go(hand, "code back undo keep rematch")
    assert (hand.screen(), s.state["deals"]) == ("table", 0)


def check_of(hand):
    found = [text for text in shown(hand) if re.fullmatch("[0-9A-F]{4} [0-9A-F]{4}", text)]
    assert len(found) == 1
    return found[0]


def test_the_check_of_a_slip_is_of_the_match_and_of_nothing_else_on_the_box(desk):
    """Its number in the archive, wins and rules of one's own are not in it; a changed deal is."""
    hand = desk("row", "it", 300, "fr start N W 160 S failed write code")
    s = hand.session
    check = check_of(hand)
    s.own = {"Club": profile.to_text(profile.resolve("club"))}
    s.wins = [4, 7]
    assert check_of(hand) == check
    go(hand, "BACK rematch MENU earlier 1 start code")
    assert s.number == 1 and check_of(hand) == check
    go(hand, "BACK MENU deals 1 number 150 S accept BACK code")
    assert s.state["totals"] == {"NS": 312, "WE": 0} and check_of(hand) != check


def test_an_unlocked_match_ends_where_it_did(desk):
    hand = desk("row", "it", 300, "fr start N W 160 S failed write")
    assert hand.screen() == "over"
    go(hand, "code")
    assert "FEUILLE" in shown(hand)
    go(hand, "back MENU code")
    assert "FEUILLE" in shown(hand)


# ---- power

ROADS = {
    "resume": "all_pass < fresh drop resume code 1 Z 0",
    "a whole code": "all_pass < fresh drop resume code 1 Z 0 H 5 1 0 J W E",
    "the last question": "all_pass < fresh drop resume 1 done 2 done 3",
    "code": "S 100 D failed write < code",
    "a code is chosen": "all_pass < lock S H D",
    "a table is chosen": "all_pass < lock S H D C",
    "a correction": "all_pass < lock S H D C 7 < < undo accept code S H",
    "the slip": "all_pass < lock S H D C 7 < S 160 S failed write",
}


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("board", BOARDS)
def test_the_power_may_go_on_the_way(box, board, road):
    """D61, E79: beside the roads of test_flow."""
    hands = box(board, "it", 300)
    before = hands.go(*ROADS[road].split())
    hands.bench.cut()
    assert hands.seen() == before
    assert before["screen"] in ("resume", "code", "lock")


def test_the_power_may_go_inside_the_save_of_a_lock(box):
    hands = box(DIAL, "it", 3000)
    hands.go("all_pass", "<")
    for n in range(1, 40):
        hands.go("lock", *"SHDC")
        cuts = hands.bench.cuts
        hands.bench.cut(n)
        hands.press("ok")
        state = hands.seen()
        lock = hands.bench.ask("main.app.session.lock")
        if hands.bench.cuts == cuts:
            assert lock[:2] == "1."
            break
        assert (state["screen"], lock == "") in (("lock", True), ("menu", False))
        if lock:
            hands.go("lock", *"SHDC")
        else:
            hands.go("<", "<", "<", "<", "<")
            hands.go("<") if hands.screen() == "table" else None
    assert n > 3
