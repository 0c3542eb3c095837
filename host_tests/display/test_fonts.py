"""The generated fonts: against what tools/fonts.py makes, against the TTF, and against laws.

The TTF reader below is independent of the tool: it draws with Pillow at full size, scales, and
knows neither strokes nor phases nor bearings.
"""

import unicodedata
from importlib import import_module
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

import fonts as tool
from display.text import Font

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("big", "head", "body", "small")
NAMES = [f"{glass}/{kind}" for glass in tool.FONTS for kind in KINDS]
FULL = [name for name in NAMES if not name.endswith("big")]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
PIPS = "♠♥♦♣"

# What the screens may need, written down here and not taken from the tool.
FRENCH = "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ«»’·–—…°½"
ITALIAN = "ÀÈÉÌÎÒÓÙàèéìîòóù"
SPANISH = "ÁÉÍÑÓÚÜáéíñóúü¡¿ªº"
PORTUGUESE = "ÀÁÂÃÇÉÊÍÓÔÕÚàáâãçéêíóôõú"
SIGNS = "−×→←↑↓▲▼◄►≥≤•↺±‘’“”\u00a0\u202f" + PIPS
PRINTABLE = "".join(chr(code) for code in range(32, 127))
BIG = " -0123456789×−CAPOT"

SAMPLE = "Omar parle, Élise coupe ; 3. Omar 110 ♠ chuté  Nous +272"


def module(name):
    return import_module("display.fonts." + name.replace("/", "."))


def font(name):
    return Font(module(name))


def row(name):
    glass, kind = name.split("/")
    return tool.FONTS[glass][kind]


