"""Plays an evening of facts through the keys of the device, as a quick pair of hands that reads
the screen would.

The hand knows no screen by its pixels: it looks up in `state` which key leads to the answer it
wants. What it wants comes from the facts of the evening alone; what the device then writes is
compared with tools/rules.py. One JSON line a deal, one for the whole evening.
"""

import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "firmware"))

import evening_facts
import rules as rule_tool
from coinche import profile
from coinche.deal import counted
from coinche.scoring import score
from coinche.seats import side_of

_ENTRY_LIMIT = 60  # presses after which an entry is given up: the hand is lost
_WRITES = ("write", "accept", "rematch")


class Lost(Exception):
    """The screen does not offer what the facts of the evening ask for."""


class Hand:
    """Answers by keys; counts what it presses. after(hand): called after each press, for cuts."""

    def __init__(self, bench, after=None):
        self.bench = bench
        self.after = after
        self.presses = 0
        self._state = None

    def state(self):
        """What the hand looks at after its last press, asked for once."""
        if self._state is None:
            self._state = self.bench.ask('__import__("report").hand(main.app)')
        return self._state

    def screen(self):
        return self.state()["screen"]

    def press(self, key, kind="press"):
        self.presses += 1
        if kind == "long":
            self.bench.hold(key, 2100)
        elif kind == "hold":
            self.bench.hold(key)
        else:
            self.bench.press(key)
        self._state = None
        if self.after:
            self.after(self)
            self._state = None

    def offered(self):
        """Every answer of the present screen."""
        answers = self.state()["answers"]
        if "list" in answers or "browse" in answers:
            quick = answers.get("quick") or []
            return (answers.get("list") or answers["browse"])[0] + quick[1:]
        return [answer for _, _, ids in answers["keys"] for answer in ids]

    def answer(self, wanted):
        """Presses until the answer is given: pages, groups and lists are walked as people do. What
        writes counts only once its screen was seen, so the hand waits for the glass, as eyes
        do."""
        if wanted in _WRITES:
            self.bench.idle()
        for _ in range(_ENTRY_LIMIT):
            if wanted not in self.offered():
                raise Lost(f"{wanted} is not among {self.offered()} on {self.screen()}")
            answers = self.state()["answers"]
            key, quick = answers.get("quick") or (None, None)
            if wanted == quick:
                self.press(key, "hold")
                return
            if "keys" not in answers or "browse" in answers:
                self._walk(answers, wanted)
                return
            for key, kind, ids in answers["keys"]:
                if wanted in ids:
                    self.press(key, kind)
                    if len(ids) == 1:
                        return
                    break
        raise Lost(f"{wanted} was not reached on {self.screen()}")

    def _walk(self, answers, wanted):
        rows = "browse" in answers
        ids, at = answers["browse" if rows else "list"]
        steps = ids.index(wanted) - at
        if steps > len(ids) // 2:
            steps -= len(ids)
        elif -steps > len(ids) // 2:
            steps += len(ids)
        up, down, ok = ("k1", "k2", "k4") if rows else self._keys()
        for _ in range(abs(steps)):
            self.press(down if steps > 0 else up)
        if wanted in _WRITES:
            self.bench.idle()
        self.press(ok)

    def _keys(self):
        return ("prev", "next", "ok") if "prev" in self.bench.keys else ("up", "down", "ok")


def enter(hand, event, rules):
    """One event of an evening, from the main screen to the main screen (or the end of the
    match)."""
    if event["event"] in ("all_pass", "misdeal"):
        hand.answer(event["event"])
        if hand.screen() == "undo":  # it writes marks, so before and after are shown
            hand.answer("accept")
        return
    facts = event["deal"]
    hand.answer(event["taker"])
    value = str(facts["contract"])
    if hand.screen() == "number" and value.isdigit() and int(value) > 180:
        hand.answer("higher")
    hand.answer(value)
    hand.answer(facts["denomination"])
    for _ in range(facts.get("level", 0)):
        hand.answer("coinche")
    takers = side_of(event["taker"])
    sides = {"takers": takers, "defence": "WE" if takers == "NS" else "NS"}
    for whose in ("takers", "defence"):
        for _ in range(facts.get("belote_" + whose, 0)):
            if not _said(hand, "belote", sides[whose]):
                break
        for worth in _declared(facts.get("melds_" + whose, 0)):
            _said(hand, str(worth), sides[whose])
    _result(hand, facts, sides, rules)
    hand.answer("write")


def _said(hand, what, side):
    """A belote or a declaration; False where it is not asked for, because it can change
    nothing."""
    if "said" not in hand.offered():
        return False
    hand.answer("said")
    if hand.screen() == "declare":
        if what not in hand.offered():
            hand.press(*way_back(hand))
            return False
        hand.answer(what)
    hand.answer(side)
    return True


