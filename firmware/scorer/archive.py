"""The matches that were played: one file each, archive/17.txt, in the form of the journal.

  dx1 17                                     the number of the match
  past 504 1020 WE 12 fr Sam,Omar,Nadia,Ada  totals, winner, deals, rules (- without a name, *
                                             changed meanwhile), players: for a list
  ...                                        the lines of the journal as they were
  =1a2b3c4d

A match is kept under its number before another takes its place in the journal, and the number is
in the journal before that: after a power cut between them the same file is written again. At most
60 are kept: the oldest goes when one more comes, and where the flash is full. What cannot be read
is set aside as 17.bad, never deleted. Loaded when needed; all files go through the journal's port.
"""

from coinche.errors import RuleError
from scorer import lazy
from scorer.journal import look, write

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_MOST = const(60)
_BYTES = const(16640)  # a journal and the line of the list
_ROOM = const(6)  # so many may go to make room for one
_FRAME = const(32)  # what stands around the lines of a file
_NO_FS = const(19)
# kinds of files, as the journal has them
_NOTHING = const(0)
_OURS = const(1)
_NEWER = const(2)


def _name(number):
    return "archive/%d.txt" % number


def numbers(fs):
    """(numbers of the matches that are kept, rising; how many files were set aside; the highest
    number of all)."""
    kept, aside, top = [], 0, 0
    for name in fs.names("archive"):
        stem = name.partition(".")[0]
        if not stem.isdigit():
            continue
        number = int(stem)
        top = max(top, number)
        if name[-4:] == ".bad":
            aside += 1
        elif _name(number).endswith("/" + name):
            kept.append(number)
    kept.sort()
    return kept, aside, top


def others(s):
    """The same without the match that is on the table, the latest first."""
    try:
        kept, aside, _ = numbers(s.journal.fs)
    except OSError as e:
        if e.errno != _NO_FS:
            raise
        return [], 0
    return [n for n in reversed(kept) if n != s.number], aside


def _first(fs, number, count):
    """The first lines of a match, read without the rest; [] where that is no file of ours."""
    got = b""

    def take(piece):
        nonlocal got
        got += piece
        return got.count(b"\n") < count and len(got) < 1024

    try:
        fs.read(_name(number), take)
        lines = str(got[: got.rfind(b"\n") + 1], "utf-8").split("\n")
    except (OSError, ValueError):
        return []
    return lines[:count] if len(lines) > count and lines[0] == "dx%d %d" % (1, number) else []


def head(fs, number):
    """(totals, winner, deals, rules, players) as words; [] where there is none."""
    words = (_first(fs, number, 2) or ["", ""])[1].split(" ")
    return words[1:] if len(words) == 7 and words[0] == "past" else []


def rules_of(s, number):
    """(text, values) of the rules of a match; those of the table are not read twice, and for the
    large tables what only playing needs makes room."""
    text = (_first(s.journal.fs, number, 5) or [""])[-1].partition(" ")[2]
    if text == s.rules_text:
        return text, s.base
    from coinche import profile

    lazy.drop(*lazy.PLAYING)
    rules = profile.from_text(text)
    lazy.drop(*lazy.RULES)
    return text, rules


def _lines(s):
    state = s.state
    yield "past %d %d %s %d %s %s" % (
        state["totals"]["NS"],
        state["totals"]["WE"],
        state["winner"] or "-",
        state["deals"],
        "*" if s.rules is not s.base else s.rules_key or "-",
        s.players(),
    )
    for line in s.journal_lines():
        if not line.startswith("own "):  # rules that a table keeps are no match's
            yield line


def keep(s):
    """Keeps the match of the session, if anything was played or it was kept before; the id of
    what is to be said of it, or "". Without a file system nothing is kept."""
    if s.state is None or not (_is_played(s) or s.number):
        return ""
    fs = s.journal.fs
    try:
        _, _, top = numbers(fs)
        if not s.number:
            s.number = top + 1
            s.save()
        note, name = "", _name(s.number)
        if sum([len(line.encode()) + 1 for line in _lines(s)]) > _BYTES - _FRAME:
            return "note.unkept"  # what was kept of it before stays
        for room in range(_ROOM + 1):
            why = write(fs, name, s.number, _lines(s), _BYTES)
            if why != "full" or room == _ROOM or not spare(fs, s.number):
                break
            note = "note.dropped"
        if why != "saved":
            if look(fs, name, _BYTES, False)[0] == _NOTHING:
                _remove(fs, s.number)
            return "note.unkept"
        while len(numbers(fs)[0]) > _MOST and spare(fs, s.number):
            note = "note.dropped"
    except OSError as e:
        return "" if e.errno == _NO_FS else "note.unkept"  # no file system: that is said already
    return note


