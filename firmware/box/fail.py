"""What is left when nothing else is: the fault in the letters of the chip, then a new start. The
match is on the flash; a key or a minute starts the box again, after three in a row only a key."""

import gc
import io
import sys
from time import sleep_ms

from hal import board, sleep
from scorer import power
from scorer.ticks import since

_SLEPT = const(4)  # a cause, see hal.board: counts nothing
_TRIES = const(3)
_STAY_MS = const(60000)
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
    print(out.getvalue())
    record = power.begun(_SLEPT, board.keep())
    calm = device and since(device.now(), device.since) > _CALM_MS
    record[6] = 1 if calm else min(record[6] + 1, 255)
    board.keep(power.pack(record))
    restless = record[6] <= _TRIES
    if device is None:  # no parts, no glass, no keys
        if restless:
            sleep_ms(_STAY_MS)
            sleep.restart()
        return
    try:
        _show(app, device, out.getvalue().strip().split("\n")[-2:])
    except Exception as again:  # the panel's, or there is none yet
        sys.print_exception(again)
    device.levels()
    device.wait(_STAY_MS if restless else None)
    sleep.restart()


def _show(app, device, said):
    """The last place and the fault; whatever the panel was at it may finish."""
    panel, canvas = app.panel, app.layout.canvas
    begun, y = device.now(), 0
    while since(device.now(), begun) < _STAY_MS:
        wait = panel.step(device.now())
        if wait is not None:
            device.levels()
            device.wait(wait)
        elif y:
            return
        else:
            canvas.clear()
            for line in ["Dix de Der"] + said + ["MATCH GARDE - KEPT", "TOUCHE - KEY"]:
                canvas.fb.text(line.strip(), 8, y + 8, 0)
                y += 16
            panel.show(canvas.frame, True)
