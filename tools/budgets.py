#!/usr/bin/env python3
"""What the device costs: presses, time, refreshes, heap, flash, energy, beside the budgets.

Presses are counted with the firmware's App in this process, without glass, so that every evening
is played under every rule set. The rest is measured on the bench (tools/bench.py), from .mpy, by a
hand that looks at the glass after each press. Times are CPU time as a share of an empty loop of
the same MicroPython process. Exit code 1 when a figure that is exact is over its budget.
"""

import contextlib
import json
import subprocess
import sys
from pathlib import Path
from statistics import mean
from types import SimpleNamespace
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tools" / "simulator"), str(ROOT / "firmware")]

import energy  # noqa: E402
import evening_facts  # noqa: E402
import report  # noqa: E402
import scorer.app  # noqa: E402
import sizes  # noqa: E402
import words  # noqa: E402
from bench import Bench, BenchError, interpreter, load_board  # noqa: E402
from coinche import notation, profile  # noqa: E402
from evening import Hand, Lost, begin, enter  # noqa: E402
from mpy import build, renamed  # noqa: E402
from scorer import choice, lazy, session  # noqa: E402
from scorer.screens import CALM  # noqa: E402

VECTORS = ROOT / "host_tests" / "data" / "vectors"
FILES = sorted((ROOT / "host_tests" / "data" / "evenings").glob("*.json"))
BOARDS = {"row": "waveshare_esp32_driver", "dial": "crowpanel_42"}
# keys of the other styles
KEYNAMES = {"scroll": "up down ok back menu", "three": "prev ok next"}
NEVER = 9999  # a target that no evening reaches
COUNTS = {"club": False, "it": True, "fr": True, "ffb_contree_2016": True, "cannes_2016": True}

# presses in the mean: made, without and with a count; every deal, without and with declarations
PRESSES = {
    "row": {"made": (6, 10.5), "failed": 7, "said": 3, "every": (9, 12)},
    "dial": {"made": (11, 16), "failed": 10, "said": 8, "every": (15, 20)},
}
PRESSES["scroll"] = PRESSES["three"] = PRESSES["dial"]
# act: presses on a row (a dial may take twice that), answers before it, its answers. A match has
# begun, unless what comes before is None or the language. DEALER is who deals, OTHER each of the
# other seats; words of KEYS are presses that have no answer to look up.
SINGLE = {
    "coinche": (1, "N 100 S", "coinche"),
    "all pass": (1, "", "all_pass"),
    "misdeal": (1, "", "misdeal"),
    "rematch": (1, "N 100 S made write", "rematch"),
    "undo": (3, "N capot S failed write", "MENU undo accept"),
    "wrong dealer": (3, "", "MENU dealer OTHER"),
    "new box to its first deal": (8, None, "fr start DEALER"),
    "number of a deal two back": (
        10,
        "N 80 S made write W 90 H made write S 100 D made write",
        "MENU deals 1 number 90 S accept",
    ),
    "same table again": (2, "fr", "start DEALER"),
}
# the ten disputes that are asked most, each from the play screen: presses on a row, and how
ASKED = {
    "revoke": "fault 68",
    "undertrump": "card 62",
    "overtrump partner": "card 61",
    "80 and 81": "contract 3",
    "belote on failure": "belote 13",
    "coinche out of turn": "coinche 27",
    "misdeal": "fault 69",
    "all pass": "auction 43",
    "equal tierces": "melds 52",
    "count not 162": "count 18",
}
ASKED_MOST = 6
KEYS = {
    "row": {"MENU": "k1 hold", "BACK": "k1 hold", "DROP": "k4 long", "REF": "k4 hold"},
    "dial": {
        "MENU": "menu press",
        "BACK": "back press",
        "DROP": "down press ok long",
        "REF": "back hold",
    },
    "three": {
        "MENU": "ok hold",
        "BACK": "ok hold",
        "DROP": "next press ok long",
        "REF": "next hold",
    },
}
KEYS["scroll"] = KEYS["dial"]
# every screen once: a name, a running target, both kinds of count, a check that fails, the
# referee, an auction with a bid that is not allowed, the archive, a contest, other rules, the end
TOUR = """fr resume 5 BACK code Z BACK BACK BACK names N A B done BACK total 1000
    rules example 215/47 none 3 1 0 1 0 1 1 2 rules next next next turn done names M done accept
    rules erase keep rules bga start W
    N 100 SA made 2 0 NS check 0 3 t 2 0 d 0 0 trick NS write
    MENU code back lock S H D C 7 rules S H D C BACK lock S H D C BACK
    MENU undo keep BACK MENU dealer N MENU language en total 2000 MENU fresh keep BACK
    MENU deals 1 number 110 H made 3 0 taker N play said NS BACK accept MENU undo accept
    MENU redo accept MENU deals 2 keep BACK BACK MENU agree BACK
    S 80 H REF card mayplay ruff opponent_ruff higher why others REF REF card cards S J hand S 7
    REF REF card order REF REF auction worth level REF
    failed write refuse write accept MENU agree agree BACK
    MENU bids BACK pass bid 180 S bid 180 H stands coinche W play failed write MENU bids BACK
    MENU times fresh DROP rules rules fr total 1000 start W
    MENU earlier 1 deals BACK BACK BACK BACK
    S higher 200 H said belote holder N said 50 contest N 3 Q + count
    REF fault 68 apply NS keep REF failed write REF writing why next if next REF
    MENU rules contree_162_x3 since accept
    E capot D coinche said NS made write undo keep match elsewhere BACK deals BACK BACK rematch"""
