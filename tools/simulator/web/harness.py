"""The shipped firmware inside the page: key edges and time in, the glass out, its files kept.

Promises: the firmware is stepped at the moments it asked for and at every key edge, each with
its own time, however late the browser calls; a file is in the browser's store before its write
returns.  Leaves to page.js: events, the clock, painting.  Functions of the JavaScript module
`browser` must not throw: an exception that crosses the interpreter destroys it.
"""

import json
import random
import sys

import browser
import machine
import utime

from scorer import journal
from world import World

_PRESS_MS = 40  # a real key cannot be down or up for less; a synthetic click can
_POLL_MS = 10  # the longest time between steps while the panel works or a key is down
_QUIET_MS = 100  # the least wait that counts as one
_SLICE_MS = 6  # of real time: a tick that took longer leaves the rest to the next one

_ENOENT, _ENOSPC = 2, 28  # as littlefs on the device has them
_WASI_ENOENT = 44  # this interpreter has its error numbers from WASI

CHANGED, BUSY, FULL, QUIET = 1, 2, 4, 8

app = world = None
shown = bytearray(0)  # what the page has been told is on the glass, as the reader sees it
_glass = bytearray(0)  # the same as the RAM of the panel has it
_edges = []  # (time, number, key, is down), in this order
_free = {}  # key -> the first moment of its next edge
_down = set()
_due = 0
_count = 0


class KeptFiles(journal.Files):
    """The journal's files; whatever changes is kept by the browser within the same call."""

    def read(self, name, take):
        try:
            super().read(name, take)
        except OSError as e:
            raise OSError(_ENOENT if e.errno == _WASI_ENOENT else e.errno)

    def write(self, name, pieces):
        try:
            super().write(name, pieces)
        finally:
            kept = browser.keep(name)
        if not kept:
            raise OSError(_ENOSPC)

    def rename(self, old, new):
        super().rename(old, new)
        if not (browser.keep(new) and browser.keep(old)):
            raise OSError(_ENOSPC)


def boot(seed):
    """Power on: build the application on the files that are in the current directory."""
    global app, world, shown
    import board

    random.seed(seed)
    machine.world = world = World(board)
    shown = bytearray(world.picture()[0])
    _glass[:] = world.panel.glass
    journal.Files = KeptFiles
    import main

    app = main.build()


def edge(at, key, is_down):
    """Note that a key went down or up at `at` ms; it is played when its moment comes."""
    global _count
    at = max(at, world.now, _free.get(key, 0))
    _free[key] = at + _PRESS_MS
    _count += 1
    _edges.append((at, _count, key, is_down))
    _edges.sort()


def tick(now):
    """Let the device live until `now` ms; returns ms until the next call, -1 for only a key."""
    global _due
    began = utime.ticks_ms()
    while True:
        at = _edges[0][0] if _edges else None
        if _due is not None and (at is None or _due < at):
            at = _due
        if at is None:
            world.advance(max(now, world.now))
            return -1
        if at > now:
            world.advance(max(now, world.now))
            return at - now
        if utime.ticks_diff(utime.ticks_ms(), began) >= _SLICE_MS:
            return 0
        world.advance(max(at, world.now))
        if _edges and _edges[0][0] <= at:
            _, _, key, is_down = _edges.pop(0)
            world.key(key, bool(is_down))
            (_down.add if is_down else _down.discard)(key)
        wait = app.step(world.now & 0x3FFFFFFF)
        if _down or world.next_change() is not None:
            wait = _POLL_MS if wait is None else min(wait, _POLL_MS)
        _due = None if wait is None else world.now + wait


def look():
    """CHANGED | BUSY | FULL | QUIET: the glass differed from `shown`, which now is the glass; the
    panel works; it flickers as in a full refresh; nothing will happen before a key or a long
    wait."""
    panel = world.panel
    flags = 0
    if panel.glass != _glass:
        _glass[:] = panel.glass
        shown[:] = world.picture()[0]
        flags = CHANGED
    if world.next_change() is not None:
        flags |= BUSY
        if panel.flickers:
            flags |= FULL
    elif not _edges and not _down and (_due is None or _due - world.now > _QUIET_MS):
        flags |= QUIET
    return flags


def pending(now):
    """Whether a key edge of before `now` ms is still on its way into the firmware."""
    if _edges or _down or (_due is not None and _due <= now):
        return True
    return any(now < free for free in _free.values())


def troubles():
    """What the panel model objects to, as one text; empty when the firmware keeps the protocol."""
    return "\n".join("%s %d ms: %s" % fault for fault in world.panel.errors)


def ask(expression):
    """What an expression about `main` is, as JSON."""
    return json.dumps(eval(expression, {"main": sys.modules["main"]}))
