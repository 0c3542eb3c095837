"""The whole device in one call: step(now) reads keys, moves the screens, saves, draws, and feeds
the panel. It never waits.

    pin sample -> gestures -> style -> screen.take -> event -> journal -> screen.view -> canvas ->
    refresh policy -> panel

Everything it needs is handed in. Keys pressed while the panel is busy are applied at once and
drawn when it is free; what writes a mark counts only when its key went down after the screen had
been seen. A fault in a screen is caught here and nowhere else: the entry is given up, the
match kept, and the fault is said.
"""

import gc
import sys

from coinche.errors import RuleError
from scorer import lazy
from scorer.lang import Words
from scorer.screens import CALM
from scorer.ticks import add, since

_SCREENS = "scorer.screens."
_STRIP = "scorer.screens.strip"  # what most screens of a deal show
# dropped at each change of screen; who needs one of them loads it again
_COLD = ("scorer.told", "scorer.archive") + lazy.RULES + lazy.EVENTS
_BIDDING = "auction number higher suit caller forbidden"
_ASKING = "referee ruling fault mayplay cards order worth why"
# modules that stay while the screens that share them follow each other
_SHARED = (
    (_STRIP, "table number suit play side count units preview declare"),
    ("scorer.bidding", _BIDDING),
    ("coinche.auction", _BIDDING),
    ("scorer.announced", "contest meld"),
    ("coinche.melds", "contest meld fault"),
    ("coinche.faults", "fault"),
    ("coinche.belote", "fault"),
    ("coinche.tricks", "cards"),
    ("coinche.mayplay", "mayplay"),
    ("coinche.why", "why"),
    ("coinche.worth", "worth"),
    ("coinche.tally", "match"),
    ("coinche.referee", "ruling"),
    ("scorer.book", _ASKING + " example ours"),
    ("scorer.court", _ASKING + " undo"),
)
# they need nothing of the entry
_AROUND = "menu undo deals match elsewhere earlier dealer fresh language " + _ASKING
# the screens that read the large tables of rules and need nothing of the playing meanwhile
_PREPARING = ("setup", "rules", "example", "ours", "total", "first")
_CELL_MS = 300000
_STAY = 1 << 29  # "no call needed" while minima are taken, in ms


