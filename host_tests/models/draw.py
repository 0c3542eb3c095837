"""Seeded cases for the models of this folder: rule sets, positions, hands, auctions, matches.

Everything comes from a random.Random that the caller gives, so a case is named by its seed.  What
is rare at a table but decides a rule (ruffs, hands of only trumps, carrés, escapes, corrections)
is drawn often.
"""

import json
from pathlib import Path

from . import match as match_model

SOURCE = Path(__file__).resolve().parents[2] / "tools" / "data" / "profiles.json"
TABLE = json.loads(SOURCE.read_text(encoding="utf-8"))
PARAMETERS = TABLE["parameters"]
PROFILES = [None, *TABLE["profiles"]]

SEATS = ["N", "W", "S", "E"]  # anticlockwise
SUITS = ["S", "H", "D", "C"]
RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [r + s for s in SUITS for r in RANKS]
DENOMINATIONS = [*SUITS, "TA", "SA"]


def chance(rng, p):
    return rng.random() < p


# rule sets


def value_of(rng, name):
    """Any value that the table allows, the listed ones more often than those of the range."""
    row = PARAMETERS[name]
    if row["type"] == "map":
        return {key: rng.choice(row["values"][key]) for key in row["default"]}
    if name == "bid.order" and chance(rng, 0.6):
        return rng.sample(row["items"], len(row["items"]))
    if name.startswith("melds.SA_") and chance(rng, 0.4):
        return rng.choice([0, 20, 50, 100])  # as much as nothing, as a run
    if name == "pen.misdeal" and chance(rng, 0.5):
        steps = [*row["items"], "100", "160"]
        return [rng.choice(steps) for _ in range(rng.randint(1, 4))]
    if "range" in row and chance(rng, 0.3):
        return rng.randint(*row["range"])
    return rng.choice(row["values"])


def profile_values(rng, prefixes=("",), share=0.5):
    """{"extends", "values"}: a published rule set with some parameters drawn anew.

    prefixes: only parameters that begin so are drawn; share: how many of them at most.  Now and
    then a mixture that no table may have: drop what does not resolve.
    """
    names = [n for n in PARAMETERS if n.startswith(tuple(prefixes))]
    names = rng.sample(names, rng.randint(0, int(len(names) * share)))
    values = {name: value_of(rng, name) for name in names}
    # combinations that would nearly always be refused, put right
    if "pile.SA_method" in values or "pile.SA" in values:
        method = values.setdefault("pile.SA_method", "ace19")
        values["pile.SA"] = 130 if method == "ace11_raw" else 162
    if "pile.TA_method" in values or "pile.TA" in values:
        method = values.setdefault("pile.TA_method", "x162/258")
        values["pile.TA"] = 258 if method == "native258" else 162
    if values.get("test.tie", "fail") != "fail":
        values["test.beat"] = "gt"
    if values.get("round.complement"):
        values["round.on"] = "points"
    if values.get("bid.generale"):
        values["bid.capot"] = True
        values["bid.generale_is_capot"] = False
    if values.get("bid.equal_overcall") == "higher_denomination" and not values.get("bid.order"):
        values["bid.order"] = rng.sample(DENOMINATIONS, 6)
    if values.get("bid.self_raise", "never") != "never":
        values["bid.end_passes"] = 4
    return {"extends": rng.choice(PROFILES), "values": values}


# card play


def follower(P, seat):
    step = 1 if P["deal.direction"] == "ccw" else -1
    return SEATS[(SEATS.index(seat) + step) % 4]


def _take(rng, pack, wished):
    """A wished card of the pack, or any."""
    fitting = [card for card in pack if card in wished] or pack
    card = rng.choice(fitting)
    pack.remove(card)
    return card


