"""What a contract takes, and what has to be asked about it: read from the parameters that score
it, so that a question is asked only if its answer can change a mark or the end of the match."""

from coinche.deal import convert, counted, counts_when_made, pile, read
from coinche.errors import RuleError
from coinche.scoring import is_native258, marks_of, need_of, rounded, test_of, tricks_of

_SAID = ("belote_takers", "belote_defence", "melds_takers", "melds_defence")


def needs(contract, profile, facts=None):
    """What the takers need, what making and failing write, and the questions that matter.

    contract: contract, denomination, level, last_deal if known; facts: belotes and declarations so
    far.  Other fields of a deal in either are left aside.
    least: the least count of the takers with which score says made, in the unit of counted(); for
    native_cards with the last trick, and least_without without it.  None for a slam, and when no
    count makes it.
    if_least, if_failed: {"takers", "defence"}; if_made: likewise, the marks of a made slam too.
    ask: [{"fact", "of", "when"}] in order; when {} is always.  of: the answers of result,
    last_trick, generale; the sides whose belotes or declarations matter; the field that takes the
    points, that is the count of the takers, with pile (out of what), native (converted), min, max.
    A question is asked when its answer can change a mark or the match, or when score needs it to
    come to the result by itself: deals that answer alike have equal marks, and the answers alone
    are facts that score to them.
    """
    if type(contract) is not dict:
        raise RuleError("contract", "must_be", "an object")
    if facts is not None and type(facts) is not dict:
        raise RuleError("facts", "must_be", "an object")
    known = {"taker_points": 0}
    for field in ("contract", "denomination", "level", "last_deal"):
        known[field] = contract.get(field)
    if facts:
        for field in _SAID:
            known[field] = facts.get(field)
    bid, denomination, level = read(known, profile)[:3]
    bt = 20 * (known.get("belote_takers") or 0)
    bd = 20 * (known.get("belote_defence") or 0) if profile["belote.defence"] else 0
    at = ad = 0
    if profile["melds.on"]:
        at = known.get("melds_takers") or 0
        ad = known.get("melds_defence") or 0
    unit = profile["round.unit"]
    if known["last_deal"] and profile["match.last_deal_exact"]:
        unit = 1
    field, most = counted(denomination, profile)

    def tricks(count, last):
        if field == "taker_points":
            points, other, scale = count, most - count, 1
        else:
            points, other, scale = convert(denomination, profile, count, last)
        return tricks_of(bid, denomination, 0, False, points, other, scale, profile)

    def is_made(count, last):
        _, points, other, scale = tricks(count, last)
        return test_of(bid, level, points, other, scale, bt, bd, at, ad, profile)["made"] is True

    def first(last):
        """The least count that makes it: more points never unmake a contract."""
        if not is_made(most, last):
            return None
        low, high = 0, most
        while low < high:
            middle = (low + high) >> 1
            if is_made(middle, last):
                high = middle
            else:
                low = middle + 1
        return low

    def marks(made, eight, points, other, scale):
        takers, defence = marks_of(
            bid, denomination, level, eight, made, points, other, scale, bt, bd, at, ad,
            profile, unit, [])
        return {"takers": takers, "defence": defence}

    slam = type(bid) is not int
    last = True if field == "native_cards" else None
    least = if_made = None
    if slam:
        if_made = marks(True, *tricks_of(bid, denomination, 1, True, None, None, 1, profile))
    else:
        least = first(last)
        if least is not None:
            if_made = marks(True, *tricks(least, last))
    out = {
        "least": least,
        "if_least": None if slam else if_made,
        "if_made": if_made,
        "if_failed": marks(False, 0, None, None, 1),
        "ask": _ask(bid, denomination, level, field, most, profile),
    }
    if last and not slam:
        out["least_without"] = first(False)
    return out


def _can(points, other, need, bt, bd, melds, profile):
    """(may be made, may fail) with these points and any belotes and declarations up to these."""
    if profile["test.on_rounded"]:
        points = rounded(points, 1, profile)
        other = rounded(other, 1, profile)
    beat = profile["test.beat"]
    best = points + bt + melds
    worst = other + bd + melds
    made = best >= need and (beat == "none" or best > other or beat == "ge" and best == other)
    fails = points < need or beat != "none" and (
        points < worst or beat == "gt" and points == worst)
    return made, fails


