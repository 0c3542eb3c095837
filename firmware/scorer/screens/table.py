"""The main screen: totals, what is missing, who deals, speaks and cuts, the last deal, and the
question who takes."""

from scorer import phrases, told
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    if _begins(s):
        return _auction(s, w)
    silent = s.turn()["no_bid"] or ""
    around = "NWSE" if s.rules["deal.direction"] == "ccw" else "NESW"
    first = around.index(s.turn()["speaker"])
    free = [seat for seat in around[first:] + around[:first] if seat not in silent]
    row = [seat if seat in free else None for seat in phrases.seats(s)]
    labels = phrases.keyed(s, w)
    labels["all_pass"], labels["misdeal"] = w("all_pass"), w("misdeal")
    return Choice(  # a list goes round: the rare answers lie just before the first speaker
        free + ["misdeal", "all_pass"],
        labels,
        row=row,
        holds=("all_pass", "misdeal"),
        back="back" if s.fix else "menu",
        quick="misdeal",
    )


def _begins(s):
    """Whether the first speaker is asked, and not who takes."""
    return s.bids == "long" and not s.taker and not s.fix


def _auction(s, w):
    turn = s.turn()
    bid = "bid" if phrases.side_of(turn["speaker"]) != turn["no_bid"] else None
    labels = {a: w(a) for a in ("pass", "bid", "all_pass", "misdeal")}
    labels["bid.anyway"] = w("anyway", w("bid"))
    return Choice(
        [a for a in ("pass", bid, "misdeal") if a],
        labels,
        row=["pass", bid, None, None],
        holds=("all_pass" if bid else "bid.anyway", "misdeal"),
        back="menu",
        quick="misdeal",
    )


def take(s, answer):
    if answer in ("pass", "bid", "bid.anyway"):
        from scorer import bidding

        if answer == "pass":
            bidding.say(s, "p")
        else:
            bidding.ask_bid(s)
        return
    if answer in ("misdeal", "all_pass"):
        event = {"event": answer}
        if answer == "misdeal":
            from scorer import court

            event = court.misdeal(s)
        if s.fix:
            s.propose({"event": "insert", "n": int(s.fix[2:]), "with": event})
        elif s.after(event)["marks"]:  # they are shown before they are written
            s.propose(event)
        else:
            s.emit(event)
        return
    if s.taker and phrases.side_of(s.taker) != phrases.side_of(answer):
        s.change_sides()
    s.taker = answer
    s.go("number")


def back(s):
    if s.fix:
        s.leave_fix()
    else:
        s.aside("menu")


def view(s, w, put):
    state = s.turn()
    strip.totals(s, w, put)
    put("rules", s.own_rules(w))
    jobs = {}
    for job in ("cutter", "speaker", "dealer"):
        jobs[state[job]] = job
    for i in range(4):
        seat = phrases.seats(s)[i]
        name = phrases.seat(s, w, seat)
        job = jobs.get(seat)
        if job == "dealer":
            name = ("◄ {}", "▲ {}", "▼ {}", "{} ►")[i].format(w("job.dealer", name))
        elif job:
            name = w("job." + job, name)
        put(
            ("map.left", "map.far", "map.near", "map.right")[i],
            name,
            "inverse" if job == "dealer" else "",
        )
    line, marks = told.inserted(s, w) if s.fix else told.last(s, w)
    put("last.marks", marks)
    put("last", line)
    if _begins(s):
        ask = w("ask.call", state["deals"] + 1, phrases.seat(s, w, state["speaker"]))
    else:
        ask = w("ask.taker", state["deals"] + 1)
        if "denomination" in s.facts:  # what was said is still there
            ask += " · " + phrases.seat(s, w, s.taker) + " " + phrases.contract(s, w, s.facts)
    put("question", ask)
