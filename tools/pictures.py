"""Makes the README's pictures: frames of the glass, from an evening played on the bench. Or, to be
looked at and not to be kept, a sheet for each board of every screen that a tour of them meets.

python tools/pictures.py [--out boards/pictures]
python tools/pictures.py --sheets [BOARD ...] [--lang en] [--out build/pictures]
"""

import argparse
import sys
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tools" / "simulator"), str(ROOT / "firmware")]

import budgets  # noqa: E402
from bench import Bench, load_board  # noqa: E402
from evening import Hand, begin  # noqa: E402

# what the hand answers ("?" is the key of the referee), and the picture that is taken then
_STEPS = (
    (("W", "120", "C", "failed", "write"), None),
    (("S", "100", "D", "made", "3", "0", "write"), "table"),
    (("S", "100", "S", "coinche"), "play"),
    (("?", "card"), "questions"),
    (("62",), "ruling"),
    (("?", "said", "NS", "coinche", "coinche", "made", "3"), "count"),
    (("0",), "preview"),
)
_EDGE = 16  # above a picture, for the name of its screen
_MOST = 4  # pictures of a screen


def steps(out):
    """The pictures of the README."""
    with Bench("waveshare_esp32_driver", mpy=True, lang="fr", profile="it", target=1000) as bench:
        hand = Hand(bench)
        begin(hand, "N")
        for answers, name in _STEPS:
            for answer in answers:
                hand.press("k4", "hold") if answer == "?" else hand.answer(answer)
            bench.idle()
            if name:
                bench.shot(out / f"{name}.png")


def tour(board, lang):
    """[(screen, (glass, width, height))] of the tour of all screens on a board."""
    data, found = load_board(board)[1], {}
    words = [{"fr": lang}.get(word, word) if i == 0 else word
             for i, word in enumerate(budgets.TOUR.split())]
    with Bench(board, data.HEAP, True) as bench:
        hand = Hand(bench, lambda hand: bench.idle())
        for word in words:
            budgets.follow(hand, word, data.STYLE)
            picture = bench.world.picture()
            kept = found.setdefault(hand.screen(), [])
            if picture not in kept and len(kept) < _MOST:
                kept.append((bytes(picture[0]), *picture[1:]))
    return [(screen, picture) for screen in sorted(found) for picture in found[screen]]


def sheet(pictures, path):
    """All of them on one, twice as large where they are small."""
    _, (_, width, height) = pictures[0]
    scale = 1 if width >= 400 else 2
    wide, high = width * scale + _EDGE // 2, height * scale + _EDGE + _EDGE // 2
    columns = round((len(pictures) * high / wide) ** 0.5) + 1
    image = Image.new("L", (columns * wide, -(-len(pictures) // columns) * high), 200)
    draw = ImageDraw.Draw(image)
    for i, (name, (glass, width, height)) in enumerate(pictures):
        x, y = i % columns * wide, i // columns * high
        draw.text((x + 2, y + 2), name, fill=0)
        one = Image.frombytes("1", ((width + 7) // 8 * 8, height), glass)
        one = one.crop((0, 0, width, height)).resize((width * scale, height * scale))
        image.paste(one, (x, y + _EDGE))
    image.save(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--sheets", nargs="*", metavar="BOARD", help="default: all boards")
    parser.add_argument("--lang", default="fr", help="of the sheets")
    given = parser.parse_args()
    sheets = given.sheets is not None
    out = given.out or ROOT / ("build" if sheets else "boards") / "pictures"
    out.mkdir(parents=True, exist_ok=True)
    if not sheets:
        steps(out)
        return 0
    boards = given.sheets or sorted(p.parent.name for p in ROOT.glob("boards/*/board.py"))
    for board in boards:
        sheet(tour(board, given.lang), out / f"{board}.png")
        print(out / f"{board}.png", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
