"""Keeps what the table entered through a flat battery: the journal (a list of text lines) and the
draft (the half-typed entry).  Each is a pair of files, written in turn; power may go at any
instant and the loader finds the new state or the one before it.  A file that cannot be read is
set aside under another name, never deleted, never written over.  The only module that touches
files (archive.py keeps what is over through this one); what the lines say is the caller's affair.
Rests on littlefs: a file changes when it is closed, all at once (so: one close, never a flush).

  dx1 17       format version, number of this save
  ...          the lines, UTF-8
  =1a2b3c4d    CRC-32 of all bytes before it, compared as text; no line end follows

The first and the last line stay as they are in every later version.
"""

import binascii
import os

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_VERSION = const(1)
_JOURNAL_BYTES = const(16384)
_DRAFT_BYTES = const(128)  # up to here littlefs keeps a file in the directory, without an erase
_PIECE = const(512)
_TAIL = const(9)  # bytes of the last line

# kinds of files, for archive.py too
_NOTHING = const(0)
_OURS = const(1)
_NEWER = const(2)
_BAD = const(3)

_ENOENT = const(2)
_ENODEV = const(19)
_EFBIG = const(27)
_ENOSPC = const(28)

_WHY = {_ENODEV: "no_fs", _EFBIG: "too_long", _ENOSPC: "full"}


class Files:
    """The port: names relative to the current directory; errors are OSError with an errno."""

    def read(self, name, take):
        """Hand the file to take(piece) in small pieces, until the end or until take says False."""
        with open(name, "rb") as f:
            piece = f.read(_PIECE)
            while piece and take(piece):
                piece = f.read(_PIECE)

    def write(self, name, pieces):
        """Make the file these pieces, and its folder where there is none; the old content stays
        whole until the one close."""
        try:
            f = open(name, "wb")
        except OSError as e:
            folder = name.rpartition("/")[0]
            if not folder or e.errno != _ENOENT:
                raise
            os.mkdir(folder)
            f = open(name, "wb")
        with f:
            for piece in pieces:
                f.write(piece)

    def rename(self, old, new):
        """Replaces a file `new`."""
        os.rename(old, new)

    def remove(self, name):
        os.remove(name)

    def names(self, folder):
        """What is in a folder, nothing where there is none."""
        try:
            return os.listdir(folder)
        except OSError as e:
            if e.errno != _ENOENT:
                raise
            return ()


def _head(line):
    """(version, number) of a first line; (0, 0) when it is not exactly one of ours."""
    try:
        version, number = line[2:].split(" ")
        version, number = int(version), int(number)
    except ValueError:
        return 0, 0
    return (version, number) if "dx%d %d" % (version, number) == line else (0, 0)


def look(fs, name, cap, keep):
    """(kind, number, lines) of a file of at most cap bytes; the lines only where keep is set.

    A newer version counts only with a right CRC (or beyond our cap, where it is not read to its
    end), so that a damaged byte cannot pass for one.
    """
    size = crc = 0
    head = None
    lines = []
    rest = b""
    text = True

    def take(piece):
        nonlocal size, crc, head, rest, text
        size += len(piece)
        parts = (rest + piece).split(b"\n")
        rest = parts.pop()
        for part in parts:
            crc = binascii.crc32(b"\n", binascii.crc32(part, crc))
            try:
                line = str(part, "utf-8")
            except ValueError:
                line = ""
                text = False
            if head is None:
                head = line
            elif keep:
                lines.append(line)
        return size <= cap

    try:
        fs.read(name, take)
    except OSError as e:
        if e.errno == _ENOENT:
            return _NOTHING, 0, lines
        if e.errno == _ENODEV:
            raise
        return _BAD, 0, []
    if not size:  # a full volume leaves a new name with nothing in it
        return _NOTHING, 0, lines
    version, number = _head(head or "")
    if version and (size > cap or rest == b"=%08x" % crc):
        if version > _VERSION:
            return _NEWER, number, []
        if version == _VERSION and size <= cap and text:
            return _OURS, number, lines
    return _BAD, 0, []


def _framed(number, lines, room):
    """The bytes of a file, line by line; OSError EFBIG past `room`."""
    piece = b"dx%d %d\n" % (_VERSION, number)
    crc = binascii.crc32(piece)
    room -= len(piece) + _TAIL
    yield piece
    for line in lines:
        piece = line.encode() + b"\n"
        if piece.find(b"\n") != len(piece) - 1:
            raise ValueError("journal: a line end inside a line")
        room -= len(piece)
        if room < 0:
            raise OSError(_EFBIG, "journal")
        crc = binascii.crc32(piece, crc)
        yield piece
    yield b"=%08x" % crc


def write(fs, name, number, lines, cap, is_sure=False):
    """Make the file these lines, at most cap bytes, and read it back unless is_sure. Returns as
    Journal.save does; where that is not "saved" the file is as it was, or empty."""
    try:
        fs.write(name, _framed(number, lines, cap))
        if is_sure or look(fs, name, cap, False)[:2] == (_OURS, number):
            return "saved"
    except OSError as e:
        if e.errno == _EFBIG:
            _blank(fs, name)
        return _WHY.get(e.errno, "failed")
    except Exception:
        _blank(fs, name)
        raise
    return "failed"


def _blank(fs, name):
    # the lines stopped half-way and the close kept that half; empty counts as absent
    try:
        fs.write(name, ())
    except OSError:
        pass


