"""The matches that were played (firmware/scorer/archive.py), with the real Session and Journal
over a fake of the file port: sixty evenings kept and taken up again, what a damaged or newer file
does, a full flash, a series of matches. Totals are those of tools/rules.py match. Power cuts are
in host_tests/storage, keys in host_tests/device/test_matches.py.
"""

import binascii
import json
from functools import cache
from pathlib import Path

import pytest

import evening_facts
import rules as rule_tool
from coinche import profile
from fake_files import FakeFiles
from scorer import archive, own, wake
from scorer.journal import Journal
from scorer.screens import earlier
from scorer.session import Session

EVENINGS = [
    json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((Path(__file__).parent / "data" / "evenings").glob("*.json"))
]
BLOCK = 4096
# what no published rule set has
OWN = {"extends": "fr",
       "values": {"match.target": 777, "belote.on_fail": "defence", "bid.min": 90}}  # fmt: skip
NAMES = {"N": "Nadia", "W": "Omar", "S": "Sam", "E": "Élise"}
UNDO = {"event": "undo"}
DEAL = {"contract": 100, "denomination": "H", "level": 0, "taker_points": 120}


def box(files):
    """A session as after a start on this flash."""
    s = Session(Journal(files), None, "fr")
    wake.load(s)
    s.rows = lambda place: 6
    return s


RULES = [*profile.KEYS, OWN]


def undo(s):
    s.fix = "u"
    s.correct()


class Played:
    """A match that was played in a session: what rules.py match is given for it."""

    def __init__(self, s, number):
        evening = EVENINGS[number % len(EVENINGS)]
        self.rules = RULES[number % len(RULES)]
        resolved = profile.resolve(self.rules)
        self.target, self.dealer = evening["target"], evening["first_dealer"]
        self.events = []
        s.begin(resolved, self.target, self.dealer)
        for n, (_, event, _, _) in enumerate(evening_facts.play(evening, resolved)):
            if not event:
                continue
            self.emit(s, event)
            if n % 5 == 4:  # a slip that was taken back
                undo(s)
                self.events.append(UNDO)
                self.emit(s, event)

    def emit(self, s, event):
        s.emit(event)
        self.events.append(event)

    def last(self, *more):
        """The state that the rule tool gives."""
        line = {"profile": self.rules, "target": self.target, "first_dealer": self.dealer}
        return rule_tool.fold({**line, "events": [*self.events, *more]})["states"][-1]

    def agrees(self, s, *more):
        state = self.last(*more)
        for what in ("totals", "dealer", "deals", "over", "winner", "held"):
            assert s.state[what] == state[what], what


def simple(s, deals=1, taker="S", rules="club", target=150):
    """A match of so many deals of 100 marked; what was noted when it began."""
    s.begin(profile.resolve(rules), target, "N")
    note = s.note
    for _ in range(deals):
        s.emit({"event": "deal", "taker": taker, "deal": DEAL})
    return note


def looked_at(s, number):
    s.fix = "p%d" % number
    found = wake.past(s)
    s.fix = ""
    s.forget()
    return found


def kept(s):
    return archive.numbers(s.journal.fs)[0]


@cache
def sixty():
    """(files of a box on which sixty matches were played, {number: Played}, wins by side)."""
    files = FakeFiles(piece=512)
    s = box(files)
    s.names = dict(NAMES)
    played, wins = {}, {"NS": 0, "WE": 0}
    for number in range(1, 61):
        played[number] = Played(s, number)
        assert not s.note
        if s.state["winner"] in wins:
            wins[s.state["winner"]] += 1
    s.begin(profile.resolve("it"), None, "N")
    assert s.wins == list(wins.values())
    return files.data, played, wins


