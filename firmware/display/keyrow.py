"""The bar of a board with four keys under the glass: what each does on a press and on a hold."""

from display.layout import BAR, BODY, SMALL, WIDTH


def draw(layout, labels, down=-1, permille=0):
    """The row of four keys: an answer over its rare answer; the bar of a hold fills in the
    cell of the key that is down."""
    canvas, wide = layout.canvas, WIDTH // 4
    canvas.fill(0, BAR, WIDTH, 2)
    for i in range(4):
        if i:
            canvas.vline(i * wide, BAR, 50)
        answer, rare = labels[i]
        if answer:
            layout.middle(answer, i * wide + wide // 2, BAR + 3, BODY, wide - 2)
        if rare:
            layout.middle(rare, i * wide + wide // 2, BAR + 29, SMALL, wide - 2)
        if i == down:
            canvas.bar(i * wide + 4, BAR + 25, wide - 8, 6, permille)
