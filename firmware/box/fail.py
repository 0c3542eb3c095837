"""What is left when nothing else is: the fault in the letters of the chip, then a new start. The
match is on the flash; a key or a minute starts the box again, after three in a row only a key."""

import gc
import io
import sys

from hal import board, sleep
from scorer import power
from scorer.ticks import since

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_SLEPT = const(4)  # a cause, see hal.board: counts nothing
_TRIES = const(3)
_STAY_MS = const(60000)
_CALM_MS = const(600000)  # a box that ran for so long is not in a row of crashes


def run(fault, app, device):
    """Prints and shows the fault, waits, and starts the chip again."""
    gc.collect()
    out = io.StringIO()
    sys.print_exception(fault, out)
    trace = out.getvalue()
    print(trace)
    if device is None:
        return
    where = trace.rpartition('File "')[2].split("\n")[0].replace('"', "").split(" ")
    try:
        _show(app, device, (type(fault).__name__, where[0].rpartition("/")[2], where[-1]))
    except Exception as again:
        sys.print_exception(again)
    record = power.begun(_SLEPT, board.keep())
    record[6] = 1 if since(device.now(), device.since) > _CALM_MS else min(record[6] + 1, 255)
    board.keep(power.pack(record))
    _wait(device, record[6] <= _TRIES)
    sleep.restart()


def _show(app, device, said):
    _work(app, device)
    canvas = app.layout.canvas
    canvas.clear()
    y = 8
    for line in ("Dix de Der",) + said + ("MATCH GARDE", "MATCH KEPT", "TOUCHE - KEY"):
        canvas.fb.text(line, 8, y, 0)
        y += 16
    app.panel.show(canvas.frame, True)
    _work(app, device)


def _work(app, device):
    """Lets the panel do what it is at, for a minute at most."""
    begun = device.now()
    while since(device.now(), begun) < _STAY_MS:
        wait = app.panel.step(device.now())
        if wait is None:
            return
        device.levels()
        device.wait(wait)


def _wait(device, restless):
    """Until a key goes down, or for a minute when restless."""
    begun = device.now()
    seen = device.levels()[-1][1]
    left = None
    while True:
        if restless:
            left = _STAY_MS - since(device.now(), begun)
            if left <= 0:
                return
        device.wait(left)
        for _, levels in device.levels():
            if levels & ~seen:
                return
            seen = levels
