"""Where things stand on the glass: places by name, in pixels of a 400x300 panel, and the bar of
keys or answers under them.

A screen says what is at a place; display/places.py says where that is, in which sizes of type (the
first that fits is taken), and how it is aligned. A text that fits in no size of its place is drawn
in the smallest and noted in `tight`, so that a test can name it.
"""

import struct
import sys

from lookup import find, pack

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_W = const(400)
_BAR = const(250)  # the bar of keys or answers begins here
_GAP = const(16)  # around an answer of a list
_RIBBON = const(368)  # room for answers between the arrows
_BODY, _SMALL, _LEFT, _RIGHT = ord("o"), ord("s"), ord("l"), ord("r")
_DOT = " · "

_ROW = const(12)  # hash, x, y, width: 16 bits; pitch, two fonts, alignment: 8 bits


def _packed():
    """The table of display.places, packed; the module is needed for this moment only."""
    from display import places

    rows = []
    for line in places.PLACES.split("\n"):
        if line and line[0] != "#":
            name, x, y, pitch, fonts, align, width = line.split(" ")
            first, last = ord(fonts[0]), ord(fonts[-1])
            row = struct.pack(
                "<HHHBBBB", int(x), int(y), int(width), int(pitch), first, last, ord(align)
            )
            rows.append((name, row))
    sys.modules.pop("display.places")
    del sys.modules["display"].places
    return pack(rows)


class Layout:
    """Draws by places on a canvas. fonts: {"b": big, "h": head, "o": body, "s": small}, the only
    sizes of type."""

    def __init__(self, canvas, fonts):
        self.canvas = canvas
        self.fonts = {ord(name): fonts[name] for name in fonts}
        self.tight = []
        self.places = _packed()

    def clear(self):
        self.canvas.clear()
        self.tight = []

    def _fit(self, text, first, last, width):
        """(font, width of the text): the larger of two fonts if it fits in there."""
        font = self.fonts[first]
        wide = font.width(text)
        if wide > width and last != first:
            font = self.fonts[last]
            wide = font.width(text)
        if wide > width:
            self.tight.append(text)
        return font, wide

    def _joined(self, phrases, font, width):
        """As many phrases on one line as fit; the first ones matter most, the last one stays."""
        dot = font.width(_DOT)
        wide = [font.width(text) + dot for text in phrases]
        used, kept = wide[-1] - dot, []
        for i in range(len(phrases) - 1):
            used += wide[i]
            if used > width:
                break
            kept.append(phrases[i])
        return _DOT.join(kept + phrases[-1:])

    def put(self, place, text, style="", row=0):
        """A text at a place, or phrases on one line. style: "" · "inverse" white on black ·
        "bold" twice, one pixel apart. Places that end in .rule draw a line."""
        places = self.places
        at = find(places, _ROW, place)
        x, y, width, pitch, first, last, align = struct.unpack_from("<HHHBBBB", places, at + 2)
        y += row * pitch
        canvas = self.canvas
        if place.endswith(".rule"):
            canvas.hline(x, y, width)
            return
        if not text:
            return
        if type(text) is list:
            text = self._joined(text, self.fonts[last], width)
        font, wide = self._fit(text, first, last, width)
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
        canvas.text(x, y, text, font)
        if style == "bold":
            said = len(canvas.log)
            canvas.text(x + 1, y, text, font)
            del canvas.log[said:]

    def keys(self, labels, down=-1, permille=0):
        """The row of four keys: an answer over its rare answer; the bar of a hold fills in the
        cell of the key that is down."""
        canvas, wide = self.canvas, _W // 4
        canvas.fill(0, _BAR, _W, 2)
        for i in range(4):
            if i:
                canvas.vline(i * wide, _BAR, 50)
            answer, rare = labels[i]
            if answer:
                self._middle(answer, i * wide + wide // 2, _BAR + 3, _BODY, wide - 6)
            if rare:
                self._middle(rare, i * wide + wide // 2, _BAR + 29, _SMALL, wide - 4)
            if i == down:
                canvas.bar(i * wide + 4, _BAR + 25, wide - 8, 6, permille)

    def _middle(self, text, x, y, first, width):
        font, wide = self._fit(text, first, _SMALL, width)
        y += (self.fonts[first].height - font.height) // 2
        self.canvas.text(x - wide // 2, y, text, font)

    def ribbon(self, labels, at, hints, permille=0):
        """The answers of a list, the one with the focus in a frame; under them what the keys do.
        A bar shows a hold. Answers that do not fit side by side come in pages."""
        canvas = self.canvas
        canvas.fill(0, _BAR, _W, 2)
        for name in (_BODY, _SMALL):
            font = self.fonts[name]
            wide = [font.width(text) + _GAP for text in labels]
            if sum(wide) <= _RIBBON:
                break
        else:
            font = self.fonts[_BODY]
            wide = [font.width(text) + _GAP for text in labels]
        first, end, used = 0, len(labels), 0
        for i in range(len(labels)):
            if used + wide[i] > _RIBBON:
                if i > at:
                    end = i
                    break
                first, used = i, 0
            used += wide[i]
        x, y = (_W - _RIBBON) // 2, _BAR + 4
        if first:
            canvas.text(1, y, "◄", self.fonts[_SMALL])
        for i in range(first, end):
            canvas.text(x + _GAP // 2, y + (24 - font.height) // 2, labels[i], font)
            if i == at:
                canvas.box(x + 1, _BAR + 3, wide[i] - 2, 26)
            x += wide[i]
        if end < len(labels):
            canvas.text(_W - 1, y, "►", self.fonts[_SMALL], "r")
        if permille:
            canvas.bar(4, _BAR + 30, _W - 8, 6, permille)
            return
        small = self.fonts[_SMALL]
        canvas.text(4, 300 - small.height, hints[0], small)
        canvas.text(396, 300 - small.height, hints[1], small, "r")
