"""The page in a real browser: its keys, its glass, what it keeps, and that it never stalls."""

import binascii

import pytest

import evening
import rules

pytestmark = pytest.mark.xdist_group("page")

RULES = "ffb_contree_2016"  # what a new box offers
BOARDS = ("waveshare_esp32_driver", "crowpanel_42")
STALL_MS = 30

# South takes 100 diamonds and makes it with 132; West takes 110 spades, doubled, and fails.
EVENTS = (
    {
        "event": "deal",
        "taker": "S",
        "deal": {"contract": 100, "denomination": "D", "level": 0, "taker_points": 132},
    },
    {
        "event": "deal",
        "taker": "W",
        "deal": {"contract": 110, "denomination": "S", "level": 1, "taker_points": 90},
    },
)


def begin(box):
    """A new box, from its first screen to the first deal: French, the rules offered, N deals."""
    hand = evening.Hand(box)
    for wanted in ("fr", "start", "N"):
        hand.answer(wanted)
    assert hand.screen() == "table"
    return hand


def expected(events):
    match = {"profile": RULES, "first_dealer": "N", "events": list(events)}
    return rules.fold(match)["states"][-1]["totals"]


@pytest.mark.parametrize("board, by", [*zip(BOARDS, ["keyboard", "click"])])
def test_deals_entered_on_the_page_show_the_total_of_the_rule_tool(box, board, by):
    one = box(board)
    one.by = by
    hand = begin(one)
    profile = rules.profile.resolve(RULES)
    for event in EVENTS:
        evening.enter(hand, event, profile)
    one.idle()
    totals = expected(EVENTS)
    state = one.state()
    assert state["totals"] == totals
    for side in ("NS", "WE"):
        assert str(totals[side]) in state["text"]
    assert binascii.crc32(one.glass()) == state["machine"]["frame_crc"]


def in_columns(picture, width, height):
    """The frame of a glass turned by a quarter: pages of eight rows, the topmost lowest."""
    rows = [picture[at : at + width // 8] for at in range(0, len(picture), width // 8)]
    dots = [[row[x // 8] >> 7 - x % 8 & 1 for x in range(width)] for row in rows]
    pages = [dots[top : top + 8] for top in range(0, height, 8)]
    return bytes(sum(page[y][x] << y for y in range(8)) for page in pages for x in range(width))


@pytest.mark.parametrize("board", [*BOARDS, "m5_coreink", "reterminal_e1001", "magtag"])
def test_the_canvas_shows_the_glass_and_the_glass_shows_the_frame(box, board):
    one = box(board)
    glass = one.glass()
    if board == "magtag":
        glass = in_columns(glass, 296, 128)
    assert binascii.crc32(glass) == one.state()["machine"]["frame_crc"]


def test_keys_of_one_instant_are_all_applied_in_their_order(box):
    one = box()
    begin(one)
    one.at_once(["k3", "k3", "k3"])  # South, 100, diamonds; shorter than any tick, panel busy
    state = one.state()
    assert state["screen"] == "play"
    assert state["fields"]["taker"] == "S"
    assert state["contract"] == {"contract": 100, "denomination": "D", "level": 0}


@pytest.mark.parametrize("by", ["keyboard", "click"])
def test_a_key_that_stays_down_is_one_hold(box, by):
    one = box()
    begin(one)
    one.by = by
    one.press("k3")
    assert one.state()["screen"] == "number"
    one.hold("k1")
    assert one.state()["screen"] == "table"


def test_a_reload_and_a_power_cut_keep_the_deal_and_the_half_typed_entry(box):
    one = box()
    hand = begin(one)
    evening.enter(hand, EVENTS[0], rules.profile.resolve(RULES))
    one.at_once(["k1", "k2"])
    one.idle()
    before, picture = one.kept(), one.glass()
    assert before["screen"] == "suit"
    one.reload()
    assert one.kept() == before
    assert one.glass() == picture
    one.page.click("#cut")
    one.idle()
    assert one.kept() == before
    assert one.glass() == picture


def test_what_was_answered_is_stored_before_it_is_on_the_glass(box):
    one = box(hurry=False)
    begin(one)
    one.idle()
    before = one.glass()
    one.at_once(["k3"])
    assert one.glass() == before
    draft = one.page.evaluate(
        "Object.entries(localStorage).map(([key, text]) => key.includes('draft') ? text : '')"
    )
    assert any("number|" in text for text in draft)
    one.page.click("#cut")
    one.idle()
    assert one.state()["screen"] == "number"
    assert one.glass() != before


def test_forgetting_asks_first_and_then_leaves_a_new_box(box):
    one = box()
    begin(one)
    page = one.page
    page.click("#forget")
    page.click("dialog button[value=no]")
    assert one.state()["screen"] == "table"
    page.click("#forget")
    page.click("#erase")
    one.idle()
    assert one.state()["screen"] == "language"


def test_boards_keep_their_matches_apart(box):
    begin(box(BOARDS[0]))
    assert box(BOARDS[1]).state()["screen"] == "language"


def test_a_second_tab_waits_for_the_first(box, browser, address):
    one = box()
    begin(one)
    two = browser.new_page()
    two.goto(one.url)
    two.wait_for_function("document.getElementById('status').textContent.includes('another tab')")
    one.idle()
    one.page.close()
    two.wait_for_function("window.dix && dix.quiet")
    assert two.evaluate("dix.ask('main.app.session.screen')") == "table"


def test_a_full_store_is_said_and_play_goes_on(box):
    one = box()
    begin(one)
    one.page.evaluate(
        """() => { const put = Storage.prototype.setItem;
          window.mend = () => { Storage.prototype.setItem = put; };
          Storage.prototype.setItem = () => { throw new Error("full"); }; }"""
    )
    one.press("k3")
    assert one.state()["screen"] == "number"
    assert "full" in one.page.inner_text("#trouble")
    one.page.evaluate("mend()")
    one.press("k3")
    one.reload()
    assert one.state()["screen"] == "suit"


def test_a_late_browser_loses_no_hold_and_no_press(box):
    one = box(hurry=False)
    begin(one)
    one.press("k3")
    one.page.evaluate(
        """() => { const key = document.querySelector("[data-key=k1]");
          const wait = ms => { const end = performance.now() + ms;
            while (performance.now() < end); };
          const act = what => key.dispatchEvent(new PointerEvent(what, { pointerId: 1 }));
          act("pointerdown"); wait(900); act("pointerup"); wait(100);
          act("pointerdown"); wait(50); act("pointerup"); wait(300); }"""
    )
    one.played()
    state = one.state()  # the hold went back to the table, the press then took West
    assert state["screen"] == "number"
    assert state["fields"]["taker"] == "W"


def test_no_press_stalls_the_page(box):
    """The longest piece of work of the page in a deal, the least of three runs: a busy machine
    delays one of them, the page itself would delay each."""
    one = box(hurry=False)
    hand = begin(one)
    profile = rules.profile.resolve(RULES)
    longest = []
    for _ in range(3):
        one.idle()
        one.page.evaluate("dix.longest_ms = 0")
        for event in EVENTS:
            evening.enter(hand, event, profile)
        longest.append(one.page.evaluate("dix.longest_ms"))
    print("longest work of the page in a deal, ms:", longest)
    print("longest step of the device, ms:", one.page.evaluate("dix.longest_tick_ms"))
    assert 0 < min(longest) < STALL_MS
