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


_PIECE = const(480)  # bytes


def pieces(frame, stride, turn, flip):
    """The bytes of the RAM, row by row, in pieces that the caller may keep; stride: bytes of a row
    of the RAM; flip: the complement."""
    size = len(frame)
    rows = size // stride
    # where the first byte of the RAM is in the frame, the next one in its row, the next row
    first, across, down = {
        0: (0, 1, stride),
        90: (rows - 1, rows, -1),
        180: (size - 1, -1, -stride),
        270: (size - rows, -rows, 1),
    }[turn]
    bits = range(256)
    if turn in (90, 180):  # the bits of a byte run the other way
        bits = [sum([(n >> i & 1) << 7 - i for i in range(8)]) for n in bits]
    for at in range(0, size, _PIECE):
        piece = frame[at : at + _PIECE]
        count = len(piece)
        if turn:
            for i in range(count):
                row = (at + i) // stride
                piece[i] = bits[frame[first + down * row + across * (at + i - row * stride)]]
        if flip:
            number = int.from_bytes(piece, "big") ^ ((1 << 8 * count) - 1)
            piece = number.to_bytes(count, "big")
        yield piece
