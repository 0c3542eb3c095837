"""One-bit frames as PNG files, with the standard library alone (Python on a PC only)."""

import struct
import zlib


def _chunk(kind, data):
    return (struct.pack(">I", len(data)) + kind + data
            + struct.pack(">I", zlib.crc32(kind + data)))


def png(frame, width, height):
    """The bytes of a PNG, one bit a pixel.

    frame: MONO_HLSB as the canvas and the glass keep it, 1 = white, rows start on a byte.
    ValueError when its length does not fit the size.
    """
    stride = (width + 7) // 8
    if len(frame) != stride * height:
        raise ValueError("a %dx%d frame has %d bytes, not %d"
                         % (width, height, stride * height, len(frame)))
    rows = b"".join(b"\0" + bytes(frame[y * stride:(y + 1) * stride]) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n"
            + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
            + _chunk(b"IDAT", zlib.compress(rows, 9))
            + _chunk(b"IEND", b""))


def write_png(path, frame, width, height):
    with open(path, "wb") as file:
        file.write(png(frame, width, height))
