"""What several screens show at the same place: the totals, and the contract as it fills up from
left to right.

Taker, number, suit and totals stay where they appeared, from the first press of an entry to its
preview.
"""

from scorer import entry, phrases

SIDES = ("NS", "WE")
_PLACES = ("left", "right")


def totals(s, w, put):
    """The large totals of the main screen with what is missing to the target."""
    state = s.state
    target = state["target"]
    quota = state["quota"] or s.rules["match.quota_deals"]
    goes_on = state["why"] and not state["over"]  # the target was there, and nobody has won
    if goes_on:
        put("goes.on", w("goes.on." + state["why"]), "inverse")
    else:
        put("target", w("quota", quota) if quota else phrases.target(s, w))
    exceeds = s.rules["match.reach"] == "gt"
    for i in (0, 1):
        total = state["totals"][SIDES[i]]
        put(_PLACES[i] + ".side", phrases.side_big(s, w, SIDES[i]))
        if any(seat in s.names for seat in SIDES[i]):
            put(_PLACES[i] + ".names", phrases.pair(s, w, SIDES[i]))
        put(_PLACES[i] + ".total", str(total))
        if quota is None and total < target + exceeds:
            put(_PLACES[i] + ".rest", w("rest", target + exceeds - total))


def contract(s, w, put):
    """The totals in small, and taker, number, suit and multiplier as far as they are known."""
    for i in (0, 1):
        put(
            _PLACES[i] + ".small",
            "%s %d" % (phrases.side(s, w, SIDES[i]), s.state["totals"][SIDES[i]]),
        )
    put("deal", w("deal.no", s.turn()["deals"] + 1))
    facts = s.facts
    if s.taker:
        put("taker", phrases.seat(s, w, s.taker))
    if "contract" in facts:
        value = facts["contract"]
        number = str(value) if isinstance(value, int) else w("big." + value)
        slam = ".slam" if len(number) > 3 else ""  # what follows a wide number
        put("number", number)
    if "denomination" in facts:
        suit = facts["denomination"]
        put("pip" + slam, phrases.PIPS.get(suit, ""))
        put("suit" + slam, w("suit." + suit))
    if facts.get("level"):
        put("times" + slam, phrases.times(s, facts["level"]))


def before_bid(s, w, put):
    """What a bid is made on: who deals and who speaks first; in an auction the bid that stands."""
    if s.in_auction():
        from scorer import bidding

        put("who", bidding.to_beat(s, w))
        return
    turn = s.turn()
    put("who", w("who", phrases.seat(s, w, turn["dealer"]), phrases.seat(s, w, turn["speaker"])))


def pile(s, w, put, tens):
    """The pile being typed and what that leaves for the other one."""
    field, whole = entry.unit(s)
    side = entry.whose(s)
    other = phrases.defence(s) if side == phrases.takers(s) else phrases.takers(s)
    where = phrases.side_big(s, w, side)
    put("pile", w("pile.cards" if field == "native_cards" else "pile", where))
    put("digits", "−−" if tens is None else str(tens) + "−")
    other = phrases.side_big(s, w, other)
    if tens is None:
        put("left.over", w("left.all", other, whole))
    else:
        put("left.over", w("left.some", other, max(0, whole - 10 * tens - 9), whole - 10 * tens))
    put("ask", w("ask.tens" if tens is None else "ask.units"))
