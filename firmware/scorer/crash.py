"""What is left when nothing else is: the fault in the letters of the chip, then a new start. The
match is on the flash; a key or a minute starts the box again, after three in a row only a key."""

import gc
import io
import sys

from scorer import power
from scorer.ticks import since

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_TRIES = const(3)
_STAY_MS = const(60000)
_CALM_MS = const(600000)  # a box that ran for so long is not in a row of crashes


def place(trace):
    """Module and function of a fault, from what MicroPython prints of it."""
    found = ""
    for line in trace.split("\n"):
        if line.startswith('  File "'):
            parts = line.split('"')
            found = parts[1].rpartition("/")[2] + " " + parts[2].rpartition(" ")[2]
    return found


def show(fault, app, device, memory, restart):
    """Prints and shows the fault, waits, and starts the chip again; memory, restart: of
    hal.sleep."""
    out = io.StringIO()
    sys.print_exception(fault, out)
    print(out.getvalue())
    gc.collect()
    if device is None:
        return
    try:
        _draw(app, device, (type(fault).__name__, place(out.getvalue())))
    except Exception as again:
        sys.print_exception(again)
    record = power.unpack(memory()) or power.begun(0, b"")
    record[6] = 1 if device.now() > _CALM_MS else min(record[6] + 1, 255)
    memory(power.pack(*record))
    _wait(device, record[6] <= _TRIES)
    restart()


def _draw(app, device, said):
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
    while True:
        left = _STAY_MS - since(device.now(), begun) if restless else None
        if restless and left <= 0:
            return
        device.wait(left)
        for _, levels in device.levels():
            if levels & ~seen:
                return
            seen = levels