class App:
    """session, style (scorer.choice), gestures, layout, panel, refresh; levels() -> [(when, bits
    of the keys that were down)] since the last call. need: a module of box that is to run."""

    def __init__(self, session, style, gestures, layout, panel, refresh, levels):
        self.session = session
        self.style = style
        self.gestures = gestures
        self.layout = layout
        session.rows = layout.rows  # how many a screen may have of a thing
        self.panel = panel
        self.refresh = refresh
        self.levels = levels
        self.need = self.failed = self.band = ""  # failed: what is wrong, band: while it shows
        self.errors = 0, True, False, []  # of the board, as last said
        self.rest_ms = _STAY  # without a key, then the box goes to sleep
        self.asleep = False  # the glass says that the box sleeps
        self.skip = None  # the key that woke the box, until it comes up
        self.power = None  # when the cell is to be read, None where it cannot be
        self.words = None
        self.name = self.module = None
        self.asked = None  # the choice of the present screen, None while nobody has asked
        self.dirty = True
        self.seen_at = None  # since when the present screen is on the glass, None while it is not
        self._key_at = None  # when the last key was used
        self.written = False  # a deal was written by the last key
        self.held = None  # (key, permille) of the hold that is going on
        self._wake()
        self.speak()
        if session.journal.notes:
            session.note = "note." + session.journal.notes[0].partition(":")[0]

    def _wake(self):
        from scorer import wake

        wake.load(self.session)
        lazy.drop("scorer.wake", *_COLD)  # the words are one large piece
        gc.collect()

    def speak(self):
        lang = self.session.lang or "fr"
        if self.words is None or self.words.lang != lang:
            if self.words:
                self.words.close()
                lazy.drop("scorer.lang." + self.words.lang)
            self.words = Words(lang)

    def screen(self):
        """The module of the present screen; the others are dropped."""
        name = self.session.screen
        if name != self.name:
            self.module = None
            old = [module for module in sys.modules if module.startswith(_SCREENS)]
            lazy.drop(*_COLD, *[module for module in old if module != _STRIP])
            for module, screens in _SHARED:
                if name not in screens.split(" "):
                    lazy.drop(module)
            around = _AROUND.split(" ")
            if name in around or self.name in around:
                lazy.drop("scorer.entry", "coinche.needs")
            if name in _PREPARING:
                self.session.forget()
                lazy.drop(*lazy.PLAYING)
            gc.collect()
            self.module = __import__("scorer.screens." + name, None, None, ("*",))
            self.name = name
        return self.module

    def choice(self):
        """What can be answered on the present screen, asked once between two keys."""
        if self.asked is None:
            try:
                choice = self.screen().ask(self.session, self.words)
            except MemoryError:  # the free heap is in too small pieces: all is read again
                self._unload()
                choice = self.screen().ask(self.session, self.words)
            self.asked = choice
            style, long = self.style, choice.long
            if long and not hasattr(style, "labels"):  # on a list while the focus is there
                long = style.ids(choice)[self.focus(choice)] == choice.writes
            self.gestures.long = (style.COMMIT,) if long else ()
        return self.asked

    def focus(self, choice):
        """Where the focus of a list is: where it was moved, else where the list begins."""
        at = self.session.at
        return at if 0 <= at < len(self.style.ids(choice)) else choice.start

    # ---- one step ----

    def step(self, now):
        """Everything that can be done now; returns ms until it wants to be called again, 0 at
        once, None when only a key matters."""
        if self._key_at is None:
            self._key_at = now
        for at, levels in self.levels():
            for key, kind, down_at in self.gestures.sample(at, levels):
                self.refresh.touch(now)
                self._key_at = now
                if self.asleep:  # what writes a mark was under the band
                    self.asleep, self.dirty, self.seen_at = False, True, None
                self.key(key, kind, down_at)
        held = self.gestures.progress(now)
        if held and not self._holds(held[0]):
            held = None
        if (held is None) != (self.held is None):
            self.held = held
            self.dirty = True
        if self.panel.ready():
            self._show(now)
        rest = self._rest(now)
        waits = (rest, self.panel.step(now), self.gestures.wait(now), self.refresh.wait(now))
        least = min([_STAY if wait is None else wait for wait in waits])
        self._watch(now)
        return None if least == _STAY else least

    def said(self, note):
        name, _, detail = note.partition(":")
        return self.words(name, detail)

    def _watch(self, now):
        """What is due: said at each step, done by whoever calls it."""
        panel = self.panel
        errors = panel.failures, panel.can_sleep, panel.blind, self.gestures.stuck()
        self.need = ""
        if errors != self.errors:
            self.errors = errors
            self.need = "errors"
        elif since(now, self._key_at) >= self.rest_ms:
            self.need = "rest"
        elif self.power is not None and panel.ready() and since(now, self.power) >= 0:
            self.power = add(now, _CELL_MS)
            self.need = "power"

    def _rest(self, now):
        """Puts the panel to sleep after a while without a key; ms until then or until the box is
        to sleep, None without end."""
        panel = self.panel
        idle = since(now, self._key_at)
        left = self.rest_ms - idle
        if not self.dirty and panel.ready() and not panel.asleep:
            if idle < panel.rest_ms:
                left = min(left, panel.rest_ms - idle)
            else:
                panel.sleep()
                if not panel.ready():
                    return 0
        return left if left > 0 else None

    def busy(self):
        """Whether anything is still to be drawn or shown."""
        return self.dirty or self.seen_at is None or not self.panel.ready()

    # ---- keys ----

    def _holds(self, key):
        """Whether holding this key means anything on the present screen."""
        choice = self.choice()
        what, _ = self.style.act(choice, self.session.page, self.focus(choice), key, "hold")
        return what is not None

    def key(self, key, kind, down_at):
        """One key event through the present screen. A key that means nothing there changes
        nothing."""
        session = self.session
        try:
            choice = self.choice()
            what, value = self.style.act(choice, session.page, self.focus(choice), key, kind)
            if what is None:
                return
            if what == "answer" and value == choice.writes and not self._seen(down_at):
                session.note = "not.written"
                session.save_draft()
            else:
                session.note = self.band = ""
                self._do(choice, what, value)
        except RuleError as error:
            session.note = "refused:" + error.field
            session.save_draft()
        except Exception as fault:  # the one crash barrier
            self._fault(fault)
        self.dirty, self.seen_at = True, None

    def _seen(self, down_at):
        return self.seen_at is not None and since(down_at, self.seen_at) >= 0

    def _do(self, choice, what, value):
        session, events = self.session, len(self.session.lines)
        saves = session.journal.saves
        if what == "page":
            session.page = value
        elif what == "at":
            session.at = value
        elif what == "back":
            page = self.style.back(session.page, choice)
            if page is None:
                self.screen().back(session)
            else:
                session.page = page
        elif what == "referee":
            session.referee()
        elif what == "menu":
            road = session.origin.split(">") + [session.screen]
            busy = session.fix or session.place
            if "menu" not in road and session.state is not None and not busy:
                session.aside("menu")
        else:
            self.screen().take(session, value)
            self.speak()
        self.written = len(session.lines) != events
        if session.journal.saves == saves or not session.at_home():
            session.save_draft()
        self.asked = None
        self.choice()
        if session.saved != "saved":
            session.note = "note." + session.saved

    def _fault(self, fault):
        """Says a fault and gives the entry up; the match, of which nothing is half changed, goes
        on. The draft is written too, so that a start does not run into the same fault again."""
        sys.print_exception(fault)
        session = self.session
        self._unload()
        session.home()
        session.note = "note.fault:" + type(fault).__name__
        session.save_draft()

    def _unload(self):
        self.name = self.module = self.asked = None
        self.session.forget()
        screens = [name for name in sys.modules if name.startswith(_SCREENS)]
        lazy.drop(*_COLD, *lazy.PLAYING, *screens)
        gc.collect()

    # ---- glass ----

    def _show(self, now):
        """The panel is free: what changed since it was busy becomes one refresh, drawn on the
        frame by the panel's own step, when it has sent what the glass shows now."""
        if not self.dirty and self.seen_at is None:
            self.seen_at = now
        if self.panel.skipped:
            self.refresh.take_back()
        place = "calm" if self.session.screen in CALM.split(" ") else "entry"
        if self.written:
            place = "deal_end"
        how = self.refresh.decide(now, self.dirty, place)
        if how:
            self.panel.show(self.layout.canvas.frame, how == "full", self.draw)

    def draw(self):
        """Draws the present screen on the frame; a fault in it is said instead, in the letters of
        the chip where nothing else can be trusted."""
        self.dirty = False
        for first in (True, False, False):
            try:
                self.view()
                return
            except Exception as fault:
                said = type(fault).__name__
                if first and said == "MemoryError":  # as in choice()
                    self._unload()
                else:
                    self._fault(fault)
        self.layout.clear()
        self.layout.canvas.fb.text("Dix de Der: " + said, 8, 8, 0)

    def view(self):
        """Draws the present screen on the canvas."""
        layout, words, session = self.layout, self.words, self.session
        layout.clear(session.screen)
        module = self.screen()
        module.view(session, words, layout.put)
        self._bar(self.choice())
        note = self.style.ASLEEP if self.asleep else session.note or self.band
        if note:
            note = [self.said(note)]
            if self.asleep and session.state is not None:
                from scorer.screens import code

                note += code.asleep(session, words, layout)
                lazy.drop("scorer.screens.code", "scorer.resume")
            layout.put("note", note, "band")

    def _bar(self, choice):
        layout, words = self.layout, self.words
        held, permille = self.held or (None, 0)
        if hasattr(self.style, "labels"):
            labels = self.style.labels(choice, self.session.page, words)
            down = self.style.KEYS.index(held) if held else -1
            layout.bar(layout, labels, down, permille)
            return
        hint = "hint." + self.style.quick + "."
        back = words(hint + choice.back) if choice.back else ""
        labels = [choice.labels[a] for a in self.style.ids(choice)]
        what = words(hint + "list")
        if choice.quick:
            what = words(hint + "quick", choice.labels[choice.quick])
        layout.bar(layout, labels, self.focus(choice), (what, back), permille)