HEAPS = {"224K": True, "192K": False}  # the budget, and the goal
MAH = {"row": 1.2, "dial": 1.5}
PLAY_S, DEAL_S = 120, 60  # a deal takes three minutes at least: cards, then dealing and bidding
ON_BENCH = (0, 24)  # a common evening, and one of rare things: slams, no-trump, all passes, holds


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


# -- presses, without glass ------------------------------------------------------------------


class Memory:
    """The flash of a Desk: files by name."""

    def __init__(self):
        self.data = {}

    def names(self, folder):
        return [name.partition("/")[2] for name in self.data if name.startswith(folder + "/")]

    def write(self, name, pieces):
        self.data[name] = b"".join(pieces)

    def read(self, name, take):
        take(self.data[name])


class Desk:
    """As much of a Bench as a Hand needs. acts: (what, value) of each press, as the style of the
    keys took it."""

    def __init__(self, style, rules, target):
        if style in BOARDS:
            self.keys = [key for key, *_ in load_board(BOARDS[style])[1].KEYS]
        else:
            self.keys = KEYNAMES[style].split(" ")
        self.acts = []
        hands = choice.style(style)
        take = hands.act
        hands.act = lambda *seen: self.acts.append(take(*seen)) or self.acts[-1]
        journal = SimpleNamespace(notes=(), saves=0, load=lambda: ([], ""), fs=Memory())
        journal.save = journal.save_draft = lambda what, draft="": "saved"
        told = session.Session(journal, lambda n: 0, "", (rules, target))
        glass = SimpleNamespace(rows=lambda place: 5)  # of what comes in pages
        self.app = scorer.app.App(told, hands, SimpleNamespace(), glass, None, None, None)

    def ask(self, _):
        return report.hand(self.app)

    def press(self, key, kind="press"):
        self.app.seen_at = 0
        self.app.key(key, kind, 0)

    def hold(self, key, ms=None):
        self.press(key, "hold")

    def idle(self):
        pass


@contextlib.contextmanager
def at_desk(style, rules, target=NEVER):
    """A hand at a Desk; modules stay loaded meanwhile, for memory is no matter there."""
    with (
        mock.patch.object(lazy, "drop", lambda *names: None),
        mock.patch("gc.collect", lambda: None),
    ):
        yield Hand(Desk(style, rules, target))


