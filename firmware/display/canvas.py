"""A 1-bit picture in memory: text in the generated fonts, lines, boxes, inverted text.

Promise: nothing is drawn outside the picture, and a text of which that cuts a pixel is noted in
`spill`, so that no test passes with a cut text. `log` holds every string since clear(), in order.
Text adds ink and erases nothing (blit with a key: faster here than an opaque one, because most
of a glyph is paper), so rows may overlap and a text drawn twice one pixel apart is bold.
The frame is allocated once and stays; panels, drivers and refresh are other modules' business.
"""

import framebuf

try:
    from micropython import const
except ImportError:
    def const(value):
        return value

_HLSB = const(3)            # framebuf.MONO_HLSB
_VLSB = const(0)            # framebuf.MONO_VLSB
_ROW = const(7)             # see display/text.py


class Canvas:
    """frame: bytearray, 1 = white, in rows (MONO_HLSB) or in columns (MONO_VLSB, for a glass that
    is turned by a quarter: display/turned.py); ink 0 = black, ink 1 = white; pixels, y down."""

    def __init__(self, width, height, columns=False):
        self.width = width
        self.height = height
        if columns:
            kind, line, lines = _VLSB, width, height + 7 >> 3
        else:
            kind, line, lines = _HLSB, width + 7 >> 3, height
        self.frame = bytearray(line * lines)
        self.fb = framebuf.FrameBuffer(
            self.frame, width, height, kind, line if columns else line * 8)
        # The same bytes as 8-bit pixels: filling those costs 1 % of filling single bits.
        self._bytes = framebuf.FrameBuffer(self.frame, line, lines, framebuf.GS8)
        self._swap = framebuf.FrameBuffer(bytearray(b"\x80"), 2, 1, _HLSB)
        self._glyph = [None, 0, 0, _HLSB]  # what blit reads: one list for all, no tuple a glyph
        self.clear()

    def clear(self):
        self._bytes.fill(255)
        self.log = []
        self.spill = []

    def text(self, x, y, text, font, align="l", ink=0):
        """Draws one line and returns the x after it; y is the top of the line box.

        x is the left end, the middle or the right end of the text for align "l", "c" or "r".
        """
        if align != "l":
            x -= font.width(text) if align == "r" else font.width(text) // 2
        start = x
        index = font.index
        bits = font.bits
        blit = self.fb.blit
        glyph = self._glyph
        code = more = 0
        for byte in text.encode():          # half the time of a loop over characters and ord()
            if byte < 128:
                i = (byte - 32) * _ROW
                if i < 0:
                    raise KeyError(chr(byte))
            elif byte >= 192:
                more = 1 if byte < 224 else 2 if byte < 240 else 3
                code = byte & 31 >> more - 1
                continue
            else:
                code = code << 6 | byte & 63
                more -= 1
                if more:
                    continue
                i = font.rows.get(code) or font.row(code)
            step = index[i + 2]
            high = index[i + 6]
            if high:
                wide = index[i + 5]
                at = index[i] | index[i + 1] << 8
                glyph[0] = bits[at:] if bits else font.load(at, (wide + 7 >> 3) * high)
                glyph[1] = wide
                glyph[2] = high
                if ink:
                    blit(glyph, x + index[i + 3], y + index[i + 4], 0, self._swap)
                else:
                    blit(glyph, x + index[i + 3], y + index[i + 4], 1)
            elif not step:
                raise KeyError(chr(code if byte > 127 else byte))
            x += step
        self.log.append(text)
        if start < 0 or y < 0 or x > self.width or y + font.height > self.height:
            if self._cut(start, y, text, font):
                self.spill.append(text)
        return x

    def _cut(self, x, y, text, font):
        """Whether ink of this text lies outside; a blank part of its line box may."""
        for ch in text:
            advance, left, top, w, h, _ = font.glyph(ch)
            if h and (x + left < 0 or y + top < 0
                      or x + left + w > self.width or y + top + h > self.height):
                return True
            x += advance
        return False

    def fill(self, x, y, w, h, ink=0):
        self.fb.fill_rect(x, y, w, h, ink)

    def hline(self, x, y, w, ink=0):
        self.fb.hline(x, y, w, ink)

    def vline(self, x, y, h, ink=0):
        self.fb.vline(x, y, h, ink)

    def line(self, x, y, x2, y2, ink=0):
        self.fb.line(x, y, x2, y2, ink)

    def rect(self, x, y, w, h, ink=0):
        """An outline one pixel thick, inside the given box."""
        self.fb.rect(x, y, w, h, ink)

    def box(self, x, y, w, h, thick=2, ink=0):
        """An outline `thick` pixels thick, inside the given box: the focus of a list."""
        for i in range(thick):
            self.fb.rect(x + i, y + i, w - 2 * i, h - 2 * i, ink)

    def bar(self, x, y, w, h, permille):
        """A progress bar: an outline, filled from the left by permille (0..1000) of its inside."""
        self.fb.rect(x, y, w, h, 0)
        self.fb.fill_rect(x + 1, y + 1, (w - 2) * permille // 1000, h - 2, 0)
