"""Measuring and breaking text (display/text.py), on CPython; the drawing is test_canvas.py."""

import pytest

from display.fonts import big, body, small
from display.text import Font

BODY, SMALL, BIG = Font(body), Font(small), Font(big)


def test_a_missing_character_is_an_error_that_names_it():
    for face, ch in ((BODY, "ß"), (BODY, "あ"), (BODY, "\t"), (BODY, "\x7f"), (BIG, "z"),
                     (BIG, "é"), (BIG, "~")):
        for ask in (face.width, face.glyph, face.at):
            with pytest.raises(KeyError) as error:
                ask(ch)
            assert error.value.args[0] == ch


def test_fits_is_true_up_to_the_exact_width():
    width = BODY.width("tous passent")
    assert BODY.fits("tous passent", width)
    assert not BODY.fits("tous passent", width - 1)
    assert BODY.fits("", 0)


TEXT = ("Avec cette donne, Omar et Élise gagnent 1098 à 504. Le donneur et les autres donnes "
        "ne changent pas.")


@pytest.mark.parametrize("width", [90, 133, 200, 399])
def test_wrapped_lines_fit_lose_nothing_and_are_as_long_as_they_can(width):
    lines = SMALL.wrap(TEXT, width)
    assert " ".join(lines) == TEXT
    assert all(SMALL.width(line) <= width for line in lines)
    for n in range(1, len(lines)):
        assert SMALL.width(lines[n - 1] + " " + lines[n].split(" ")[0]) > width


def test_line_breaks_in_the_text_stay_and_no_break_spaces_hold():
    assert BODY.wrap("un\ndeux trois", 400) == ["un", "deux trois"]
    assert BODY.wrap("", 400) == [""]
    held = "plus\u202f:"
    wide = BODY.width("a " + held) - 1
    assert BODY.wrap("a " + held, wide) == ["a", held]


def test_a_word_wider_than_the_line_is_an_error_that_names_it():
    with pytest.raises(ValueError, match="anticonstitutionnellement"):
        BODY.wrap("mot anticonstitutionnellement", 100)
