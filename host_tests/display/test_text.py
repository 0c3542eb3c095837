"""Measuring and breaking text (display/text.py), on CPython; the drawing is test_canvas.py."""

from importlib import import_module

import pytest

from display.text import Font

BODY, SMALL, BIG = [
    Font(import_module("display.fonts.400x300." + name)) for name in ("body", "small", "big")
]


def test_a_missing_character_is_an_error_that_names_it():
    for face, ch in ((BODY, "ß"), (BODY, "あ"), (BODY, "\t"), (BODY, "\x7f"), (BIG, "z"),
                     (BIG, "é"), (BIG, "~")):
        for ask in (face.width, face.glyph, face.at):
            with pytest.raises(KeyError) as error:
                ask(ch)
            assert error.value.args[0] == ch
