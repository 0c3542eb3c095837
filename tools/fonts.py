"""Makes firmware/display/fonts/*/*.py, a folder for each size of glass, from the DejaVu fonts
(free licence, see their LICENSE).

    python tools/fonts.py [--fonts FOLDER] [--only PATTERN] [--check]

The condensed cuts carry no usable hints for one-bit glyphs of 5 to 100 pixels, so this tool hints
them itself, the same way for every size:
  - an outline is drawn 20 to 60 times too large, its strokes are widened or narrowed to a whole
    number of pixels (FONTS: `upright`, `level`), and the height is chosen so that x-height or
    capitals end on a pixel row; then every stem of a font has the same number of columns;
  - each glyph is moved by part of a pixel, and stretched by at most 4 %, to where the fewest
    pixels are in doubt (the large sizes are only moved); bearings are rounded by themselves, so
    that the spacing stays even, and no two letters touch;
  - accents are drawn here, pixel by pixel, with blank rows between them and their letter.
Pips are drawn here from circles and polygons: spade and club filled, heart and diamond outlined.

Output: HEIGHT, BASE, CAP (pixels), EXTRA (the characters above ASCII, sorted), INDEX (seven bytes
a glyph, codes 32..127 and then EXTRA; advance 0 means that the font lacks it), and the rows of
each glyph's own box, one bit a pixel, ink = 0, rows start on a byte: BITS, or of a font in FILED
the file ROWS in display/fonts, with GLYPH, the bytes of the largest glyph. display/text.py reads
them.
"""

import argparse
import math
import sys
import unicodedata
from fnmatch import fnmatch
from operator import mul
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent
TARGET = HERE.parent / "firmware" / "display" / "fonts"
FOLDER = HERE / "node_modules" / "dejavu-fonts-ttf" / "ttf"

ASCII = "".join(chr(code) for code in range(32, 127))
ACCENTS = "ÀÁÂÃÄÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜŒŸàáâãäæçèéêëìíîïñòóôõöùúûüœÿ"   # fr en it es pt
SIGNS = "¡¿ªº«»‘’“”…–—−·×±½°•←↑→↓↺▲▼◄►≤≥\u00a0\u202f"
PIPS = "♠♥♦♣"
FULL = ASCII + ACCENTS + SIGNS + PIPS
FIGURES = "0123456789"
LETTERS = "".join(ch for ch in ASCII if ch.isalnum())
SPOKEN = LETTERS + ACCENTS + " !'(),-./:?_+=×−\u2019\u00a0\u202f" + PIPS  # what is said
LARGE = " -0123456789×−CAPOT"  # totals, numbers, multipliers, digits being typed, and the capot

CONDENSED, BOLD = "DejaVuSansCondensed.ttf", "DejaVuSansCondensed-Bold.ttf"

NAMES = {"big": (BOLD, LARGE), "head": (BOLD, SPOKEN), "body": (CONDENSED, FULL),
         "small": (CONDENSED, FULL)}
