"""The glass of an e-paper panel: what it shows, and what it went through.

Promises: keeps its picture without supply; a differential refresh drives only the pixels whose
old and new bits differ, so a wrong old plane leaves ghosts; whole buffers only, no pixel loop,
because the same file runs in the browser's slow interpreter.
Leaves to others: planes, waveforms and times (controller.py).  Bits: 1 = white.
"""


def flipped(data):
    """The complement of every bit."""
    n = len(data)
    return (int.from_bytes(data, "big") ^ ((1 << 8 * n) - 1)).to_bytes(n, "big")


class Glass:
    """width (a multiple of 8) and height in pixels; picture: what it shows at the start, unknown
    noise when none is given."""

    def __init__(self, width, height, picture=None, seed=1):
        size = width // 8 * height
        self.picture = bytearray(picture) if picture else bytearray(size)
        self.unknown = picture is None  # nobody can say what it shows
        self.fresh = True  # no refresh since the panel got its supply
        self.since_full = 0  # partial refreshes
        self.last_full = None  # ms
        self.partials = self.fulls = 0
        if picture is None:
            self.picture[:] = noise(size, seed)

    def full(self, plane, now):
        """Every pixel is driven to where `plane` wants it."""
        self.picture[:] = plane
        self.unknown = self.fresh = False
        self.since_full = 0
        self.last_full = now
        self.fulls += 1

    def partial(self, old, new):
        """Pixels with different bits go where `new` wants them, the others stay as they are."""
        if old == self.picture:
            self.picture[:] = new
        else:
            n = len(new)
            a = int.from_bytes(old, "big")
            b = int.from_bytes(new, "big")
            shown = int.from_bytes(self.picture, "big")
            driven = a ^ b
            shown ^= (shown ^ b) & driven
            self.picture[:] = shown.to_bytes(n, "big")
        self.fresh = False
        self.since_full += 1
        self.partials += 1

    def interrupted(self, new, seed):
        """A refresh was cut off: some rows arrived, the rest is noise."""
        size = len(self.picture)
        done = size // 3
        self.picture[:done] = new[:done]
        self.picture[done:] = noise(size - done, seed)
        self.unknown = True


def noise(size, seed):
    """Bytes that look like nothing, the same for the same seed."""
    out = bytearray(251)
    for i in range(251):
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        out[i] = seed >> 16 & 255
    return (bytes(out) * (size // 251 + 1))[:size]
