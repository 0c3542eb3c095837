"""The matches that were played, by keys: a match that was ended by mistake goes on, deleting is a
long hold and nothing less, power cuts while one looks, a series, and sixty matches in the heap of
the budget. On four keys, a dial and three keys."""

import pytest
from littlefs import LittleFS

from coinche import profile
from device.hands import DIAL, ROW, THREE, Box
from fake_files import FakeFiles
from test_archive import OWN, sixty
from test_archive import box as session

pytestmark = pytest.mark.xdist_group("matches")
KINDS = (ROW, DIAL, THREE)
WON = "S 160 S failed write"  # WE have 322 of 300
LOST = "W 160 S failed write"


def go(hands, text):
    return hands.go(*text.split())


@pytest.mark.parametrize("board", KINDS)
def test_a_match_that_was_ended_by_mistake_goes_on_from_the_archive(box, board):
    """C41, C45, E81: a deal too much, the rematch has begun, and nothing is lost."""
    hands = box(board, "it", 300)
    go(hands, "S 100 D made 3 0 write")
    over = go(hands, WON)
    assert over["over"] and "Ce soir : Nous 0, Eux 1" in over["text"]
    begun = go(hands, "rematch")
    listed = go(hands, "< earlier")
    assert "1. gagné : Eux · donnes : 2" in listed["text"] and "352" in listed["text"]
    page = go(hands, "1")
    assert "PARTIE 1" in page["text"] and "start" in hands.offered()
    looked = go(hands, "deals")
    assert any(text.startswith("1. Sud 100") for text in looked["text"])
    hands.ok()  # nothing of it can be corrected here
    assert hands.seen()["screen"] == "deals"
    assert go(hands, "<") == page
    assert go(hands, "< <")["screen"] == "menu" and go(hands, "<") == begun
    again = go(hands, "< earlier 1 start")
    assert {k: again[k] for k in over if k != "text"} == {k: over[k] for k in over if k != "text"}
    assert again["text"] == over["text"]
    table = go(hands, "undo accept")
    assert table["screen"] == "table" and table["totals"] == {"NS": 232, "WE": 30}
    hands.bench.cut()
    assert hands.seen() == table
    over = go(hands, LOST)
    assert over["winner"] == "NS" and "Ce soir : Nous 1, Eux 0" in over["text"]
    listed = go(hands, "rematch < earlier")
    assert "1. gagné : Nous · donnes : 2" in listed["text"]
    assert not [text for text in listed["text"] if text.startswith("2.")]


@pytest.mark.parametrize("board", KINDS)
def test_the_power_may_go_while_one_looks_at_what_was_played(box, board):
    """D61: and what destroys is a long hold after that too: it was a short one when the box had
    started on such a screen."""
    hands = box(board, "it", 300)
    go(hands, WON)
    for _ in range(3):
        go(hands, "rematch " + LOST)
    down = {ROW: "k2", DIAL: "down", THREE: "next"}[board]

    def same():
        before = hands.seen()
        hands.bench.cut()
        assert hands.seen() == before
        return before

    go(hands, "earlier")
    hands.press(down)
    assert same()["focus"] == 1
    page = go(hands, "2")
    assert "PARTIE 2" in same()["text"]
    go(hands, "deals")
    assert same()["screen"] == "deals"
    assert go(hands, "<") == page
    while board != ROW and hands.offered()[hands.seen()["focus"]] != "drop":
        hands.press(down)
    hands.seen()
    hands.bench.cut()
    page = hands.seen()
    hands.bench.hold({ROW: "k4"}.get(board, "ok"), 1500)
    assert hands.seen()["screen"] == page["screen"] and "PARTIE 2" in hands.seen()["text"]
    hands.press({ROW: "k4"}.get(board, "ok"))
    assert "PARTIE 2" in hands.seen()["text"]
    left = go(hands, "drop")
    assert [text[:2] for text in left["text"] if "gagné" in text] == ["3.", "1."]
    assert same() == left


def test_an_entry_is_as_it_was_after_a_look_at_the_archive(box):
    """C56."""
    hands = box(DIAL, "it", 300)
    go(hands, WON + " rematch")
    play = go(hands, "S 100 D coinche")
    hands.press("menu")
    assert go(hands, "earlier 1 deals")["screen"] == "deals"
    assert go(hands, "< < < <") == play


@pytest.mark.parametrize("board", KINDS)
def test_a_series_is_said_apart_from_the_matches(box, board):
    """G99: three matches, of which two must be won; the next ones are another series."""
    hands = box(board, "it", 300)
    go(hands, "< times <")
    for number, (deal, line) in enumerate((
        (WON, "Manche 1 : Nous 0, Eux 1"),
        (LOST, "Manche 2 : Nous 1, Eux 1"),
        (WON, "Série : Eux, 2 à 1 · séries : Nous 0, Eux 1"),
        (LOST, "Manche 1 : Nous 1, Eux 0"),
    )):
        over = go(hands, "rematch " + deal if number else deal)
        if board == THREE:  # the number of series has no room there
            line = line.partition(" · ")[0]
        assert line in " ".join(over["text"]), over["text"]
        hands.bench.cut()
        assert hands.seen() == over
    # taken up again and ended the other way: the series before it is as it was
    go(hands, "rematch < earlier 4 start undo accept")
    over = go(hands, WON)
    assert "Manche 1 : Nous 0, Eux 1" in over["text"]


def image_of(files, path):
    """A flash with these files."""
    fs = LittleFS(block_size=4096, block_count=512)
    fs.mkdir("archive")
    for name, data in files.data.items():
        with fs.open(name, "wb") as file:
            file.write(data)
    fs.unmount()
    path.write_bytes(bytes(fs.context.buffer))


@pytest.mark.parametrize("board", (ROW, DIAL))
def test_sixty_matches_are_looked_at_in_the_heap_of_the_budget(tmp_path, board):
    """While a long match is on the table; each by other rules, one by rules that have no name."""
    files = FakeFiles(sixty()[0], piece=512)
    s = session(files)
    s.begin(profile.resolve(OWN), 5000, "N")
    for taker in "NWSE" * 3:
        s.emit({"event": "deal", "taker": taker, "deal": {
            "contract": 100, "denomination": "H", "level": 0, "taker_points": 70}})
    image_of(files, tmp_path / "flash.img")
    with Box(board, "it", 300, store=tmp_path, start=None) as hands:
        table = hands.seen()
        assert table["screen"] == "table" and table["deal"] == 13
        listed = go(hands, "< earlier")
        assert hands.offered() == [str(n) for n in range(60, 0, -1)]
        for number in (60, 52, 34, 17, 1):
            page = go(hands, str(number))
            assert "PARTIE %d" % number in page["text"] and "start" not in hands.offered()
            assert go(hands, "deals")["screen"] == "deals"
            for _ in range(3):
                hands.press("k1" if board == ROW else "up")
            hands.seen()
            assert go(hands, "<")["text"] == page["text"]
            assert go(hands, "<")["focus"] == 60 - number
        assert listed["screen"] == "earlier" and go(hands, "< <") == table