# glass, file: pixels of the x-height, or of the capitals of the large type; of upright and level
# strokes; width (1 = as drawn); rows above and below the baseline;
# accent: its stroke and its rows; pip: its width (odd, so that it has an axis) and its outline;
# more: characters, where a ruling is set in it too
FONTS = {
    "400x300": {
        "big": dict(cap=58, upright=10, level=9, width=0.77, box=(75, 4), pip=(51, 7),
                    accent=(11, 11)),
        "head": dict(x=16, upright=4, level=3, width=0.9, box=(28, 7), pip=(21, 3), accent=(3, 5)),
        "body": dict(x=11, upright=2, level=2, width=1.0, box=(19, 5), pip=(13, 2), accent=(2, 3)),
        "small": dict(x=9, upright=2, level=1, width=0.92, box=(16, 4), pip=(11, 2),
                      accent=(2, 3)),
    },
    "800x480": {
        "big": dict(cap=116, upright=20, level=18, width=0.77, box=(118, 2), pip=(95, 13),
                    accent=(20, 20)),
        "head": dict(x=26, upright=7, level=6, width=0.9, box=(47, 10), pip=(35, 5),
                     accent=(5, 8), more=";·…«»\""),
        "body": dict(x=18, upright=4, level=3, width=1.0, box=(31, 8), pip=(21, 3), accent=(3, 5)),
        "small": dict(x=14, upright=3, level=2, width=0.95, box=(25, 6), pip=(17, 3),
                      accent=(3, 4)),
    },
    "296x128": {
        "big": dict(cap=37, upright=7, level=6, width=0.78, box=(38, 1), pip=(31, 4),
                    accent=(7, 7)),
        "head": dict(x=9, upright=3, level=2, width=0.9, box=(16, 3), pip=(13, 2), accent=(2, 3)),
        "body": dict(x=7, upright=2, level=1, width=0.95, box=(12, 3), pip=(9, 2), accent=(2, 2)),
        "small": dict(x=5, upright=1, level=1, width=1.0, box=(10, 2), pip=(7, 1), accent=(1, 2),
                      space=3),
    },
    "200x200": {
        "big": dict(cap=46, upright=9, level=8, width=0.77, box=(46, 1), pip=(39, 6),
                    accent=(9, 9)),
        "head": dict(x=10, upright=3, level=2, width=0.92, box=(18, 4), pip=(13, 2),
                     accent=(2, 3)),
        "body": dict(x=8, upright=2, level=1, width=0.95, box=(14, 3), pip=(11, 2), accent=(2, 2)),
        "small": dict(x=6, upright=2, level=1, width=0.95, box=(11, 2), pip=(9, 2), accent=(1, 2),
                      space=3),
    },
}

FILED = ("small", "head", "big")  # in the flash, read a glyph at a time

_SHAPE = {"►": "▶", "◄": "◀"}          # as tall as ▲ and ▼
_EM = 480                               # source pixels of an em
_PHASES = [k / 8 for k in range(-4, 4)]
_STRETCH = (1.0, 0.98, 1.02, 0.96, 1.04)    # of glyphs whose stems stay two pixels by it
_DOUBT = [min(grey, 255 - grey) for grey in range(256)]


def _sharp(image):
    """Ink where at least half of a pixel is covered; of a dash that is finer, where most is."""
    least = min(128, image.getextrema()[1])
    return image.point([0] * least + [255] * (256 - least))


