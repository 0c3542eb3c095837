"""What happened, in one line: a deal with its marks, an all pass, a misdeal, a correction."""

from scorer import phrases


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
        if facts.get("tricks"):
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
        return w("said.again", dealer), ""
    if kind == "penalty":
        return w("said.penalty"), marks(s, w, state)
    if kind == "dealer":
        return w("said.dealer", phrases.seat(s, w, state["dealer"])), ""
    if kind == "last_deal":
        return w("said.last_deal"), ""
    if kind == "target":
        return w("said.target", event["value"]), ""
    return "", ""


def last(s, w):
    """The same of the latest event, with the number of its deal; two empty texts without one."""
    return s.remember(
        "last", (w.lang, s.reader, s.state["events"], len(s.lines)), lambda: _last(s, w)
    )


def _last(s, w):
    latest = s.latest()
    if latest is None:
        return "", ""
    line, what = event(s, w, latest, s.state)
    return "%d. %s" % (s.state["deals"], line) if what else line, what
