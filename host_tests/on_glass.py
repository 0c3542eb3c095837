"""Every screen on every size of glass, measured in this process: the firmware's App, its screens
and its layout, on a canvas that notes where ink would be. No interpreter, no panel, no time."""

import copy
import sys
from functools import cache
from types import SimpleNamespace
from unittest import mock

import places
import report
import scorer.app
from device import walk
from display import keyrow, ribbon
from display.layout import Layout
from fake_files import FakeFiles
from scorer import choice, lazy, session

sys.path.append(str(walk.PROBE))

import probe

SIZES = places.sizes()
# how one answers on a glass: of a list, a dial stands for a wheel and for three keys
STYLES = dict.fromkeys(SIZES, ("row", "dial")) | {"200x200": ("dial",)}


class Ink:
    """A canvas that draws nothing: texts [(ink box, text, font, x, y)], bands and lines [(left,
    top, right, bottom)], and what Canvas keeps."""

    def __init__(self, width, height):
        self.width, self.height, self.frame = width, height, b""
        self.clear()

    def clear(self):
        self.texts, self.bands, self.lines, self.log, self.spill = [], [], [], [], []

    def text(self, x, y, text, font, align="l", ink=0):
        if align != "l":
            x -= font.width(text) if align == "r" else font.width(text) // 2
        box, wide = _extent(font, text)
        if box:
            left, top, right, bottom = x + box[0], y + box[1], x + box[2], y + box[3]
            if left < 0 or top < 0 or right > self.width or bottom > self.height:
                self.spill.append(text)
            one = (left, top, right, bottom), text, font, x, y
            bold = self.texts and self.texts[-1][1:] == (text, font, x - 1, y)
            if not bold:
                self.texts.append(one)
        self.log.append(text)
        return x + wide

    def hline(self, x, y, wide, ink=0):
        self.lines.append((x, y, x + wide, y + 1))

    def vline(self, x, y, high, ink=0):
        self.lines.append((x, y, x + 1, y + high))

    def line(self, x, y, x2, y2, ink=0):
        """As many upright strokes as it is wide."""
        steps = max(1, abs(x2 - x))
        for at in range(steps):
            ends = y + (y2 - y) * at // steps, y + (y2 - y) * (at + 1) // steps
            left = x + (x2 - x) * at // steps
            self.lines.append((left, min(ends), left + 1, max(ends) + 1))

    def fill(self, x, y, wide, high, ink=0):
        (self.bands if high > 2 else self.lines).append((x, y, x + wide, y + high))

    def rect(self, x, y, wide, high, ink=0):
        self.box(x, y, wide, high, 1)

    def box(self, x, y, wide, high, thick=2, ink=0):
        self.lines += [(x, y, x + wide, y + thick), (x, y + high - thick, x + wide, y + high)]
        self.lines += [(x, y, x + thick, y + high), (x + wide - thick, y, x + wide, y + high)]

    def bar(self, x, y, wide, high, permille):
        self.box(x, y, wide, high, 1)


@cache
def _extent(font, text):
    """(the box of its ink from the pen and the top of the line, None without ink; its width)."""
    boxes, pen = [], 0
    for ch in text:
        advance, left, top, wide, high, _ = font.glyph(ch)
        if high:
            boxes.append((pen + left, top, pen + left + wide, top + high))
        pen += advance
    lows, highs = [list(zip(*boxes))[i : i + 2] for i in (0, 2)]
    return boxes and [*map(min, lows), *map(max, highs)], pen


