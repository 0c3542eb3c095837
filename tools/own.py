#!/usr/bin/env python3
"""Puts rules of a table's own on a box: `make own NAME=Club FROM=rules.json PORT=...`.

FROM is a file with a profile as tools/rules.py takes it, {"extends": key, "values": {...}}, or
with the line `own NAME TEXT` of a journal that was brought home (`make pull`).  They stand among
the rules of the box under NAME and replace what had that name; the match goes on by its own.  The
journal is read and written here by the firmware's own modules, and a file goes to its place in one
move: a cable that comes out leaves the rules that were there.  Exit codes as tools/deploy.py.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "firmware"))

import texts
from boardlink import BROKEN, Board, Trouble, find_port, run_tool, say
from coinche import profile
from coinche.errors import RuleError
from scorer import own, wake
from scorer.journal import Journal
from scorer.screens import letters, ours
from scorer.session import Session

FILES = ("draft.a", "draft.b", "match.a", "match.b")  # a save writes the draft first
NEW = "own.new"


def read(path):
    """The text of the rules in a file; Trouble that says what is wrong with it."""
    try:
        said = Path(path).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as e:
        raise Trouble(f"FROM: {path} cannot be read: {e}", 2)
    try:
        words = said.split(" ")
        if words[0] == "own" and len(words) == 3 and len(said.splitlines()) == 1:
            return profile.to_text(profile.from_text(words[2]))
        given = json.loads(said)
        if type(given) not in (str, dict):
            raise RuleError("profile", "must_be", "a key or an object")
        return profile.to_text(profile.resolve(given))
    except RuleError as e:
        raise Trouble(f"FROM: {path}: {e}", 2)
    except json.JSONDecodeError as e:
        raise Trouble(f"FROM: {path} is neither JSON nor one line `own NAME TEXT`: {e}", 2)


def check_name(name):
    known = set(texts.texts("fr")["alphabet"].split(" "))
    if not name or not set(name) <= known | {a.lower() for a in known} or not letters.fits(name):
        raise Trouble(
            f"NAME: {name!r} is not one to {letters.LONGEST} of {''.join(sorted(known))}, fewer of"
            " the wide letters M and W",
            2,
        )


def add(files, name, text):
    """The files of a journal that a box has to have in place of these ({name: bytes}), so that it
    has these rules; Trouble where there is no room, or what is there is not understood."""
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for one, data in files.items():
                Path(one).write_bytes(data)
            journal = Journal()
            _, draft = journal.load()
            told = Session(journal, None)
            wake.load(told)
            if journal.notes:
                raise Trouble(
                    f"The journal of the box is not as it should be ({' '.join(journal.notes)})."
                    " Nothing was changed; the box says what it makes of it when it starts."
                )
            if name not in told.own and len(told.own) >= ours.SETS:
                raise Trouble(
                    f"The box has {ours.SETS} rule sets of its own, and no room for another:"
                    f" {' '.join(sorted(told.own))}. NAME may be one of these.",
                    2,
                )
            told.own = {**told.own, name: text}
            if told.base:
                told.rules_key = own.named(told, told.rules_text)
            why = journal.save(told.journal_lines(), draft)
            if why != "saved":
                raise Trouble(f"The journal of the box cannot take them ({why}): a long match?")
            now = {one: Path(one).read_bytes() for one in FILES if Path(one).exists()}
        finally:
            os.chdir(here)
    return {one: now[one] for one in FILES if one in now and now[one] != files.get(one)}


def put(port, name, text, patience=30):
    """Does it, on the box at a port."""
    port = find_port(port)
    try:
        with Board(port, patience) as board:
            if board.link.damaged:
                raise Trouble("The file system of the board is damaged: see `make deploy`")
            board.tools()
            found, _ = board.tree()
            files = {one: board.fetch(one) for one in FILES if one in found}
            for one, data in add(files, name, text).items():
                board.send(NEW, data)
                if board.fetch(NEW) != data:
                    raise Trouble("They did not arrive as they were sent. A bad cable?")
                board.link.run(f"os.rename({NEW!r},{one!r})")
    except BROKEN as e:
        raise Trouble(f"The connection broke ({e}). The same command does it again.")
    say(f"{name}: now in the rules of the box, for the next match.")


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("name", help="under which the box keeps them")
    parser.add_argument("rules", help="a file with them")
    parser.add_argument("--port", help="/dev/ttyUSB0, COM3 ...; found where there is only one")
    parser.add_argument("--patience", type=float, default=30, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    check_name(args.name)
    put(args.port, args.name, read(args.rules), args.patience)


if __name__ == "__main__":
    sys.exit(run_tool(main, sys.argv[1:]))
