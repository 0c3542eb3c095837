"""Power cuts at every operation of the flash, for MicroPython: `micropython cuts.py SWEEP` prints
one JSON line {"cuts", "old", "new", "wrong": [...]}.

A sweep is a list of actions.  For each action the flash is copied, the action is done once to
count its operations and then again on a copy for each of them, with the power going cleanly
before it or in its middle.  Each time the flash is mounted again and loaded.  The verdict must
be the state before the action or the state after it, with nothing set aside; then it is saved
once more and loaded, because a volume that reads and no longer writes has failed too.
"""

import json
import os
import random
import sys

from flash import Flash, blank, mounted, off

from coinche import profile
from scorer import archive, wake
from scorer.journal import Files, Journal
from scorer.session import Session

LOST = "a key lost in the next cut"
DEAL = "deal %s %d%s x%d =%d b%d"


def deal(n):
    return DEAL % ("NWSE"[n % 4], 80 + n % 9 * 10, "SHDC"[n % 4], n % 3, n * 7 % 163, n % 2)


def started(flash, files=None):
    """(journal, its state) after power has come back on this flash."""
    mounted(flash)
    journal = Journal(files)
    lines, draft = journal.load()
    return journal, (lines, draft)


def act(journal, state, action):
    """Do it; returns the state it makes.  An action is ("save", lines) or ("draft", text)."""
    kind, value = action
    if kind == "save":
        why = journal.save(value)
        state = (list(value), "")
    else:
        why = journal.save_draft(value)
        state = (state[0], value)
    return why, state


class Verdicts:
    def __init__(self):
        self.cuts = self.old = self.new = 0
        self.wrong = []

    def judge(self, flash, before, after, what, kept=None):
        """Look at a flash whose power came back; what: where we are, for the report."""
        journal, state = started(flash)
        self.cuts += 1
        if state == before:
            self.old += 1
        elif state == after:
            self.new += 1
        else:
            self.wrong.append((what, "state", state))
        if kept:
            kept(journal, what)
        elif journal.notes:
            self.wrong.append((what, "notes", journal.notes))
        last = ["saved", "after", "the", "cut"]
        if (journal.save(last), journal.save_draft("and a key")) != ("saved", "saved"):
            self.wrong.append((what, "no further save"))
        journal, state = started(flash)
        if state != (last, "and a key"):
            self.wrong.append((what, "further save", state))
        if flash.broken:
            self.wrong.append((what, flash.broken))

    def report(self):
        print(
            json.dumps(
                {"cuts": self.cuts, "old": self.old, "new": self.new, "wrong": self.wrong[:5]}
            )
        )


def every_cut(count):
    """(operation, half) for each operation, and once after the last."""
    return [(at, half) for at in range(count) for half in (False, True)] + [(count, False)]


def sweep(verdicts, flash, actions, files=None):
    """Do the actions on the flash, cutting inside each."""
    journal, state = started(flash, files)
    for number, action in enumerate(actions):
        image = bytes(flash.image)
        count = flash.operations
        why, after = act(journal, state, action)
        count = flash.operations - count
        if why != "saved":
            verdicts.wrong.append((number, why))
        for at, half in every_cut(count):
            copy = Flash(flash.blocks, image)
            again, _ = started(copy, files)
            copy.cut(at, half)
            act(again, state, action)
            off()
            copy.restore()
            verdicts.judge(copy, state, after, (number, at, half))
        mounted(flash)
        state = after


def evening(deals):
    """An evening, key by key: the draft grows, the deal is written, now and then corrected."""
    lines = ["rules ffb_contree_2016 2000"]
    actions = []
    for n in range(deals):
        text = deal(n)
        for length in (1, 6, 9, 12):
            actions.append(("draft", text[:length]))
        if n % 5 == 4:
            actions.append(("draft", ""))
        lines = lines + [text]
        if n % 7 == 6:
            lines = lines + ["undo"]
        actions.append(("save", lines))
    return actions