def events(evening, rules):
    """(event, state after it) of an evening that nobody wins."""
    for _, event, _, state in evening_facts.play(evening, profile.resolve(rules), NEVER):
        if event:
            yield event, state


def presses(evening, rules, style):
    """[(event, True made | False failed | None, acts)] of an evening; acts: one a press."""
    out = []
    with at_desk(style, rules) as hand:
        begin(hand, evening["first_dealer"])
        for event, state in events(evening, rules):
            hand.bench.acts = []
            enter(hand, event, profile.resolve(rules))
            if hand.bench.app.session.state["totals"] != state["totals"]:
                raise ValueError(f"{event} under {rules}: not the marks of the rules")
            out.append((event, (state.get("result") or {}).get("made"), hand.bench.acts))
    return out


def sayings(acts):
    """Presses of each belote and declaration: from the way to "said" to the answer which side."""
    out, since, moved = [], None, 0
    for n, (what, value) in enumerate(acts):
        if value == "said":
            since = n - moved
        elif what == "back":
            since = None
        elif value in ("NS", "WE") and since is not None:
            out.append(n + 1 - since)
            since = None
        moved = moved + 1 if what == "at" else 0
    return out


def is_plain(deal):
    """Not coinched, no slam bid or made, no declarations."""
    slam = isinstance(deal["contract"], str) or deal["tricks"]
    return not (slam or deal["level"] or deal.get("melds_takers") or deal.get("melds_defence"))


def press_means(played):
    """Mean presses of what presses() gave: {"made", "failed": plain ones, "said", "every"}."""
    deals = [(event["deal"], made, acts) for event, made, acts in played if "deal" in event]
    return {
        "made": mean(len(acts) for deal, made, acts in deals if made and is_plain(deal)),
        "failed": mean(
            len(acts) for deal, made, acts in deals if made is False and is_plain(deal)
        ),
        "said": mean(n for _, _, acts in deals for n in sayings(acts)),
        "every": mean(len(acts) for _, _, acts in deals),
    }


def follow(hand, answers, style, dealer="N", other="N"):
    """Gives answers one after the other; words in capitals are those of SINGLE and KEYS."""
    for answer in answers.split():
        if answer in KEYS[style]:
            words = iter(KEYS[style][answer].split())
            for key, kind in zip(words, words, strict=True):
                hand.press(key, kind)
        else:
            hand.answer({"DEALER": dealer, "OTHER": other}.get(answer, answer))


def single(style, before, answers):
    """Presses of an act, the most over who deals and who should."""
    counts = []
    for dealer in "NWSE":
        for other in "NWSE".replace(dealer, ""):
            with at_desk(style, "club", 100) as hand:
                if before == "fr":
                    hand.answer(before)
                elif before is not None:
                    begin(hand, dealer)
                    follow(hand, before, style)
                hand.bench.acts = []
                follow(hand, answers, style, dealer, other)
                counts.append(len(hand.bench.acts))
    return max(counts)


def asked(style, question):
    """Presses from the play screen to what the referee says to a question."""
    with at_desk(style, "fr", 1000) as hand:
        begin(hand, "N")
        follow(hand, "N 100 S", style)
        hand.bench.acts = []
        follow(hand, "REF " + question, style)
        if hand.screen() != "ruling":
            raise ValueError(f"{question} ends on {hand.screen()}")
        return len(hand.bench.acts)


# -- the device, on the bench ------------------------------------------------------------------

