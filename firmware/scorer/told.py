"""What happened, in one line: a deal with its marks, an all pass, a misdeal, a correction."""

from coinche.seats import other, side_of
from scorer import phrases
from scorer.session import event_of, minute

_FINES = ("revoke_late", "false_meld", "rebelote_forgiven")


def marks(s, w, state):
    """What a deal wrote: "Nous +232 Eux +30"; a side that wrote nothing is left out."""
    out = []
    for which in ("NS", "WE"):
        if state["marks"] and state["marks"][which]:
            out.append("%s %s" % (phrases.side(s, w, which), "+%d" % state["marks"][which]))
    return " ".join(out)


def event(s, w, event, state):
    """A live event and the state after it as (line, marks): the line of a deal, or what an event
    did."""
    kind = event["event"]
    if kind == "deal":
        facts = event["deal"]
        result = state.get("result")
        made = result["made"] if result else facts.get("made")
        how = w("made.small") if made else w("failed.small") if made is False else w("tie.small")
        if facts.get("tricks") == "defence_all":
            how += ", " + w("capot.small")
        elif facts.get("tricks"):
            how = w("capot.small")
        elif "taker_points" in facts:
            how += ", %d" % facts["taker_points"]
        return "%s %s %s" % (
            phrases.seat(s, w, event["taker"]),
            phrases.contract(s, w, facts),
            how,
        ), marks(s, w, state)
    if kind == "all_pass":
        return w("said.all_pass", phrases.seat(s, w, state["dealer"])), ""
    if kind == "misdeal":
        dealer = phrases.seat(s, w, state["dealer"])
        if state["no_bid"]:
            one, two = [phrases.seat(s, w, who) for who in state["no_bid"]]
            return w("said.silent", dealer, one, two), ""
        if state["marks"]:
            return w("said.misdeal", dealer), marks(s, w, state)
        if state["misdeals"] > 1:
            return w("said.nth", state["misdeals"], dealer), ""
        return w("said.again", dealer), ""
    if kind in ("penalty", "marks"):
        why = event.get("why")
        return w("said." + (why if why in _FINES else "penalty")), marks(s, w, state)
    if kind == "dealer":
        return w("said.dealer", phrases.seat(s, w, state["dealer"])), ""
    if kind == "last_deal":
        return w("said.last_deal"), ""
    if kind == "rules":
        return w("said.rules"), ""
    if kind == "target":
        return w("said.target", event["value"]), ""
    return "", ""


def last(s, w):
    """The same of the latest event, with the number of its deal; two empty texts without one."""
    return s.remember(
        "last", (w.lang, s.reader, s.state["events"], len(s.lines)), lambda: _last(s, w)
    )


def _numbered(event, state, line):
    """The line with the number of its deal; a fine beside a deal has none."""
    return line if event.get("ends_deal") is False else "%d. %s" % (state["deals"], line)


def _last(s, w):
    latest = s.latest()
    if latest is None:
        return "", ""
    line, what = event(s, w, latest, s.state)
    return _numbered(latest, s.state, line) if what else line, what


# ---- what was written, and what is corrected


def is_deal(s, n):
    """Whether live event n is a deal that can be opened."""
    return s.live()[n - 1][0] == "d"


def may_undo(s):
    """Also where a deletion left nothing: it is an event itself."""
    return _ends(s)[0] is not None


def may_redo(s):
    return _ends(s)[1] is not None


def _ends(s):
    from coinche import history

    return s.remember("ends", len(s.lines), lambda: history.ends(s.lines))


def differs(s):
    """Whether the correction changes anything."""
    n = int(s.fix[2:])
    return _plain(s.correction()[len(s.fix) + 1 :]) != _plain(s.live()[n - 1])


def _plain(line):
    """A deal's line without the marks as they were written, and when."""
    head, _, facts = line.partition(" ")
    return ",".join([word for word in head.split(",") if word[0] not in "tw"]) + " " + facts


def lines(s, w, first, end):
    """[(line, marks by side or None)] of the live events first + 1 to end, as far as there are."""
    from coinche import history

    items, out, n = s.live(), [], 0
    for state in history.replay(s.first(), s.played(items)):
        if first <= n < end:
            item = event_of(items[n])
            if item["event"] in ("all_pass", "misdeal") and not state["marks"]:
                out.append((w(item["event"]), None))
            else:
                line, what = event(s, w, item, state)
                line = _numbered(item, state, line) if what else line
                out.append((line, state["marks"]))
        n += 1
    return out


def sums(s, w, n):
    """What the marks of live event n are made of, a phrase for each side that has some, unless it
    wrote others than the rules give: "Nous 132 + 100 = 232"; and how long the deal took, where
    that is known. Of what is no deal none."""
    from coinche import history

    items = s.live()
    states = history.replay(s.first(), s.played(items))
    for _ in range(n):
        state = next(states)
    result = state["result"]
    if not result or not state["marks"]:
        return []
    takers = side_of(event_of(items[n - 1])["taker"])
    out = []
    for side, whose in (("takers", takers), ("defence", other(takers))):
        parts = [amount for mine, amount, _ in result["lines"] if mine == side and amount]
        if sum(parts) != state["marks"][whose]:  # as they were written, by other rules
            continue
        text = phrases.side(s, w, whose)
        for amount in parts:
            text += " + " if amount > 0 else " - "
            text += str(abs(amount))
        if parts:
            text = text.replace(" + ", " ", 1)
            out.append(text + " = %d" % sum(parts) if len(parts) > 1 else text)
    minutes = minute(items[n - 1 : n]) - minute(items[: n - 1])
    if minutes > 0:
        out.append(w("minutes", minutes))
    return out


def inserted(s, w):
    """(text, "") that says before which event the entry is put."""
    n = int(s.fix[2:])
    return w("insert.before", lines(s, w, n - 1, n)[0][0]), ""


def fixed(s, w):
    """(line, marks) of what an undo, a redo or a deletion is about."""
    if s.fix[0] == "r":
        key = s.fix.rpartition(" ")[2]  # kept, because the table of names is large
        return s.remember("title", (key, w.lang), lambda: _title(s, key)), ""
    if s.fix[0] == "x":
        n = int(s.fix[2:])
        line, written = lines(s, w, n - 1, n)[0]
        return line, marks(s, w, {"marks": written})
    if s.fix[0] == "+":
        item = event_of(s.fix[1:])
        if "with" in item:
            n = item["n"]
            return w(item["with"]["event"]), w("insert.before", lines(s, w, n - 1, n)[0][0])
        return event(s, w, item, s.corrected())
    done, undone = _ends(s)
    item = event_of(done if s.fix == "u" else undone)
    if "n" not in item:
        return event(s, w, item, s.state if s.fix == "u" else s.corrected())
    inner = item.get("with")
    if inner and inner["event"] == "deal":
        said = phrases.contract(s, w, inner["deal"])
        return w("said.fixed", phrases.seat(s, w, inner["taker"]) + " " + said), ""
    return w("said.deleted"), ""


def _title(s, key):
    from scorer import own

    return own.title(s, key)


def deal(s, w, after):
    """(line, marks) of the deal that is corrected, as it would be written."""
    return event(s, w, {"event": "deal", "taker": s.taker, "deal": s.facts}, after)