def _ask(bid, denomination, level, field, most, profile):
    slam = type(bid) is not int
    full = pile(denomination, profile)
    extra = 96 if is_native258(denomination, profile) else 0
    veto = profile["match.veto"]
    zero = profile["capot.detect"] == "zero_points"
    tie = profile["test.tie"]
    belotes = 1
    if len(denomination) > 1:
        belotes = 0 if denomination == "SA" else profile["belote.max_TA"]
    melds = profile["melds.on"]
    scored = profile["belote.scored"]
    of_defence = profile["belote.defence"]
    dbl_made = profile["belote.on_dbl_made"] if level else "holder"

    # what can move the test: belotes of takers, of the defence, declarations (without limit)
    bt = 20 * belotes if not slam and profile["test.belote"] else 0
    bd = bt if of_defence and profile["test.beat"] != "none" else 0
    at = 10000 if not slam and melds and profile["test.melds"] else 0

    # whether all eight tricks move a belote of the defence that would stay, when made, when failed
    moves = belotes and scored and of_defence and profile["belote.on_capot"] == "winner"
    moves_made = moves and dbl_made == "holder"
    moves_failed = moves and profile["belote.on_fail"] == "holder" and not (
        level and profile["belote.on_dbl_fail"] == "winner")

    results = ["made", "failed"]
    counts = []  # the results that need the count
    retest = []  # those whose facts score tests again
    all_failed = lost_made = False
    if slam:
        if zero:
            counts.append("failed")
        elif bid == "generale" and (veto != "none" or moves_failed):
            results.append("capot")
    else:
        need = need_of(bid, profile)
        all_points = profile["capot.points_unbid"] + extra
        all_made, all_failed = _can(all_points, 0, need, bt, bd, at, profile)
        lost_made, lost_failed = _can(0, full, need, bt, bd, at, profile)
        if counts_when_made(level, profile):
            counts.append("made")
        if zero:
            counts.append("failed")
        else:
            unbid = profile["capot.base_unbid_dbl"]
            base = profile["dbl.base"]
            if base == "points":
                base = rounded(full, 1, profile) if profile["round.on"] == "points" else full
            if (veto != "none" or profile["capot.bonus"]
                    or counts and all_points != full
                    or level and profile["capot.bonus_dbl"]
                    or level and unbid is not None and unbid != base
                    or moves_made or moves_failed and all_failed
                    or melds and profile["melds.on_capot"] == "winner"
                    and not (level and profile["melds.on_dbl_made"] == "winner")):
                results.append("capot")
                if all_made and all_failed:
                    retest.append("capot")
    if not zero:
        base = profile["fail.base"]
        if base == "pile":
            base = full
        if denomination == "SA" and profile["fail.base_SA"] is not None:
            base = profile["fail.base_SA"]
        if slam:
            own = profile["capot.fail_base" if bid == "capot" else "generale.fail_base"]
            base = base if own is None else own
        lost = profile["capot.defence_base"]
        # a side blocked by belote_alone waits for a trick, so its failure without one differs
        if (lost is not None and lost + extra != base or veto != "none" and lost_made
                or veto == "belote_alone_if_capot_or_failed"):
            results.append("defence_all")
            if lost_made and lost_failed:
                retest.append("defence_all")
    if (not slam and not level and profile["test.beat"] == "gt" and tie != "fail"
            and 2 * need <= full + bt + at + (10 if profile["test.on_rounded"] else 0)):
        results.append("tie")
        counts.append("tie")
    retest += counts

    ask = [{"fact": "result", "of": results, "when": {}}]

    def add(fact, of, when):
        question = {"fact": fact, "of": of,
                    "when": {} if len(when) == len(results) else {"result": when}}
        ask.append(question)
        return question

    if bid == "generale" and "capot" in results:
        add("generale", [True, False], ["capot"])
    if counts:
        question = add("points", [field], counts)
        question["pile"] = most
        question["native"] = field != "taker_points"
        question["min"] = 0
        question["max"] = most
        if field == "native_cards":
            add("last_trick", ["takers", "defence"], counts)

    # the belotes that are written, or tested by score; results with the same sides in one question
    groups = []
    for result in results:
        written = scored and (result != "tie" or tie == "litige")
        tested = result in retest
        lost = dbl_made == "lost" and (
            result == "made" or result == "capot" and not (slam or all_failed))
        sides = []
        if written or tested and bt:
            sides.append("takers")
        if of_defence and (written and not lost or tested and bd):
            sides.append("defence")
        if belotes and sides:
            for same, when in groups:
                if same == sides:
                    when.append(result)
                    break
            else:
                groups.append((sides, [result]))
    for sides, when in groups:
        add("belote", sides, when)
    if melds:
        add("melds", ["takers", "defence"],
            [r for r in results if r != "tie" or at or tie == "litige"])
    return ask
