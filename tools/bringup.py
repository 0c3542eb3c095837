#!/usr/bin/env python3
"""Walks a new board through its parts, with a person who looks: `make bringup BOARD=... PORT=...`.

For a board with the program on it (`make deploy`).  Panel (the picture and how it lies, full and
partial refresh against the panel's table, what BUSY does), every key, cell, LED, light sleep, deep
sleep and the wake by each key; after each part it asks what is to be seen.  It uses the parts that
the program itself builds, so what works here works there.  Writes a report, which is what one
attaches to an issue: text for people, and all that was measured as lines of JSON.  A part that
fails is written down, and the next one comes.

What runs on the board is tools/on_board/bringup.py.  The compiled program has short names for what
only it knows, so this tool puts those in; therefore the program on the board has to be the one
that this tree makes.

Exit codes: 0 all parts are as they should be; 1 something is not, or the report is not complete;
2 a board that does not fit; 3 no board.
"""

import argparse
import ast
import json
import re
import runpy
import sys
import time
from pathlib import Path

import mpy
import words
from boardlink import BROKEN, ON_BOARD, Board, Trouble, damaged, find_port, run_tool, say
from deploy import fits
from mpy import ROOT

KEY_S, LIGHT_S, WAKE_S, SHOW_S = 20, 20, 60, 60
REFUSAL_S = 2  # after which a board that does not sleep has said so
EXT0, EXT1 = 2, 3  # machine.wake_reason(), numbers of the port
SLACK = 1.5  # of a time in the panel's table, before it is called long
CAUSES = {"1": "power-on", "2": "reset or fault", "3": "watchdog", "4": "deep sleep"}
CAUSES["5"] = "soft reset"
# modules of the port: what is asked of them has its own name in every program
PORT = {"gc", "json", "os", "sys", "time", "machine", "Pin"}


def translated(text, short):
    """The source with modules and attributes of the compiled program under their names there."""
    text = words.rooted(text, {name: new for name, new in short.items() if "." in name})
    lines = text.split("\n")
    found = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Attribute)]
    for node in sorted(found, key=lambda n: (n.end_lineno, n.end_col_offset), reverse=True):
        if node.attr in short and getattr(node.value, "id", None) not in PORT:
            row, end = node.end_lineno - 1, node.end_col_offset
            line = lines[row]
            lines[row] = line[: end - len(node.attr)] + short[node.attr] + line[end:]
    return "\n".join(lines)


class Person:
    """Whoever sits in front of the board."""

    def tell(self, text):
        say(text)

    def answer(self, question):
        """Yes (True), no (False), or what was said instead."""
        said = input(f"{question} [y/n, or what you see] ").strip()
        return {"y": True, "yes": True, "": True, "n": False, "no": False}.get(said.lower(), said)

    def ready(self, text):
        input(f"{text} [Enter] ")


