"""What the table has told the box: settings, the match, and the entry that is being made.

Everything shown follows from these values, and all of them are in the two files of the journal:
the settings and the events in the journal itself, the place on the screens with the half-made
entry in the draft. A Session knows no key and no pixel, and of the clock only the minute of a
deal. Marks are never kept as totals: `state` is the fold of the events (coinche.match), and the
marks as they were written are kept beside each deal that nobody has corrected, so that a later
firmware cannot change an old evening.
"""

import gc

from coinche import deal
from coinche.errors import RuleError
from scorer import lazy
from scorer.screens import SCREENS

DRAFT_BYTES = 100  # that the journal has room for, whatever its numbers are
START_RULES = "ffb_contree_2016"  # what a new box offers
_SEATS = "NWSE"
_CORRECT = "eixuy"  # first letters of corrections in coinche.notation
_DAY = 1440  # no deal takes as many minutes
_DEALS = ("deal", "all_pass", "misdeal")
_RESULT = (
    "made",
    "taker_points",
    "native_points",
    "native_cards",
    "last_trick",
    "tricks",
    "generale_made",
)


# what the screens of the referee remember
_ASKED = ("court", "latest", "mayplay", "ruling", "what if", "why", "worth")


class Session:
    """screen, at, page, typed, origin, note, taker, more, facts are the entry: the draft holds
    exactly them.

    screen: id of the screen. at: focus of a list. page: pages turned or groups opened. typed: what
    is being said: "d3" digits of a count (screens/count.py), "m50" the worth of a declaration
    (declare.py), "jN3Q+" declarations of the players (announced.py), "ap90H" calls (bidding.py),
    "q1" marks of an example (example.py). origin: the screen to go back to from a side road. note:
    id of a text shown once. taker: seat, "=" while rules of the table's own are made. more: what
    stands behind it in coinche.notation: ",bN" belote seats, ",cE" who coinched, ",o" a bid
    against the rules; or what was answered about those rules (ours.py). facts: deal facts, perhaps
    incomplete. setup: (rules key, target or 0) of the match that is being set up; the key of a
    table's own rules is "=" and their name. fix: the head of the correction that is being made, in
    coinche.notation: "u", "y", "x 3", "e 3" and "i 3" whose deal is the entry, "r 1 fr" with rules
    by their key, "+" and an event of which before and after are shown; "p17" while match 17 of
    the archive is open; "h" and "o": what is told of a match that goes on (screens/resume.py); ""
    when the entry is the next deal.
    _parked: that next deal, while "e" and "i" need its place. place: where the referee was called
    from, "screen~focus~page~note", "" while nobody asks it. path: what it is asked,
    "topic.question" and what was answered on from there.

    rules: those of the next deal. base: those that the match began with; published: their place
    among the published ones, None of others. target: what ends the match where it is not that of
    the rules: a total, or a number of deals with a minus. start: where it began, as match.start
    has it. number: of the match in the archive, 0 until it is kept. times: [of how many matches a
    series is, 0 without; wins of NS and WE when it began; series that they have won]. lock: the
    number of the table and the code of who organises the evening, "7.1A2B3C4D", a CRC of four
    suits: it keeps honest people honest; "" without one. own: {name: text} of the rules that the
    table has made; strange: the names of those that this program cannot read.
    """

    def __init__(self, journal, lot, lang="", setup=(START_RULES, 0), seconds=None):
        """journal: a Journal. lot(n): a random number below n. lang, setup: what a box offers that
        has not been asked yet. seconds(): of a clock that has begun anywhere and goes on while
        the box sleeps; without it no deal has a minute."""
        self.journal = journal
        self.lot = lot
        self.seconds = seconds
        self.began = None  # the match, by that clock; None once it has stood still
        self.lang = lang
        self.reader = "S"
        self.names = {}
        self.own = {}
        self.strange = ()
        self.agree = "off"  # when the other side must agree: off, all, last
        self.lock = ""
        self.bids = "quick"  # how a contract is told: quick, or long: call by call
        self.wins = [0, 0]
        self.times = [0, 0, 0, 0, 0]
        self.number = 0
        self.lines = []  # coinche.notation, one line an event
        self.base = self.rules = self.rules_text = self.rules_key = self.state = None
        self.first_dealer = "N"
        self.target = self.start = None
        self.setup = setup
        self.saved = "saved"
        self.room = True  # whether a match of the archive that goes may make room
        self.box = -2, 0, 0, 0  # permille of the cell (scorer.power), its mAh, why and how often
        # the box has started by itself
        self.format = None  # makes a file system where there is none, when the board can
        self._kept = {}
        self._sets = {}  # {text of a rule set: its values} of changes of the rules
        self.home()

    def _landing(self):
        """The screen where an empty entry is."""
        if not self.lang:
            return "language"
        if self.state is None:
            return "setup"
        if self.state["over"]:  # what two captains sign is the last screen of a locked match
            return "code" if self.lock else "over"
        return "table"

    def home(self):
        """Empties the entry."""
        self.screen = self._landing()
        self.at, self.page, self.typed, self.origin, self.note = -1, "", "", "", ""
        self.taker, self.more, self.facts = "", "", {}
        self.fix = self._parked = self.place = self.path = ""
        for name in ("need", "written", "made", "failed"):
            self._kept.pop(name, None)
        self._forget_rules()

    def _forget_rules(self):
        """Drops the rule sets that were only looked at."""
        for text in list(self._sets):
            if not any(line.endswith(text) for line in self.lines):
                del self._sets[text]

    def at_home(self):
        """Whether the entry is empty, so that it needs no draft."""
        said = self.page or self.typed or self.note or self.origin or self.taker or self.facts
        said = said or self.fix or self._parked or self.place
        return not said and self.at < 0 and self.screen == self._landing()

    # ---- the entry ----

    def in_auction(self):
        """Whether the entry is an auction that is told call by call (scorer.bidding)."""
        return self.typed[:1] == "a"

    def go(self, screen, at=-1, note=""):
        """The next screen, its focus at its own start (-1) unless told. While a deal is corrected,
        what begins and ends an entry is the screen of the correction."""
        if self.fix[:1] == "e" and screen in ("table", "preview"):
            screen = "fix"
        self.screen, self.at, self.page, self.note = screen, at, "", note

    def aside(self, screen):
        """A side road: `origin` is the way back, the nearest screen last."""
        self.origin = self.origin + ">" + self.screen if self.origin else self.screen
        self.go(screen)

    def leave(self):
        """Back from a side road to where it began."""
        self.origin, _, screen = self.origin.rpartition(">")
        self.go(screen)

    # ---- the referee

    def referee(self):
        """Calls it, or leaves it for exactly where it was called from."""
        if not self.place:
            self.place = "~".join((self.screen, str(self.at), self.page, self.note))
            self.path = ""
            self.go("referee")
            return
        if self.fix[:1] == "+":
            self.fix = ""
        for name in _ASKED:
            self._kept.pop(name, None)
        self.screen, at, self.page, self.note = self.place.split("~")
        self.at = int(at)
        self.place = self.path = ""

    def plead(self, screen, path, at=-1):
        """The next screen of the referee, and what it is asked there."""
        self.path = path
        self.go(screen, at)

    def propose(self, event):
        """Before and after of an event that a ruling, a misdeal or another target leads to."""
        self.forget()
        self.fix = "+" + line_of(event)
        self.go("undo") if self.place else self.aside("undo")

    def court(self):
        """The rules that it reads: of the deal that is told, or those that a new match would
        have."""
        if self.state is not None:
            return self.turn()["profile"]
        return self.remember("court", self.setup, lambda: self.chosen()[0])

    def bid(self, contract):
        """The number or slam of the contract, as a text; what it is in comes next."""
        self.facts["contract"] = int(contract) if contract.isdigit() else contract
        if not self.fix and not self.in_auction():
            self.forget_result()
        self.go("suit")

    def forget_result(self):
        """Drops what was said of the result; the contract, belotes and declarations stay."""
        for field in _RESULT:
            self.facts.pop(field, None)
        self.typed = ""

    def change_sides(self):
        """The other side took: what was said stays with those who said it."""
        facts = self.facts
        for what in ("belote_", "melds_"):
            takers, defence = facts.pop(what + "takers", 0), facts.pop(what + "defence", 0)
            if takers:
                facts[what + "defence"] = takers
            if defence:
                facts[what + "takers"] = defence
        self.tell("c")

    def tell(self, letter, value=None):
        """Sets one of the words of `more`; None takes it away."""
        words = [word for word in self.more.split(",") if word and word[0] != letter]
        if value is not None:
            words.append(letter + value)
        self.more = "".join(["," + word for word in sorted(words)])

    def remember(self, name, key, make):
        """make(), made again only when key has changed: what a screen asks several times while it
        is drawn."""
        key = str(key)
        kept = self._kept.get(name)
        if kept is None or kept[0] != key:
            self._kept[name] = None
            kept = self._kept[name] = (key, make())
        return kept[1]

    def draft(self):
        """The entry as one line; with the referee called or a look at the archive, that too, where
        the file has room for it: else the game as it would be left."""
        here = self.screen, str(self.at), self.page, self.note
        text = self._line(here, self.fix, self.place)
        if len(text.encode()) > DRAFT_BYTES and self._parked:  # a long auction beside a correction
            parked, self._parked = self._parked, ""
            text = self._line(here, self.fix, self.place)
            self._parked = parked
        if len(text.encode()) > DRAFT_BYTES:
            fix, origin = "" if self.fix[:1] in "+p" else self.fix, self.origin
            if self.place:
                text = self._line(self.place.split("~"), fix, "")
            elif origin and not fix:  # the same of the archive and what is deep in the menu
                self.origin = ""
                text = self._line((origin.partition(">")[0], "-1", "", ""), "", "")
                self.origin = origin
        return text

    def _line(self, here, fix, place):
        screen, at, page, note = here
        rules, target = self.setup
        if self.setup == self._begun():
            rules = target = ""
        return "|".join(
            (
                screen,
                at,
                page,
                self.typed,
                self.origin,
                note,
                self.taker + self.more,
                deal.to_text(self.facts),
                rules,
                str(target),
                fix,
                self._parked,
                place and place + "~" + self.path,
            )
        )

    def _begun(self):
        """(rules key, target or 0) that the match was set up with."""
        return self.rules_key, self.target or 0

    def restore(self, draft):
        """The entry from its line; a line that cannot be read leaves the entry at home."""
        part = draft.split("|")
        part += [""][len(part) - 12 :]  # an earlier firmware had no referee
        if part[8:10] == ["", ""]:
            part[8:10] = self.setup[0], str(self.setup[1])
        if len(part) != 13 or part[0] not in SCREENS.split(" "):
            return
        try:
            facts, at, setup = deal.from_text(part[7]), int(part[1]), (part[8], int(part[9]))
        except ValueError:
            return
        if part[8][:1] == "=":
            if part[8][1:] not in self.own or part[8][1:] in self.strange:
                return
        self.screen, _, self.page, self.typed, self.origin, self.note, who = part[:7]
        self.taker, self.more = who[:1], who[1:]
        self.at, self.setup = at, setup
        self.fix, self._parked = part[10], part[11]
        if part[12].partition("~")[0] in SCREENS.split(" "):
            self.place, _, self.path = part[12].rpartition("~")
        self._told(facts)

    def forget(self):
        """Drops what remember() keeps."""
        self._kept.clear()

    # ---- the rules ----

    def play_by(self, rules):
        """The rules of this match; self.rules_key is their key, None where they have no name. What
        only playing needs makes room for the large tables."""
        self.forget()
        lazy.drop("scorer.told", *lazy.PLAYING + lazy.EVENTS)
        gc.collect()
        from coinche import profile
        from scorer import own

        self.base = self.rules = rules
        self.rules_text = profile.to_text(rules)
        lazy.drop("coinche.tables")  # the other large table comes now
        self.rules_key = own.named(self, self.rules_text)
        key = profile.named(self.rules_text)
        self.published = profile.KEYS.index(key) if key else None
        lazy.drop(*lazy.RULES)
        gc.collect()

    def chosen(self):
        """(rules, target or None) of the match that is being set up."""
        from scorer import own

        return own.resolve(self, self.setup[0]), self.setup[1] or None

    def rule_words(self, w, rules):
        """The rules in a few short phrases."""
        from coinche import rule_words

        phrases = [w(*phrase) for phrase in rule_words.words(rules)]
        lazy.drop("coinche.rule_words")
        return phrases

    def own_rules(self, w):
        """The same for the match that is running."""
        return self.remember("rules", w.lang, lambda: self.rule_words(w, self.rules))

    # ---- the match ----

    def begin(self, rules, target, first_dealer, start=None):
        """A new match by resolved rules, from totals that were there; the old one goes from the
        journal to the archive."""
        note = self._archived()
        lazy.drop("scorer.archive", "scorer.told", *lazy.EVENTS)
        self.forget()
        if rules is not self.base:  # a rematch has no need of the large tables
            self.play_by(rules)
        self._counted()
        self.target, self.first_dealer, self.start = target, first_dealer, start
        self.began = self.seconds and self.seconds()
        if self.rules_key:  # the last table is offered first
            self.setup = self._begun()
        self.state = self.first()
        self.lines, self._kept, self.number = [], {}, 0
        self.home()
        self.note = note
        self.save()

    def _archived(self):
        """In a function of its own, as the next one, so that the module can go."""
        from scorer import archive

        return archive.keep(self)

    def _counted(self):
        from scorer import archive

        archive.count(self)
        lazy.drop("scorer.archive")

    def emit(self, event):
        """Writes an event: kept with its marks, saved. After one that ends a deal the entry is
        empty again, after another it goes on where it was. Raises RuleError and changes nothing
        when it cannot be. What is inserted goes where it belongs."""
        if self.fix[:1] == "i":
            self._correct(self.fix + " " + line_of(event))
            return
        from coinche import match

        state = match.change(self.state.copy(), event)
        if event["event"] == "deal":
            event = dict(event)
            if state["marks"]:
                event["written"] = state["marks"]
            if self.seconds:
                event["minute"] = self._minute()
        self._wrote(line_of(event), state, event["event"] in _DEALS)
        lazy.drop(*lazy.EVENTS)

    def _minute(self):
        """Of the match, now; where the clock has stood still, or somebody has set it, that of the
        latest deal, from where it goes on."""
        last, now = minute(self.lines), self.seconds()
        if self.began is None or not last <= (now - self.began) // 60 < last + _DAY:
            self.began = now - last * 60
        return (now - self.began) // 60

    def after(self, event):
        """The state after an event that comes next."""
        from coinche import match

        return match.change(self.turn().copy(), event)

    def _deal_line(self):
        """The deal of the entry, as a line of coinche.notation."""
        return "d" + self.taker + self.more + " " + deal.to_text(self.facts)

    def write(self):
        """Writes the deal of the entry."""
        event = {"event": "deal", "taker": self.taker, "deal": self.facts}
        self.emit(event_of(self._deal_line()) if self.more else event)

    def must_agree(self, after):
        """Whether the other side is asked before the match is `after`: for every deal, or for
        corrections and the deal that ends the match."""
        if self.fix and self.lock:
            return True
        return self.agree == "all" or self.agree == "last" and bool(self.fix or after["over"])

    # ---- corrections

    def revise(self, n):
        """Makes live event n, a deal, the entry; the next deal waits meanwhile."""
        head, _, facts = self.live()[n - 1].partition(" ")
        words = head.split(",")
        self._park("e %d" % n)
        self.taker = head[1]
        self.more = "".join(["," + word for word in words[1:] if word[0] not in "tw"])
        self._told(deal.from_text(facts))
        self.go("fix")

    def insert(self, n):
        """An entry that comes before live event n."""
        self._park("i %d" % n)
        self.go("table")

    def _park(self, fix):
        if (self.taker or self.typed) and not self.fix:
            screen, facts = self.origin.partition(">")[0], deal.to_text(self.facts)
            self._parked = ";".join((screen, self.taker + self.more, self.typed, facts))
        self.fix, self.origin = fix, ""
        self.taker, self.more, self.facts, self.typed = "", "", {}, ""

    def _told(self, facts):
        """The facts of the entry from those of deal.from_text."""
        self.facts = {field: facts[field] for field in facts if facts[field] is not None}
        if "denomination" not in self.facts:
            del self.facts["level"]  # it is said with the suit

    def leave_fix(self):
        """Gives a correction up: the next deal is as it was put aside."""
        parked = self._parked
        self.home()
        if parked:
            self.screen, who, self.typed, facts = parked.split(";")
            self.taker, self.more = who[:1], who[1:]
            self._told(deal.from_text(facts))

    def correction(self):
        """The correction that is being made, as a line of coinche.notation."""
        if self.fix[0] == "r":
            head, _, key = self.fix.rpartition(" ")
            return head + " " + self.remember("rules of", key, lambda: self._other_rules(key))
        if self.fix[0] == "+":
            return self.fix[1:]
        if self.fix[0] not in "ei":
            return self.fix
        line = self._deal_line()
        when = minute(self.live()[int(self.fix[2:]) - 1 :][:1]) if self.fix[0] == "e" else 0
        return self.fix + " " + (line.replace(" ", ",t%d " % when, 1) if when else line)

    def _other_rules(self, key):
        from coinche import profile
        from scorer import own

        self._forget_rules()
        rules = own.resolve(self, key)
        text = profile.to_text(rules)
        self._sets[text] = rules
        lazy.drop(*lazy.RULES)
        return text

    def corrected(self):
        """The match with it, and of the deal that is corrected its result and marks; or the
        RuleError that says why it cannot be."""
        line = self.correction()
        return self.remember("written", (line, len(self.lines)), lambda: self._corrected(line))

    def _corrected(self, line):
        from coinche import history

        n = int(self.fix[2:]) if self.fix[0] in "eix" else 0
        try:
            own, state, at = None, self.first(), 0
            for later in history.replay(state, self.played(history.live(self.lines + [line]))):
                state = later
                at += 1
                if at == n:
                    own = state
            state = dict(state)
            if own:
                for name in ("result", "marks"):
                    state[name] = own[name]
            return state
        except RuleError as error:
            return error

    def _is_plain(self):
        """Whether the entry is a contract that every table plays, and nothing beside."""
        facts = self.facts
        plain = type(facts.get("contract", 80)) is int and facts.get("denomination", "S") in "SHDC"
        told = set(facts) - {"contract", "denomination", "level"}
        return plain and not told and not facts.get("level") and not self.typed

    def turn(self):
        """The state in which the entry is dealt: now, or where a correction puts it."""
        if self.fix[:1] not in ("e", "i"):
            return self.state
        return self.remember("turn", (self.fix, len(self.lines)), self._turn)

    def _turn(self):
        from coinche import history

        n = int(self.fix[2:])
        return history.last(self.first(), self.played(self.live()[: n - 1]))

    def correct(self):
        """Writes the correction; the earlier version stays in the journal. The next deal, if one
        was being entered, goes on. RuleError, and nothing is changed, where it cannot be."""
        self._correct(self.correction())

    def _correct(self, line):
        state, parked = self._folded(self.lines + [line]), self._parked
        ended = self.fix[0] in "ei" or not self.taker or _ends_deal(self.fix[1:])
        if line.endswith(" false_meld"):
            self._strike(line.split(" "))
        self.fix = ""
        self._wrote(line, state, ended)
        if parked and self.screen == "table":
            self._parked = parked
            self.leave_fix()

    def _strike(self, fine):
        """A declaration that was not shown and is paid for counts for nobody any more."""
        field = "melds_defence" if self.taker in fine[1] else "melds_takers"
        left = self.facts.pop(field, 0) - int(fine[2])
        if left > 0:
            self.facts[field] = left

    def _wrote(self, line, state, ended=True):
        before = self.state
        self.lines = self.lines + [line]
        self._stands(state)
        for match, by in ((before, -1), (state, 1)):
            if match["over"]:
                self._won(match["winner"], by)
        if self.in_auction():  # an auction goes on only where the same seats speak
            for what in ("dealer", "no_bid"):
                ended = ended or state[what] != before[what]
        if state["profile"] is not before["profile"]:
            ended = ended or not self._is_plain()
        if ended or state["over"]:
            self.home()
        elif self.place:
            self.referee()
        else:
            screen, self.origin = self.origin.partition(">")[0], ""
            self.go(screen)
        self.save()

    def played(self, live):
        """Live lines for coinche.history, rules read once and not at each look."""
        return [self._rules_of(line) if line[0] == "r" else line for line in live]

    def _rules_of(self, line):
        _, since, text = line.split(" ")
        if text not in self._sets:
            from coinche import profile

            self._sets[text] = profile.from_text(text)
            lazy.drop(*lazy.RULES)
        return {"event": "rules", "from": int(since), "values": self._sets[text]}

    def live(self):
        """The events that stand, in order, as lines of coinche.notation."""
        from coinche import history

        return history.live(self.lines)

    def latest(self):
        """The last event that stands, as a dict, or None."""
        lines = self.lines
        if lines and lines[-1][0] in _CORRECT:
            lines = self.live()
        event = event_of(lines[-1]) if lines else None
        lazy.drop(*lazy.EVENTS)
        return event

    def _won(self, winner, by):
        if winner == "NS":
            self.wins[0] += by
        elif winner == "WE":
            self.wins[1] += by

    def fold(self):
        """The state of the match from its lines; ValueError where they make none."""
        self._stands(self._folded(self.lines))

    def _stands(self, state):
        """Where the match stands, and by which rules it goes on."""
        self.state = state
        if state["profile"] is not self.rules:
            self.rules = state["profile"]
            self.forget()

    def _folded(self, lines):
        from coinche import history

        return history.last(self.first(), self.played(history.live(lines)))

    def first(self):
        """The state before the first event."""
        from coinche import match

        ends = self.target or 0
        return match.start(
            self.base, max(ends, 0) or None, self.first_dealer, self.start, max(-ends, 0) or None
        )

    # ---- the journal ----

    def save(self):
        """Where the flash is full the oldest match of the archive makes room."""
        draft = "" if self.at_home() else self.draft()
        self.saved = self.journal.save(self.journal_lines(), draft)
        if self.saved == "full" and self.room:
            from scorer import archive

            archive.save(self, draft)

    def save_draft(self):
        self.saved = self.journal.save_draft(self.draft())

    def players(self):
        """The four names as one word."""
        return ",".join([self.names.get(seat, "") for seat in _SEATS])

    def journal_lines(self):
        box = "box %s %s %d %d %s %s %s%s" % (
            self.lang or "-",
            self.reader,
            self.wins[0],
            self.wins[1],
            self.players(),
            self.agree,
            self.bids,
            self.lock and " l=" + self.lock,
        )
        yield box + " b=%d/%d/%d/%d/%d" % tuple(self.times) if any(self.times) else box
        for name in sorted(self.own):
            yield " ".join(("own", name, self.own[name]))
        if self.state is not None:
            match = "match %s %d %s" % (
                self.first_dealer,
                self.target or 0,
                self.rules_key or "-",
            )
            if self.number:
                match += " s=%d" % self.number
            start = self.start
            if start:
                match += " o=%d/%d/%d" % (start["NS"], start["WE"], start["deals"])
            yield match
            yield "rules " + self.rules_text
            for line in self.lines:
                yield "e " + line


def _ends_deal(line):
    """Whether a line that the referee proposes ends the deal: all do but a fine beside it."""
    return line[:1] in ("d", "k", "m") or line[:1] == "f" and line.split(" ")[3] == "+"


def minute(lines):
    """The latest minute of the match in which one of these deals was written."""
    latest = 0
    for line in lines:
        at = line.find(",t") if line[0] == "d" else -1
        if at > 0:
            latest = max(latest, int(line[at + 2 : line.find(" ")].partition(",")[0]))
    return latest


def line_of(event):
    from coinche.notation import to_text

    return to_text(event)


def event_of(line):
    """The event of a line, as told.py wants it: of rules only that they changed."""
    if line[0] == "r":
        return {"event": "rules"}
    from coinche.notation import from_text

    return from_text(line)
