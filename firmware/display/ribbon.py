"""The bar of a board with one focus: the answers of a list side by side, in pages where they are
many, the one with the focus in a frame."""

from display.layout import BAR, BODY, SMALL, WIDTH

_GAP = 16  # around an answer
_RIBBON = 368  # room for answers between the arrows


def draw(layout, labels, at, hints, permille=0):
    """The answers of a list, the one with the focus in a frame; under them what the keys do.
    A bar shows a hold. Answers that do not fit side by side come in pages."""
    canvas = layout.canvas
    canvas.fill(0, BAR, WIDTH, 2)
    for name in (BODY, SMALL):
        font = layout.fonts[name]
        wide = [font.width(text) + _GAP for text in labels]
        if sum(wide) <= _RIBBON:
            break
    else:
        font = layout.fonts[BODY]
        wide = [font.width(text) + _GAP for text in labels]
    first, end, used = 0, len(labels), 0
    for i in range(len(labels)):
        if used + wide[i] > _RIBBON:
            if i > at:
                end = i
                break
            first, used = i, 0
        used += wide[i]
    x, y = (WIDTH - _RIBBON) // 2, BAR + 4
    if first:
        canvas.text(1, y, "◄", layout.fonts[SMALL])
    for i in range(first, end):
        canvas.text(x + _GAP // 2, y + (24 - font.height) // 2, labels[i], font)
        if i == at:
            canvas.box(x + 1, BAR + 3, wide[i] - 2, 26)
        x += wide[i]
    if end < len(labels):
        canvas.text(WIDTH - 1, y, "►", layout.fonts[SMALL], "r")
    if permille:
        canvas.bar(4, BAR + 30, WIDTH - 8, 6, permille)
        return
    small = layout.fonts[SMALL]
    canvas.text(4, 300 - small.height, hints[0], small)
    canvas.text(396, 300 - small.height, hints[1], small, "r")
