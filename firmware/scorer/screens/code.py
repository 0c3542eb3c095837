"""What is read off the glass: the code from which another box goes on, with the words of what it
holds and of what it does not; of a match that is over, the slip that both sides sign.

The check of the slip is the CRC-32 of its table, the names, where the match began, its rules, and
its events as the journal has them but for the minutes of the deals: the same evening, entered
alike, has the same, on any box and at any time.
"""

from binascii import crc32

from scorer import lazy, phrases, resume
from scorer.choice import Choice


def ask(s, w):
    return Choice(["back"], {"back": w("back")}, row=["back", None, None, None])


def take(s, answer):
    back(s)


def back(s):
    if s.origin:
        s.leave()
    else:  # of a locked match it is the last screen
        s.go("over")


def written(s):
    """What another box goes on from (scorer.resume), "" beyond what a code holds."""
    state, number = s.state, s.published
    if s.rules is not s.base:
        from coinche import profile

        key = profile.named(s.rules)
        number = profile.KEYS.index(key) if key else None
        lazy.drop(*lazy.RULES)
    totals, dealer = state["totals"], "NWSE".index(state["dealer"])
    own = number is None or _ends(s) != ""  # who tells other rules is asked for their end too
    return resume.write(totals["NS"], totals["WE"], state["deals"], number, dealer, own)


def asleep(s, w, layout):
    """What stands beside the words that the box sleeps, while a match goes on: the code, where
    the band is one line of a glass that is wide enough for it, and the code says all."""
    if s.state["over"] or layout.at("note")[8] > 3 or _lost(s, w):
        return []
    code = written(s)
    return [w("code.is", code[:5], code[5:])] if code else []


def _lost(s, w):
    """What the code does not hold and another box would not know, in short phrases."""
    state, out = s.state, []
    if state["held"]:
        out.append(w("code.held", state["held"]))
    if state["last_deal"]:
        out.append(w("said.last_deal"))
    if state["misdeals"]:
        out.append(w("code.misdeals", state["misdeals"]))
    return out


def _ends(s):
    """The number of deals or the target of a match that has one of its own, "" where it has
    none."""
    state, rules = s.state, s.rules
    quota = state["quota"] or rules["match.quota_deals"]
    if (state["target"], quota) == (rules["match.target"], rules["match.quota_deals"]):
        return ""
    return -quota if quota else state["target"]


def view(s, w, put):
    if s.state["over"]:
        _slip(s, w, put)
        return
    from coinche import profile

    state, code = s.state, written(s)
    put("title", w("code.title"))
    holds(s, w, put, state["totals"], state["deals"], state["dealer"])
    put("headline", code[:5] + " " + code[5:] if code else w("code.none"))
    key = profile.named(s.rules)
    said, own = [profile.title(key, s.lang) if key else w("code.rules")], _ends(s)
    if own != "":
        said.append(w("code.end", w("quota", -own) if own < 0 else own))
    put("fact", said, row=0)
    put("fact", _lost(s, w), row=1)


def holds(s, w, put, totals, deals, dealer):
    """What a match goes on from."""
    us = phrases.us(s)
    them = "WE" if us == "NS" else "NS"
    put("text", "%s %d   %s %d" % (w("us"), totals[us], w("them"), totals[them]), row=0)
    put("text", w("code.dealer", deals + 1, phrases.seat(s, w, dealer)), row=1)


def _untimed(line):
    """The line of an event without the minute of a deal."""
    head, minute, rest = line.partition(",t")
    return head + rest.lstrip("0123456789") if minute else line


def _slip(s, w, put):
    state, winner = s.state, s.state["winner"]
    table = s.lock.partition(".")[0]
    put("title", w("slip.table", table) if table else w("slip.title"))
    wins = winner in ("NS", "WE")
    put("text", w("over.wins", phrases.pair(s, w, winner)) if wins else w("over.shared"), row=0)
    put("text", [w("over.why.quota", 0, state["deals"]), w("slip.sign")], row=1)
    for i in (0, 1):
        side = ("NS", "WE")[i]
        put("change.when", str(state["totals"][side]), row=i)
        put("change.what", phrases.pair(s, w, side), row=i)
    check = "%08X" % _check(s, table)
    put("headline", check[:4] + " " + check[4:])


def _check(s, table):
    start = s.start or {"NS": 0, "WE": 0, "deals": 0}
    began = "%d %d %d" % (start["NS"], start["WE"], start["deals"])
    crc = crc32(("%s,%s\n" % (table, s.players())).encode())
    for line in ["%s %d %s" % (s.first_dealer, s.target or 0, began), s.rules_text] + s.lines:
        crc = crc32((_untimed(line) + "\n").encode(), crc)
    return crc & 0xFFFFFFFF
