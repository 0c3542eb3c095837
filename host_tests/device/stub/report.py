"""What the stub shows, in the form of tools/simulator/report.py."""

import binascii


def state(app):
    return {
        "screen": "stub",
        "fields": {"count": app.count, "keys": app.keys},
        "text": ["é"],
        "machine": {"busy": app.busy(), "frame_crc": binascii.crc32(app.canvas)},
    }