def _is_wanted(lines, wanted):
    return wanted is None or bool(lines) and lines[0].startswith(wanted)


def _note(notes, what):
    if what not in notes:
        notes.append(what)


class _Pair:
    """Two files `stem.a` and `stem.b` that hold one state; each save goes to the older one.

    number: of the state that is on the flash, 0 when there is none.  top: the highest number seen,
    those of newer versions included; the next save gets top + 1, so it wins whoever reads it.
    Both are known once load was called; a save before that is an error.
    """

    def __init__(self, fs, stem, cap):
        self.fs = fs
        self.stem = stem
        self.cap = cap
        self.number = self.top = None
        self._at = 1  # the file of the state: save goes to the other
        self._shut = [None, None]  # why a file may not be written
        self._sure = False  # a save of this session was read back

    def _name(self, at):
        return self.stem + (".b" if at else ".a")

    def load(self, notes, wanted=None):
        """The lines of the newest good file, or []; notes gets ids of what was wrong. wanted: of
        the newest whose first line begins with this."""
        best = []
        self.number = 0
        self.top = self.top or 0
        self._at = 1
        for at in (0, 1):
            if self._shut[at] == "failed":
                continue  # not read again: the caller may have refused it
            name = self._name(at)
            self._shut[at] = None
            try:
                kind, number, lines = look(self.fs, name, self.cap, True)
            except OSError:
                _note(notes, "no_fs")
                continue
            if kind == _BAD:
                self.set_aside(at, notes)
            elif kind == _NEWER:
                self._shut[at] = "newer"
                _note(notes, "newer:" + name)
            elif kind == _OURS and number > self.number and _is_wanted(lines, wanted):
                self.number, self._at, best = number, at, lines
            self.top = max(self.top, number)
        return best

    def set_aside(self, at, notes):
        """Give the file a name that nothing reads or writes; failing that, leave it alone."""
        name = self._name(at)
        bad = self.stem + ".bad"
        for new in (bad + "2", bad) if at else (bad, bad + "2"):
            try:
                self.fs.rename(name, new)
            except OSError:
                continue
            _note(notes, "set_aside:" + name)
            return
        self._shut[at] = "failed"
        _note(notes, "stuck:" + name)

    def refuse(self, notes):
        """The caller cannot use what load returned: set that file aside too."""
        if self.number:
            self.set_aside(self._at, notes)

    def save(self, lines):
        """Returns as Journal.save does; where it is not "saved" the state before is still there.

        Where one file must not be written the other is written in place: littlefs does that all
        at once too.
        """
        at = 1 - self._at
        if self._shut[at]:
            at = self._at
            if self._shut[at]:
                return self._shut[at]
        name = self._name(at)
        number = self.top + 1
        why = write(self.fs, name, number, lines, self.cap, self._sure)
        self._sure = why == "saved"
        if not self._sure:
            return why
        self.number = self.top = number
        self._at = at
        return "saved"


class Journal:
    """saves, drafts: how often each was written since the start.  notes: ids of what load found
    out of order: "no_fs", or one of "set_aside:" "newer:" "stuck:" and the name of the file.
    """

    def __init__(self, fs=None):
        self.fs = fs = fs or Files()
        self._lines = _Pair(fs, "match", _JOURNAL_BYTES)
        self._draft = _Pair(fs, "draft", _DRAFT_BYTES)
        self._text = ""
        self._why = "saved"  # what became of the lines
        self.notes = []
        self.saves = self.drafts = 0

    def load(self):
        """(lines, draft): [] and "" where there is none; the draft of another save is none."""
        lines = self._lines.load(self.notes)
        number = self._lines.number
        owner, self._text = self._owned(None)
        self._lines.top = max(self._lines.top, owner)  # no later save may find this draft fitting
        if owner > number:  # the power went before the lines were there: the draft of those before
            owner, self._text = self._owned("%d " % number)
        if owner != number:
            self._text = ""
        return lines, self._text

    def _owned(self, wanted):
        """(number of the save that a draft belongs to, the draft)."""
        draft = (self._draft.load(self.notes, wanted) or ["0 "])[0]
        owner, _, text = draft.partition(" ")
        return int(owner) if owner.isdigit() else 0, text

    def refuse(self):
        """What load returned makes no match: set it aside and load what is left."""
        self._lines.refuse(self.notes)
        return self.load()

    def save(self, lines, draft=""):
        """Write all lines (any iterable of str without line ends, 16 KB in all); voids the draft,
        or has this one instead, which is on the flash before the lines are.

        Returns "saved", or why not: "full", "no_fs", "too_long", "newer" (both files are of a
        later firmware), "failed".
        """
        if draft:
            self._keep(draft, self._lines.top + 1)
        self._why = why = self._lines.save(lines)
        if why == "saved":
            self.saves += 1
            self._text = draft
        return why

    def save_draft(self, text):
        """Write the entry so far, one line of at most 100 bytes, if it changed; as save. On a full
        flash there is room for it where there is none for the lines: then it says that of them."""
        if text != self._text:
            why = self._keep(text, self._lines.number)
            if why != "saved":
                return why
            self._text = text
        return self._why

    def _keep(self, text, owner):
        why = self._draft.save(("%d %s" % (owner, text),))
        if why == "saved":
            self.drafts += 1
        return why
