"""What people call things: seats, sides, contracts, deals, in the words of the table's language.

Pure text: no place on the glass, no key. Seats are absolute in the records; here they are turned
so that the reader sits at the bottom of the picture ("left, far, near, right"), and "nous" is the
reader's side. Numbers keep their columns: NS left, WE right.
"""

from coinche.seats import SEATS, other, side_of

PIPS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def seats(s):
    """The four seats as left, far, near and right of the reader (the right-hand neighbour is the
    next in the order of SEATS)."""
    at = SEATS.index(s.reader)
    return "".join([SEATS[at + turn & 3] for turn in (3, 2, 0, 1)])


def seat(s, w, who):
    return s.names.get(who) or w("seat." + who)


def us(s):
    return side_of(s.reader)


def side(s, w, which):
    """The short word for a side, from the reader's point of view."""
    return w("us") if which == us(s) else w("them")


def side_big(s, w, which):
    return w("us.big") if which == us(s) else w("them.big")


def takers(s):
    return side_of(s.taker)


def defence(s):
    return other(takers(s))


def pair(s, w, which):
    """The two players of a side by name, or by seat where they have none."""
    return w("pair", seat(s, w, which[0]), seat(s, w, which[1]))


def target(s, w):
    """What ends the match: a total to be reached, or one to be exceeded."""
    reach = "target" if s.rules["match.reach"] == "ge" else "target.above"
    return w(reach, s.state["target"])


def ends(w, rules, target):
    """What ends a match that is set up: Session.target, or what its rules say."""
    quota = -target if target and target < 0 else rules["match.quota_deals"]
    return w("quota", quota) if quota else w("setup.total.is", target or rules["match.target"])


def winners(s, w, which):
    """The players of a side when a name is known, else its word."""
    if which[0] in s.names or which[1] in s.names:
        return pair(s, w, which)
    return side(s, w, which)


def keyed(s, w):
    """{seat: its label on a key}: an arrow to where it sits, and its name."""
    out, arrows = {}, w("arrows").split(" ")
    for who in seats(s):
        name = seat(s, w, who)
        out[who] = arrows[len(out)] + (" " if len(name) < 6 else "") + name
    return out


def value(w, contract):
    return w("contract." + contract) if isinstance(contract, str) else str(contract)


def denomination(w, which):
    """Pip and word of a suit; the words of no-trump and all-trump."""
    pip = PIPS.get(which)
    return (pip + " " if pip else "") + w("suit." + which)


def times(s, level):
    """The multiplier of a coinche as it is written, "" without one."""
    return "×%d" % s.rules["dbl.level%d" % level] if level else ""


def contract(s, w, facts):
    text = value(w, facts["contract"]) + " " + denomination(w, facts["denomination"])
    return text + " " + times(s, facts["level"]) if facts.get("level") else text


def said(s, w):
    """What has been said so far, by side: ["belote Nous", "annonces 50 Eux"]."""
    out = []
    caller = s.more.partition(",c")[2][:1]
    if caller:
        out.append(w("said.coinche", seat(s, w, caller)))
    for whose, which in (("takers", takers(s)), ("defence", defence(s))):
        count = s.facts.get("belote_" + whose, 0)
        if count:
            text = w("said.belote", side(s, w, which))
            out.append(text + " ×%d" % count if count > 1 else text)
        points = s.facts.get("melds_" + whose, 0)
        if points:
            out.append(w("said.melds", points, side(s, w, which)))
    return out
