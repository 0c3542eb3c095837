"""The glass as the reader sees it: turned clockwise by 0, 90, 180 or 270 degrees from its RAM.

Bits are 1 = white. `frame` gives it as the firmware lays its frame (display/turned.py), `picture`
as rows for people; `size` its width and height. Written for the tests, pixel by pixel, without a
look at how the firmware does it.
"""


def size(width, height, turn):
    return (height, width) if turn in (90, 270) else (width, height)


def _rows(glass, width, height, turn):
    """Rows of "0" and "1", top to bottom, as the reader sees them."""
    wide = width // 8
    rows = []
    for y in range(height):
        row = int.from_bytes(glass[y * wide : (y + 1) * wide], "big")
        rows.append("{:b}".format(row | 1 << width)[1:])
    for _ in range(turn // 90):  # a quarter clockwise: the lowest row becomes the left column
        rows.reverse()
        rows = ["".join(column) for column in zip(*rows)]
    return rows


def _packed(bits):
    return int("1" + bits, 2).to_bytes(len(bits) // 8 + 1, "big")[1:]


def picture(glass, width, height, turn):
    """As rows of eight pixels a byte, the leftmost in the highest bit."""
    return bytes(glass) if not turn else _packed("".join(_rows(glass, width, height, turn)))


def frame(glass, width, height, turn):
    """As the firmware has it: upright or upside down as rows, else as columns of eight pixels a
    byte, the topmost in the lowest bit, page by page."""
    if turn in (0, 180):
        return picture(glass, width, height, turn)
    rows = _rows(glass, width, height, turn)
    pages = []
    for top in range(0, len(rows), 8):
        page = list(rows[top : top + 8])
        page.reverse()
        pages.append("".join(["".join(column) for column in zip(*page)]))
    return _packed("".join(pages))


def glass(frame, width, height, turn):
    """What the glass shows, as its RAM has it, of such a frame."""
    if not turn:
        return bytes(frame)
    if turn == 180:
        return _packed("".join(_rows(frame, width, height, 180)))
    rows = []
    for page in range(0, len(frame), height):
        columns = _rows(frame[page : page + height], 8, height, 0)
        rows += ["".join([column[7 - y] for column in columns]) for y in range(8)]
    for _ in range(4 - turn // 90):
        rows.reverse()
        rows = ["".join(column) for column in zip(*rows)]
    return _packed("".join(rows))
