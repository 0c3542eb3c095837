"""The auction call by call, kept in `typed` of the session: "a", then what was said, in order.

    p pass   100H 90T 80A capot: cS générale: gC   bids (T all-trump, A no-trump)
    xE coinche by E   yN surcoinche by N   ! before a call that the rules forbid and the table took

Who may say what is coinche.auction's; here it is read, said, taken back, and becomes the contract
of the entry. Loaded by the tables that tell it so.
"""

from coinche import auction
from coinche.seats import side_of
from scorer import entry, phrases

_MOST = 44  # letters of an auction that the draft has room for
_DOUBLES = {"x": "coinche", "y": "surcoinche"}
_SLAMS = {"c": "capot", "g": "generale"}
_WIDE = {"T": "TA", "A": "SA"}
_SHORT = {"TA": "T", "SA": "A"}


def calls(s):
    """What was said: each call with its mark."""
    out, call = [], ""
    for letter in s.typed[1:]:
        call += letter
        if letter in "pSHDCTANWE":
            out.append(call)
            call = ""
    return out


def now(s):
    """The auction after what was said (coinche.auction)."""
    turn = s.turn()
    return s.remember("auction", (s.typed, turn["dealer"]), lambda: _played(s, calls(s))[0])


def said(s, w):
    """The latest calls in words, at most four."""
    return _played(s, calls(s), w)[1][-4:]


def to_beat(s, w):
    """The bid that stands in words, "" before any."""
    bid = now(s)["bid"]
    if bid is None:
        return ""
    facts = {"contract": bid[1], "denomination": bid[2]}
    return phrases.seat(s, w, bid[0]) + " " + phrases.contract(s, w, facts)


def latest(s, side):
    """The latest bid of a side, (seat, value, denomination), or None."""
    every = calls(s)
    while every:
        bid = _played(s, every)[0]["bid"]
        if bid and side_of(bid[0]) == side:
            return bid
        every = every[:-1]
    return None


def _played(s, every, w=None):
    turn = s.turn()
    state = auction.start(turn["dealer"], s.rules, turn["no_bid"])
    out = []
    for call in every:
        forced, call = call[0] == "!", call.lstrip("!")
        seat, word = state["next"], _word(call)
        if call[0] in _DOUBLES:
            seat = call[1]
        take = auction.overridden if forced else auction.after
        state = take(state, seat, word)
        if w:
            out.append(_words(s, w, seat, call, word) + (" (!)" if forced else ""))
    return state, out


def _word(call):
    """A call in the words of coinche.auction."""
    if call == "p":
        return "pass"
    if call[0] in _DOUBLES:
        return _DOUBLES[call[0]]
    value = _SLAMS.get(call[0]) or call[:-1]
    return value + _WIDE.get(call[-1], call[-1])


def _words(s, w, seat, call, word):
    name = phrases.seat(s, w, seat)
    if call[0] in "pxy":
        return w("call." + word, name)
    value, denomination = auction.read_call(word)
    return name + " " + phrases.value(w, value) + " " + phrases.denomination(w, denomination)


def doubles(s):
    """(what may be said, coinche or surcoinche, and the seats that may); ("", []) for nothing."""
    state = now(s)
    for word in auction.WORDS[1:]:
        seats = [seat for seat in auction.SEATS if not auction.why_not(state, seat, word)]
        if seats:
            return word, seats
    return "", []


def forced(s):
    """The same where the rules forbid it: (coinche or surcoinche, the seats of that side)."""
    state = now(s)
    level = state["level"]
    if state["bid"] is None or level >= entry.top_level(s):
        return "", []
    side = side_of(state["bid"][0])
    word = auction.WORDS[level + 1]
    return word, [seat for seat in auction.SEATS if (side_of(seat) == side) == bool(level)]


def may_bid(s):
    """Whether the seat whose turn it is may bid anything."""
    values = auction.values(s.rules)
    return any(not why_not(s, str(value)) for value in reversed(values))


def why_not(s, value, denomination=None):
    """Why the next seat may not bid this, an id of coinche.reasons; None where it may. Without a
    denomination: in none of them."""
    state = now(s)
    why = None
    for which in (denomination,) if denomination else auction.DENOMINATIONS:
        why = auction.why_not(state, state["next"], value + which)
        if why is None:
            return None
    return why


# ---- what is done


def ask_bid(s):
    """The next seat bids: how much comes first."""
    state = now(s) if s.in_auction() else None
    s.taker = state["next"] if state else s.turn()["speaker"]
    s.typed, s.facts = s.typed or "a", {}
    s.go("number")


def bid(s, denomination, force=""):
    """The bid whose number is in the entry, in this denomination."""
    value = str(s.facts["contract"])
    if value in auction.SLAMS:
        value = value[0]
    say(s, force + value + _SHORT.get(denomination, denomination))


def double(s, seat):
    """A coinche, or a surcoinche where there is one, by this seat."""
    say(s, ("y" if now(s)["level"] else "x") + seat)


def say(s, call):
    """One more call; the end of the auction is the contract, or a deal that all passed."""
    s.typed = (s.typed or "a") + call
    state = now(s)
    if state["redeal"]:
        s.emit({"event": "all_pass"})
    elif state["bid"] and (len(s.typed) > _MOST or state["over"] and not doubles(s)[0]):
        settle(s)
    else:
        show(s)


def settle(s):
    """The bid that stands is the contract, and the deal is in play."""
    state = now(s)
    _stands(s, state)
    s.tell("c", state["coincheur"] if state["level"] else None)
    s.tell("o", "" if "!" in s.typed else None)
    s.go("play")


def reopen(s):
    """Back from play: the pass that ended the auction was not said."""
    s.more = ""
    if now(s)["over"]:
        take_back(s)
    else:
        show(s)


def show(s):
    """Back to the auction; the strip shows the bid that stands."""
    if s.typed in ("", "a"):
        s.typed, s.taker, s.facts = "", "", {}
        s.go("table")
        return
    _stands(s, now(s))
    s.go("auction")


def _stands(s, state):
    said_ = auction.contract(state)
    s.taker, s.facts = "", {}
    if said_:
        s.taker = said_["taker"]
        s.facts = {"contract": said_["value"], "denomination": said_["denomination"]}
        s.facts["level"] = said_["level"]


def take_back(s):
    """The last call was not said."""
    s.typed = "a" + "".join(calls(s)[:-1])
    show(s)