def way_back(hand):
    """The key that goes one step back, and how it is pressed."""
    return {"k1": ("k1", "hold"), "prev": ("ok", "hold")}.get(hand.bench.keys[0], ("back",))


def _declared(points):
    """The points of a side as declarations: the fewest of 200, 150, 100, 50, 20."""
    out = []
    for worth in (200, 150, 100, 50, 20):
        while points >= worth and points - worth not in (10, 30):
            out.append(worth)
            points -= worth
    return out


def _result(hand, facts, sides, rules):
    result = score(facts, rules)
    made = {True: "made", False: "failed", None: "tie"}[result["made"]]
    slam = isinstance(facts["contract"], str)
    if facts.get("tricks") == "takers_all" and not slam and "capot" in hand.offered():
        made = "capot"
    hand.answer(made)
    if hand.screen() == "count":
        _count(hand, facts, rules)
    if hand.screen() == "trickless":
        hand.answer("trick" if facts.get("tricks") is None else "none")
    if hand.screen() == "last_trick":
        hand.answer(sides[facts["last_trick"]])
    if facts.get("tricks") == "defence_all" and "swept" in hand.offered():
        if hand.state()["tricks"] is None:
            hand.answer("swept")


def _count(hand, facts, rules):
    field, pile = counted(facts["denomination"], rules)
    takers = {"takers_all": pile, "defence_all": 0}.get(facts.get("tricks"), facts.get(field))
    if takers is None:  # cards without the last trick, where the table counts with it
        takers = facts["native_cards"] + 10 * (facts["last_trick"] == "takers")
    piles = {"t": takers, "d": pile - takers}
    letter = hand.state()["typed"][0]
    if piles[letter] > pile // 2 // 10 * 10 + 9:
        hand.answer("flip")
        letter = hand.state()["typed"][0]
    hand.answer(str(piles[letter] // 10))
    hand.answer(str(piles[letter] % 10))


class Cuts:
    """Cuts the power at one random instant of each deal, and demands the same state after it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0
        self.due = 0

    def deal(self):
        self.due = self.random.randrange(1, 9)

    def __call__(self, hand):
        self.due -= 1
        if self.due == 0:
            cut(hand.bench, self.random.randrange(700))
            self.count += 1


def cut(bench, wait_ms=0):
    """Power off after wait_ms and on again; Lost when anything but the machine's figures
    differs."""
    bench.wait(wait_ms)
    before = bench.state(heap=False)
    bench.cut()
    bench.idle()
    after = bench.state(heap=False)
    for key in before:
        if key == "machine" or key == "text" and before["machine"]["busy"]:
            continue
        if before[key] != after[key]:
            raise Lost(f"after a cut {key} is {after[key]}, it was {before[key]}")


def begin(hand, first_dealer, lang="fr"):
    """From a new box to the first deal."""
    hand.bench.idle()
    if hand.screen() == "language":
        hand.answer(lang)
    hand.answer("start")
    hand.answer(first_dealer)


def play(bench, evening, cuts=None, out=print):
    """Plays a whole evening; 0, or 1 where the device and the rule tool differ. cuts: None, a seed
    for Cuts, or something called like one."""
    after = Cuts(cuts) if isinstance(cuts, int) else cuts
    hand = Hand(bench, after)
    begin(hand, evening["first_dealer"])
    key = bench.state(heap=False)["profile"]
    rules = profile.resolve(key)
    target = bench.options.get("target")
    events, left_out = [], []
    for number, event, why, _ in evening_facts.play(evening, rules, target):
        if event is None:
            left_out.append([number, why])
            continue
        if after:
            after.deal()
        presses, fulls, partials = (
            hand.presses,
            bench.world.panel.fulls,
            bench.world.panel.partials,
        )
        enter(hand, event, rules)
        events.append(event)
        state = bench.state(heap=False)
        line = {
            "deal": number,
            "event": event["event"],
            "presses": hand.presses - presses,
            "partial": bench.world.panel.partials - partials,
            "full": bench.world.panel.fulls - fulls,
            "saves": state["machine"]["saves"],
            "marks": state["marks"],
            "totals": state["totals"],
        }
        out(json.dumps(line))
    bench.idle()
    state = bench.state()
    told = rule_tool.fold(
        {
            "profile": key,
            "target": target or evening["target"],
            "events": events,
            "first_dealer": evening["first_dealer"],
        }
    )["states"][-1]
    same = all(told[k] == state[k] for k in ("totals", "dealer", "over", "winner"))
    summary = {
        "profile": key,
        "same": same,
        "totals": state["totals"],
        "rule_tool": told["totals"],
        "over": state["over"],
        "winner": state["winner"],
        "events": len(events),
        "left_out": left_out,
        "unused": len(evening["deals"]) - len(events) - len(left_out),
        "presses": hand.presses,
        "cuts": after.count if after else 0,
        "machine": state["machine"],
    }
    out(json.dumps(summary))
    return 0 if same else 1
