"""Where things stand on the glass: places by name, in pixels of a 400x300 panel, and the bar of
keys or answers under them.

A screen says what is at a place; places.txt says where that is, in which sizes of type (the first
that fits is taken), and how it is aligned. A text that fits in no size of its place is cut in the
smallest and noted in `tight`, so that a test can name it.
"""

import struct

from lookup import find, pack

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


WIDTH = const(400)
BAR = const(250)  # the bar of keys or answers begins here
BODY, SMALL, _LEFT, _RIGHT = ord("o"), ord("s"), ord("l"), ord("r")
_DOT = " · "

_ROW = const(12)  # hash, x, y, width: 16 bits; pitch, two fonts, alignment: 8 bits


def _packed():
    """The table of places.txt, packed."""
    rows = []
    with open((__file__.rpartition("/")[0] or ".") + "/places.txt") as lines:
        for line in lines:
            if line[0] not in "#\n":
                name, x, y, pitch, fonts, align, width = line.split(" ")
                first, last = ord(fonts[0]), ord(fonts[-1])
                row = struct.pack(
                    "<HHHBBBB", int(x), int(y), int(width), int(pitch), first, last, ord(align)
                )
                rows.append((name, row))
    return pack(rows)


class Layout:
    """Draws by places on a canvas. fonts: {"b": big, "h": head, "o": body, "s": small}, the only
    sizes of type. bar: draws the answers at the bottom, the way of the board (keyrow, ribbon)."""

    def __init__(self, canvas, fonts, bar):
        self.canvas = canvas
        self.bar = bar
        self.fonts = {ord(name): fonts[name] for name in fonts}
        self.tight = []
        self.places = _packed()

    def clear(self):
        self.canvas.clear()
        self.tight = []

    def _fit(self, text, first, last, width):
        """(text, font, width): the larger of two fonts if it fits in there."""
        font = self.fonts[first]
        wide = font.width(text)
        if wide > width and last != first:
            font = self.fonts[last]
            wide = font.width(text)
        if wide > width:
            self.tight.append(text)
            while wide > width:
                text = text[:-1]
                wide = font.width(text + ".")
            text += "."
        return text, font, wide

    def _joined(self, phrases, font, width):
        """As many phrases on one line as fit; the first ones matter most."""
        dot = font.width(_DOT)
        kept, used = [], -dot
        for text in phrases:
            used += font.width(text) + dot
            if used > width and kept:
                break
            kept.append(text)
        return _DOT.join(kept)

    def put(self, place, text, style="", row=0):
        """A text at a place, or phrases on one line. style: "" · "inverse" white on black · "band"
        the same across the whole glass · "bold" twice, one pixel apart · "rule" a line, no text
        · "lines" on as many lines as it needs, in the room of a row of its place.
        """
        places = self.places
        at = find(places, _ROW, place)
        x, y, width, pitch, first, last, align = struct.unpack_from("<HHHBBBB", places, at + 2)
        y += row * pitch
        canvas = self.canvas
        if style == "rule":
            canvas.hline(x, y, width)
            return
        if not text:
            return
        if style == "lines":
            self._lines(text, x, y, width, pitch, first, last)
            return
        if type(text) is list:
            text = self._joined(text, self.fonts[last], width)
        text, font, wide = self._fit(text, first, last, width)
        if first != last:
            y += (self.fonts[first].height - font.height) // 2
        if style == "inverse":
            wide += 10
        if align != _LEFT:
            x -= wide if align == _RIGHT else wide // 2
        if style == "inverse":
            canvas.fill(x, y, wide, font.height)
            canvas.text(x + 5, y, text, font, "l", 1)
            return
        if style == "band":
            canvas.fill(0, y, WIDTH, font.height)
            canvas.text(x, y, text, font, "l", 1)
            return
        canvas.text(x, y, text, font)
        if style == "bold":
            said = len(canvas.log)
            canvas.text(x + 1, y, text, font)
            del canvas.log[said:]

    def _lines(self, text, x, y, width, room, first, last):
        """A text in lines that begin at x, y: the larger of two fonts if it fits in there."""
        for name in (first, last):
            font = self.fonts[name]
            lines = [""]
            for word in text.split(" "):
                longer = lines[-1] + " " + word if lines[-1] else word
                if font.width(longer) <= width:
                    lines[-1] = longer
                else:
                    lines.append(word)
            if len(lines) * font.height <= room:
                break
        else:
            self.tight.append(text)
        for line in lines:
            self.canvas.text(x, y, line, font)
            y += font.height

    def middle(self, text, x, y, first, width):
        text, font, wide = self._fit(text, first, SMALL, width)
        y += (self.fonts[first].height - font.height) // 2
        self.canvas.text(x - wide // 2, y, text, font)