@cache
def _ink(font, ch):
    """The pixels of a character, (x, y) from the pen and the top of the line."""
    _, left, top, wide, high, rows = font.glyph(ch)
    stride = (wide + 7) // 8
    return [
        (left + x, top + y)
        for y in range(high)
        for x in range(wide)
        if not rows[y * stride + x // 8] >> 7 - x % 8 & 1
    ]


def pixels(one):
    """All pixels of a text of Ink.texts."""
    _, text, font, x, y = one
    out = set()
    for ch in text:
        out.update((x + dx, y + dy) for dx, dy in _ink(font, ch))
        x += font.width(ch)
    return out


def meet(one, other, by=0):
    return (
        one[0] < other[2] + by
        and other[0] < one[2] + by
        and one[1] < other[3] + by
        and other[1] < one[3] + by
    )


def touching(canvas):
    """Texts whose ink meets or touches, and texts that a line or the edge of a black band
    crosses."""
    out, texts = [], canvas.texts
    for i, one in enumerate(texts):
        for other in texts[i + 1 :]:
            if meet(one[0], other[0], 1):
                near = {(x + dx, y + dy) for x, y in pixels(one) for dx in (-1, 0, 1)
                        for dy in (-1, 0, 1)}
                if near & pixels(other):
                    out.append(f"{one[1]} in {other[1]}")
        for band in canvas.bands:
            inside = band[0] <= one[0][0] and one[0][2] <= band[2]
            inside = inside and band[1] <= one[0][1] and one[0][3] <= band[3]
            if meet(one[0], band) and not inside:
                out.append(f"{one[1]} in a band")
        for line in canvas.lines:
            if meet(one[0], line):
                left, top, right, bottom = line
                if any(left <= x < right and top <= y < bottom for x, y in pixels(one)):
                    out.append(f"{one[1]} in a line")
    return out


def glass(size, style):
    """A layout of a size, for a way to answer, that measures."""
    layout = Layout(Ink(*map(int, size.split("x"))), (keyrow if style == "row" else ribbon).draw)
    layout.fonts = _fonts(size, tuple(layout.fonts))
    return layout


_known = {}


def _fonts(size, fonts):
    """Those that the size had the first time, which remember how wide a text is."""
    if size not in _known:
        for font in fonts:
            font.width = cache(font.width)
        _known[size] = fonts
    return _known[size]


def flaws(layout):
    """What is wrong with what was drawn, in words."""
    canvas, bar = layout.canvas, layout.at("bar")[1]
    out = [f"cut: {text}" for text in layout.tight] + [f"spill: {text}" for text in canvas.spill]
    out += [f"behind the bar: {text[1]}" for text in canvas.texts if text[0][1] < bar < text[0][3]]
    return out + touching(canvas)


class Glasses(walk.Walk):
    """A Walk without a bench, and its screens on several sizes of glass: measured() has what is
    wrong with the present one on each. It is walked as on the first of them."""

    def __init__(self, style, sizes, lang=None, rules=None, target=None):
        self.row, self.style = style == "row", style
        self.layouts = {size: glass(size, style) for size in sizes}
        journal = SimpleNamespace(notes=(), saves=0, drafts=0, load=lambda: ([], ""))
        journal.fs = FakeFiles()

        def save(what, draft=""):
            journal.saves += 1
            return "saved"

        journal.save, journal.save_draft = save, lambda draft: "saved"
        told = session.Session(
            journal, lambda n: 0, lang or "", (rules or session.START_RULES, target or 0)
        )
        hands, silent = choice.style(style), SimpleNamespace(long=(), partials=0, fulls=0)
        first = self.layouts[sizes[0]]
        self.app = scorer.app.App(told, hands, silent, first, silent, None, None)
        self._journal, self._saves = None, -1
        self.commits, self.stays = 0, []
        self._patch = mock.patch.object(lazy, "drop", lambda *names: None)
        self._patch.start()

    def __exit__(self, *_):
        self._patch.stop()

    def _ask(self, call):
        app = SimpleNamespace(app=self.app)
        return copy.deepcopy(eval("probe." + call, {"probe": probe, "main": app}))

    def go(self, answers):
        """These answers; "<" is the key back, "?" the key of the referee, "drop" a long hold."""
        for answer in answers.split():
            ways = report.hand(self.app)["answers"]
            ids, at = ways.get("browse", ways.get("list", ((), 0)))
            if answer in "<?":
                strokes = ["k1:hold", "k4:hold"] if self.row else ["back", "back:hold"]
                self.press(strokes["<?".index(answer)])
            elif "browse" in ways:
                self.press(*["k2"] * ((ids.index(answer) - at) % len(ids)), "k4")
            elif answer == "drop":
                down = ["down"] * (not self.row and ids.index(answer) - at)
                self.press(*["k4:hold"] if self.row else [*down, "ok:hold"])
            else:
                self.answer(answer)

    def measured(self):
        """{size: layout} with the present screen drawn."""
        app = self.app
        for layout in reversed(self.layouts.values()):
            app.layout, app.session.rows = layout, layout.rows
            for name in ("worth", "what if"):  # as many as there is room for
                app.session._kept.pop(name, None)
            app.view()
        return self.layouts
