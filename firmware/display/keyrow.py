"""The bar of a board with four keys under the glass: what each does on a press and on a hold."""


def draw(layout, labels, down=-1, permille=0):
    """The row of four keys: an answer over its rare answer; the bar of a hold fills in the
    cell of the key that is down."""
    canvas, put = layout.canvas, layout.put
    top = layout.at("bar")[1]
    canvas.fill(0, top, canvas.width, 2)
    x, y, wide, high, step = layout.at("key.hold")[:5]
    for i in range(4):
        if i:
            canvas.vline(i * step, top, canvas.height - top)
        put("key", labels[i][0], "", i)
        put("key.rare", labels[i][1], "", i)
        if i == down:
            canvas.bar(x + i * step, y, wide, high, permille)
