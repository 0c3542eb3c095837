#!/usr/bin/env python3
"""The rules against their models, and the answers of the referee against the rules, for as many
cases as one has time for: make prove.

    python host_tests/prove.py [--cases N] [--seed FIRST] [play|questions|rulings ...]
    python host_tests/prove.py evenings

By default 100 000 cases of each kind from seed 0.  Prints the seeds and the kinds of cases met;
exit code 1 with the first case in which rules and model disagree.  "evenings" plays every evening
through the keys under five rule sets, on both boards, to both ends: 600 of them.
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("firmware", "host_tests", "host_tests/pure", "tools", "tools/simulator")
sys.path[:0] = [str(ROOT / place) for place in PLACES]

from models.agree import CASES, Disagree  # noqa: E402


def evenings():
    from device import test_evenings as whole

    for board, panel in whole.FITTED:
        for profile in whole.PROFILES:
            for path in whole.FILES:
                for target in (None, 9999):
                    whole.whole_evening(board, profile, path, target, panel)
            told = f"{board}, {panel}, {profile}: {2 * len(whole.FILES)} as the rules have them"
            print("evenings:", told, flush=True)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("names", nargs="*", metavar="NAME", help=" ".join([*CASES, "evenings"]))
    given = parser.parse_args(arguments)
    if given.names == ["evenings"]:
        evenings()
        return 0
    if unknown := [name for name in given.names if name not in CASES]:
        parser.error(f"no such kind of case: {unknown[0]} (of {', '.join(CASES)})")
    for name in given.names or CASES:
        met, seed = Counter(), given.seed
        while sum(met.values()) < given.cases:
            try:
                met[CASES[name](seed)] += 1
            except Disagree as error:
                print(f"{name}: {error}")
                return 1
            met.pop(None, None)
            seed += 1
        kinds = ", ".join(f"{kind} {count}" for kind, count in met.most_common())
        print(f"{name}: {given.cases} cases agree, seeds {given.seed} to {seed - 1}: {kinds}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