# CPU seconds in spent: of keys and drawing; of loops; of saves, within keys.  Runs beside the
# firmware.
PROBE = """
from utime import clock
spent = [0, 0, 0]
def timed(slot, call, *args):
    began = clock()
    call(*args)
    spent[slot] += clock() - began
def loop():
    for _ in range(100000):
        pass
def watch(owner, slot, name):
    call = getattr(owner, name)
    setattr(owner, name, lambda *args: timed(slot, call, *args))
"""
WATCH = """
watch(main.app, 0, 'key')
watch(main.app, 0, 'draw')
watch(main.app.session, 2, 'save')
watch(main.app.session, 2, 'save_draft')
"""
# the rules alone, in a process of their own, under either interpreter
RULES_PROBE = """
import gc, json, sys
try:
    from utime import clock
    gc.threshold(16384)
except ImportError:
    from time import process_time as clock
from coinche import history, match, notation, profile, scoring, tricks
rules, lines, positions = json.loads(sys.stdin.read())
rules = profile.resolve(rules)
first = match.start(rules, 99999, "N")
deals = [notation.from_text(line)["deal"] for line in lines]
def loop():
    for _ in range(100000):
        pass
def score():
    for deal in deals:
        scoring.score(deal, rules)
def legal():
    for row in positions:
        tricks.legal(row["hand"], row["trick"], row["seat"], row["trump"], rules)
def fold():
    history.last(first, lines)
spent = [0, 0, 0, 0]
for _ in range(100):
    for i, call in enumerate((loop, score, legal, fold)):
        began = clock()
        call()
        spent[i] += clock() - began
counts = (len(deals), len(positions), 1)
print(json.dumps([spent[i + 1] / counts[i] / spent[0] for i in range(3)]))
"""
_NAMES = ("cpu", "saving", "saves", "drafts", "partials", "fulls", "erases")


class Slow(Hand):
    """A hand that looks at the glass after each press, and plays cards before a deal ends. Where
    the box sleeps meanwhile, it presses what it has read before.

    log: a dict a press or pause: kind, entry (whether the screen after it is one), and how much
    each of _NAMES grew.
    """

    def __init__(self, bench):
        super().__init__(bench)
        self.log = []
        self._screen, self._before = "", (0,) * len(_NAMES)
        self._watch()

    def _watch(self):
        self._boots = self.bench.boots
        self.bench.ask(f"exec({PROBE + WATCH!r}, link.scope)")

    def note(self, kind):
        self.bench.idle()
        own = self._before[:4]
        if not self.bench.asleep:
            if self.bench.boots != self._boots:  # of what it did before, nothing is left
                self._watch()
                self._before = (0, 0, 0, 0, *self._before[4:])
            told = "main.app.session.journal"
            *own, self._screen = self.bench.ask(
                f"[spent[0] - spent[2], spent[2], {told}.saves, {told}.drafts,"
                "main.app.session.screen]"
            )
        screen = self._screen
        panel = self.bench.world.panel
        now = (*own, panel.partials, panel.fulls, self.bench.flash["erases"])
        grown = {name: b - a for name, a, b in zip(_NAMES, self._before, now, strict=True)}
        self._before = now
        self.log.append({"kind": kind, "entry": screen not in CALM.split(" "), **grown})

    def press(self, key, kind="press"):
        super().press(key, kind)
        self.note(kind)

    def pause(self, seconds):
        self.state()
        self.bench.wait(seconds * 1000)
        self.note("pause")

    def answer(self, wanted):
        if wanted in ("made", "failed", "tie", "capot") and self.screen() == "play":
            self.pause(PLAY_S)
        super().answer(wanted)


def record(board, number, rules="fr"):
    """An evening on the bench, in the heap of the board: {"log", "played": presses of each event,
    "loop": CPU seconds of an empty loop (0 where the box sleeps after each deal), "seconds": of
    the virtual clock, "deep_s" of them in deep sleep, "wakes" out of it}."""
    evening, played, loops = load(FILES[number]), [], 0
    with Bench(board, load_board(board)[1].HEAP, True, profile=rules, target=NEVER) as bench:
        hand = Slow(bench)
        begin(hand, evening["first_dealer"])
        hand.log.clear()
        began = bench.us
        for event, _ in events(evening, rules):
            presses = hand.presses
            enter(hand, event, profile.resolve(rules))
            played.append(hand.presses - presses)
            hand.pause(DEAL_S)
            for _ in range(0 if bench.asleep else 5):
                bench.ask("timed(1, loop)")
                loops += 1
        return {
            "log": hand.log,
            "played": played,
            "loop": loops and bench.ask("spent[1]") / loops,
            "seconds": (bench.us - began) / 1e6,
            "deep_s": bench.deep_us / 1e6,
            "wakes": bench.boots - 1,
        }


