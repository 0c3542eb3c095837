"""The cell, read when nothing draws on it: its voltage, what that means, what has to be said."""

from hal import gauge
from scorer import cell


def run(app, device, wait):
    """ms until the next step."""
    if cell.read(app.session, gauge.read_mv(device.board)):
        app.session.save_draft()
        app.dirty = True
        return 0
    return wait
