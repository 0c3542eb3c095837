"""Once a start: lines decided, the prompt where its key is held, the parts built from the board,
and what this start knows of the one before.

The frame is the first thing on the heap that stays; no function of this module does. After a deep
sleep the sleeping picture is drawn again from the saved state; where its CRC is that of the glass,
the first refresh may be a partial one. Then the key that woke the box, once.
"""

import sys
from binascii import crc32

from hal import board as _hal
from scorer import lazy, power

_POWER = const(1)  # causes, see hal.board
_SLEPT = const(4)


def run(board, options):
    """(app, device); None when the prompt is wanted."""
    why, keys, down = _hal.start(board)
    record = power.begun(why, _hal.keep())
    _hal.keep(power.pack(record))
    if why == _POWER and _hal.safe(*keys[0]):
        print("Dix de Der: first key held. main.main() starts it.")
        return None
    print("Dix de Der: start %d, %d unasked" % (why, record[4]))
    entry = _panel(board)
    lazy.drop("display.panels", "hal.probe")
    size = [int(word) for word in entry["size"].split(" ")]
    columns = board.TURN in (90, 270)
    if columns:
        size.reverse()
    from display.canvas import Canvas

    canvas = Canvas(*size, columns)
    from display.panel import Panel
    from hal.device import Device

    device = Device(board, keys, _hal.wake(board), why != _SLEPT)
    panel = Panel(device.bus, entry, board.TURN)

    from display.layout import Layout

    if board.STYLE == "row":
        from display.keyrow import draw
    else:
        from display.ribbon import draw
    layout = Layout(canvas, draw)
    # the layout has what it needs of them
    lazy.drop(*[name for name in sys.modules if name.startswith("display.fonts")])

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
        device.lot,
        options.get("lang", ""),
        (options.get("profile", START_RULES), options.get("target", 0)),
        device.seconds,
    )
    if record[7] != power.NEVER:
        session.began = record[7]
    app = App(session, hands, gestures, layout, panel, Refresh(), device.levels)
    app.rest_ms = power.rest_ms(board.WAKE["light"])
    gauge = board.BATTERY
    if gauge:
        app.power = device.now()
    session.box = record[2], gauge and gauge["mah"], record[3], record[4]
    if "no_fs" in session.journal.notes:
        from hal import format

        session.format = format.run
    if why == _SLEPT:
        _wake(app, device, record, down)
    return app, device


def _panel(board):
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


def _wake(app, device, record, down):
    from hal import sleep

    app.asleep = True
    app.draw()
    app.asleep = False
    app.dirty = True
    frame = app.layout.canvas.frame
    if crc32(frame) == record[0]:
        app.panel.known(frame)
        app.refresh.partials = record[1]
    app.skip = sleep.woke(device.board, down & ~record[5])
    if app.skip:
        app.key(app.skip, "press", device.now())
