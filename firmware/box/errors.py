"""Something is wrong with the board, or is not any more: said on the glass until the next key, at
the prompt, and by the LED while the panel shows nothing."""

from hal import board


def run(app, device, wait):
    """ms until the next step."""
    panel, failed = app.panel, ""
    _, can_sleep, blind, stuck = app.errors
    if panel.failed:
        failed = "note.panel." + panel.failed
        board.blink(device.board)
    elif not can_sleep:
        failed = "note.panel.rst"
    elif blind:
        failed = "note.panel.blind"
    elif stuck and stuck != [app.skip]:
        failed = "note.key:" + " ".join(stuck)
    if app.skip not in stuck:
        app.skip = None
    if failed == app.failed:
        return wait
    app.failed = app.band = failed
    if failed:
        print(app.said(failed))
    app.dirty, app.seen_at = True, None
    return 0
