"""The screen that lies on the table during play: what is trump, what do they need, what does it
cost; then how it ended.

What is said aloud is entered here when it is said: the coinche, a belote, declarations. "Il faut"
is the least count that `score` accepts with all of it, so it cannot disagree with the mark.
"""

from scorer import entry, phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    facts = s.facts
    results = entry.results(s)
    level, top = facts.get("level", 0), entry.top_level(s)
    answers = ["said", "made", "failed", "coinche"]
    labels = {
        "made": w("made"),
        "failed": w("failed"),
        "capot": w("capot"),
        "tie": w("tie"),
        "coinche": w(("coinche", "surcoinche")[level] if level < top else "coinche.off"),
        "said": w("melds" if s.rules["melds.on"] else "belote"),
    }
    if not level and s.turn()["no_bid"] == phrases.defence(s):  # that side may only pass
        labels["coinche"] = "(%s)" % labels["coinche"]
    if entry.need(s)["least"] is None and not entry.is_slam(s):  # no count makes it, so far
        answers.remove("made")
    if not top:
        answers.remove("coinche")
    if not entry.may_say(s):
        answers.remove("said")
    row = [a if a in answers else None for a in ("made", "failed", "coinche", "said")]
    start = answers.index("made" if "made" in answers else "failed")
    rare = tuple([r if r in results else None for r in ("capot", "tie")])
    return Choice(
        answers,
        labels,
        row=row,
        holds=rare,
        start=start,
        quick="coinche" if top else None,
    )


def take(s, answer):
    facts = s.facts
    if s.in_auction():
        s.typed = ""  # the calls are done with
    if answer == "coinche":
        facts["level"] = (facts.get("level", 0) + 1) % (entry.top_level(s) + 1)
        if not facts["level"]:
            s.tell("c")
        s.go("play", s.at)
        return
    if answer == "said":
        s.aside("declare" if s.rules["melds.on"] else "side")
        return
    s.forget_result()
    slam = facts["contract"] if entry.is_slam(s) else None
    if answer == "capot" or (slam and answer == "made"):
        facts["tricks"] = "takers_all"
        if slam == "generale" and answer == "made":
            facts["generale_made"] = True
    elif answer == "tie":
        facts["taker_points"] = entry.tie_points(s)
    elif entry.wants_count(s, answer):
        s.typed = "d" if answer == "made" else "t"
        s.go("count")
        return
    else:
        facts["made"] = answer == "made"
    s.go("preview")


def back(s):
    if s.in_auction():
        from scorer import bidding

        bidding.reopen(s)
    else:
        s.go("fix" if s.fix[:1] == "e" else "suit")


def view(s, w, put):
    strip.contract(s, w, put)
    now = entry.need(s)
    facts = s.facts
    if now["least"] is None:
        put(
            "need",
            w("need." + facts["contract"]) if entry.is_slam(s) else w("need.never"),
        )
    else:
        put("need", w("need.points", now["least"]))
    put("need.why", why(s, w))
    _worth(s, w, put, "worth.made", w("made"), phrases.takers(s), True)
    _worth(s, w, put, "worth.failed", w("failed"), phrases.defence(s), False)
    put("rules.low", [phrases.target(s, w)] + s.own_rules(w))
    put(
        "who.low",
        w("lead", phrases.seat(s, w, s.turn()["speaker"]), phrases.seat(s, w, s.turn()["dealer"])),
    )


def why(s, w):
    """The line under "il faut": what counts beside the tricks, or that nothing has been said."""
    parts = phrases.said(s, w)
    if parts:
        return " · ".join(parts)
    return w("said.nothing") if entry.top_belotes(s) else ""


def _worth(s, w, put, place, label, which, made):
    """ "Fait  Nous +200 au moins → 904": what this end would write, and whether it ends the
    match."""
    after = entry.outcome(s, made)
    if after is None:
        return
    text = w(
        "worth.least" if made and entry.wants_count(s, "made") else "worth",
        phrases.side(s, w, which),
        after["marks"][which],
        after["totals"][which],
    )
    if after["over"] and after["winner"] in ("NS", "WE"):
        text += " : " + w("wins.us" if after["winner"] == phrases.us(s) else "wins.them")
    put(place + ".label", label)
    put(place, text)