def low_water(style, heap):
    """(least free heap, least largest block) over every screen, in bytes."""
    figures = []
    with Bench(BOARDS[style], heap, True) as bench:
        bench.idle()
        follow(Hand(bench, lambda hand: (bench.idle(), figures.append(bench.heap()))), TOUR, style)
    return tuple(map(min, zip(*figures, strict=True)))


# -- the table: rows of (what, figure or {name: figure} or text, budget, is exact) ---------------


def press_rows(style):
    means = {
        rules: press_means([row for f in FILES for row in presses(load(f), rules, style)])
        for rules in COUNTS
    }
    melds = {rules: profile.resolve(rules)["melds.on"] for rules in COUNTS}
    limits = PRESSES[style]
    for what, split, names in (
        ("made", COUNTS, ("plain contract made, no count", "plain contract made, counted")),
        ("every", melds, ("every deal, no declarations", "every deal, with declarations")),
    ):
        for is_wanted, name in enumerate(names):
            figures = {r: means[r][what] for r in means if split[r] == is_wanted}
            yield f"presses, {name}", figures, limits[what][is_wanted], True
    for what, name in (("failed", "plain contract failed"), ("said", "more for a thing said")):
        yield f"presses, {name}", {r: means[r][what] for r in means}, limits[what], True
    for act, (limit, before, answers) in SINGLE.items():
        figure = single(style, before, answers)
        yield f"presses, {act}", figure, limit * (1 if style == "row" else 2), True
    for what, question in ASKED.items():
        most = ASKED_MOST * (1 if style == "row" else 2)
        yield f"presses to the answer, {what}", asked(style, question), most, True


def count_rows(number, run):
    """What the bench counted while record() played an evening."""
    log, keys = run["log"], [row for row in run["log"] if row["kind"] != "pause"]
    longest = partials = 0
    for row in log:
        partials = 0 if row["fulls"] else partials + row["partials"]
        longest = max(longest, partials)
    held = [row["partials"] for row in keys if row["kind"] != "press"]

    def erases(saved, counted):
        rows = [row for row in log if bool(row["saves"]) == saved]
        return sum(row["erases"] for row in rows) / sum(row[counted] for row in rows)

    for what, figure, limit in (
        ("partials a press", max(row["partials"] for row in keys if row["kind"] == "press"), 1),
        ("partials a hold", max(held, default="none held"), 3),
        ("partials between two full ones", longest, 40),
        ("full refreshes during entry", sum(row["fulls"] for row in log if row["entry"]), 0),
        ("block erases, a deal written", erases(True, "saves"), 1.1),
        ("block erases, a draft", erases(False, "drafts"), 0.1),
    ):
        yield f"evening {number}, {what}", figure, limit, True


def mah_an_hour(board, run):
    """Energy of an hour of play, from what the bench counted while record() played an evening."""
    log = run["log"]
    counted = {name: run[name] for name in ("seconds", "deep_s", "wakes")}
    counted["presses"] = sum(row["kind"] != "pause" for row in log)
    for name in ("partials", "fulls"):
        counted[name] = sum(row[name] for row in log)
    light = load_board(board)[1].WAKE["light"] is not None
    return energy.mah_an_hour(board, counted, light)


def energy_rows():
    """Of the boards that have no budget of their own."""
    for path in sorted(ROOT.glob("boards/*/board.py")):
        board = path.parent.name
        if board not in BOARDS.values():
            figure = mah_an_hour(board, record(board, ON_BENCH[0]))
            yield f"mAh an hour of play, {board}", figure, "", False