def saves(verdicts):
    """The journal alone, from 0 to 40 deals."""
    sweep(verdicts, blank(), [("save", [deal(i) for i in range(n)]) for n in range(41)])


def drafts(verdicts):
    """160 keys of one entry, so that the directory is compacted (an erase) several times."""
    actions = [("save", [deal(i) for i in range(12)])]
    actions += [("draft", "%d %s" % (n, "x" * (n * 7 % 90))) for n in range(160)]
    sweep(verdicts, blank(), actions)


def keys(verdicts):
    """An evening of 24 deals as it is played."""
    sweep(verdicts, blank(), evening(24))


class Flushing(Files):
    """How not to do it: a flush after each line."""

    def write(self, name, pieces):
        with open(name, "wb") as f:
            for piece in pieces:
                f.write(piece)
                f.flush()


def flushed(verdicts):
    """The sweep of the journal over that port: torn files, which a good sweep must report."""
    actions = [("save", [deal(i) for i in range(n)]) for n in (20, 21, 22)]
    sweep(verdicts, blank(), actions, Flushing())


def damage(name, how):
    with open(name, "rb") as f:
        data = f.read()
    data = how(data)
    with open(name, "wb") as f:
        f.write(data)
    return data


def aside(verdicts):
    """The newest file is found damaged: set it aside, go on with the one before, save.  Whenever
    the power goes the damaged bytes are still there under some name."""

    def there(data):
        for name in os.listdir():
            with open(name, "rb") as f:
                if f.read() == data:
                    return True
        return False

    for number in range(24):
        flash = blank()
        journal, state = started(flash)
        for n in range(number + 2):
            why, state = act(journal, state, ("save", [deal(i) for i in range(n)]))
        journal.save_draft("100")
        journal.save_draft("100H")
        if number % 3 == 2:
            bad = damage("draft.b", lambda data: data[:-4])
            state = (state[0], "100")
        else:
            how = (lambda data: data[:-1], lambda data: data[:9] + b"?" + data[10:])[number % 3]
            bad = damage("match.b" if number % 2 == 0 else "match.a", how)
            state = ([deal(i) for i in range(number)], "")
        image = bytes(flash.image)
        after = (["next"], "")

        def restart(flash, after=after):
            journal, got = started(flash)
            return got, journal.save(after[0])

        def kept(journal, what, bad=bad):
            if not there(bad):
                verdicts.wrong.append((what, "the damaged file is gone"))

        count = flash.operations
        got, why = restart(flash)
        count = flash.operations - count
        if got != state or why != "saved":
            verdicts.wrong.append((number, got, why))
        for at, half in every_cut(count):
            copy = Flash(flash.blocks, image)
            copy.cut(at, half)
            restart(copy)
            off()
            copy.restore()
            verdicts.judge(copy, state, after, (number, at, half), kept)


def evenings(verdicts):
    """Long lives on one flash: 4 boxes, each 1200 actions with the power going at random, half of
    the cuts followed by another one during the recovery."""
    for box in range(4):
        random.seed(box + 1)
        flash = blank(12)
        journal, state = started(flash)
        actions = evening(60)
        number = 0
        cuts = 0
        for _ in range(1200):
            action = actions[number % len(actions)]
            number += 1
            gone = random.getrandbits(2) == 0
            if gone:
                flash.cut(random.getrandbits(2), random.getrandbits(1) == 1)
            why, after = act(journal, state, action)
            if gone:
                cuts += 1
                off()
                if flash.off and random.getrandbits(1):
                    flash.restore()
                    flash.cut(random.getrandbits(2), random.getrandbits(1) == 1)
                    started(flash)[0].save_draft(LOST)
                    off()
                    after = (after, (after[0], LOST), (state[0], LOST))
                else:
                    after = (after,)
                flash.restore()
                journal, got = started(flash)
                verdicts.cuts += 1
                if got == state:
                    verdicts.old += 1
                elif got in after:
                    verdicts.new += 1
                else:
                    verdicts.wrong.append((box, number, got))
                if journal.notes:
                    verdicts.wrong.append((box, number, journal.notes))
                state = got
            else:
                if why != "saved":
                    verdicts.wrong.append((box, number, why))
                state = after
            if flash.broken:
                verdicts.wrong.append((box, number, flash.broken))


