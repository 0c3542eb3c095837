"""Where things stand on the glass: places by name, and the type they are set in.

A screen says what is at a place; the table of the size of the glass (tools/data/places) says where
that is, in which sizes of type (the first that fits is taken), how it is aligned, whether it may
take several lines, and which places that glass has no room for. A text that fits in no size of its
place is cut in the smallest and noted in `tight`, so that a test can name it.
"""

import struct

from display.text import Font
from lookup import HERE, find

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_DOT = " · "
_SCREEN = const(6)  # bytes of a row of the two tables; tools/places.py has the rest of it
_ROW = const(14)
_WRAPS = const(4)  # in an alignment; without it 0, 1, 2: left, middle, right
_STOPS = const(8)
_APART = const(6)


def _broken(text, font, width):
    """A text in lines of that width; a longer word stands alone."""
    lines = [""]
    for word in text.split(" "):
        longer = lines[-1] + " " + word if lines[-1] else word
        if font.width(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


class Layout:
    """Draws by places on a canvas, in the fonts of its size: big, head, body and small. bar: draws
    the answers at the bottom, the way of the board (keyrow, ribbon)."""

    def __init__(self, canvas, bar):
        self.canvas = canvas
        self.bar = bar
        size = "%dx%d" % (canvas.width, canvas.height)
        self.fonts = [
            Font(__import__("display.fonts." + size + "." + name, None, None, ("BASE",)))
            for name in ("big", "head", "body", "small")
        ]
        with open(HERE + "display/places/" + size + ".blob", "rb") as file:
            self._data = memoryview(file.read())
        self._places = self._on("")
        self.clear()

    def _on(self, screen):
        """The places that stand elsewhere on a screen; of "" the table of all."""
        data = self._data
        at = find(data[1 : data[0]], _SCREEN, screen, -1) + 3
        if at < 3:
            return b""
        start, end = struct.unpack_from("<HH", data, at)
        return data[start:end]

    def clear(self, screen=""):
        """An empty glass for a screen."""
        self.canvas.clear()
        self.tight = []
        self._own = self._on(screen)

    def at(self, place):
        """(x, y, width, pitch, step, rows, first font, last font, alignment) of a place."""
        table = self._own
        at = find(table, _ROW, place, -1)
        if at < 0:
            table = self._places
            at = find(table, _ROW, place)
        return struct.unpack_from("<HHHBBBBBB", table, at + 2)

    def rows(self, place):
        """How many rows a place has room for, in one column or two."""
        at = self.at(place)
        return at[5] * 2 if at[4] else at[5]

    def _set(self, phrases, fonts, width, room):
        """(lines, font) of as many phrases as there is room for, in the first of these fonts that
        fits; room: the height of all lines, 0: one line. What fits in none is noted."""
        for count in range(len(phrases), 0, -1):
            text = _DOT.join(phrases[:count])
            for font in fonts:
                lines = _broken(text, font, width) if room else [text]
                high = len(lines) * font.height
                if high <= room or high == font.height and font.width(text) <= width:
                    return lines, font
        self.tight.append(text)
        if not room:
            while font.width(text + ".") > width:
                text = text[:-1]
            lines = [text + "."]
        return lines, font

    def _plot(self, curves, font, x, y, width, high):
        """Curves over one axis: [(name, values, thickness in pixels)], each from zero on and from
        edge to edge, up to the largest value of all. A name stands at the end of its curve."""
        canvas, below = self.canvas, y + high
        top = max([max(values) for _, values, _ in curves] + [1])
        wide = width - max([font.width(name) for name, _, _ in curves]) - _APART
        canvas.hline(x, below, wide)
        free = below
        for name, values, thick in sorted(curves, key=lambda curve: curve[1][-1]):
            at, level = x, below
            for i, value in enumerate(values):
                to, up = x + wide * (i + 1) // len(values), below - high * value // top
                for more in range(thick):
                    canvas.line(at, level - more, to, up - more)
                at, level = to, up
            free = min(level - font.height // 2, free - font.height)  # over the name below
            canvas.text(x + wide + _APART, free, name, font)

    def put(self, place, text, style="", row=0):
        """A text at a place, or phrases, the last of which are left out where there is no room.
        style: "" · "inverse" white on black · "band" the same across the whole glass · "bold"
        twice, one pixel apart · "rule" a line, no text · "plot" curves instead of a text, for
        _plot(), over the pitch of the place.
        """
        x, y, width, pitch, step, rows, first, last, align = self.at(place)
        if step:
            x += row // rows * step
            row %= rows
        y += row * pitch
        canvas, fonts = self.canvas, self.fonts[first : last + 1]
        if align & _STOPS:
            width = min(width, self._left - x - _APART)
        self._left = x
        if style == "rule":
            canvas.hline(x, y, width)
        if style == "plot":
            self._plot(text, fonts[-1], x, y, width, pitch)
            return
        if not text or not width:
            return
        room = pitch if align & _WRAPS else 0
        phrases = text if type(text) is list else [text]
        lines, font = self._set(phrases, fonts, width, room)
        high = font.height
        pad = min(5, high // 4) if style == "inverse" else 0
        dark = pad or style == "band"
        if not pad and dark:  # it grows upwards
            deep = high * len(lines)
            wide = max(deep, fonts[0].height if room else pitch)
            y += fonts[0].height - wide
            canvas.fill(0, y, canvas.width, wide)
            y += (wide - deep) // 2
        elif not room:
            y += (fonts[0].height - high) // 2
        for text in lines:
            wide = font.width(text) + 2 * pad
            left = self._left = x - wide * (align & 3) // 2
            if pad:
                canvas.fill(left, y, wide, high)
            canvas.text(left + pad, y, text, font, "l", dark)
            if style == "bold" and high > 17:  # smaller letters would run full
                canvas.text(left + 1, y, text, font)
                canvas.log.pop()
            y += high