def position(rng, P):
    """{"denomination", "hand", "trick", "seat"}: zero to three cards lie, seat is to play."""
    denomination = rng.choice(SUITS * 5 + ["TA", "TA", "TA", "SA"])
    pack = rng.sample(PACK, 32)
    seat = rng.choice(SEATS)
    n = rng.choice([0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3])
    trump = denomination if denomination in SUITS else rng.choice(SUITS)
    plain = [s for s in SUITS if s != trump]
    led = trump if chance(rng, 0.3) else rng.choice(plain)
    hand_kind = rng.choice(["any", "any", "void", "void", "trumps", "trumps", "two suits"])
    low_trumps = chance(rng, 0.4)  # a hand that cannot go over
    size = rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 7, 8])
    trick = []
    for i in range(n):
        leader = i == 0
        ruffs = not leader and chance(rng, 0.45)
        suit = trump if ruffs else led
        if not leader and not ruffs and chance(rng, 0.15):
            suit = rng.choice(SUITS)
        trick.append([None, _take(rng, pack, [c for c in PACK if c[-1] == suit])])
    hand = []
    for _ in range(size):
        suits = {
            "any": SUITS,
            "void": [s for s in SUITS if s != led],
            "trumps": [trump],
            "two suits": [trump, led if chance(rng, 0.5) else plain[0]],
        }[hand_kind]
        if hand_kind == "trumps" and not any(c[-1] == trump for c in pack):
            break
        wished = [c for c in PACK if c[-1] in suits]
        if low_trumps and hand_kind != "any":
            wished = [c for c in wished if c[-1] != trump or c[:-1] in ("7", "8", "Q", "K")]
        hand.append(_take(rng, pack, wished))
    if not hand:
        hand = [pack.pop()]
    if hand_kind == "trumps":  # _take may have had to give something else
        hand = [c for c in hand if c[-1] == trump] or hand
    circle = [seat]
    for _ in range(3):
        circle.append(follower(P, circle[-1]))
    for i in range(n):
        trick[i][0] = circle[(i - n) % 4]
    return {"denomination": denomination, "hand": hand, "trick": trick, "seat": seat}


def trick(rng, P):
    """(denomination, trick of four): for winners."""
    while True:
        case = position(rng, P)
        if len(case["trick"]) == 3:
            four = [*case["trick"], [case["seat"], rng.choice(case["hand"])]]
            return case["denomination"], four


# declarations


def hands(rng):
    """{seat: eight cards} with many runs and carrés: the pack is cut into blocks of neighbours."""
    by_rank = [r + s for r in RANKS for s in SUITS]
    pack = list(PACK if chance(rng, 0.5) else by_rank)
    dealt = {seat: [] for seat in SEATS}
    for seat in SEATS:  # some whole carrés or runs first
        while len(dealt[seat]) <= 4 and chance(rng, 0.45):
            if chance(rng, 0.5):
                r = rng.choice(RANKS)
                block = [r + s for s in SUITS]
            else:
                length = rng.randint(3, 5)
                low = rng.randint(0, 8 - length)
                suit = rng.choice(SUITS)
                block = [r + suit for r in RANKS[low : low + length]]
            if len(dealt[seat]) + len(block) > 8 or any(c not in pack for c in block):
                break
            dealt[seat] += block
            pack = [c for c in pack if c not in block]
    blocks = []
    largest = rng.choice([1, 2, 3, 4, 5])
    while pack:
        n = rng.randint(1, largest)
        blocks.append(pack[:n])
        pack = pack[n:]
    rng.shuffle(blocks)
    rest = [card for block in blocks for card in block]
    for seat in SEATS:
        n = 8 - len(dealt[seat])
        dealt[seat] += rest[:n]
        rest = rest[n:]
        rng.shuffle(dealt[seat])
    return dealt


# auctions


def _weight(call, lowest):
    """How much a legal call is liked; lowest: the least number that could be bid."""
    if call == "pass":
        return 6.0
    if call in ("coinche", "surcoinche"):
        return 3.0
    if call.startswith(("capot", "generale")):
        return 0.1
    return 0.5 ** (1 + (_number(call) - lowest) / 10)


def _number(call):
    """The number of a number bid, or None."""
    digits = call.rstrip("CDHSTA")
    return int(digits) if digits.isdigit() else None


