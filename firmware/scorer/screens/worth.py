"""What a bid is worth now: the marks of each contract of this table, made and failed, for one side
and one level, and which of them would end the match."""

from coinche import worth
from coinche.deal import values
from coinche.seats import other
from scorer import phrases
from scorer.court import bid_here, kinds, offer


def _told(s):
    """(side, level, denomination) that the table is about."""
    part = s.path.split(".")
    if len(part) > 2:
        return part[2][:2], int(part[2][2]), part[2][3:]
    return phrases.us(s), 0, bid_here(s)


def ask(s, w):
    side, level, kind = _told(s)
    rules = s.court()
    labels = {"side": phrases.side(s, w, other(side))}
    top = rules["dbl.max_level"]
    row = ["game", "side", None, None]
    if top:
        row[2] = "level"
        labels["level"] = phrases.times(s, (level + 1) % (top + 1)) or w("coinche.off")
    if len(kinds(s)) > 1:
        row[3] = "kind"
        labels["kind"] = w("key." + _next(s, kind))
    return offer(w, row, labels)


def _next(s, kind):
    """The next of suit, no-trump and all-trump that this table bids."""
    every = kinds(s)
    at = every.index(kind) if kind in every else 0
    return every[(at + 1) % len(every)]


def take(s, answer):
    side, level, kind = _told(s)
    if answer == "game":
        s.referee()
        return
    if answer == "side":
        side = other(side)
    elif answer == "level":
        level = (level + 1) % (s.court()["dbl.max_level"] + 1)
    else:
        kind = _next(s, kind)
    path = "%s.worth.%s%d%s" % (s.path.partition(".")[0], side, level, kind)
    s.plead("worth", path, s.at)


def back(s):
    s.plead("referee", s.path)


def view(s, w, put):
    side, level, kind = _told(s)
    said = [phrases.side_big(s, w, side)]
    if kind in ("SA", "TA"):
        said.append(w("suit." + kind))
    if level:
        said.append(phrases.times(s, level))
    put("worth.title", said + [w("worth.note")])
    sides = phrases.side(s, w, side), phrases.side(s, w, other(side))
    for name in ("made", "failed"):
        put("worth.head." + name, w("worth.head", w(name), *sides))
    key = (s.path, len(s.lines), s.reader)
    rows = s.remember("worth", key, lambda: list(_rows(s, side, level, kind)))
    for row, (contract, made, failed) in enumerate(rows):
        put("worth.bid", phrases.value(w, contract), row=row)
        for name, marks in (("worth.if.made", made), ("worth.if.failed", failed)):
            if marks:
                text = "%d / %d" % marks[:2]
                put(name, text + (" !" if marks[2] else ""), row=row)


def _rows(s, side, level, kind):
    """(contract, marks if made, marks if failed): (takers, defence, whether that ends it)."""
    every = values(s.court())
    count = len([one for one in every if type(one) is int])
    # of more numbers than there is room for, every second one
    step = -(-count // (s.rows("worth.bid") - 2))
    shown = [every[i] for i in range(0, count, step)] + every[count:]
    for row in worth.rows(s.turn(), kind, (level,), (side,), shown):
        yield row["contract"], _marks(row[side]["made"]), _marks(row[side]["failed"])


def _marks(end):
    return end and (end["takers"], end["defence"], end["winner"] is not None)
