"""Into deep sleep and out of it, on any screen: the glass says that the box sleeps, and a start
by a key draws that same picture again and compares.

Nothing is saved here that was not saved at its key; where the flash does not keep the match,
memory is its only copy and the box stays awake. Loaded for the two moments, dropped after them.
"""

from binascii import crc32

from scorer import power

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_LONG_MS = const(1000)  # a panel that fails waits for longer than that before it tries again


def down(app, device, keep, sleep):
    """The glass, the panel, then the chip: keep(record), and sleep(device, keys left out), which
    hal.sleep has. Returns when a key was pressed, or when the box may not sleep."""
    session, panel = app.session, app.panel
    session.save_draft()
    if session.saved != "saved":
        return
    if not app.dozing:
        app.dozing = app.dirty = True
    while True:
        wait = app.step(device.now())
        if not app.dozing:
            return
        if wait is None or wait > _LONG_MS:
            break
        device.wait(wait)
    crc = 0
    frame = app.layout.canvas.frame
    if panel.ready() and panel.same(frame):
        crc = crc32(frame)
    left = 0
    for name in app.gestures.stuck():
        left |= 1 << app.gestures.names.index(name)
    partials = app.refresh.partials
    record = (crc, -1 if partials is None else partials) + tuple(session.box[:3]) + (left, 0)
    keep(power.pack(*record))
    sleep(device, left)


def up(app, crc, partials, key, now):
    """The first thing a woken box does: what it showed, then the key that woke it, once."""
    app.dozing = True
    app.draw()
    app.dozing = False
    app.dirty = True
    frame = app.layout.canvas.frame
    if crc and crc32(frame) == crc:
        app.panel.known(frame)
        app.refresh.partials = None if partials < 0 else partials
        app.seen_at = now
    if key:
        app.woke = key
        app.key(key, "press", now)