def test_sixty_matches_keep_within_bounds_and_each_goes_on_with_the_totals_of_the_rule_tool():
    """C41, C45: undone from the archive, the match goes on and ends as before."""
    data, played, wins = sixty()
    files = FakeFiles(data, piece=512)
    s = box(files)
    assert kept(s) == list(range(1, 61))
    sizes = [len(data) for name, data in files.data.items() if name.startswith("archive/")]
    print("archive of 60: %d bytes at most, %d in a block, %d in all"
          % (max(sizes), sum(size <= BLOCK for size in sizes), sum(sizes)))
    assert max(sizes) <= 16640 and sum(size <= BLOCK for size in sizes) > 50
    s = box(files)
    for number in range(1, 61):
        match = looked_at(s, number)
        played[number].agrees(match)
        words = archive.head(files, number)
        assert words[:2] == [str(match.state["totals"][side]) for side in ("NS", "WE")]
        assert words[3] == str(match.state["deals"]) and words[5] == "Nadia,Omar,Sam,Élise"
        assert words[2] == (match.state["winner"] or "-")
    for number in range(60, 0, -1):
        one = played[number]
        assert archive.may_go_on(s, number) and not archive.may_go_on(s, number - 1)
        assert archive.go_on(s, number) == ""
        assert (s.number, s.names) == (number, NAMES)
        one.agrees(s)
        before = list(s.wins)
        undo(s)
        one.agrees(s, UNDO)
        if not number % 4:
            s = box(files)
            one.agrees(s, UNDO)
        s.fix = "y"
        s.correct()
        one.agrees(s, UNDO, {"event": "redo"})
        assert s.wins == before
        assert profile.to_text(s.base) == profile.to_text(profile.resolve(one.rules))
        s.begin(profile.resolve("it"), None, "N")
        assert kept(s) == list(range(1, number + 1))
        assert looked_at(s, number).lines[-2:] == ["u", "y"]
        archive.drop(s, number)
        s = box(files)
    assert not kept(s) and s.wins == list(wins.values())


def test_an_entry_that_leaves_no_room_for_the_place_in_the_archive_is_kept_all_the_same():
    s = box(FakeFiles())
    simple(s, 1)
    s.begin(s.rules, None, "N")
    s.screen, s.typed, s.taker = "auction", "a" + 33 * "ap", "N"
    s.facts = {"contract": 100, "denomination": "H", "level": 1}
    told = s.draft()
    for screen in ("menu", "earlier"):
        s.aside(screen)
    s.fix = "p1"
    s.aside("deals")
    assert len(s.draft().encode()) <= 100
    s.save_draft()
    assert s.saved == "saved"
    again = box(s.journal.fs)
    assert again.screen == "auction" and again.draft() == told
    s.typed = "a" + 20 * "ap"
    assert s.draft().split("|")[0] == "deals", "there is room"


def test_a_list_reads_a_piece_of_each_match_that_it_shows():
    files = FakeFiles(piece=512)
    s = box(files)
    for _ in range(20):
        simple(s, 3, target=300)
    s.begin(s.rules, None, "N")
    files.reads = []
    shown = []
    earlier.view(s, lambda *what: str(what), lambda *what: shown.append(what))
    assert files.reads == ["archive/%d.txt" % n for n in range(20, 14, -1)]
    assert next(what for what in shown if what[0] == "deals.left")[1:] == ("300", "", 0)


def test_rules_without_a_name_survive_archive_and_restart():
    files = FakeFiles()
    s = box(files)
    simple(s, 2, rules=OWN, target=777)
    text = profile.to_text(profile.resolve(OWN))
    simple(s, 0, rules="it")
    s = box(files)
    assert archive.head(files, 1)[4] == "-" and archive.rules_of(s, 1)[0] == text
    assert profile.to_text(looked_at(s, 1).rules) == text
    archive.go_on(s, 1)
    for again in (s, box(files)):
        assert (again.rules_text, again.rules_key) == (text, None)
        assert profile.to_text(again.rules) == text and again.state["deals"] == 2


def test_the_sixty_first_match_drops_the_oldest_and_says_so():
    s = box(FakeFiles())
    for _ in range(61):
        assert not simple(s)
    assert simple(s) == "note.dropped" and kept(s) == list(range(2, 62))