def _grow(image, by, dx, dy):
    """Widen the ink by so many source pixels in the direction (dx, dy); narrow it if by < 0."""
    merge = ImageChops.lighter if by > 0 else ImageChops.darker
    left = abs(by)
    image = ImageChops.offset(image, -(left // 2) * dx, -(left // 2) * dy)
    step = 1
    while left:
        step = min(step, left)
        image = merge(image, ImageChops.offset(image, step * dx, step * dy))
        left -= step
        step *= 2
    return image


def _mask(rows):
    image = Image.new("L", (max(map(len, rows)), len(rows)), 0)
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            image.putpixel((x, y), 255 if mark == "#" else 0)
    return image


def _grave(thick, rows):
    return _mask([" " * y + "#" * thick for y in range(rows)])


def _acute(thick, rows):
    return _grave(thick, rows).transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def _circumflex(thick, rows):
    left, right = _acute(thick, rows), _grave(thick, rows)
    image = Image.new("L", (left.width + rows - 1, rows), 0)
    image.paste(left, (0, 0))
    image.paste(right, (rows - 1, 0), right)
    return image


def _tilde(thick, rows):
    """A wave of 3 rows, of 2 over small letters, scaled up in whole pixels over large ones."""
    if rows < 3:
        return _mask([" # #", "# # "] if thick < 2 else [" ##  #", "#  ## "])
    wave = _mask([" ##  ##", "#######", "##  ## "])
    return wave if rows < 5 else wave.resize((11, rows), Image.Resampling.NEAREST)


def _dots(thick, rows):
    dot = "#" * thick
    return _mask([dot + " " * thick + dot] * thick)


_ACCENTS = {"\u0300": _grave, "\u0301": _acute, "\u0302": _circumflex, "\u0303": _tilde,
            "\u0308": _dots}


class Cut:
    """A font of a glass, able to draw its glyphs: draw(ch) -> (advance, left, top, image)."""

    def __init__(self, folder, glass, name):
        self.row = row = FONTS[glass][name]
        self.cut, self.chars = NAMES[name]
        self.chars += row.get("more", "")
        self.font = ImageFont.truetype(
            str(folder / self.cut), _EM, layout_engine=ImageFont.Layout.BASIC)
        _, top, _, _ = self.font.getbbox("H", anchor="ls")
        _, x_top, _, _ = self.font.getbbox("x", anchor="ls")
        self.stem = self._extent("I")[0] / _EM
        self.bar = self._extent("-")[1] / _EM
        level = row["level"]
        if "cap" in row:
            self.tall = (row["cap"] - level) / (-top / _EM - self.bar)      # pixels of an em
        else:
            self.tall = (row["x"] - level) / (-x_top / _EM - self.bar)
        self.wide = self.tall * row["width"]
        self.cap = round(-top / _EM * self.tall + level - self.bar * self.tall)
        self.figure = 0  # advance of a figure, once it is known
        self.missing = bytes(self.font.getmask("\uffff", mode="1"))

    def _extent(self, ch):
        box = self.font.getmask(ch, mode="L").getbbox()
        return box[2] - box[0], box[3] - box[1]

    def _outline(self, ch):
        """The glyph at source size with its strokes set, and where its origin is in the image."""
        px, py = self.wide / _EM, self.tall / _EM
        origin, base = _EM // 2, _EM + _EM // 2
        image = Image.new("L", (_EM + _EM // 2 + int(self.font.getlength(ch)), 2 * _EM), 0)
        ImageDraw.Draw(image).text((origin, base), ch, font=self.font, fill=255, anchor="ls")
        sideways = round((self.row["upright"] - self.stem * self.wide) / px)
        upwards = round((self.row["level"] - self.bar * self.tall) / py)
        if unicodedata.category(ch) not in ("Lu", "Ll", "Nd"):
            # Only letters and figures may lose weight: signs are thin already.
            sideways, upwards = max(0, sideways), max(0, upwards)
        image = _grow(_grow(image, sideways, 1, 0), upwards, 0, 1)
        base += upwards / 2             # changed strokes stand on the baseline again
        return image, origin, base

    def draw(self, ch):
        if ch in PIPS:
            return self._pip(ch)
        ch = _SHAPE.get(ch, ch)
        parts = unicodedata.normalize("NFD", ch)
        if len(parts) == 2 and parts[1] in _ACCENTS:
            return self._accented(*parts)
        if bytes(self.font.getmask(ch, mode="1")) == self.missing:
            raise KeyError("%s has no %r" % (self.cut, ch))
        image, origin, base = self._outline(ch)
        above, below = self.row["box"]
        px, py = self.wide / _EM, self.tall / _EM
        advance = self.font.getlength(ch) * px
        ink = image.getbbox()
        image = image.resize((image.width, above + below), Image.Resampling.BOX,
                             (0, base - above / py, image.width, base + below / py))
        if ink is None:
            return max(self.row.get("space", 1), round(advance)), 0, 0, None
        columns = math.ceil(advance) + 6
        best = None
        for stretch in _STRETCH if self.row["upright"] < 4 else (1.0,):
            q = px * stretch
            for phase in _PHASES:
                start = origin - (3 + phase) / q
                grey = image.resize((columns, above + below), Image.Resampling.BOX,
                                    (start, 0, start + columns / q, above + below))
                doubt = sum(map(mul, grey.histogram(), _DOUBT)) / 255
                doubt += self.cap * (abs(stretch - 1) * 1.5 + abs(phase) * 0.02)
                if best is None or doubt < best[0] - 1e-9:
                    best = doubt, grey
        glyph = _sharp(best[1])
        box = glyph.getbbox()
        glyph = glyph.crop(box)
        if ch in FIGURES:  # all as wide as the widest, and no two touch
            if not self.figure:
                self.figure = 1
                widest = max(self.draw(one)[3].width for one in FIGURES)
                self.figure = max(round(advance), widest + 1)
            advance = self.figure
            left = max(0, (advance - glyph.width) // 2)
        else:
            left = max(0, math.floor((ink[0] - origin) * px + 0.5))
            right = advance - (ink[2] - origin) * px
            advance = left + glyph.width + max(1, math.floor(right + 0.5))
        return advance, left, box[1], glyph

    def _accented(self, letter, accent):
        advance, left, top, below = self.draw({"i": "ı"}.get(letter, letter))
        above = _ACCENTS[accent](*self.row["accent"])
        gap = max(1, self.row["accent"][0] // 2)
        # The accent stands over the middle of the letter, an odd pixel to the side it comes from.
        shift = (below.width - above.width + (accent == "\u0301")) // 2
        start = min(0, shift)
        width = max(below.width, shift + above.width) - start
        glyph = Image.new("L", (width, above.height + gap + below.height), 0)
        glyph.paste(below, (-start, above.height + gap))
        glyph.paste(above, (shift - start, 0))
        more = max(0, -start - left)
        right = max(1, advance - left - below.width - (width + start - below.width))
        return left + start + more + width + right, left + start + more, \
            top - gap - above.height, glyph

    def _pip(self, ch):
        width, stroke = self.row["pip"]
        glyph = pip(ch, width, stroke)
        top = self.row["box"][0] - self.cap + (self.cap - glyph.height) // 2
        side = max(1, self.row["upright"] // 2)
        return glyph.width + 2 * side, side, max(0, top), glyph


def pip(ch, width, stroke):
    """A suit as a mask of odd width, symmetric; hearts and diamonds are outlines of `stroke`."""
    fine = 32
    size = width * fine
    height = (width + width // 5) * fine
    image = Image.new("L", (size, height), 0)
    draw = ImageDraw.Draw(image)

    def disc(x, y, r):
        draw.ellipse([v * size for v in (x - r, y - r, x + r, y + r)], fill=255)

    def polygon(*points):
        draw.polygon([(x * size, y * size) for x, y in points], fill=255)

    def drop(x, y, r, tip):
        """A disc and its two tangents from the tip, which is at x = 0.5."""
        dx, dy = 0.5 - x, tip - y
        far = math.hypot(dx, dy)
        middle, half = math.atan2(dy, dx), math.acos(r / far)
        disc(x, y, r)
        polygon((0.5, tip), *((x + r * math.cos(a), y + r * math.sin(a))
                              for a in (middle - half, middle, middle + half)))

    if ch == "♦":
        polygon((0.5, 0.0), (0.98, 0.56), (0.5, 1.12), (0.02, 0.56))
    elif ch == "♥":
        drop(0.26, 0.27, 0.26, 1.03)
        drop(0.74, 0.27, 0.26, 1.03)
    elif ch == "♠":
        drop(0.255, 0.60, 0.255, 0.0)
        drop(0.745, 0.60, 0.255, 0.0)
        polygon((0.45, 0.55), (0.26, 1.08), (0.74, 1.08), (0.55, 0.55))
    else:
        disc(0.5, 0.24, 0.24)
        disc(0.24, 0.62, 0.24)
        disc(0.76, 0.62, 0.24)
        disc(0.5, 0.50, 0.13)
        polygon((0.44, 0.50), (0.28, 1.08), (0.72, 1.08), (0.56, 0.50))
    rows = -(-height // fine)
    mask = _sharp(image.resize((width, rows), Image.Resampling.BOX))
    half = mask.crop((0, 0, width // 2 + 1, rows))
    mask.paste(half.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (width // 2, 0))
    mask = mask.crop(mask.getbbox())
    if ch in "♥♦":
        inside = Image.new("L", (mask.width + 2, mask.height + 2), 0)
        inside.paste(mask, (1, 1))
        solid = inside.copy()
        for _ in range(stroke):
            cross = inside
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                cross = ImageChops.darker(cross, ImageChops.offset(inside, dx, dy))
            inside = cross
        mask = ImageChops.subtract(solid, inside).crop((1, 1, mask.width + 1, mask.height + 1))
    return mask


def pack(glyph):
    """Rows of a mask as bytes, ink = 0; the bits after the last column are paper."""
    data = bytearray()
    for y in range(glyph.height):
        bits = 0
        size = (glyph.width + 7) // 8
        for x in range(size * 8):
            ink = x < glyph.width and glyph.getpixel((x, y)) > 0
            bits = bits << 1 | (0 if ink else 1)
        data += bits.to_bytes(size, "big")
    return bytes(data)


def build(glass, name, folder):
    """(text of one generated module, its rows where they are a file of their own or None, a line
    of figures about it)"""
    cut = Cut(folder, glass, name)
    extra = "".join(sorted(set(cut.chars) - set(ASCII)))
    index, bits, known, largest = bytearray(), bytearray(), {}, 0
    for ch in ASCII + "\x7f" + extra:
        if ch not in cut.chars:
            index += bytes(7)
            continue
        advance, left, top, glyph = cut.draw(ch)
        data = pack(glyph) if glyph else b""
        if data not in known:
            known[data] = len(bits)
            bits += data
        largest = max(largest, len(data))
        width, height = glyph.size if glyph else (0, 0)
        if top < 0:
            raise ValueError(f"{glass}/{name}: {ch!r} stands {-top} rows above its box")
        index += known[data].to_bytes(2, "little") + bytes((advance, left, top, width, height))
    above, below = cut.row["box"]
    lines = [
        '"""Generated by tools/fonts.py from DejaVu (%s): do not edit."""' % cut.cut,
        "",
        "HEIGHT = %d" % (above + below),
        "BASE = %d" % above,
        "CAP = %d" % cut.cap,
        "EXTRA = (",
    ]
    for at in range(0, len(extra), 60):
        lines.append('    "%s"' % "".join(
            "\\u%04x" % ord(c) if c.isspace() else c for c in extra[at:at + 60]))
    lines.append(")")
    if name in FILED:
        lines += ['ROWS = "%s/%s.rows"' % (glass, name), "GLYPH = %d" % largest]
    for title, data in (("INDEX", index), ("BITS", bits)):
        if name in FILED and title == "BITS":
            continue
        lines.append("%s = (" % title)
        lines += ["    %r" % bytes(data[at:at + 20]) for at in range(0, len(data), 20)]
        lines.append(")")
    figures = "%s %-5s %5d bytes of rows, %4d of index; capitals %d px, line %d px" % (
        glass, name, len(bits), len(index), cut.cap, above + below)
    return "\n".join(lines) + "\n", bytes(bits) if name in FILED else None, figures


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fonts", type=Path, default=FOLDER, help="folder of the .ttf files")
    parser.add_argument("--only", metavar="PATTERN", help="such fonts only: 200x200/*")
    parser.add_argument("--check", action="store_true", help="only compare with what is there")
    args = parser.parse_args(argv)
    if not (args.fonts / CONDENSED).is_file():
        print("no %s in %s: `make test` installs the fonts (npm, see tools/package.json)"
              % (CONDENSED, args.fonts), file=sys.stderr)
        return 2
    stale = []
    for glass, name in [(size, name) for size in FONTS for name in FONTS[size]]:
        if args.only and not fnmatch(f"{glass}/{name}", args.only):
            continue
        text, rows, figures = build(glass, name, args.fonts)
        wanted = {TARGET / glass / (name + ".py"): text.encode()}
        if rows is not None:
            wanted[TARGET / glass / (name + ".rows")] = rows
        if not args.check:
            (TARGET / glass).mkdir(exist_ok=True)
            for path, data in wanted.items():
                path.write_bytes(data)
            print(figures)
        elif any(not path.is_file() or path.read_bytes() != data for path, data in wanted.items()):
            stale.append(f"{glass}/{name}")
    if stale:
        print("differs from tools/fonts.py: %s; run `python tools/fonts.py`" % ", ".join(stale),
              file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
