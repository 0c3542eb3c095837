"""The resume code: ten characters from which another box goes on. Pure: integers and text.

The characters are digits and capitals without I L O U; the value of one is its place in
0123456789ABCDEFGHJKMNPQRSTVWXYZ. The first eight, read as a number in base 32 with the first one
as the highest, are made of these, each one times the limit of the next plus it:

    total of NS, below 8192 · total of WE, below 8192 · deals counted, below 64
    rules, below 32: the place among the published rule sets, from 0; 31: other rules than those,
        as are for a reader all that it does not know, of a later program
    dealer of the next deal, below 4: its place in NWSE
    target, below 2: 1 when the match has an end of its own (a target or a number of deals that is
    not that of its rules), which the code does not hold

The last two are the check: that number plus 597, modulo 1021, in base 32. As 1021 is a prime
above 31 * 33, a single wrong character is refused, and so are two neighbours that changed places;
of other codes one in a thousand passes.

Not in it, and lost unless they are told: held points of a litige, misdeals in a row and the side
that must be silent after them, rebelotes that were forgiven, that the next deal is the last, the
deal that is half said, who sits where, the earlier deals. Beyond the limits there is no code.
"""

OTHER = 31  # rules that no published rule set is
KNOWN = 16  # published rule sets
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LIMITS = (8192, 8192, 64, 32, 4, 2)
_PRIME = 1021
_MORE = 597
_CHECK = 1024


def write(*values):
    """The code of (NS, WE, deals, rules or None, dealer, own end), "" where one is beyond its
    limit."""
    number = 0
    for value, limit in zip(values, _LIMITS):
        if value is None:
            value = OTHER
        if not 0 <= value < limit:
            return ""
        number = number * limit + value
    number = number * _CHECK + (number + _MORE) % _PRIME
    out = ""
    for _ in range(10):
        at = number & 31
        out = _DIGITS[at : at + 1] + out  # a slice, for MicroPython keeps what it takes one by one
        number >>= 5
    return out


def read(code):
    """The six values of a code, None where it is none."""
    if len(code) != 10:
        return None
    number = 0
    for i in range(10):
        at = _DIGITS.find(code[i : i + 1])
        if at < 0:
            return None
        number = number * 32 + at
    if number % _CHECK != (number // _CHECK + _MORE) % _PRIME:
        return None
    number //= _CHECK
    out = []
    for limit in reversed(_LIMITS):
        out.insert(0, number % limit)
        number //= limit
    if out[3] >= KNOWN:
        out[3] = OTHER
    return out