def _any_call(rng, P):
    value = rng.choice([P["bid.min"] + 5 * rng.randint(-2, 24), "capot", "generale", 200, 640])
    return rng.choice(
        ["pass", "coinche", "surcoinche"] + ["%s%s" % (value, rng.choice(DENOMINATIONS))] * 4
    )


def calls(rng, P, dealer, model):
    """A list of calls [[seat, call], ...], mostly legal by model(P, dealer, calls).

    It may end anywhere; at the latest after an illegal call or when nothing can be said.
    """
    said = []
    eager = rng.choice([0.5, 2.0, 3.0, 6.0])  # how much anything but a pass is liked
    wild = rng.choice([0.0, 0.02, 0.1])
    for _ in range(rng.choice([1, 3, 6, 10, 20, 40, 40, 40])):
        state = model(P, dealer, said)
        if chance(rng, wild) or (state["over"] and not state["others"] and chance(rng, 0.1)):
            seat = state["next"] if state["next"] and chance(rng, 0.6) else rng.choice(SEATS)
            said.append([seat, _any_call(rng, P)])
            if isinstance(model(P, dealer, said), tuple):
                break
            continue
        options = [(state["next"], call) for call in sorted(state["legal"])]
        numbers = [_number(call) for call in state["legal"]]
        lowest = min([n for n in numbers if n is not None], default=0)
        weights = [_weight(call, lowest) * (1 if call == "pass" else eager) for _, call in options]
        for seat, out_of_turn in sorted(state["others"].items()):
            for call in sorted(out_of_turn):
                options.append((seat, call))
                weights.append(0.8 * eager)
        if not options or (state["over"] and chance(rng, 0.3)):
            break
        said.append(list(rng.choices(options, weights)[0]))
    return said


# matches


def _deal(rng, P):
    """A deal event that the rules of the table can mark, now and then one that they cannot."""
    wrong = chance(rng, 0.01)
    slams = [s for s in ("capot", "generale") if P["bid." + s] or wrong]
    contract = rng.choice([80, 80, 90, 100, 100, 110, 120, 140, 160, *slams])
    kinds = [d for d in ("SA", "TA") if P["bid." + d]]
    level = rng.choice([0, 0, 0, 1, 2])
    if not wrong:
        level = min(level, P["dbl.max_level"])
        if isinstance(contract, str) and not P["dbl.capot_allowed"]:
            level = 0
    facts = {
        "contract": contract,
        "denomination": rng.choice(SUITS * 2 + kinds),
        "level": level,
    }
    d = facts["denomination"]
    pile = P["pile." + (d if d in ("SA", "TA") else "suit")]
    way = rng.random()
    if way < 0.12:
        facts["tricks"] = "takers_all"
        if contract == "generale":
            facts["generale_made"] = chance(rng, 0.5)
    elif way < 0.18:
        facts["tricks"] = "defence_all"
    elif way < 0.4:
        facts["taker_points"] = pile // 2  # ties
        if chance(rng, 0.5) and P["bid.min"] <= 80:
            facts.update({"contract": 80, "level": 0})
    else:
        facts["taker_points"] = rng.randint(0, pile)
    most = {"SA": 0, "TA": min(1, P["belote.max_TA"])}.get(d, 1)
    if most and chance(rng, 0.4):
        facts[rng.choice(["belote_takers", "belote_defence"])] = 1
    if P["melds.on"] and chance(rng, 0.2):
        facts[rng.choice(["melds_takers", "melds_defence"])] = rng.choice([20, 50, 100])
    if chance(rng, 0.02):
        facts["last_deal"] = True
    return {"event": "deal", "taker": rng.choice(SEATS), "deal": facts}


def _marks(rng):
    takers = rng.choice(["NS", "WE", None])
    same = rng.choice([0, 80, 160, 250, 500])
    near = [same, same, rng.randint(0, 500)]
    if chance(rng, 0.15):  # nothing but a belote
        loser, made = rng.choice(["NS", "WE"]), rng.choice([True, False])
        winner = "WE" if loser == "NS" else "NS"
        return {
            "event": "marks",
            "takers": winner if made else loser,
            "made": made,
            "marks": {loser: 20, winner: rng.choice([160, 250])},
            "no_trick": loser if made else None,
            "belote": {loser: 20, winner: 0},
        }
    return {
        "event": "marks",
        "takers": takers,
        "made": rng.choice([True, False, None]) if takers else None,
        "marks": {"NS": rng.choice(near), "WE": rng.choice(near)},
        "no_trick": rng.choice([None, None, "NS", "WE"]),
        "belote": rng.choice([{"NS": 0, "WE": 0}, {"NS": 20, "WE": 0}, {"NS": 0, "WE": 20}]),
    }


