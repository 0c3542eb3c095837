#!/usr/bin/env python3
"""What a deal costs: presses, time, refreshes, heap, flash and energy, beside their budgets.

Presses are counted with the firmware's App in this process, without glass, so that every evening
can be played under every rule set; the rest is measured on the bench (tools/bench.py), from .mpy.
Times are shares of an empty loop of the same MicroPython process, so a slow machine changes
little. Exit code 1 when a figure that is the same on every machine is over its budget.
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

import evening_facts  # noqa: E402
import report  # noqa: E402
import scorer.app  # noqa: E402
import sizes  # noqa: E402
from bench import Bench, BenchError, interpreter, load_board  # noqa: E402
from coinche import notation, profile  # noqa: E402
from evening import Hand, Lost, begin, enter  # noqa: E402
from mpy import build  # noqa: E402
from scorer import choice, lazy, session  # noqa: E402

FILES = sorted((ROOT / "host_tests" / "data" / "evenings").glob("*.json"))
BOARDS = {"row": "waveshare_esp32_driver", "dial": "crowpanel_42"}
KEYS = {  # what has no answer to look up
    "row": {"MENU": (("k1", "hold"),), "BACK": (("k1", "hold"),), "DROP": (("k4", "long"),)},
    "dial": {
        "MENU": (("menu", "press"),),
        "BACK": (("back", "press"),),
        "DROP": (("down", "press"), ("ok", "long")),
    },
}
NEVER = 9999  # a target that no evening reaches
COUNTING = {"club": False, "it": True, "fr": True, "ffb_contree_2016": True, "cannes_2016": True}

# presses, in the mean; "made" by whether the rules need the count, "every" by declarations played
PRESSES = {
    "row": {"made": (6, 10.5), "failed": 7, "said": 3, "every": (9, 12)},
    "dial": {"made": (11, 16), "failed": 10, "said": 8, "every": (15, 20)},
}
# act: presses on a row (a dial may take twice that), the answers before it, its answers; DEALER is
# who deals, OTHER any other seat, MENU the key that opens the menu
_WON = ("N", "100", "S", "made", "write")
SINGLE = {
    "coinche": (1, ("N", "100", "S"), ("coinche",)),
    "all pass": (1, (), ("all_pass",)),
    "misdeal": (1, (), ("misdeal",)),
    "rematch": (1, _WON, ("rematch",)),
    "undo": (3, ("N", "capot", "S", "failed", "write"), ("MENU", "undo", "accept")),
    "wrong dealer": (3, (), ("MENU", "dealer", "OTHER")),
    "new box to its first deal": (8, None, ("fr", "start", "DEALER")),
}
NOT_YET = {"the number of a deal two back": 10, "same table again": 2}
SHARE = {"key": 15, "write": 35, "score": 0.6, "fold": 35}  # per cent of the loop
PARTIALS_PRESS, PARTIALS_HOLD, PARTIALS_RUN = 1, 3, 40
ERASES_SAVE, ERASES_DRAFT = 1.1, 0.1
HEAPS = {"224K": True, "192K": False}  # the budget, and the goal
REPEATS = 3
MAH = {"row": 1.2, "dial": 1.5}
# mA and s: module awake without radio, panel while refreshing, chip in light sleep meanwhile (the
# driver sleeps during BUSY), light sleep between presses; CPU awake a press; seconds a refresh.
# From published measurements: ComNets-Bremen/WUSN (module), Waveshare wiki (26.4 mW a 4.2" panel).
ENERGY = {"i_on": 35, "i_panel": 8, "i_mcu": 0.8, "i_idle": 0.5, "t_press": 0.15, "t_part": 0.4}
T_FULL = {"row": 3.5, "dial": 3.0}
PLAY_S, DEAL_S = 120, 60  # a deal takes three minutes at least: cards, then dealing and bidding

# Every screen once: a name, a running target, both kinds of count, a check that fails, the end.
TOUR = (
    "fr names N A B done BACK total 1000 rules bga start W "
    "N 100 SA made 2 0 NS check 0 3 t 2 0 d 0 0 trick NS write "
    "MENU undo keep BACK MENU dealer N MENU language en total 2000 MENU fresh keep BACK "
    "MENU fresh DROP rules fr total 1000 start W "
    "S higher 200 H said 50 WE failed write E capot D coinche coinche said belote NS made write "
    "undo keep rematch"
).split()


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


# -- presses, without glass ------------------------------------------------------------------


class _NoFlash:
    notes, saves = (), 0

    def load(self):
        return [], ""

    def save(self, lines):
        self.saves += len(list(lines)) > 0
        return "saved"

    def save_draft(self, text):
        return "saved"


class Desk:
    """As much of a Bench as a Hand needs. `acts`: what each press was to the style of the keys."""

    def __init__(self, style, rules, target=None):
        self.keys = [key for key, *_ in load_board(BOARDS[style])[1].KEYS]
        self.acts = []
        hands = choice.style(style)
        hands.act = self._kept(hands.act)
        told = session.Session(_NoFlash(), lambda n: 0, "", (rules, target or 0))
        self.app = scorer.app.App(told, hands, SimpleNamespace(), None, None, None, None)

    def _kept(self, act):
        def kept(*seen):
            self.acts.append(act(*seen))
            return self.acts[-1]

        return kept

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
def in_memory():
    """Modules stay loaded: a Desk has memory enough, and collections would take most of its
    time."""
    with (
        mock.patch.object(lazy, "drop", lambda *names: None),
        mock.patch.object(scorer.app, "gc", SimpleNamespace(collect=lambda: None)),
    ):
        yield


def presses(evening, rules, style, target=NEVER):
    """[(event, whether it was made, acts)] of an evening: acts are (what, value), one a press."""
    out = []
    with in_memory():
        desk = Desk(style, rules, target)
        hand, resolved = Hand(desk), profile.resolve(rules)
        begin(hand, evening["first_dealer"])
        for n, event, _, state in evening_facts.play(evening, resolved, target):
            if event:
                desk.acts = []
                enter(hand, event, resolved)
                if desk.app.session.state["totals"] != state["totals"]:
                    raise ValueError(
                        f"deal {n} under {rules}: the marks are not those of the rules"
                    )
                out.append((event, (state.get("result") or {}).get("made"), desk.acts))
    return out


def sayings(acts):
    """Presses of each belote and declaration: from "said" to the side."""
    out, since = [], None
    for n, (what, value) in enumerate(acts):
        if what == "answer" and value == "said":
            since = n
            while since and acts[since - 1][0] == "at":
                since -= 1
        elif what == "back":
            since = None
        elif what == "answer" and value in ("NS", "WE") and since is not None:
            out.append(n + 1 - since)
            since = None
    return out


def is_plain(deal):
    """Not coinched, no slam bid or made, no declarations."""
    slam = isinstance(deal["contract"], str) or deal["tricks"]
    return not (slam or deal["level"] or deal.get("melds_takers") or deal.get("melds_defence"))


def press_means(played):
    """{"made", "failed", "said", "every": mean presses} of what presses() gave."""
    deals = [(event["deal"], made, acts) for event, made, acts in played if "deal" in event]
    counts = {
        "made": [len(acts) for deal, made, acts in deals if made and is_plain(deal)],
        "failed": [len(a) for deal, made, a in deals if made is False and is_plain(deal)],
        "said": [n for _, _, acts in deals for n in sayings(acts)],
        "every": [len(acts) for _, _, acts in deals],
    }
    return {what: mean(numbers) for what, numbers in counts.items()}


def follow(hand, answers, style, dealer="N", other="N"):
    """Gives answers one after the other; words in capitals are those of SINGLE and TOUR."""
    for answer in answers:
        for key in KEYS[style].get(answer, ()):
            hand.press(*key)
        if answer not in KEYS[style]:
            hand.answer({"DEALER": dealer, "OTHER": other}.get(answer, answer))


def single(style, before, answers):
    """Presses of an act, at worst over who deals and, for OTHER, who should."""
    worst = 0
    for dealer in "NWSE":
        for other in "NWSE".replace(dealer, "") if "OTHER" in answers else "N":
            with in_memory():
                desk = Desk(style, "club", 100)
                hand = Hand(desk)
                if before is not None:
                    begin(hand, dealer)
                    follow(hand, before, style)
                desk.acts = []
                follow(hand, answers, style, dealer, other)
            worst = max(worst, len(desk.acts))
    return worst


# -- the device, on the bench ------------------------------------------------------------------

# runs beside the firmware: real time spent in keys (with view and saves) and in drawing; the
# least of many short loops, because on a busy machine the rest measures the other programs
PROBE = """
from utime import ticks_diff, ticks_us
def timed(call, *args):
    began = ticks_us()
    call(*args)
    return ticks_diff(ticks_us(), began)