def test_what_nothing_was_played_of_is_not_kept_and_what_was_given_up_is():
    s = box(FakeFiles())
    simple(s, 0)
    s.emit({"event": "all_pass"})
    simple(s, 1, target=2000)
    assert kept(s) == []
    simple(s, 0)
    assert kept(s) == [1] and archive.head(s.journal.fs, 1)[2] == "-"


def test_a_match_is_taken_up_only_while_no_deal_of_another_was_played():
    s = box(FakeFiles())
    simple(s, 2)
    simple(s, 2)
    assert not archive.may_go_on(s, 1), "one is over on the table"
    s.begin(s.rules, None, "N")
    assert archive.may_go_on(s, 2) and not archive.may_go_on(s, 1)
    s.emit({"event": "all_pass"})
    assert archive.may_go_on(s, 2)
    s.emit({"event": "deal", "taker": "S", "deal": DEAL})
    assert not archive.may_go_on(s, 2)
    undo(s)
    assert archive.may_go_on(s, 2)


def test_what_all_deals_were_taken_back_of_replaces_what_was_kept():
    s = box(FakeFiles())
    simple(s, 1)
    simple(s, 0)
    archive.go_on(s, 1)
    undo(s)
    simple(s, 0)
    assert kept(s) == [1] and archive.head(s.journal.fs, 1)[3] == "0"


def damaged(data):
    return data.replace(b" 100H", b" 110H", 1)


def newer(data):
    body = data[: data.rindex(b"=")].replace(b"dx1 ", b"dx2 ", 1)
    return body + b"=%08x" % binascii.crc32(body)


def no_match(data):
    body = data[: data.rindex(b"=")].replace(b"\ne d", b"\ne q", 1)
    return body + b"=%08x" % binascii.crc32(body)


@pytest.mark.parametrize("spoil", [damaged, newer, no_match, lambda data: data[:-5],
                                   lambda data: b"", lambda data: b"\xff" * 700])  # fmt: skip
def test_a_file_that_cannot_be_read_is_never_lost(spoil):
    files = FakeFiles()
    s = box(files)
    for _ in range(3):
        simple(s, 2)
    s.begin(s.rules, None, "N")
    data = files.data["archive/2.txt"] = spoil(files.data["archive/2.txt"])
    assert archive.others(s) == ([3, 2, 1], 0)
    note = archive.check(s, 2)
    if not note:  # a right file, and no match in it
        assert spoil is no_match
        s.fix = "p2"
        assert wake.past(s) is None
    if spoil is newer:
        assert note == "newer" and files.data["archive/2.txt"] == data
        assert archive.others(s) == ([3, 2, 1], 0) and archive.head(files, 2) == []
    else:
        assert note in ("", "set_aside") and files.data["archive/2.bad"] == data
        assert archive.others(s) == ([3, 1], 1)
    archive.drop(s, 3)
    s.fix = ""
    simple(s)
    simple(s)
    assert 2 not in kept(s) or note == "newer", "its number is not used again"


def test_a_match_that_cannot_be_taken_up_leaves_the_one_on_the_table():
    files = FakeFiles()
    s = box(files)
    simple(s, 2)
    s.begin(profile.resolve("it"), None, "W")
    s.emit({"event": "all_pass"})
    files.data["archive/1.txt"] = no_match(files.data["archive/1.txt"])
    before = list(s.journal_lines()), dict(s.state)
    assert archive.go_on(s, 1) == "set_aside"
    assert (list(s.journal_lines()), dict(s.state)) == before
    assert list(box(files).journal_lines()) == before[0]


def test_without_a_flash_nothing_is_kept_and_play_goes_on():
    files = FakeFiles()
    files.no_fs = True
    s = box(files)
    simple(s, 2)
    assert simple(s, 1) == ""
    assert (s.saved, s.state["deals"]) == ("no_fs", 1)
    assert archive.others(s) == ([], 0)