class Sheet:
    """The walk over one board; rows: what was found, in order."""

    def __init__(self, board, data, short, person):
        self.board, self.link, self.data, self.person = board, board.link, data, person
        self.rows = []
        self.code = translated((ON_BOARD / "bringup.py").read_text("utf-8"), short)
        self.size = None

    def note(self, part, good, **more):
        self.rows.append({"part": part, "good": good, **more})
        self.person.tell(f"  {part}: {'as it should be' if good else 'NOT as it should be'}")

    def call(self, code, silence=10):
        """What a function on the board answers; silence: seconds until it does, at most."""
        lines = self.link.run("calm()\n" + code, silence).strip().splitlines()
        return json.loads(lines[-1])

    def load(self):
        data = {"keys": self.data["KEYS"], "led": self.data["LED"]}
        data |= {"probes": bool(self.data["PROBE"]), "gauge": bool(self.data["BATTERY"])}
        data["dog"] = self.data["WATCHDOG_MS"] > 0
        self.link.run(f"{self.code}\nDATA.update({data!r})")

    def walk(self, parts):
        for name in parts:
            self.person.tell(f"\n{name}")
            try:
                getattr(self, name)()
            except Trouble as e:
                self.note(name, False, error=str(e))

    # -- the parts ---------------------------------------------------------------------------

    def start(self):
        about = self.call("about()")
        probe = self.call("probe()")
        built = self.call("build()")
        self.size = built["width"], built["height"]
        found, known = probe["found"], self.data["PANELS"]
        self.panel = about["panel_txt"] or found or known[0]
        good = self.panel in known and not (about["panel_txt"] and found not in (None, self.panel))
        more = {"cause": self.link.cause, "probe": found, "panel": self.panel, "build": built}
        self.note("start", good, **about, **more)

    def picture(self):
        full = self.shown("True, None", "picture()")
        seen = self.person.answer(
            "On the glass: a frame along all four edges, 1 2 above, 3 4 below, the arrow points up"
            " to its UP, nothing mirrored, thin lines clean, black on white?"
        )
        self.refresh("picture", full, "full", seen)

    def full(self):
        full = self.shown("True, None")
        self.refresh("full", full, "full", True)

    def partial(self):
        self.shown("False, lambda: box(0)")
        done = [self.shown(f"False, lambda: box({i})") for i in (1, 2, 3)]
        seen = self.person.answer(
            "The box under the arrow has moved three steps to the right without a flash of the"
            " whole glass, and left nothing behind?"
        )
        self.refresh("partial", done[-1], "partial", seen, all=[one["ms"] for one in done])

    def rest(self):
        """The panel's sleep, and a picture after it."""
        slept = self.call("rest()")
        full = self.shown("False, lambda: box(5)")
        seen = self.person.answer("The box has moved once more, the rest is as it was?")
        self.refresh("rest", full, None, seen, slept=slept)

    def keys(self):
        wrong = []
        for name, gpio, _, _ in self.data["KEYS"]:
            self.person.tell(f"Press {self.called(name)} once, shortly ({KEY_S} s).")
            got = self.press()
            good = got["key"] == name
            self.rows.append({"part": "key " + name, "good": good, "gpio": gpio, **got})
            wrong += [] if good else [name]
        name = self.data["KEYS"][-1][0]
        self.person.tell(f"Hold {self.called(name)} for about two seconds.")
        held = self.press()
        good = held["key"] == name and held["ms"] > 900
        self.note("keys", good and not wrong, wrong=wrong, held=held)

    def press(self):
        return self.call(f"press({KEY_S * 1000})", 2 * KEY_S + 5)

    def called(self, name):
        if self.data["STYLE"] == "dial" and name in ("up", "down"):
            return f"({name}) the dial, one step {'back' if name == 'up' else 'on'}"
        return f"the key {name}"

    def cell(self):
        got = self.call("cell()")
        if not self.data["BATTERY"]:
            self.note("cell", got["mv"] is None, mv=got["mv"], gauge=False)
            return
        seen = self.person.answer(f"The cell has {got['mv']} mV. Says a meter so, within 0.1 V?")
        good = got["mv"] is not None and 2800 < got["mv"] < 4400 and seen is True
        self.note("cell", good, mv=got["mv"], seen=seen)

    def led(self):
        if not self.data["LED"]:
            self.note("led", True, gpio=None)
            return
        got = self.call("led(3)")
        seen = self.person.answer("Has the LED flashed three times, and is it dark now?")
        self.note("led", seen is True, **got, seen=seen)

    def light(self):
        name = self.data["KEYS"][-1][0]
        self.person.tell(
            f"Wait five seconds, then press {self.called(name)} and hold it for a second."
        )
        got = self.call(f"light({LIGHT_S * 1000})", LIGHT_S + 10)
        good = got["down"] == [name] and got["ms"] < LIGHT_S * 1000
        self.note("light", good, sleeps=self.data["WAKE"]["light"] is not None, **got)

    def deep(self):
        wake = self.data["WAKE"]
        names = [*wake["deep"], *([wake["ext0"]] if wake["ext0"] else [])]
        gpios = {name: gpio for name, gpio, _, _ in self.data["KEYS"]}
        self.call("rest()")
        for name in names:
            if down := self.call("released(5000)")["down"]:
                raise Trouble(f"a key stays down, so it cannot sleep: {' '.join(down)}")
            self.link.exec_raw_no_follow("deep()")
            said = self.link.read_until(1, b"\x04", timeout=None, timeout_overall=REFUSAL_S)
            if said.endswith(b"\x04"):
                more = self.link.read_until(1, b"\x04", timeout_overall=2)
                told = (said[:-1] + more[:-1]).decode("utf-8", "replace").strip()
                self.note("deep " + name, False, error="it does not sleep: " + told)
                return
            self.person.tell(f"It is in deep sleep. Press {self.called(name)} ({WAKE_S} s).")
            woke = self.woken(WAKE_S)
            wanted = (EXT0, []) if name == wake["ext0"] else (EXT1, [gpios[name]])
            good = woke[0] == 4 and woke[1] == wanted[0] and woke[2] in (None, wanted[1])
            self.note("deep " + name, good, woke=woke, gpio=gpios[name])
        seen = self.person.answer("Was the glass still during all that, without a flash?")
        self.note("deep", seen is True, seen=seen)

    # -- helpers -----------------------------------------------------------------------------

    def shown(self, how, before=""):
        """A refresh, by show(how)."""
        return self.call(f"{before}\nshow({SHOW_S * 1000}, {how})", SHOW_S + 10)

    def refresh(self, part, got, kind, seen, **more):
        """Judge a refresh by what the panel's table says."""
        table = panel_times(self.panel)
        usual = table["on"] + table["partial"] + table["off"] if kind == "partial" else None
        usual = table["full"] if kind == "full" else usual
        good = got["done"] and not got["failures"] and not got["blind"] and seen is True
        good = good and got[kind or "partial"] == 1
        good = good and (usual is None or usual / SLACK / 2 < got["ms"] < usual * SLACK + 1000)
        self.note(part, good, table_ms=usual, seen=seen, **got, **more)

    def woken(self, limit):
        """[cause, reason, pins] of the start that ends a deep sleep."""
        end = time.monotonic() + limit
        self.link.in_raw_repl = False
        while time.monotonic() < end:
            try:
                back = b"WOKE" in self.link.read_until(1, b"\n", timeout_overall=0.5)
                if back:
                    self.link.read_until(1, b">>> ", timeout_overall=2)
            except BROKEN:  # USB of its own is away while the chip sleeps
                time.sleep(0.2)
                back = self.board.reopen()
                self.link = self.board.link
            if back and self.link.knock(2) and self.link.fresh():
                self.load()
                self.call("build()")
                return ast.literal_eval(self.call("woke()")["woke"])
        raise Trouble(f"it did not wake in {limit} s; press RESET")