def short():
    for _ in range(10000):
        pass
def loop_us():
    return 10 * min([timed(short) for _ in range(20)])
spent = [0]
def watch(name):
    call = getattr(main.app, name)
    def watched(*args):
        spent[0] += timed(call, *args)
    setattr(main.app, name, watched)
"""
_WATCH = "watch('key')\nwatch('draw')\n"
# the rules alone, in a process of their own: prints [us of the loop, of score, of the fold]
RULES_PROBE = """
import gc, sys
gc.threshold(16384)
from coinche import history, match, notation, profile, scoring
rules, lines = profile.resolve(sys.argv[1]), sys.argv[2:]
first = match.start(rules, 99999, "N")
def least(call, *args):
    return min([timed(call, *args) for _ in range(15)])
deals = [notation.from_text(line)["deal"] for line in lines]
score = sum([least(scoring.score, deal, rules) for deal in deals]) / len(deals)
print([loop_us(), score, least(history.last, first, lines)])
"""
_COUNTERS = "[spent[0], told.saves, told.drafts, main.app.screen().ENTRY]"
_COUNTERS = f"(lambda told: {_COUNTERS})(main.app.session.journal)"


class Slow(Hand):
    """A hand that looks at the glass after each press, and plays cards before it ends a deal.

    log: a dict a press or pause: kind, entry (whether the screen after it is one), us (real time
    in key, view and draw), saves, drafts, partials, fulls, erases.
    """

    def __init__(self, bench):
        super().__init__(bench)
        bench.ask(f"exec({PROBE + _WATCH!r}, link.scope)")
        self.log = []
        self._before = self._counters()

    def _counters(self):
        panel = self.bench.world.panel
        us, saves, drafts, entry = self.bench.ask(_COUNTERS)
        return entry, (us, saves, drafts, panel.partials, panel.fulls, self.bench.flash["erases"])

    def note(self, kind):
        self.bench.idle()
        (_, before), (entry, after) = self._before, self._counters()
        self._before = entry, after
        names = ("us", "saves", "drafts", "partials", "fulls", "erases")
        self.log.append({"kind": kind, "entry": entry})
        self.log[-1].update({k: b - a for k, a, b in zip(names, before, after, strict=True)})

    def press(self, key, kind="press"):
        super().press(key, kind)
        self.note(kind)

    def pause(self, seconds):
        self.bench.wait(seconds * 1000)
        self.note("pause")

    def answer(self, wanted):
        if wanted in ("made", "failed", "tie", "capot") and self.screen() == "play":
            self.pause(PLAY_S)
        super().answer(wanted)


def record(style, rules="fr", path=FILES[0], heap="224K"):
    """An evening on the bench: {"log", "played": presses an event, "loops": in us,
    "seconds", "awake", "heap": (free, largest)}."""
    evening, resolved = load(path), profile.resolve(rules)
    out = {"loops": [], "played": []}
    with Bench(BOARDS[style], heap, True, profile=rules, target=NEVER) as bench:
        hand = Slow(bench)
        begin(hand, evening["first_dealer"])
        hand.log.clear()
        began, awake = bench.us, bench.awake_us
        for _, event, _, _ in evening_facts.play(evening, resolved, NEVER):
            if event:
                presses = hand.presses
                enter(hand, event, resolved)
                out["played"].append(hand.presses - presses)
                hand.pause(DEAL_S)
                out["loops"].append(bench.ask("loop_us()"))
        out["seconds"] = (bench.us - began) / 1e6
        out["awake"] = (bench.awake_us - awake) / 1e6
        out["heap"] = bench.heap()
        out["log"] = hand.log
    return out


def rule_shares(rules="fr"):
    """(score with its lines, fold of forty deals from text) as per cent of the loop."""
    resolved = profile.resolve(rules)
    played = [row[1] for f in FILES for row in evening_facts.play(load(f), resolved, NEVER)]
    lines = [notation.to_text(event) for event in played if event and "deal" in event][:40]
    done = subprocess.run(
        [*interpreter(), "-c", PROBE + RULES_PROBE, rules, *lines],
        env={"MICROPYPATH": f"{build(ROOT / 'boards' / BOARDS['row'])}:.frozen"},
        capture_output=True,
        text=True,
        check=True,
    )
    loop, score, fold = json.loads(done.stdout)
    return 100 * score / loop, 100 * fold / loop


def low_water(style, heap):
    """(least free heap, least largest block) over every screen; BenchError where it does not
    last."""
    figures = []
    with Bench(BOARDS[style], heap, True, target=1000) as bench:
        bench.idle()
        hand = Hand(bench, lambda hand: (bench.idle(), figures.append(bench.heap())))
        follow(hand, TOUR, style)
    return tuple(map(min, zip(*figures, strict=True)))


def refreshes(log):
    """{"press", "hold": most partials of one; "run": most partials without a full one; "entry":
    full ones during an entry}."""
    run, runs = 0, [0]
    for row in log:
        run = 0 if row["fulls"] else run + row["partials"]
        runs.append(run)
    return {
        "press": max(row["partials"] for row in log if row["kind"] == "press"),
        "hold": max([row["partials"] for row in log if row["kind"] in ("hold", "long")] or [0]),
        "run": max(runs),
        "entry": sum(row["fulls"] for row in log if row["entry"]),
    }


def total(log, name, saved=None):
    """Sum of a figure over all rows, or over those that wrote the journal or did not."""
    return sum(row[name] for row in log if saved is None or bool(row["saves"]) == saved)


def erases(log):
    """Block erases (a save of the journal, a draft), in the mean."""
    save = total(log, "erases", True) / total(log, "saves")
    return save, total(log, "erases", False) / total(log, "drafts")


def mah_an_hour(style, seconds, log):
    """Energy of an hour of play from what the bench counted in so many seconds of it."""
    e = ENERGY
    keys = sum(row["kind"] != "pause" for row in log)
    panel_s = total(log, "partials") * e["t_part"] + total(log, "fulls") * T_FULL[style]
    active = keys * e["t_press"] * e["i_on"] + panel_s * (e["i_panel"] + e["i_mcu"])
    return active / seconds + e["i_idle"]


def shares(runs):
    """(a key, a press that writes a deal) as per cent of the loop, from runs of one evening: the
    least time of each press, then the mean."""
    loop = min(min(run["loops"]) for run in runs)
    logs = zip(*(run["log"] for run in runs), strict=True)
    keys = [(same[0], min(row["us"] for row in same)) for same in logs]
    keys = [(row, us) for row, us in keys if row["kind"] != "pause"]
    every, writes = [us for _, us in keys], [us for row, us in keys if row["saves"]]
    return 100 * mean(every) / loop, 100 * mean(writes) / loop


# -- the table -------------------------------------------------------------------------------


def press_rows(style):
    means = {
        rules: press_means([row for f in FILES for row in presses(load(f), rules, style)])
        for rules in COUNTING
    }
    melds = {rules: profile.resolve(rules)["melds.on"] for rules in COUNTING}
    limits = PRESSES[style]

    def figures(what, among=None, wanted=None):
        return {r: means[r][what] for r in means if among is None or among[r] == wanted}

    for wanted, name in enumerate(("no count", "with a count")):
        made = figures("made", COUNTING, wanted)
        yield f"presses, plain contract made, {name}", made, limits["made"][wanted], True
    yield "presses, plain contract failed", figures("failed"), limits["failed"], True
    yield "presses more, a belote or declaration", figures("said"), limits["said"], True
    for wanted, name in enumerate(("no", "with")):
        every = figures("every", melds, wanted)
        yield f"presses, every deal, {name} declarations", every, limits["every"][wanted], True
    times = {"row": 1, "dial": 2}[style]
    for act, (limit, *answers) in SINGLE.items():
        yield f"presses, {act}", single(style, *answers), times * limit, True
    for act, limit in NOT_YET.items():
        yield f"presses, {act}", "not yet", times * limit, True


def device_rows(style):
    runs = [record(style) for _ in range(REPEATS)]
    log, seconds = runs[0]["log"], runs[0]["seconds"]
    for name, figure in zip(("key", "write"), shares(runs), strict=True):
        yield f"% of the loop, a press ({name})", figure, SHARE[name], False
    got = refreshes(log)
    yield "partials a press", got["press"], PARTIALS_PRESS, True
    yield "partials a hold", got["hold"], PARTIALS_HOLD, True
    yield "longest run of partials", got["run"], PARTIALS_RUN, True
    yield "full refreshes during entry", got["entry"], 0, True
    save, draft = erases(log)
    yield "block erases, a deal written", save, ERASES_SAVE, True
    yield "block erases, a draft", draft, ERASES_DRAFT, True
    yield "mAh an hour of play", mah_an_hour(style, seconds, log), MAH[style], True
    awake = runs[0]["awake"] / sum(row["kind"] != "pause" for row in log)
    yield "s awake a press", awake, ENERGY["t_press"], True
    for heap, exact in HEAPS.items():
        try:
            free, block = low_water(style, heap)
            text = f"free {free}, largest {block}"
        except (BenchError, Lost) as error:
            text = "FAILS " + str(error).splitlines()[0][:60]
        yield f"every screen, heap {heap}", text, None, exact
    for what, limit in sizes.BUDGET.items():
        yield f"bytes, {what}", sizes.measure(BOARDS[style])[what], limit, True


def rule_rows():
    for rules in ("it", "fr"):
        score, fold = rule_shares(rules)
        yield f"% of the loop, score ({rules})", score, SHARE["score"], False
        yield f"% of the loop, fold of 40 deals ({rules})", fold, SHARE["fold"], False
    yield "% of the loop, legal", "not yet", 1, False


def is_over(figure, limit):
    if isinstance(figure, str):
        return figure.startswith("FAILS")
    worst = max(figure.values()) if isinstance(figure, dict) else figure
    return worst > limit


def line(what, figure, limit):
    """A row of the table as it is printed."""
    mark = "OVER" if is_over(figure, limit) else "ok"
    if isinstance(figure, dict):
        figure = "  ".join(f"{name} {number:.2f}" for name, number in figure.items())
    elif isinstance(figure, float):
        figure = f"{figure:.2f}"
    elif figure == "not yet":
        mark = ""
    return f"{what:<41} {figure!s:<62} {limit or '':>6} {mark}"


def main():
    tables = [
        (style, rows) for style in BOARDS for rows in (press_rows(style), device_rows(style))
    ]
    over = 0
    for title, rows in [*tables, ("rules", rule_rows())]:
        for what, figure, limit, exact in rows:
            print(f"{title:<5} {line(what, figure, limit)}", flush=True)
            over += exact and is_over(figure, limit)
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
