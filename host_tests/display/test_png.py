"""tools/png.py, read back by an independent decoder (Pillow)."""

import io

import pytest
from PIL import Image

from png import png, write_png


@pytest.mark.parametrize("size", [(8, 1), (400, 300), (101, 13), (1, 1)])
def test_pillow_reads_back_every_pixel(size):
    width, height = size
    stride = (width + 7) // 8
    frame = bytes((i * 37 + i // 7) & 255 for i in range(stride * height))
    image = Image.open(io.BytesIO(png(frame, width, height)))
    assert image.size == size and image.mode == "1"
    for y in range(height):
        for x in range(width):
            white = frame[y * stride + x // 8] >> 7 - x % 8 & 1
            assert bool(image.getpixel((x, y))) == bool(white)


def test_same_frame_gives_the_same_file(tmp_path):
    write_png(tmp_path / "a.png", bytearray(b"\xff" * 15000), 400, 300)
    write_png(tmp_path / "b.png", bytes(b"\xff" * 15000), 400, 300)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_a_frame_of_the_wrong_size_is_refused():
    with pytest.raises(ValueError, match="15000"):
        png(bytes(14999), 400, 300)
