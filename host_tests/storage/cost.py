"""What a save costs the flash, for MicroPython: `micropython cost.py` prints one JSON line,
{"journal": {deals: [erases, programs, bytes]}, "draft": [...], "worn": [blocks, most]}: means of
one save; blocks erased at all and the most erases of one of them.  512 blocks, as in a common
data partition.  An erase takes about 45 ms on a real module and stops everything.
"""

import json

from flash import blank

from scorer.journal import Journal


def line(n):
    """A deal as the journal keeps it, about 37 bytes."""
    return "deal %s %d%s x%d =%d b%d %d %d" % (
        ("NWSE"[n % 4], 80 + n % 9 * 10, "SHDC"[n % 4], n % 3, n * 7 % 163, n % 2)
        + (100000 + n, 200000 + n)
    )


def measured(flash, times, call):
    before = flash.erases, flash.programs, flash.bytes
    for n in range(times):
        assert call(n) == "saved"
    after = flash.erases, flash.programs, flash.bytes
    return [(after[i] - before[i]) / times for i in range(3)]


def draft(n):
    """A key of an entry: from the taker alone to all that one can type, 2 to 60 bytes."""
    return "%d %s" % (n % 10, "N 100H x2 =1" * (n % 6))


def main():
    result = {"journal": {}}
    for deals in (2, 5, 15, 30, 60, 200):
        flash = blank(512)
        journal = Journal()
        journal.load()
        lines = [line(n) for n in range(deals)]
        result["journal"][str(deals)] = measured(flash, 200, lambda n: journal.save(lines))  # noqa: B023
        if deals == 30:
            result["worn"] = [sum(1 for n in flash.worn if n), max(flash.worn)]
    # the draft as it is used: five keys, then the deal is written
    flash = blank(512)
    journal = Journal()
    journal.load()
    sums = [0, 0, 0]
    lines = []
    for deal in range(200):
        cost = measured(flash, 5, lambda n: journal.save_draft(draft(deal * 5 + n)))  # noqa: B023
        sums = [a + b for a, b in zip(sums, cost)]
        lines = lines[-29:] + [line(deal)]
        assert journal.save(lines) == "saved"
    result["draft"] = [n / 200 for n in sums]
    print(json.dumps(result))


main()
