"""Where things stand on the glass: places by name, and the type they are set in.

A screen says what is at a place; the table of the size of the glass (tools/data/places) says where
that is, in which sizes of type (the first that fits is taken), how it is aligned, whether it may
take several lines, and which places that glass has no room for. A text that fits in no size of its
place is cut in the smallest and noted in `tight`, so that a test can name it.
"""

import struct

from display.text import Font
from lookup import find

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_DOT = " · "
_SCREEN = const(6)  # bytes of a row of the two tables; tools/places.py has the rest of it
_ROW = const(16)
_WRAPS = const(4)  # in an alignment; without it 0, 1, 2: left, middle, right


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
        folder = __file__.rpartition("/")[0]
        with open(folder + "/places/" + size + ".blob", "rb") as file:
            self._data = memoryview(file.read())
        self._places = self._on("")
        self.clear()

    def _on(self, screen):
        """The places that stand elsewhere on a screen; of "" the table of all."""
        data = self._data
        screens = data[1 : 1 + _SCREEN * data[0]]
        at = find(screens, _SCREEN, screen, -1)
        start, end = struct.unpack_from("<HH", screens, at + 2) if at >= 0 else (0, 0)
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
        return struct.unpack_from("<HHHHHBBBB", table, at + 2)

    def rows(self, place):
        """How many rows a place has room for, in one column or two."""
        _, _, _, _, step, rows, _, _, _ = self.at(place)
        return 2 * rows if step else rows

    def _fit(self, text, fonts, width, room):
        """(lines, font) in the first of these fonts that fits in there; room: the height of all
        lines, 0: one line. None where none fits."""
        for font in fonts:
            lines = _broken(text, font, width) if room else [text]
            high = len(lines) * font.height
            if high <= room or high == font.height and font.width(text) <= width:
                return lines, font
        return None

    def put(self, place, text, style="", row=0):
        """A text at a place, or phrases, the last of which are left out where there is no room.
        style: "" · "inverse" white on black · "band" the same across the whole glass · "bold"
        twice, one pixel apart · "rule" a line, no text.
        """
        x, y, width, pitch, step, rows, first, last, align = self.at(place)
        if step:
            x += row // rows * step
            row %= rows
        y += row * pitch
        canvas, fonts = self.canvas, self.fonts[first : last + 1]
        if style == "rule":
            canvas.hline(x, y, width)
        if not text or not width:
            return
        room = pitch if align & _WRAPS else 0
        phrases = text if type(text) is list else [text]
        fit, count = None, len(phrases)
        while count and not fit:
            text = _DOT.join(phrases[:count])
            fit = self._fit(text, fonts, width, room)
            count -= 1
        lines, font = fit or self._cut(text, fonts[-1], width, room)
        high = font.height
        if not room:
            y += (fonts[0].height - high) // 2
        dark = style in ("inverse", "band")
        pad = min(5, high // 4) if style == "inverse" else 0
        if style == "band":  # it grows upwards
            y -= high * (len(lines) - 1)
        for text in lines:
            wide = font.width(text) + 2 * pad
            left = x - wide * (align & 3) // 2
            if pad:
                canvas.fill(left, y, wide, high)
            elif dark:
                canvas.fill(0, y, canvas.width, high)
            canvas.text(left + pad, y, text, font, "l", dark)
            if style == "bold" and high > 17:  # smaller letters would run full
                said = len(canvas.log)
                canvas.text(left + 1, y, text, font)
                del canvas.log[said:]
            y += high

    def _cut(self, text, font, width, room):
        """What there is room for of a text that fits in no font."""
        self.tight.append(text)
        if room:
            return _broken(text, font, width), font
        while font.width(text + ".") > width:
            text = text[:-1]
        return [text + "."], font