def pixels(face, ch):
    """(advance, set of (x, y) with ink), x from the pen, y from the top of the line box."""
    advance, left, top, width, height, rows = face.glyph(ch)
    stride = (width + 7) // 8
    return advance, {(left + x, top + y) for y in range(height) for x in range(width)
                     if not rows[y * stride + x // 8] >> 7 - x % 8 & 1}


def ttf(name):
    path = tool.FOLDER / tool.NAMES[name.rpartition("/")[2]][0]
    assert path.is_file(), "no %s: run `make test` (npm installs the fonts)" % path
    return ImageFont.truetype(str(path), 400, layout_engine=ImageFont.Layout.BASIC)


@pytest.mark.parametrize("name", NAMES)
def test_generated_files_are_what_the_tool_makes(name):
    """Some characters (`tools/fonts.py --check` draws all, which takes two minutes)."""
    cut, face = tool.Cut(tool.FOLDER, *name.split("/")), font(name)
    for ch in sorted(cut.chars)[:: 4 if name.startswith("400x300") else 17]:
        advance, left, top, glyph = cut.draw(ch)
        size = glyph.size if glyph else (0, 0)
        rows = tool.pack(glyph) if glyph else b""
        assert face.glyph(ch) == (advance, left, top, *size, rows), ch


@pytest.mark.parametrize("glass", tool.FONTS)
def test_the_large_type_is_all_that_the_tool_makes(glass, capsys):
    assert tool.main(["--check", "--only", f"{glass}/big"]) == 0, capsys.readouterr().err


def test_check_without_the_fonts_says_what_to_do(tmp_path, capsys):
    assert tool.main(["--check", "--fonts", str(tmp_path)]) == 2
    assert "make" in capsys.readouterr().err


@pytest.mark.parametrize("name", FULL)
def test_every_character_of_the_five_languages_is_there(name):
    face = font(name)
    every = PRINTABLE + FRENCH + ITALIAN + SPANISH + PORTUGUESE + SIGNS
    if name.endswith("head"):  # questions, verdicts, titles: what stands in a sentence
        said = "?!:,.'-()+=×−’" + PIPS
        every = [ch for ch in every if ch in said or ch.isalnum() and ch not in "°½ªº"]
    for ch in every:
        assert face.glyph(ch)[0] > 0


@pytest.mark.parametrize("glass", tool.FONTS)
def test_the_large_type_has_figures_and_the_capot(glass):
    face = font(f"{glass}/big")
    for ch in BIG:
        assert face.glyph(ch)[0] > 0


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_sound(name):
    """Every glyph lies in its line box and its advance; its rows are there, padded white."""
    made, face = module(name), font(name)
    assert made.EXTRA == "".join(sorted(set(made.EXTRA)))
    assert len(made.INDEX) == 7 * (96 + len(made.EXTRA))
    if hasattr(made, "ROWS"):
        size = (tool.TARGET / made.ROWS).stat().st_size
    else:
        size = len(made.BITS)
    assert size < 65536
    for ch in PRINTABLE + made.EXTRA:
        try:
            advance, left, top, width, height, rows = face.glyph(ch)
        except KeyError:
            assert name.endswith(("big", "head"))
            continue
        stride = (width + 7) // 8
        assert len(rows) == stride * height
        assert top + height <= face.height
        assert left + width <= advance
        pad = (1 << stride * 8 - width) - 1
        for y in range(height):
            assert int.from_bytes(rows[y * stride:(y + 1) * stride], "big") & pad == pad
        if ch in " \u00a0\u202f":
            assert width == height == 0
        else:
            _, ink = pixels(face, ch)
            # The box is tight: it has ink on all four sides.
            assert {min(x for x, _ in ink), max(x for x, _ in ink)} == {left, left + width - 1}
            assert {min(y for _, y in ink), max(y for _, y in ink)} == {top, top + height - 1}


def test_sizes_are_those_of_the_design():
    """Totals and contract at least 57 px, about 43 and 51 characters of body and small a line."""
    big, head, body, small = (font(name) for name in NAMES if name.startswith("400x300"))
    for ch in DIGITS:
        _, _, _, _, height, _ = big.glyph(ch)
        assert height >= 57
    assert big.width("1098") <= 165
    for text in ("160", "CAPOT", "160×2", "CAPOT×4"):
        assert big.width(text) <= 400, text
    assert 28 <= head.height <= 36 and 20 <= head.cap <= 24
    assert 42 <= 400 * len(SAMPLE) / body.width(SAMPLE) <= 46
    assert 50 <= 400 * len(SAMPLE) / small.width(SAMPLE) <= 54
    assert 20 <= body.height <= 24 and 16 <= small.height <= 20
    assert big.cap > head.cap > body.cap > small.cap >= 12


@pytest.mark.parametrize("glass", tool.FONTS)
def test_four_totals_of_four_figures_and_the_capot_fit_a_glass(glass):
    """Two beside each other, or one over the other; the sizes of type are told apart."""
    big, head, body, small = (font(f"{glass}/{kind}") for kind in KINDS)
    width, height = map(int, glass.split("x"))
    beside = 2 * big.width("1098") <= width
    assert beside or big.width("1098") <= width and 4 * big.height <= height
    assert big.width("CAPOT") <= width
    assert big.cap > 2 * head.cap and head.cap > body.cap > small.cap >= 7


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_tabular_so_that_columns_add_up_under_each_other(name):
    face = font(name)
    assert len({face.width(ch) for ch in DIGITS}) == 1


@pytest.mark.parametrize("name", FULL)
def test_width_of_two_texts_is_the_sum_of_their_widths(name):
    face = font(name)
    parts = ("", "AV", "Élise ", "♠ 100", "fj", "= 162", "\u202f:")
    for a in parts:
        for b in parts:
            assert face.width(a + b) == face.width(a) + face.width(b)


@pytest.mark.parametrize("name", FULL)
def test_no_two_letters_or_figures_touch(name):
    face = font(name)
    known = {ch: pixels(face, ch) for ch in LETTERS + DIGITS + "éÉçàû"}
    for a, (advance, first) in known.items():
        edge = {(x - advance, y) for x, y in first if x >= advance - 2}
        for b, (_, second) in known.items():
            near = {(x + dx, y + dy) for x, y in edge for dx in (0, 1, 2) for dy in (-1, 0, 1)
                    if dx < 2}
            assert not near & second, a + b


@pytest.mark.parametrize("name", NAMES)
def test_upright_stems_have_all_the_same_number_of_columns(name):
    """Measured where the letter has nothing but its stem: no stem is one pixel off by chance."""
    face = font(name)
    wanted = row(name)["upright"]
    for ch in "PT" if name.endswith("big") else "BDEFHIKLMNPRThiklmnpr1":
        _, ink = pixels(face, ch)
        # the run of ink that is most frequent over the rows is the stem
        runs = []
        for y in range(min(y for _, y in ink), max(y for _, y in ink) + 1):
            line = sorted(x for x, j in ink if j == y)
            run = [x for n, x in enumerate(line) if x - line[0] == n]
            if ch in "T1":              # the stem is in the middle, all there is in most rows
                run = line
            runs.append(len(run))
        found = max(sorted(set(runs)), key=runs.count)
        # in large type it shows that small letters have narrower stems
        finer = "head" in name and wanted > 4
        assert wanted - finer <= found <= wanted, (ch, runs)


@pytest.mark.parametrize("name", FULL[:3])
def test_a_reader_who_only_knows_the_ttf_reads_every_letter(name):
    """Each glyph is nearer to its own outline, scaled by Pillow, than to any other one."""
    face = font(name)
    source = ttf(name)
    drawn = row(name)["width"]
    top_of_h = -source.getbbox("H", anchor="ls")[1]
    scale = face.cap / top_of_h                     # pixels of the font a source pixel
    alphabet = LETTERS + DIGITS + ("?!+=" if name.endswith("head") else "&?!%+=<>")
    models = {}
    for ch in alphabet:
        # A plain picture of the character in the line box: no hints, no strokes set, grey.
        image = Image.new("L", (int(source.getlength(ch)) + 200, 900), 0)
        ImageDraw.Draw(image).text((100, 600), ch, font=source, fill=255, anchor="ls")
        box = image.getbbox()
        models[ch] = image.crop((box[0], 0, box[2], 900))
    for ch in alphabet:
        _, ink = pixels(face, ch)
        left, right = min(x for x, _ in ink), max(x for x, _ in ink) + 1
        distance = {}
        for other, image in models.items():
            natural = image.width * scale * drawn
            if abs(natural - (right - left)) > 1.2 + 0.12 * natural + face.cap // 20:
                continue                            # nobody takes an m for an i
            grey = image.resize(
                (right - left, face.height), Image.Resampling.BOX,
                (0, 600 - face.base / scale, image.width, 600 + (face.height - face.base) / scale))
            grey = {(x + left, y): grey.getpixel((x, y)) / 255
                    for x in range(right - left) for y in range(face.height)}
            distance[other] = sum(abs(v - (at in ink)) for at, v in grey.items())
            near = range(-1, 2) if face.cap < 20 else range(-2, 3)
            if other == ch:
                # Ink lies on the outline or beside it, and the outline on the ink or beside it.
                for x, y in ink:
                    assert max(grey.get((x + i, y + j), 0) for i in near
                               for j in near) >= 0.4, (ch, x, y)
                for (x, y), v in grey.items():
                    assert v < 0.6 or any((x + i, y + j) in ink for i in near
                                          for j in near), (ch, x, y)
        ranked = sorted(distance, key=lambda c: (distance[c], c))
        # Two bars that differ by less than a pixel; two ovals that differ by their width.
        twins = {"I": "Il", "l": "Il", "0": "0O", "O": "0O"}.get(ch, ch)
        assert ranked[0] in twins, (ch, [(c, round(distance[c])) for c in ranked[:4]])
    assert len(pixels(face, "O")[1]) > len(pixels(face, "0")[1])


@pytest.mark.parametrize("name", NAMES)
def test_advances_follow_the_ttf(name):
    """The spacing is the font's own: bearings are rounded, and never systematically."""
    face = font(name)
    source = ttf(name)
    scale = face.width("0") / source.getlength("0")
    off = [face.width(ch) - source.getlength(ch) * scale
           for ch in DIGITS + ("CAPOT" if name.endswith("big") else LETTERS)]
    assert max(map(abs, off)) <= max(3, face.cap / 12), off
    assert abs(sum(off)) <= 0.6 * len(off)


@pytest.mark.parametrize("name", FULL)
def test_accents_stand_free_above_the_plain_letter_and_differ(name):
    face = font(name)
    seen = {}
    for ch in "ÀÁÂÃÄÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜŸàáâãäèéêëìíîïñòóôõöùúûüÿ":
        letter, accent = unicodedata.normalize("NFD", ch)
        _, ink = pixels(face, ch)
        rows = {y for _, y in ink}
        gap = next(y for y in range(min(rows), face.height) if y not in rows)
        below = {(x, y) for x, y in ink if y > gap}
        above = ink - below
        shift = min(x for x, _ in below)
        if letter != "i":
            _, plain = pixels(face, letter)
            start = min(x for x, _ in plain)
            assert {(x - shift, y) for x, y in below} == {(x - start, y) for x, y in plain}, ch
        low, first = min(y for _, y in above), min(x for x, _ in above)
        shape = frozenset((x - first, y - low) for x, y in above)
        seen.setdefault(accent, set()).add(shape)
        # grave and acute lean to different sides, over the middle half of the letter
        middle = sum(x for x, _ in above) / len(above)
        width = max(x for x, _ in below) + 1 - shift
        assert abs(middle - shift - (width - 1) / 2) <= max(2, face.cap / 10), ch
    assert sorted(len(shapes) for shapes in seen.values()) == [1] * 5
    assert len({shape for shapes in seen.values() for shape in shapes}) == 5


def _outside(ink, width, height):
    """Paper that is connected to the border of a width x height picture."""
    todo, seen = [(-1, -1)], set()
    while todo:
        x, y = todo.pop()
        if (x, y) in seen or (x, y) in ink or not (-1 <= x <= width and -1 <= y <= height):
            continue
        seen.add((x, y))
        todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return seen


@pytest.mark.parametrize("name", FULL)
def test_pips_are_told_apart_without_colour(name):
    """I118: filled and outlined, and a word beside them. Spade and club are full, heart and
    diamond hollow; all are symmetric and of one size."""
    face = font(name)
    stroke = row(name)["pip"][1]
    shapes = {}
    for ch in PIPS:
        _, _, _, width, height, _ = face.glyph(ch)
        _, ink = pixels(face, ch)
        x0, y0 = min(x for x, _ in ink), min(y for _, y in ink)
        ink = {(x - x0, y - y0) for x, y in ink}
        assert ink == {(width - 1 - x, y) for x, y in ink}, ch
        hollow = {(x, y) for x in range(width) for y in range(height)} \
            - ink - _outside(ink, width, height)
        if ch in "♠♣":
            assert not hollow
            assert len(ink) > 0.45 * width * height
        else:
            assert len(hollow) >= 0.17 * width * height
            # the outline is closed and `stroke` thick where it is crossed straight
            middle = height // 2
            line = [x for x in range(width) if (x, middle) in ink]
            assert line[:stroke] == list(range(line[0], line[0] + stroke)), (ch, line)
        assert 0.8 * face.cap <= height <= 1.2 * face.cap + 1
        shapes[ch] = frozenset(ink)
    assert len(set(shapes.values())) == 4


@pytest.mark.parametrize("glass", tool.FONTS)
def test_fonts_are_small(glass):
    """In the heap, where only the large glass takes more: its boards have more."""
    total = 0
    for kind in KINDS:
        made = module(f"{glass}/{kind}")
        total += len(getattr(made, "BITS", b"")) + len(made.INDEX)
    large = glass == "800x480"
    assert total <= (14 if large else 9) * 1024
    rows = sum(path.stat().st_size for path in (tool.TARGET / glass).glob("*.rows"))
    assert rows <= (39 if large else 15) * 1024
