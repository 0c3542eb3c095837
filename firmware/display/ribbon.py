"""The bar of a board with one focus: the answers of a list side by side, in pages where they are
many, the one with the focus in a frame."""


def draw(layout, labels, at, hints, permille=0):
    """The answers of a list, the one with the focus in a frame; under them what the keys do.
    A bar shows a hold. Answers that do not fit side by side come in pages."""
    canvas, put = layout.canvas, layout.put
    canvas.fill(0, layout.at("bar")[1], canvas.width, 2)
    x, y, room, high, gap, thick, large, small, _ = layout.at("ribbon")
    measure = sum
    for name in (large, small, large, small):  # where they need pages, they are large
        font = layout.fonts[name]
        wide = [font.width(text) + gap for text in labels]
        if measure(wide) <= room:
            break
        if name == small:
            measure = max
    first, end, used = 0, len(labels), 0
    for i in range(len(labels)):
        if used + wide[i] > room:
            if i > at:
                end = i
                break
            first, used = i, 0
        used += wide[i]
    if first:
        put("ribbon.less", "◄")
    for i in range(first, end):
        canvas.text(x + gap // 2, y + (high - font.height) // 2, labels[i], font)
        if i == at:
            canvas.box(x + 1, y - 1, wide[i] - 2, high + 2, thick)
        x += wide[i]
    if end < len(labels):
        put("ribbon.more", "►")
    if permille:
        x, y, room, high = layout.at("hold")[:4]
        canvas.bar(x, y, room, high, permille)
        return
    what, back = hints
    put("hint.back", back)
    if layout.fonts[small].width(what + back) > layout.at("hint.keys")[2]:
        what = what.partition(" · ")[2]  # what OK does is known first
    put("hint.keys", what)