def live_event(rng, P, live=0):
    """An event of the match that is no correction; live: how many stand before it."""
    kind = rng.choices(
        ["deal", "marks", "all_pass", "misdeal", "penalty", "last_deal", "target", "dealer",
         "rules"],
        [9, 4, 2, 4, 1.2, 0.15, 0.5, 0.7, 0.4],
    )[0]  # fmt: skip
    if kind == "deal":
        return _deal(rng, P)
    if kind == "marks":
        return _marks(rng)
    event = {"event": kind}
    if kind == "misdeal" and chance(rng, 0.3):
        value = rng.choice([80, 120, 160, "capot", "generale"])
        event["after_bid"] = {"seat": rng.choice(SEATS), "value": value}
    elif kind == "penalty":
        event["to"] = rng.choice(["NS", "WE"])
        event["points"] = rng.choice([20, 100, 160, 162])
        event["why"] = "revoke"
        event["ends_deal"] = chance(rng, 0.6)
    elif kind == "target":
        event["value"] = rng.choice([300, 501, 1000, 1010, 2000])
    elif kind == "dealer":
        event["seat"] = rng.choice(SEATS)
    elif kind == "rules":
        event["profile"] = profile_values(rng, ("match.", "deal.", "pen.", "round."), 0.4)
        event["from"] = rng.choice([1, live + 1, live + 3, rng.randint(1, live + 1)])
    return event


def events(rng, P, corrections=0.25, look=None):
    """A list of match events.  Give the match a low target (300 to 1000): it is to end.

    look(events): the state after them, None where the last one cannot be, as match.latest gives;
    with it most lists stay possible to their end, also over the end of the match.  Rules events
    carry a profile as given, {"extends", "values"}, that may not resolve.  Now and then the last
    event is one that cannot be: an undo of nothing, a number that no event has.
    """
    said = []
    log = []  # as it stands, without undo and redo
    undone = []
    state = look([]) if look else None
    for _ in range(rng.choice([2, 5, 10, 15, 25])):
        live = len(match_model.live_events(log))
        wrong = chance(rng, 0.02)
        if not chance(rng, corrections):
            event = live_event(rng, P, live)
            if state and not wrong:
                if state["over"] and event["event"] in match_model.PLAY:
                    continue
                if (
                    event["event"] == "deal"
                    and match_model.SIDE[event["taker"]] == state["no_bid"]
                ):
                    event["taker"] = follower(P, event["taker"])
        else:
            kind = rng.choice(["edit", "delete", "insert", "undo", "undo", "redo", "redo"])
            event = {"event": kind}
            if kind in match_model.CORRECTIONS:
                most = live + (1 if kind == "insert" else 0)
                if not most and not wrong:
                    continue
                event["n"] = live + 2 if wrong else rng.randint(1, most)
                if kind != "delete":
                    event["with"] = live_event(rng, P, event["n"] - 1)
            elif not (log if kind == "undo" else undone) and not wrong:
                continue
        try:
            log_after = list(match_model.logs([*said, event]))[-1]
            match_model.live_events(log_after)
        except (match_model.Refused, ValueError):
            return [*said, event]
        if look:
            after = look([*said, event])
            if after is None:
                if chance(rng, 0.1):
                    return [*said, event]
                continue
            ended = state["over"] and event["event"] in match_model.PLAY
            if ended:
                return [*said, event]
            state = after
        said.append(event)
        log = log_after
        if event["event"] == "undo":
            undone.append(None)
        elif event["event"] == "redo":
            undone.pop()
        else:
            undone = []
    return said
