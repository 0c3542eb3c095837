"""What is left when nothing else is: the fault in the letters of the chip, then a new start. The
match is on the flash; a key or a minute starts the box again, after three in a row only a key."""

import gc
import io
import sys

from hal import board, sleep
from scorer import power
from scorer.ticks import since

_SLEPT = const(4)  # a cause, see hal.board: counts nothing
_TRIES = const(3)
_STAY_MS = const(60000)
_LOOK_MS = const(1000)
_CALM_MS = const(600000)  # a box that ran for so long is not in a row of crashes


def run(fault, app, device):
    """Prints and shows the fault, waits, and starts the chip again; a person at the prompt only
    gets rid of the watchdog, which nothing feeds any more."""
    if not isinstance(fault, Exception):
        if device and device.feed:
            board.leave()
        raise fault
    gc.collect()
    out = io.StringIO()
    sys.print_exception(fault, out)
    trace = out.getvalue()
    print(trace)
    if device is None:
        return
    record = power.begun(_SLEPT, board.keep())
    record[6] = 1 if since(device.now(), device.since) > _CALM_MS else min(record[6] + 1, 255)
    board.keep(power.pack(record))
    where = trace.rpartition('File "')[2].split("\n")[0].replace('"', "").split(" ")
    said = type(fault).__name__, where[0].rpartition("/")[2], where[-1]
    try:
        _show(app, device, said, record[6] <= _TRIES)
    except Exception as again:  # the panel's, or there is none yet
        sys.print_exception(again)
        device.levels()
        device.wait(_STAY_MS)
    sleep.restart()


def _show(app, device, said, restless):
    panel, canvas = app.panel, app.layout.canvas
    begun = device.now()
    seen = device.levels()[-1][1]
    pressed = shown = False
    while True:
        wait = panel.step(device.now())
        spent = since(device.now(), begun)
        if panel.ready() and not shown:
            canvas.clear()
            for line in ("Dix de Der",) + said + ("MATCH GARDE", "MATCH KEPT", "TOUCHE - KEY"):
                shown += 16
                canvas.fb.text(line, 8, shown - 8, 0)
            panel.show(canvas.frame, True)
            wait = 0
        elif pressed and panel.ready() or restless and spent >= _STAY_MS:
            return
        device.wait(_LOOK_MS if wait is None and restless else wait)
        for _, levels in device.levels():
            pressed = pressed or levels & ~seen
            seen = levels
