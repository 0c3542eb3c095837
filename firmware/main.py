"""Dix de Der: builds the parts from the board, hands them to the app, runs the loop. The frame is
the first thing on the heap."""

import gc

gc.threshold(16384)

import board  # noqa: E402

from display.canvas import Canvas  # noqa: E402
from display.panel import Panel  # noqa: E402
from scorer import lazy  # noqa: E402

app = device = None
options = {}  # lang, profile, target: what a box offers before it has been asked (for the bench)


def _panel():
    """The entry of the panel that panel.txt names, that answers, or that the board usually has."""
    from display.panels import find

    try:
        with open("panel.txt") as file:
            return find(file.read().strip())
    except OSError:
        pass
    except ValueError as error:
        print(error)
    found = None
    if board.PROBE:
        from hal.probe import fitted

        found = fitted(board)
    return find(found or board.PANELS[0])


def build():
    """The whole device on this board; `app` and `device` are kept as names of this module."""
    global app, device
    entry = _panel()
    lazy.drop("display.panels", "hal.probe")
    size = [int(word) for word in entry["size"].split(" ")]
    columns = board.TURN in (90, 270)
    if columns:
        size.reverse()
    canvas = Canvas(*size, columns)
    from hal.device import Device

    device = Device(board)
    panel = Panel(device.bus, entry, board.TURN)

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
