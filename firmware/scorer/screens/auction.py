"""The auction, call by call: who speaks, what was said, what may be said now. Four passes and the
end come by themselves; what the rules forbid can still be said where the table lets it stand."""

from scorer import bidding, phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    state = bidding.now(s)
    word, _ = bidding.doubles(s)
    forced, _ = bidding.forced(s)
    bid = state["next"] and bidding.may_bid(s)
    row = [
        "pass" if state["next"] else None,
        "bid" if bid else None,
        word or None,
        "play" if state["bid"] else None,
    ]
    holds = (
        "bid.anyway" if state["next"] and not bid else None,
        "anyway" if forced and not word else None,
    )
    labels = {
        "pass": w("pass"),
        "bid": w("bid"),
        "coinche": w("coinche"),
        "surcoinche": w("surcoinche"),
        "play": w("play"),
        "bid.anyway": w("anyway", w("bid")),
        "anyway": w("anyway", w(forced)) if forced else "",
    }
    return Choice([a for a in row if a], labels, row=row, holds=holds)


def take(s, answer):
    if answer == "pass":
        bidding.say(s, "p")
    elif answer == "play":
        bidding.settle(s)
    elif answer in ("bid", "bid.anyway"):
        bidding.ask_bid(s)
    elif answer != "anyway" and len(bidding.doubles(s)[1]) == 1:  # nobody else may
        bidding.double(s, *bidding.doubles(s)[1])
    else:
        if answer == "anyway":
            s.typed += "!"
        s.go("caller")


def back(s):
    bidding.take_back(s)


def view(s, w, put):
    strip.contract(s, w, put)
    state = bidding.now(s)
    for row, text in enumerate(bidding.said(s, w)):
        put("call", text, row=row)
    if state["next"]:
        put("ask", w("job.speaker", phrases.seat(s, w, state["next"])))
