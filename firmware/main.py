"""Dix de Der: builds the parts from the board, hands them to the app, runs the loop. The frame is
the first thing on the heap that stays."""

import gc

gc.threshold(16384)

import board  # noqa: E402

from display.canvas import Canvas  # noqa: E402
from display.panel import Panel  # noqa: E402
from display.panels import find  # noqa: E402
from scorer import lazy  # noqa: E402
from scorer.ticks import since  # noqa: E402

app = device = None
options = {}  # lang, profile, target: what a box offers before it has been asked (for the bench)
_CELL_MS = 300000  # between two readings of the cell
_ONCE = ("hal.sleep", "scorer.power", "scorer.doze")


def build():
    """The whole device on this board; `app` and `device` are kept as names of this module."""
    global app, device
    entry = find(board.PANELS[0])
    lazy.drop("display.panels")
    size = [int(word) for word in entry["size"].split(" ")]
    columns = board.TURN in (90, 270)
    if columns:
        size.reverse()
    canvas = Canvas(*size, columns)
    from hal import sleep
    from hal.device import Device
    from scorer import power

    record = power.begun(sleep.cause(), sleep.memory())
    print("Dix de Der: start", sleep.cause(), "after", record[4])
    sleep.memory(power.pack(*record))
    crc, partials, cell, cause, starts, left, _ = record
    device = Device(board, sleep.slept())
    panel = Panel(device.bus, entry, board.TURN)

    from display.fonts import big, body, head, small
    from display.layout import Layout
    from display.text import Font

    fonts = {"b": Font(big), "h": Font(head), "o": Font(body), "s": Font(small)}
    if board.STYLE == "row":
        from display.keyrow import draw
    else:
        from display.ribbon import draw
    layout = Layout(canvas, fonts, draw)

    from scorer.app import App
    from scorer.choice import style
    from scorer.gestures import Gestures
    from scorer.journal import Files, Journal
    from scorer.refresh import Refresh
    from scorer.session import START_RULES, Session

    hands = style(board.STYLE)
    gestures = Gestures([key[0] for key in board.KEYS], hands.REPEAT, hands.INSTANT)
    session = Session(
        Journal(Files()),
        lambda n: device.random_bits() % n,
        options.get("lang", ""),
        (options.get("profile", START_RULES), options.get("target", 0)),
    )
    session.box = [cell, cause, starts, board.BATTERY and board.BATTERY["mah"]]
    doze_ms = power.doze_ms(board.WAKE["light"])
    app = App(session, hands, gestures, layout, panel, Refresh(), device.levels, doze_ms)
    if "no_fs" in session.journal.notes:
        from hal import volume

        session.mend = volume.find() and volume.mend
    if sleep.slept():
        from scorer import doze

        key = sleep.woke(board, device.seen & ~left)
        doze.up(app, crc, partials, key, device.now())
    lazy.drop(*_ONCE)
    return app


def _doze():
    from hal import sleep
    from scorer import doze

    doze.down(app, device, sleep.memory, sleep.deep)


def _cell():
    from hal import sleep
    from scorer import power

    if power.read(app.session, sleep.cell_mv(board)):
        app.session.save_draft()
        app.dirty = True


def run():
    """The loop, and what is rarely due between two of its rounds."""
    looked = None
    while True:
        now = device.now()
        wait = app.step(now)
        due = None
        if app.panel.failed:
            device.blink()
        if app.tired:
            due = _doze
        elif board.BATTERY and app.panel.ready():
            if looked is None or since(now, looked) >= _CELL_MS:
                looked = now
                due = _cell
                wait = 0
        if due:
            due()
            lazy.drop(*_ONCE)
        device.wait(wait)


def _start():
    from hal import sleep

    return sleep.start(board)


def main():
    """Runs for ever, or returns to the prompt when the first key was held at power-on. What step()
    cannot handle itself ends in the crash screen, and journal and draft bring everything back."""
    if _start():
        print("Dix de Der: the first key was held. main.main() starts it.")
        return
    try:
        build()
        run()
    except KeyboardInterrupt:
        device.leave()
        raise
    except Exception as fault:
        from hal import sleep
        from scorer import crash

        crash.show(fault, app, device, sleep.memory, sleep.restart)


if __name__ == "__main__":
    main()
