"""How long each deal took: the box has no clock but the one that began with its power, so it notes
the minute of the match beside a deal, and says nothing where that clock has stood still."""

from coinche import profile
from scorer import archive, told, wake
from scorer.lang import Words
from scorer.screens import code, match
from test_archive import DEAL, FakeFiles, Journal, Session, undo


class Table:
    """A session whose clock is set by hand; it began long before the match."""

    def __init__(self):
        self.files, self.now = FakeFiles(), 86_000
        self.restart()
        self.s.begin(profile.resolve("it"), 3000, "N")

    def restart(self):
        """As after a power cut: the clock begins anew."""
        self.s = Session(Journal(self.files), None, "fr", seconds=lambda: self.now)
        wake.load(self.s)
        self.w = Words("fr")

    def deal(self, minutes):
        """A deal that ends so many minutes after the one before."""
        self.now += minutes * 60
        self.s.emit({"event": "deal", "taker": "S", "deal": DEAL})

    def correct(self, fix):
        self.s.fix = fix
        self.s.correct()

    def minutes(self):
        """What stands beside the live deals, "" where it is nothing."""
        out = []
        for n in range(1, self.s.state["events"] + 1):
            said = [text for text in told.sums(self.s, self.w, n) if text.endswith(" min")]
            out.append("".join(said))
        return out


def seen(screen, table):
    """{place: the text that a screen puts there last}."""
    shown = {}
    screen.view(table.s, table.w, lambda place, text, *_, **__: shown.update({place: text}))
    return shown


def test_each_deal_says_how_long_it_took():
    table = Table()
    for minutes in (6, 4, 0, 11):
        table.deal(minutes)
    assert table.minutes() == ["6 min", "4 min", "", "11 min"]
    assert [line.partition(" ")[0] for line in table.s.lines] == [
        "dS,t6,w220/42", "dS,t10,w220/42", "dS,t10,w220/42", "dS,t21,w220/42"]  # fmt: skip


def test_a_correction_keeps_the_time_and_an_undone_deal_gives_it_back():
    table = Table()
    table.deal(6)
    table.deal(4)
    table.s.revise(1)
    table.s.facts["taker_points"] = 130
    table.s.correct()
    assert table.minutes() == ["6 min", "4 min"]
    undo(table.s)
    undo(table.s)
    table.deal(1)
    assert table.minutes() == ["6 min", "5 min"]
    table.s.insert(2)
    table.s.emit({"event": "deal", "taker": "S", "deal": DEAL})
    assert table.minutes() == ["6 min", "", "5 min"]
    table.correct("x 1")
    assert table.minutes() == ["", "11 min"]


def test_after_a_power_cut_one_deal_has_no_time_and_the_next_one_its_own():
    """Nobody knows how long the cell was out, and the clock may show anything."""
    for now in (0, 86_100, 10_000_000):
        table = Table()
        table.deal(6)
        table.now = now
        table.restart()
        table.deal(2)
        table.deal(7)
        assert table.minutes() == ["6 min", "", "7 min"], now


def test_a_clock_that_somebody_has_set_is_not_believed():
    for jump in (-80_000, 800_000_000):
        table = Table()
        table.deal(6)
        table.now += jump
        table.deal(2)
        table.deal(7)
        assert table.minutes() == ["6 min", "", "7 min"], jump


def test_a_match_that_is_taken_up_again_does_not_count_the_time_between():
    table = Table()
    table.deal(6)
    table.s.begin(table.s.base, 3000, "W")
    table.now += 7200
    number = archive.others(table.s)[0][0]
    assert archive.go_on(table.s, number) == ""
    table.deal(3)
    table.deal(5)
    assert table.minutes() == ["6 min", "", "5 min"]


def test_marks_as_they_were_written_have_no_sum_beside_them():
    """What the rules give now would contradict them."""
    table = Table()
    table.s.lines = ["dS,t6,w500/0 100H =120"]
    table.s.fold()
    assert told.sums(table.s, table.w, 1) == ["6 min"]
    table.deal(6)
    assert told.sums(table.s, table.w, 2) == ["Nous 120 + 100 = 220", "Eux 42"]


def test_a_box_without_a_clock_notes_none():
    table = Table()
    table.s.seconds = None
    table.deal(6)
    assert table.s.lines == ["dS,w220/42 100H =120"] and table.minutes() == [""]


def test_the_match_says_how_long_it_has_gone_on():
    table = Table()

    def said():
        return seen(match, table)["question"][1:]

    assert said() == []
    table.deal(59)
    assert said() == ["en tout 59 min"]
    table.deal(6)
    assert said() == ["en tout 1 h 05"]


def test_the_check_of_a_slip_is_the_same_however_long_the_deals_took():
    checks = set()
    for minutes in (0, 3, 120):
        table = Table()
        for _ in range(3):
            table.deal(minutes)
        table.s.revise(2)
        table.s.facts["taker_points"] = 130
        table.s.correct()
        table.s.state = table.s.state | {"over": True, "winner": "NS"}
        checks.add(seen(code, table)["headline"])
    assert len(checks) == 1