def test_a_match_that_cannot_be_written_is_said_and_play_goes_on():
    files = FakeFiles()
    s = box(files)
    simple(s, 2)
    files.no_write = 5
    assert simple(s, 1) == "note.unkept" and s.state["deals"] == 1
    files.no_write = 28
    assert simple(s, 0) == "note.unkept"
    files.no_write = None
    assert not [name for name in files.data if name.startswith("archive")]


def test_wins_follow_a_match_that_is_taken_up_again():
    s = box(FakeFiles())
    simple(s, 2)
    assert s.wins == [1, 0]
    simple(s, 0)
    assert s.wins == [1, 0]
    archive.go_on(s, 1)
    assert s.wins == [1, 0]
    undo(s)
    assert s.wins == [0, 0]
    for _ in range(2):
        s.emit({"event": "deal", "taker": "W", "deal": DEAL})
    assert s.wins == [0, 1]
    simple(s, 0)
    assert kept(s) == [1] and archive.head(s.journal.fs, 1)[2] == "WE"


def series(s):
    return archive.series(s)


def test_a_series_is_counted_apart_from_its_matches_and_from_the_next():
    """G99: match 1 won is not the series won."""
    files = FakeFiles()
    s = box(files)
    simple(s, 2, "W")
    s.begin(s.rules, s.target, "N")
    s.times[0] = 3  # from this match on
    for _ in range(2):
        s.emit({"event": "deal", "taker": "S", "deal": DEAL})
    assert series(s) == ([1, 0], "") and s.wins == [1, 1]
    simple(s, 2, "W")
    assert series(s) == ([1, 1], "")
    s = box(files)
    assert series(s) == ([1, 1], "")
    simple(s, 2, "S")
    assert series(s) == ([2, 1], "NS") and s.wins == [2, 2]
    simple(s, 0)  # a new series; begun by mistake
    assert series(s) == ([0, 0], "") and s.times == [3, 2, 2, 1, 0]
    s = box(files)
    archive.go_on(s, 4)
    assert series(s) == ([2, 1], "NS") and s.times[3:] == [0, 0]
    undo(s)
    assert series(s) == ([1, 1], "") and s.wins == [1, 2]
    s.emit({"event": "deal", "taker": "W", "deal": DEAL})
    s.emit({"event": "deal", "taker": "W", "deal": DEAL})
    assert series(s) == ([1, 2], "WE")
    simple(s, 2, "W")
    assert series(s) == ([0, 1], "") and s.times[3:] == [0, 1]