# ---- the matches that are over


HUNDRED = {"contract": 100, "denomination": "H", "level": 0, "taker_points": 120}


def at_table(flash):
    """A session after power has come back on this flash."""
    mounted(flash)
    s = Session(Journal(), None, "fr")
    wake.load(s)
    return s


def archived(s):
    """{number: what is in the file}; files with nothing in them are none."""
    out = {}
    for name in s.journal.fs.names("archive"):
        with open("archive/" + name, "rb") as f:
            data = f.read()
        if data:
            out[name] = data
    return out


def table(s):
    """What a restart must bring back: the match, without the number by which it will be kept; and
    the archive without that match, which may be there already."""
    lines = [line.partition(" s=")[0] for line in s.journal_lines()]
    there = archived(s)
    there.pop("%d.txt" % s.number, None)
    return lines, there


def deals(s, count, taker="S"):
    for _ in range(count):
        s.emit({"event": "deal", "taker": taker, "deal": HUNDRED})


def rematch(s):
    s.begin(s.rules, 150, "N")


def go_on(s):
    archive.go_on(s, archive.others(s)[0][0])


def delete(s):
    archive.drop(s, archive.others(s)[0][0])


def swept(verdicts, flash, acts):
    """Each act, cut at each operation: the table is as before or as after it, and the act done
    again leaves exactly what it would have left: no match twice, none lost."""
    s = at_table(flash)
    for number, act in enumerate(acts):
        image = bytes(flash.image)
        before, count = table(s), flash.operations
        act(s)
        count, after, there = flash.operations - count, table(s), archived(s)
        if s.saved != "saved":
            verdicts.wrong.append((number, s.saved))
        for at, half in every_cut(count):
            copy = Flash(flash.blocks, image)
            again = at_table(copy)
            copy.cut(at, half)
            act(again)
            off()
            copy.restore()
            again = at_table(copy)
            now, what = table(again), (number, at, half)
            verdicts.cuts += 1
            if now == after and now[0] != before[0] or act is delete and now == after:
                verdicts.new += 1
            elif now == before or act is rematch and now[0] == before[0]:
                verdicts.old += 1
                act(again)
            else:
                verdicts.wrong.append((what, "state", now[0], list(now[1])))
            if again.journal.notes:
                verdicts.wrong.append((what, "notes", again.journal.notes))
            now = archived(again)
            if table(again) != after or now != there:
                verdicts.wrong.append((what, "again", sorted(now), sorted(there)))
            if copy.broken:
                verdicts.wrong.append((what, copy.broken))
        mounted(flash)


def begun(s):
    """The first match of a box."""
    s.begin(profile.resolve("club"), 150, "N")


def matches(verdicts):
    """Rematch, the end of it taken up again and played on, rematch, another, one deleted."""
    flash = blank()

    def undo(s):
        s.fix = "u"
        s.correct()

    def deal(s):
        deals(s, 1)

    acts = [begun, deal, deal, rematch, deal, deal, rematch, go_on, undo, deal, rematch, go_on]
    acts += [rematch, deal, rematch, delete, delete]
    swept(verdicts, flash, acts)


def oldest(verdicts):
    """The sixty-first match."""
    flash = blank(80)
    s = at_table(flash)
    begun(s)
    deals(s, 2)
    rematch(s)
    with open("archive/1.txt", "rb") as f:
        data = f.read()
    for number in range(2, 61):
        with open("archive/%d.txt" % number, "wb") as f:
            f.write(data)
    deals(s, 2)
    swept(verdicts, flash, [rematch])


if __name__ == "__main__":
    verdicts = Verdicts()
    globals()[sys.argv[1]](verdicts)
    verdicts.report()