def _is_played(s):
    """Whether there is anything to keep of the match on the table."""
    state, start = s.state, s.start or {"NS": 0, "WE": 0}
    totals = state["totals"]
    gone_on = totals["NS"] != start["NS"] or totals["WE"] != start["WE"]
    return state["over"] or state["deals"] or gone_on


def spare(fs, number):
    """Drops the oldest match but this one; whether there was one."""
    try:
        for oldest in numbers(fs)[0]:
            if oldest != number:
                fs.remove(_name(oldest))
                return True
    except OSError:
        pass
    return False


def save(s, draft):
    """Saves again what had no room, in that of the oldest match. Where that is not enough no other
    one goes for it."""
    if spare(s.journal.fs, s.number):
        s.saved = s.journal.save(s.journal_lines(), draft)
        s.room = s.saved == "saved"
        s.note = s.note or "note.dropped"


def _remove(fs, number):
    try:
        fs.remove(_name(number))
    except OSError:
        pass


def drop(s, number):
    """Deletes a match."""
    _remove(s.journal.fs, number)


def _read(fs, number, is_kept):
    """(the lines of the journal of a match, ""), the lines where they are to be kept; or ([], what
    is to be said): a file that is no match is set aside."""
    try:
        kind, serial, lines = look(fs, _name(number), _BYTES, is_kept)
    except OSError:
        return [], "no_fs"
    if kind == _NEWER:
        return [], "newer"
    if kind == _OURS and serial == number and head(fs, number):
        return lines[1:], ""
    return [], set_aside(fs, number)


def set_aside(fs, number):
    """Gives a file another name, under which it is kept; what is to be said of it."""
    try:
        fs.rename(_name(number), _name(number)[:-4] + ".bad")
    except OSError:
        return "stuck"
    return "set_aside"


def check(s, number):
    """"" where a match can be opened, else what is to be said."""
    note = _read(s.journal.fs, number, False)[1]
    if not note:
        try:
            rules_of(s, number)
        except RuleError:
            note = "newer"
    return note


def lines_of(fs, number):
    """The lines of the journal of a match; [] where they cannot be read."""
    return _read(fs, number, True)[0]


def may_go_on(s, number):
    """Whether this match may be taken up again: the latest one, while no deal of another has been
    played."""
    return others(s)[0][:1] == [number] and not (s.state and _is_played(s))


def go_on(s, number):
    """Makes a match the one of the journal again, with its players and its place in a series, and
    all else of the box as it is; "", or what is to be said where it cannot be read. Nothing is
    changed then, nor by a fault on the way."""
    from scorer import wake

    keep(s)
    own = list(s.journal_lines())
    lines, note = _read(s.journal.fs, number, True)
    if note:
        return note
    sets = [line for line in own if line.startswith("own ")]
    try:
        wake.read(s, [_box(own[0], lines[0])] + sets + lines[1:])
    except ValueError:
        note = set_aside(s.journal.fs, number)
        wake.read(s, own)
    except Exception:
        wake.read(s, own)
        raise
    lazy.drop("scorer.wake")
    s.forget()
    s.began = None
    if not note:
        s.home()
        s.save()
    return note


def _box(own, kept):
    """The line of the box as it is, with the players of the line that was kept, and the place in a
    series of as many matches as now."""
    words, times = own.partition(" b=")[0].split(" "), _times(kept)
    words[5], times[0] = kept.split(" ")[5], _times(own)[0]
    return " ".join(words) + " b=" + "/".join(times)


def _times(line):
    return (line.partition(" b=")[2] or "0/0/0/0/0").split("/")


def series(s):
    """([matches that NS and WE have won in this series], the side that has won it or "")."""
    score = [s.wins[i] - s.times[1 + i] for i in (0, 1)]
    most = s.times[0] // 2
    won = "NS" if score[0] > most else "WE" if score[1] > most else ""
    return score, won if s.times[0] else ""


def count(s):
    """Before a match: a series begins where the one before has ended, and with each match while
    there is none."""
    won = series(s)[1]
    if won:
        s.times[3 if won == "NS" else 4] += 1
    if won or not s.times[0]:
        s.times[1], s.times[2] = s.wins