@pytest.mark.parametrize("most", [3, 5, 7])
def test_a_series_is_won_by_more_than_half_of_its_matches(most):
    s = box(FakeFiles())
    s.times[0] = most
    for n in range(1, most // 2 + 2):
        simple(s, 2, "W")
        assert series(s) == ([0, n], "WE" if n == most // 2 + 1 else "")


def test_a_journal_of_before_has_no_number_and_no_series():
    files = FakeFiles()
    s = box(files)
    simple(s, 1)
    lines = list(s.journal_lines())
    assert not [word for line in lines[:2] for word in line.split(" ") if "=" in word]
    for line, bad in ((0, " b=3"), (0, " q=1"), (1, " s=x"), (1, " q=1")):
        spoiled = list(lines)
        spoiled[line] += bad
        with pytest.raises(ValueError):
            wake.read(Session(Journal(files), None, "fr"), spoiled)


def menu_of(s):
    from scorer.screens import menu

    s.aside("menu")
    menu.take(s, "times")


def test_another_length_of_the_series_settles_the_one_that_is_won():
    """It went on as two to nothing of five, or was never counted."""
    s = box(FakeFiles())
    s.times[0] = 3
    for _ in range(2):
        simple(s, 2, "W")
    assert series(s) == ([0, 2], "WE")
    menu_of(s)  # five
    assert series(s) == ([0, 0], "") and s.times == [5, 0, 2, 0, 1]


def test_a_series_begins_with_the_match_in_which_it_is_chosen():
    s = box(FakeFiles())
    s.wins = [5, 3]  # of an evening without one
    simple(s, 1, "W")
    menu_of(s)
    assert s.times == [3, 5, 3, 0, 0] and series(s) == ([0, 0], "")


def test_a_fault_while_a_match_is_taken_up_changes_nothing(monkeypatch):
    """The heap may be short for the rules: match, lock and wins were gone."""
    files = FakeFiles()
    s = box(files)
    simple(s, 2, rules="club")
    simple(s, 0, rules="it")
    s.lock, s.agree = "7.1A2B3C4D", "all"
    s.save()
    before = list(s.journal_lines()), dict(s.state)

    def short(session, rules):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(Session, "play_by", short)
        with pytest.raises(MemoryError):
            archive.go_on(s, 1)
    assert (list(s.journal_lines()), dict(s.state)) == before
    assert archive.go_on(s, 1) == "" and s.rules_key == "club"
    assert (s.lock, s.agree, s.wins) == ("7.1A2B3C4D", "all", [1, 0])


def test_rules_that_changed_meanwhile_are_said_and_not_those_of_the_beginning():
    s = box(FakeFiles())
    simple(s, 1, rules="it", target=3000)
    s.fix = "r 1 fr"
    s.correct()
    assert s.rules is not s.base
    simple(s, 0)
    shown = []
    s.fix = "p1"
    earlier.view(s, lambda name, *_: name, lambda place, text, *_, **__: shown.append(text))
    assert archive.head(s.journal.fs, 1)[4] == "*" and "said.rules" in shown


def other_rules(data):
    """The same match by rules with a value that this program does not know."""
    head, _, rest = data[: data.rindex(b"=")].partition(b"\nrules ")
    text, _, events = rest.partition(b"\n")
    body = head + b"\nrules 1(never)" + text[2:] + b"\n" + events
    return body + b"=%08x" % binascii.crc32(body)


def test_a_match_by_rules_of_another_program_is_said_and_left_alone():
    files = FakeFiles()
    s = box(files)
    simple(s, 2)
    s.begin(s.rules, None, "N")
    data = files.data["archive/1.txt"] = other_rules(files.data["archive/1.txt"])
    assert archive.check(s, 1) == "newer"
    s.fix = "p1"
    assert wake.past(s) is None and files.data["archive/1.txt"] == data
    s.fix = ""
    earlier.take(s, "1")
    assert (s.screen, s.note, s.fix) == ("earlier", "note.newer", "")


def test_own_rules_of_another_program_are_kept_said_and_not_offered():
    files = FakeFiles()
    s = box(files)
    simple(s, 1)
    s.own = {"Club": "1zzz", "Chez": profile.to_text(profile.resolve("it"))}
    s.setup = "=Club", 0
    s.aside("menu")
    s.save()
    s = box(files)
    assert s.journal.notes == ["own"] and s.own["Club"] == "1zzz"
    assert own.keys(s) == [*profile.KEYS, "=Chez"]
    assert s.setup[0] != "=Club"
    assert "own Club 1zzz" in list(s.journal_lines())


def test_where_dropping_makes_no_room_only_so_many_go_and_none_after():
    files = FakeFiles()
    s = box(files)
    for _ in range(10):
        simple(s, 1)
    write = files.write

    def full(name, pieces):
        if name == "archive/10.txt" or name.startswith("match"):
            raise OSError(28, "fake")
        write(name, pieces)

    files.write = full
    assert simple(s, 1, target=3000) == "note.unkept"
    left = archive.numbers(files)[0]
    assert s.saved == "full" and not s.room
    for _ in range(3):
        s.emit({"event": "deal", "taker": "S", "deal": DEAL})
    assert archive.numbers(files)[0] == left
    assert len(left) >= 9 - archive._ROOM - 2


def test_what_six_that_go_make_room_for_is_written():
    files = FakeFiles()
    s = box(files)
    for _ in range(9):
        simple(s, 1)
    write = files.write

    def full(name, pieces):
        gone = 8 - len([one for one in files.data if one.startswith("archive")])
        if name == "archive/9.txt" and gone < 6:
            raise OSError(28, "fake")
        write(name, pieces)

    files.write = full
    assert simple(s, 0) == "note.dropped" and kept(s) == [7, 8, 9]


def test_a_match_that_has_become_too_long_leaves_what_was_kept_of_it():
    files = FakeFiles()
    s = box(files)
    simple(s, 2, target=3000)
    simple(s, 0)
    archive.go_on(s, 1)
    data = files.data["archive/1.txt"]
    s.lines = s.lines + ["p"] * 9000
    assert archive.keep(s) == "note.unkept" and files.data["archive/1.txt"] == data


def test_a_fine_alone_is_something_played():
    """Marks beside a deal: no deal has ended, and they would be lost."""
    s = box(FakeFiles())
    simple(s, 1)
    s.begin(s.rules, None, "N")
    assert archive.may_go_on(s, 1)
    s.emit({"event": "penalty", "to": "NS", "points": 160, "ends_deal": False})
    assert s.state["deals"] == 0 and not archive.may_go_on(s, 1)
    simple(s, 0)
    assert kept(s) == [1, 2] and archive.head(s.journal.fs, 2)[:1] == ["160"]


def test_a_correction_beside_a_long_auction_is_drafted():
    """Both had no room: the box said that nothing is kept."""
    files = FakeFiles()
    s = box(files)
    simple(s, 0, rules="fr", target=3000)
    melds = {"melds_takers": 150, "belote_takers": 1, "level": 1}
    s.emit({"event": "deal", "taker": "S", "deal": {**DEAL, **melds}, "coincheur": "W"})
    s.go("auction")
    s.typed = "a" + "p80Sp90Hp" * 5
    s.aside("deals")
    s.revise(1)
    assert len(s.draft().encode()) <= 100
    s.save_draft()
    assert s.saved == "saved" and box(files).fix == "e 1"
    s.leave_fix()
    assert s.screen == "auction" and len(s.typed) == 46


def test_a_file_system_that_cannot_be_made_is_said():
    from scorer.screens import format as screen

    s = box(FakeFiles())
    simple(s, 1)
    for made, note in ((False, "note.failed"), (True, "")):
        s.format = lambda made=made: made
        s.aside("menu")
        s.aside("format")
        screen.take(s, "drop")
        assert (s.screen, s.note, s.format is None) == ("menu", note, made)


def test_a_flash_that_cannot_be_listed_is_not_taken_for_an_empty_one():
    files = FakeFiles()
    s = box(files)
    simple(s, 1)

    def broken(folder):
        raise OSError(5, "fake")

    files.names = broken
    with pytest.raises(OSError):
        archive.others(s)


def test_a_series_chosen_after_a_match_leaves_the_evening_on_its_last_screen():
    """It said "Manche 0"."""
    from scorer.screens import over

    s = box(FakeFiles())
    simple(s, 2)
    said = over._evening(s, lambda name, *rest: (name, *rest))
    menu_of(s)
    assert s.times[0] == 3 and over._evening(s, lambda name, *rest: (name, *rest)) == said
    assert said[0] == "over.evening" and 1 in said
    simple(s, 2)
    assert over._evening(s, lambda name, *rest: (name, *rest))[:2] == ("over.round", 1)


def test_back_from_other_rules_is_where_they_were_chosen():
    from scorer.screens import undo

    s = box(FakeFiles())
    simple(s, 1, target=3000)
    for road, screen in (("menu match elsewhere", "elsewhere"), ("menu rules", "rules")):
        for one in road.split():
            s.aside(one)
        s.fix = "r 1 bga"
        s.go("undo")
        undo.back(s)
        assert (s.screen, s.fix) == (screen, "") and s.at == profile.KEYS.index("bga")
        s.home()
