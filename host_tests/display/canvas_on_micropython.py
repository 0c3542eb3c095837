"""The canvas under MicroPython: each test_ is run by test_canvas.py in a process of its own.

`micropython canvas_on_micropython.py NAME` with MICROPYPATH=firmware; exit code 1 on a failure.
"""

import gc
import sys
import time

from display.canvas import Canvas
from display.text import Font

W, H = 400, 300
GLASSES = ("400x300", "296x128", "200x200")  # of boards without much memory


def modules(glass):
    names = ("big", "body", "head", "small")
    return [__import__("display.fonts.%s.%s" % (glass, n), None, None, ("BASE",)) for n in names]


FONTS = [Font(module) for module in modules("400x300")]
BODY = FONTS[1]


class Rng:
    """Numbers that look random, the same on every run."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


def dot(x, y):
    """A pixel as one number: sets of numbers are ten times faster here than sets of tuples."""
    return y * 4096 + x


def black(canvas):
    """The set of black pixels, read from the frame itself: MONO_HLSB, rows of whole bytes."""
    stride = (canvas.width + 7) // 8
    found = set()
    for at, byte in enumerate(canvas.frame):
        if byte != 255:
            for bit in range(8):
                x = at % stride * 8 + bit
                if not byte >> 7 - bit & 1 and x < canvas.width:
                    found.add(dot(x, at // stride))
    return found


def ink(font, text, x, y):
    """Where a text has ink in a W x H picture, pixel by pixel from the glyphs, and the pen."""
    found = set()
    for ch in text:
        advance, left, top, width, height, rows = font.glyph(ch)
        stride = (width + 7) // 8
        for j in range(max(0, -y - top), min(height, H - y - top)):
            for i in range(max(0, -x - left), min(width, W - x - left)):
                if not rows[j * stride + i // 8] >> 7 - i % 8 & 1:
                    found.add(dot(x + left + i, y + top + j))
        x += advance
    return found, x


def test_frame_is_one_bit_a_pixel_white_when_cleared():
    canvas = Canvas(W, H)
    assert len(canvas.frame) == 15000
    assert canvas.frame == b"\xff" * 15000
    canvas.fill(0, 0, W, H)
    assert canvas.frame == bytes(15000)
    canvas.clear()
    assert canvas.frame == b"\xff" * 15000
    assert canvas.log == [] and canvas.spill == []


def test_frame_is_never_allocated_again():
    canvas = Canvas(W, H)
    frame = canvas.frame
    canvas.text(0, 0, "1098", FONTS[0])
    canvas.clear()
    assert canvas.frame is frame


def test_text_is_the_pixels_of_its_glyphs_and_returns_the_pen():
    texts = ("160×2", "Élise ♥ cœur à 162", "CHUTÉ de 2", "« tous passent »")
    for font, text in zip(FONTS, texts):
        canvas = Canvas(W, H)
        end = canvas.text(7, 5, text, font)
        expected, pen = ink(font, text, 7, 5)
        assert black(canvas) == expected
        assert end == pen == 7 + font.width(text)
        assert canvas.spill == []


def test_every_glyph_of_every_font_is_drawn_as_stored():
    for font in FONTS:
        for code in list(range(32, 127)) + [ord(ch) for ch in font.extra]:
            ch = chr(code)
            canvas = Canvas(96, 96)
            try:
                expected, pen = ink(font, ch, 3, 2)
            except KeyError:
                continue
            assert canvas.text(3, 2, ch, font) == pen
            assert black(canvas) == expected, ch


def test_centre_and_right_are_measured_from_the_width():
    for text in ("Nous", "Élise coupe", ""):
        width = BODY.width(text)
        canvas = Canvas(W, H)
        assert canvas.text(390, 0, text, BODY, "r") == 390
        assert black(canvas) == ink(BODY, text, 390 - width, 0)[0]
        canvas.clear()
        canvas.text(200, 0, text, BODY, "c")
        assert black(canvas) == ink(BODY, text, 200 - width // 2, 0)[0]


def test_white_ink_is_the_same_text_on_black():
    plain, white = Canvas(W, H), Canvas(W, H)
    plain.text(10, 3, "Marquer ♦ +400", BODY)
    white.fill(0, 0, W, H, 0)
    white.text(10, 3, "Marquer ♦ +400", BODY, "l", 1)
    assert bytes(byte ^ 255 for byte in plain.frame) == white.frame


def test_text_erases_nothing_and_twice_one_pixel_apart_is_bold():
    for white in (0, 1):
        canvas = Canvas(W, H)
        canvas.fill(0, 0, W, H, 1 - white)
        canvas.fill(12, 8, 30, 3, white)
        canvas.text(10, 3, "Élise 162", BODY, "l", white)
        canvas.text(11, 3, "Élise 162", BODY, "l", white)
        if white:
            canvas.frame[:] = bytes(byte ^ 255 for byte in canvas.frame)
        assert black(canvas) == (
            ink(BODY, "Élise 162", 10, 3)[0] | ink(BODY, "Élise 162", 11, 3)[0]
            | {dot(x, y) for x in range(12, 42) for y in range(8, 11)})


def test_log_has_the_strings_in_order_since_clear():
    canvas = Canvas(W, H)
    canvas.text(0, 0, "old", BODY)
    canvas.clear()
    canvas.text(0, 50, "deux", BODY)
    canvas.text(0, 0, "un", BODY, "l", 1)
    assert canvas.log == ["deux", "un"]


def test_text_is_noted_exactly_when_a_pixel_of_it_is_cut():
    rng = Rng(3)
    cuts = 0
    for n in range(300):
        font, text = FONTS[n % 4], ("1×0", "Élg", "Ça 1", "♠ h")[n % 4]
        align, white = "lcr"[rng.below(3)], rng.below(2)
        x, y = rng.below(520) - 60, rng.below(420) - 60
        canvas = Canvas(W, H)
        canvas.text(x, y, text, font, align, white)
        start = x - {"l": 0, "c": font.width(text) // 2, "r": font.width(text)}[align]
        whole = len(ink(font, text, 60, 60)[0])
        cut = len(ink(font, text, start, y)[0]) < whole
        cuts += cut
        assert canvas.spill == ([text] if cut else []), (text, x, y, align)
    assert 60 < cuts < 240
    # The blank rows of the large type may hang over the edge.
    canvas.clear()
    canvas.text(0, FONTS[0].cap - FONTS[0].base + 1, "1098", FONTS[0])
    assert canvas.spill == []
    canvas.text(0, FONTS[0].cap - FONTS[0].base - 2, "1098", FONTS[0])
    assert canvas.spill == ["1098"]


def test_text_across_an_edge_keeps_only_what_is_inside():
    for x, y in ((-9, -6), (385, 290), (200, 295), (-500, 10), (10, 900)):
        canvas = Canvas(W, H)
        canvas.text(x, y, "Élise ♠", BODY)
        assert black(canvas) == ink(BODY, "Élise ♠", x, y)[0]


def test_missing_glyph_is_an_error_that_names_it():
    canvas = Canvas(W, H)
    for font, ch in ((BODY, "ß"), (BODY, "あ"), (BODY, "😀"), (BODY, "\n"), (BODY, "\x7f"),
                     (FONTS[0], "z"), (FONTS[0], "é"), (FONTS[0], "~")):
        for draw in (False, True):
            try:
                if draw:
                    canvas.text(0, 0, "1" + ch, font)
                else:
                    font.width("1" + ch)
                raise AssertionError("%r was drawn" % ch)
            except KeyError as error:
                assert error.args[0] == ch


def test_boxes_lines_and_bars_against_a_model():
    canvas = Canvas(W, H)
    canvas.rect(10, 20, 30, 12)
    assert black(canvas) == {
        dot(x, y) for x in range(10, 40) for y in range(20, 32) if x in (10, 39) or y in (20, 31)}
    canvas.clear()
    canvas.box(10, 20, 30, 12, 3)
    assert black(canvas) == {
        dot(x, y) for x in range(10, 40) for y in range(20, 32)
        if not (13 <= x < 37 and 23 <= y < 29)}
    canvas.clear()
    canvas.hline(5, 6, 7)
    canvas.vline(1, 2, 3)
    assert black(canvas) == (
        {dot(x, 6) for x in range(5, 12)} | {dot(1, y) for y in range(2, 5)})
    canvas.fill(0, 0, 6, 7)
    canvas.fill(1, 1, 4, 5, 1)
    assert dot(0, 0) in black(canvas) and dot(2, 2) not in black(canvas)


def test_bar_grows_by_permille_and_never_leaves_its_box():
    counts = []
    for permille in (0, 1, 250, 500, 999, 1000):
        canvas = Canvas(W, H)
        canvas.bar(50, 60, 102, 8, permille)
        pixels = black(canvas)
        assert pixels <= {dot(x, y) for x in range(50, 152) for y in range(60, 68)}
        counts.append(len([1 for x in range(51, 151) if dot(x, 63) in pixels]))
    assert counts == [0, 0, 25, 50, 99, 100]


def test_width_that_is_no_multiple_of_eight_keeps_its_rows():
    canvas = Canvas(101, 30)
    assert len(canvas.frame) == 13 * 30
    canvas.text(2, 2, "Nadia", BODY)
    assert black(canvas) == ink(BODY, "Nadia", 2, 2)[0]


def test_a_frame_in_columns_has_the_same_picture_eight_rows_a_page():
    rows, columns = Canvas(296, 128), Canvas(296, 128, True)
    for canvas in (rows, columns):
        canvas.text(3, 2, "Élise ♥ 162", BODY)
        canvas.fill(100, 37, 90, 30)
        canvas.text(110, 40, "Nous", BODY, "l", 1)
        canvas.box(290, 120, 6, 8)
    assert len(columns.frame) == 16 * 296
    below = {(at % 296, at // 296 * 8 + bit) for at, byte in enumerate(columns.frame)
             for bit in range(8) if not byte >> bit & 1}
    assert below == {(at % 37 * 8 + bit, at // 37) for at, byte in enumerate(rows.frame)
                     for bit in range(8) if not byte >> 7 - bit & 1}
    columns.clear()
    assert columns.frame == b"\xff" * len(columns.frame)


def _loop():
    for _ in range(100000):
        pass


def _median(action):
    times = []
    for _ in range(9):
        start = time.ticks_us()
        action()
        times.append(time.ticks_diff(time.ticks_us(), start))
    return sorted(times)[4]


def test_speed_of_text_and_clear_in_percent_of_the_empty_loop():
    canvas = Canvas(W, H)
    text = ("Omar parle, Élise coupe ; 3. Omar 110 ♠ chuté Nous +272 IL FAUT 100 AUX PLIS · 82 "
            "avec la belote ; Donne 4 : qui prend ? faits + demandés, coinche ×2 ×4")[:150]
    assert len(text) == 150
    lines = [text[at:at + 38] for at in range(0, 150, 38)]

    def glyphs():
        for row, line in enumerate(lines):
            canvas.text(0, row * 24, line, BODY)

    # A busy machine disturbs single medians: the budget must be met by one of five.
    best = []
    for _ in range(5):
        loop = _median(_loop)
        best.append((1000 * _median(glyphs) // loop, 1000 * _median(canvas.clear) // loop))
        if best[-1][0] <= 65 and best[-1][1] <= 5:
            break
    print("150 body glyphs, clear, in permille of the loop:", best)
    assert min(best)[0] <= 65, best
    assert min(clear for _, clear in best) <= 5, best


def test_a_drawn_line_keeps_no_heap():
    canvas = Canvas(W, H)
    canvas.text(0, 0, "Donne 4 : qui prend ?", BODY)
    canvas.clear()
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(50):
        canvas.text(0, 0, "Donne 4 : qui prend ?", BODY)
        canvas.clear()
    gc.collect()
    assert gc.mem_alloc() - before <= 128


def test_the_fonts_fit_the_heap_they_were_given():
    # Bytes, which cost the same on every port: all of the body; of the others the index is there,
    # and one glyph at a time.
    for glass in GLASSES:
        big, body, head, small = modules(glass)
        sizes = [len(module.INDEX) + module.GLYPH + 4 * len(module.EXTRA)
                 for module in (small, big, head)]
        sizes.append(len(body.BITS) + len(body.INDEX) + 4 * len(body.EXTRA))
        assert sum(sizes) <= 10 * 1024, sizes


def test_a_font_file_that_is_short_is_an_error():
    """Never a glyph of the one before."""
    font = FONTS[0]
    try:
        font.load(100000, 100)
    except OSError as error:
        assert "short" in str(error)
    else:
        raise AssertionError


if __name__ == "__main__":
    globals()[sys.argv[1]]()
