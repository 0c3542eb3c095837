"""Nobody has pressed a key for long: the glass says that the box sleeps, on any screen, then the
panel sleeps, then the chip.

Nothing is saved here that was not saved at its key; where the flash does not keep the match,
memory is its only copy and the box stays awake.
"""

from binascii import crc32

from hal import sleep
from scorer import power

_LONG_MS = const(15000)  # no refresh waits for so long, only a panel that fails, to try again


def run(app, device, wait):
    """ms until the next step; it comes back when a key was pressed, or when it may not sleep."""
    session, panel = app.session, app.panel
    session.save_draft()
    if session.saved != "saved":
        return wait
    app.dirty = app.dirty or not app.asleep
    app.asleep = True
    while True:
        wait = app.step(device.now())
        if not app.asleep:
            return wait
        if wait is None or wait > _LONG_MS:
            break
        device.wait(wait)
    frame = app.layout.canvas.frame
    crc = partials = left = 0
    if panel.ready() and panel.same(frame) and app.refresh.partials is not None:
        crc, partials = crc32(frame), app.refresh.partials
    for key in app.gestures.stuck():
        left |= 1 << app.gestures.names.index(key)
    cell, _, why, starts = session.box
    began = power.NEVER if session.began is None else session.began
    sleep.deep(device, left, power.pack((crc, partials, cell, why, starts, left, 0, began)))
    return wait
