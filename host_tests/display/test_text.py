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
