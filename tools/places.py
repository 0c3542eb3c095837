"""Makes firmware/display/places from tools/data/places, a file for each size of glass:
`places.py`, or `places.py --check` to compare only.

A source says one place a line, as its head tells (400x300.txt). What ships are tables for
lookup.find, read once at start: where the table of screens ends (a byte), a row for each of
them with where its own table begins and ends, and these, one row of _ROW a place: that of all
places, under the screen "", and one for each screen on which some stand elsewhere.
"""

import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "firmware"))

from lookup import pack
from texts import main

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "data" / "places"
TABLES = HERE.parent / "firmware" / "display" / "places"
SIZES = "bhos"  # of type: big, head, body, small
ALIGNED = "lcr"
_ROW = "<HHHBBBBBB"  # x, y, width; pitch, step, rows, two sizes of type, alignment


class Place:
    """A line of a source: `name x y width type alignment [pitch [rows [step]]]` or `name -`."""

    def __init__(self, line):
        self.name, *words = line.split()
        self.is_shown = words != ["-"]
        if not self.is_shown:
            words = ["0", "0", "0", "o", "l"]
        if not 5 <= len(words) <= 8 or set(words[3]) - set(SIZES) or words[4] not in "lcrLCRx":
            raise ValueError(f"{line!r} is no place")
        numbers = [int(word) for word in words[:3] + words[5:]] + [0, 0, 0]
        if max(numbers[3:]) > 255:
            raise ValueError(f"{line!r}: a pitch, its rows and a step are at most 255")
        self.x, self.y, self.width, self.pitch, self.rows, self.step = numbers[:6]
        self.first, self.last = SIZES.index(words[3][0]), SIZES.index(words[3][-1])
        self.stops = words[4] == "x"
        self.align = "l" if self.stops else words[4].lower()
        self.wraps = words[4].isupper()

    def packed(self):
        align = ALIGNED.index(self.align) + 4 * self.wraps + 8 * self.stops
        where = self.x, self.y, self.width, self.pitch, self.step
        return struct.pack(_ROW, *where, self.rows, self.first, self.last, align)


def places(size):
    """{(screen or "", name): Place} of a size of glass; ValueError names a line that cannot be
    read, a place that comes twice, and one that stands only on a screen."""
    out, screen = {}, ""
    for number, line in enumerate((SOURCES / f"{size}.txt").read_text("utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        try:
            if line.startswith("on "):
                screen = line[3:]
                continue
            place = Place(line)
            if (screen, place.name) in out or screen and ("", place.name) not in out:
                raise ValueError(f"{line!r}: twice, or known nowhere else")
        except ValueError as error:
            raise ValueError(f"{size}.txt:{number}: {error}") from None
        out[screen, place.name] = place
    return out


def sizes():
    return sorted(path.stem for path in SOURCES.glob("*.txt"))


def tables():
    """{file name: bytes} of everything that is generated."""
    return {f"{size}.blob": packed(places(size)) for size in sizes()}


def packed(found):
    screens = sorted({screen for screen, _ in found})
    at, index, rows = 1 + 6 * len(screens), [], b""
    for screen in screens:
        table = pack([(name, one.packed()) for (on, name), one in found.items() if on == screen])
        start = at + len(rows)
        rows += table
        index.append((screen, struct.pack("<HH", start, at + len(rows))))
    return bytes([at]) + pack(index) + rows


if __name__ == "__main__":
    sys.exit(main(TABLES, tables()))
