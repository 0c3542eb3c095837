"""Runs the pure tests without pytest: micropython run.py [test_module ...], by default all.

Prints each failure with its trace, then "N passed, M failed"; exit code 1 when one failed or
none ran.
"""

import gc
import os
import sys

_HERE = __file__.rpartition("/")[0] or "."
for _place in ("host_tests", "tools/simulator", "tools", "firmware"):
    sys.path.insert(0, _HERE + "/../../" + _place)
sys.path.insert(0, _HERE)


def show(error):
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        sys.excepthook(type(error), error, error.__traceback__)


def run(module):
    """(passed, failed) of one module; one that cannot be imported has failed."""
    passed = failed = 0
    try:
        tests = __import__(module)
    except Exception as error:
        print("FAILED", module)
        show(error)
        return 0, 1
    for name in sorted(dir(tests)):
        if name.startswith("test_"):
            try:
                getattr(tests, name)()
                passed += 1
            except Exception as error:
                print("FAILED", module, name)
                show(error)
                failed += 1
            gc.collect()
    return passed, failed


def main(modules):
    if not modules:
        modules = sorted([n[:-3] for n in os.listdir(_HERE) if n.startswith("test_")
                          and n.endswith(".py")])  # fmt: skip
    passed = failed = 0
    for module in modules:
        good, bad = run(module)
        passed += good
        failed += bad
    print(passed, "passed,", failed, "failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
