"""Dix de Der: builds the parts from the board, hands them to the app, runs the loop. The frame is
the first thing on the heap."""

import gc

gc.threshold(16384)

import board  # noqa: E402

from display.canvas import Canvas  # noqa: E402
from display.drivers import open_panel  # noqa: E402
from display.panels import find  # noqa: E402
from scorer import lazy  # noqa: E402

app = device = None
options = {}  # lang, profile, target: what a box offers before it has been asked (for the bench)


def build():
    """The whole device on this board; `app` and `device` are kept as names of this module."""
    global app, device
    entry = find(board.PANEL)
    lazy.drop("display.panels")
    canvas = Canvas(entry["width"], entry["height"])
    from hal.device import Device

    device = Device(board)
    panel = open_panel(device.bus, entry)

    from display.layout import Layout

    if board.STYLE == "row":
        from display.keyrow import draw
    else:
        from display.ribbon import draw
    layout = Layout(canvas, draw)

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
    app = App(session, hands, gestures, layout, panel, Refresh(), device.levels)
    return app


def main():
    """Runs for ever. What step() cannot handle itself ends it; the watchdog, which only this loop
    feeds, then starts the box again, and journal and draft bring everything back."""
    build()
    while True:
        device.wait(app.step(device.now()))


if __name__ == "__main__":
    main()
