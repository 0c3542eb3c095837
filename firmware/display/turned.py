"""The frame in the order of a RAM that lies otherwise: by the processor, for panels whose
controller cannot do it, and for the complement of a plane.

A glass that is turned clockwise by `turn` degrees from its RAM to the reader has its frame so:
  0, 180    rows of eight pixels a byte, the leftmost in the highest bit (MONO_HLSB)
  90, 270   columns of eight pixels a byte, the topmost in the lowest bit (MONO_VLSB), page by page
"""

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_PIECE = const(480)  # bytes, about


def pieces(frame, stride, turn, flip):
    """The bytes of the RAM, row by row, in pieces; stride: bytes of a row of the RAM; flip: the
    complement. A piece is good until the next one."""
    size = len(frame)
    rows = size // stride
    if turn:
        laid = _laid(frame, stride, rows, turn)
    else:
        plane = memoryview(frame)
        laid = (plane[at : at + _PIECE] for at in range(0, size, _PIECE))
    for piece in laid:
        if flip:
            count = len(piece)
            bits = int.from_bytes(piece, "big") ^ ((1 << 8 * count) - 1)
            piece = bits.to_bytes(count, "big")
        yield piece


def _laid(frame, stride, rows, turn):
    # where the first byte of the RAM is in the frame, the next one in its row, its first in the
    # next row; whether the bits of a byte run the other way
    first, across, down, mirrored = {
        90: (rows - 1, rows, -1, True),
        180: (stride * rows - 1, -1, -stride, True),
        270: (rows * (stride - 1), -rows, 1, False),
    }[turn]
    bits = bytes(range(256))
    if mirrored:
        bits = bytes([_mirrored(n) for n in range(256)])
    some = _PIECE // stride
    for top in range(0, rows, some):
        piece = bytearray(stride * min(some, rows - top))
        at = 0
        for row in range(top, min(top + some, rows)):
            i = first + row * down
            for _ in range(stride):
                piece[at] = bits[frame[i]]
                at += 1
                i += across
        yield piece


def _mirrored(byte):
    other = 0
    for _ in range(8):
        other = other << 1 | byte & 1
        byte >>= 1
    return other
