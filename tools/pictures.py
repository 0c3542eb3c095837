"""Makes the README's pictures: frames of the glass, from an evening played on the bench.

python tools/pictures.py [--out boards/pictures]
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tools" / "simulator"), str(ROOT / "firmware")]

from bench import Bench  # noqa: E402
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--out", type=Path, default=ROOT / "boards" / "pictures")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with Bench("waveshare_esp32_driver", mpy=True, lang="fr", profile="it", target=1000) as bench:
        hand = Hand(bench)
        begin(hand, "N")
        for answers, name in _STEPS:
            for answer in answers:
                hand.press("k4", "hold") if answer == "?" else hand.answer(answer)
            bench.idle()
            if name:
                bench.shot(out / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