def device_rows(style):
    runs = [record(BOARDS[style], number) for number in ON_BENCH]
    for number, run in zip(ON_BENCH, runs, strict=True):
        yield from count_rows(number, run)
    yield (
        f"mAh an hour of play, evening {ON_BENCH[0]}",
        mah_an_hour(BOARDS[style], runs[0]),
        MAH[style],
        True,
    )
    keys = [row for run in runs for row in run["log"] if row["kind"] != "pause"]
    loop = mean(run["loop"] for run in runs) / 100
    yield "% of the loop, a press", mean(row["cpu"] for row in keys) / loop, 15, False
    writes = mean(row["cpu"] for row in keys if row["saves"])
    yield "% of the loop, a press that writes", writes / loop, 35, False
    saving = mean(row["saving"] for row in keys)
    yield "% of the loop, the save of a press", saving / loop, "", False
    for heap, is_exact in HEAPS.items():
        try:
            figure = "free {}, largest {}".format(*low_water(style, heap))
        except (BenchError, Lost) as error:
            figure = "FAILS " + str(error).split("\n", 1)[0][:50]
        yield f"bytes of heap, every screen, at {heap}", figure, "", is_exact
    for what, limit in sizes.BUDGET.items():
        yield f"bytes shipped, {what}", sizes.measure(BOARDS[style])[what], limit, True


def rule_rows():
    positions = (VECTORS / "legality.jsonl").read_text(encoding="utf-8").splitlines()
    positions = [json.loads(line) for line in positions[::10]]
    firmware = {"PYTHONPATH": str(ROOT / "firmware")}
    built = build(ROOT / "boards" / BOARDS["row"])
    compiled = {"MICROPYPATH": f"{built}:.frozen"}
    short = {name: new for name, new in renamed(built).items() if "." in name}
    packed = "from packed import mount\nmount()\n" + words.rooted(RULES_PROBE, short)
    for rules in ("it", "fr"):
        deals = [event for f in FILES for event, _ in events(load(f), rules) if "deal" in event]
        lines = [notation.to_text(event) for event in deals[:40]]
        for command, where, probe, name in (
            (interpreter(), compiled, packed, "MicroPython"),
            ([sys.executable], firmware, RULES_PROBE, "CPython"),
        ):
            done = subprocess.run(
                [*command, "-c", probe],
                input=json.dumps([rules, lines, positions]).encode(),
                env=where,
                stdout=subprocess.PIPE,
                check=True,
            )
            score, legal, fold = json.loads(done.stdout)
            for what, figure, limit in (
                ("score", score, 0.6),
                ("legal", legal, 1),
                ("fold of 40 deals", fold, 35),
            ):
                yield f"% of the loop, {what}, {rules}, {name}", 100 * figure, limit, False


def is_over(figure, limit):
    if isinstance(figure, str):
        return figure.startswith("FAILS")
    return limit != "" and (max(figure.values()) if isinstance(figure, dict) else figure) > limit


def line(what, figure, limit):
    """A row as it is printed."""
    mark = (
        "OVER"
        if is_over(figure, limit)
        else ""
        if limit == "" or str(figure).startswith("no")
        else "ok"
    )
    if isinstance(figure, dict):
        figure = "  ".join(f"{name} {number:.2f}" for name, number in figure.items())
    elif isinstance(figure, float):
        figure = f"{figure:.2f}"
    return f"{what:<43} {figure!s:<62} {limit:>6} {mark}"


def main():
    over = 0
    tables = [(style, rows(style)) for style in BOARDS for rows in (press_rows, device_rows)]
    tables += [(style, press_rows(style)) for style in KEYNAMES]
    for title, rows in [*tables, ("boards", energy_rows()), ("rules", rule_rows())]:
        for what, figure, limit, is_exact in rows:
            print(f"{title:<6} {line(what, figure, limit)}", flush=True)
            over += is_exact and is_over(figure, limit)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