PARTS = ("start", "picture", "full", "partial", "rest", "keys", "cell", "led", "light", "deep")


def panel_times(panel):
    """{"on" "off" "full" "partial": ms} of a panel's table."""
    text = (mpy.FIRMWARE / mpy.PANELS / f"{panel}.txt").read_text("utf-8")
    words = re.search(r"^times (.*)$", text, re.M)[1].split()
    return {name: int(ms) for name, ms in zip(words[::2], words[1::2], strict=True)}


def report(name, title, rows, complete):
    """The text that one attaches to an issue."""
    lines = [f"# Bring-up of {name}: {title}", "", time.strftime("%Y-%m-%d %H:%M"), ""]
    first = rows[0] if rows else {}
    if "uname" in first:
        cause = CAUSES.get(first["cause"], first["cause"])
        told = f"probe: {first['probe']}, panel.txt: {first['panel_txt']}"
        lines += [
            f"- program: {first['version']}",
            f"- image: {first['uname'][3]}, {first['uname'][4]}",
            f"- panel: {first['panel']} ({told})",
            f"- started by: {cause}",
            "",
        ]
    lines += ["| Part | | Measured | Seen |", "|---|---|---|---|"]
    for row in rows:
        table = f"{row['table_ms']} in the table" if row.get("table_ms") else ""
        ms = f"{row['ms']} ms {table}".strip() if "ms" in row else row.get("error", "")
        seen = {True: "yes", False: "no"}.get(row.get("seen"), row.get("seen") or "")
        lines.append(f"| {row['part']} | {'ok' if row['good'] else '**no**'} | {ms} | {seen} |")
    if not complete:
        lines += ["", "**Not complete.**"]
    lines += ["", "```", *[json.dumps(row, ensure_ascii=False) for row in rows], "```", ""]
    return "\n".join(lines)


def bring_up(name, port, person, to, parts=PARTS, patience=30):
    """(path of the report, whether all is well)"""
    try:
        board_dir = mpy.board_folder(name)
    except ValueError as e:
        raise Trouble(str(e), 2)
    out = mpy.release(board_dir)
    port = find_port(port)
    data = runpy.run_path(str(board_dir / "board.py"))
    rows, complete = [], False
    try:
        with Board(port, patience) as board:
            fits(board, board_dir)
            if board.link.damaged:
                raise damaged(port, name)
            same_program(board, out)
            sheet = Sheet(board, data, mpy.renamed(out), person)
            rows = sheet.rows
            sheet.load()
            sheet.walk(parts)
            complete = True
    except BROKEN as e:
        person.tell(f"The connection broke: {e}")
    finally:
        if rows:
            to.mkdir(parents=True, exist_ok=True)
            path = to / time.strftime(f"bringup-{name}-%Y-%m-%d-%H%M%S.md")
            path.write_text(report(name, data["TITLE"], rows, complete), "utf-8")
            person.tell(f"\nThe report is {path}")
    if not rows:
        raise Trouble("The connection broke before anything was found.")
    return path, complete and all(row["good"] for row in rows)


def same_program(board, out):
    """Trouble where the board does not have the program of this tree."""
    wanted = mpy.content(mpy.files(out))
    code = "try:\n print(open('version.txt').read())\nexcept OSError:\n print('-')"
    if board.frozen:
        code = "import version\nprint(version.VERSION)"
    found = board.link.run(code).split()
    if found[1:2] != [wanted]:
        raise Trouble(
            f"The program on the board is {' '.join(found)}, that of this tree is {wanted}:"
            f" `make deploy BOARD={out.name}` first.",
            2,
        )


def main(argv, person=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("board", help="a folder name under boards/")
    parser.add_argument("--port", help="/dev/ttyUSB0, COM3 ...; found where there is only one")
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "bringup")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="only these")
    parser.add_argument("--patience", type=float, default=30, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    parts = args.parts if "start" in args.parts else ["start", *args.parts]
    person = person or Person()
    _, good = bring_up(args.board, args.port, person, args.to, parts, args.patience)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(run_tool(main, sys.argv[1:]))
