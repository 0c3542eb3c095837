# What a deal is worth: RULES section 11 in exact integers; numbers in the comments are its
# steps. score() gives the marks and the lines that explain them; needs() what a contract takes
# and what has to be asked about it.  Promises: the lines of a side add up to its marks; no
# float; no rounding but the one that is written; a profile is read by its parameters, never by
# its name.  Totals, held points and the end of the match are left to match.py.

from coinche.deal import convert, counted, counts_when_made, native_pile, pile, read

__all__ = ("convert", "counted", "native_pile", "needs", "pile", "rounded", "score")

_EXTRAS = ("belote_takers", "belote_defence", "melds_takers", "melds_defence")


def rounded(value, scale, profile):
    """value / scale, 0 or more, as the mark that is written (RULES section 12)."""
    return _round(value, scale, profile["round.unit"], profile["round.up_from"])


def _round(value, scale, unit, up):
    if unit == 1:
        return value if scale == 1 else (2 * value + scale) // (2 * scale)
    rest = value % (10 * scale)
    return (value - rest) // scale + (10 if rest >= up * scale else 0)


def score(facts, profile, exact=False):
    """The marks of a deal, or RuleError for facts that cannot be.

    outcome "made", "failed", "litige" or "replay"; made True, False or None; takers, defence: the
    marks; held: points put aside by a litige; no_trick: the side without a trick, or None.
    lines: ("takers" or "defence", amount, what), what being points, contract, base, capot, belote,
    melds or rounding.
    points: (PT, PD, scale), exact numerators before rounding, None when nobody counted.
    test: need, and belote and melds of the takers as far as they count for it, in points; points,
    total, against (None without test.beat): numerators over scale.  None where nothing is tested.
    exact: written without rounding, whatever match.last_deal_exact says of this deal.
    """
    contract, denomination, level, eight, solo, points, other, scale, made = read(facts, profile)
    get = facts.get
    bt = bd = at = ad = 0
    if get("belote_takers"):
        bt = 20 * facts["belote_takers"]
    if get("belote_defence") and profile["belote.defence"]:
        bd = 20 * facts["belote_defence"]
    if profile["melds.on"]:
        at = get("melds_takers") or 0
        ad = get("melds_defence") or 0
    unit = profile["round.unit"]
    if exact or get("last_deal") and profile["match.last_deal_exact"]:
        unit = 1
    if eight or profile["capot.detect"] == "zero_points":
        eight, points, other, scale = _tricks(
            contract, denomination, eight, solo, points, other, scale, profile)
    test = None
    if made is None:
        if contract == "capot":
            made = eight > 0
        elif contract == "generale":
            made = solo is True
        else:
            test = _test(contract, level, points, other, scale, bt, bd, at, ad, profile)
            made = test.pop("made")
    lines = []
    held = takers = defence = 0
    if made is None:
        outcome = profile["test.tie"]
        if outcome == "litige":  # 11.1
            held = _round(points, scale, unit, profile["round.up_from"])
            if not profile["belote.scored"]:
                bt = bd = 0
            if get("last_deal"):
                takers, held = held, 0
            takers = _side(lines, "takers", takers, "points", 1, 0, 0, bt, at, unit, 0)
            defence = _side(lines, "defence", _round(other, scale, unit, profile["round.up_from"]),
                            "points", 1, 0, 0, bd, ad, unit, 0)
    else:
        outcome = "made" if made else "failed"
        takers, defence = _marks(contract, denomination, level, eight, made, points, other, scale,
                                 bt, bd, at, ad, profile, unit, lines)
    return {
        "outcome": outcome,
        "made": made,
        "takers": takers,
        "defence": defence,
        "held": held,
        "lines": lines,
        "test": test,
        "points": None if points is None else (points, other, scale),
        "no_trick": None if not eight else "defence" if eight > 0 else "takers",
    }


def _native258(denomination, profile):
    return denomination == "TA" and profile["pile.TA_method"] == "native258"


def _tricks(contract, denomination, eight, solo, points, other, scale, profile):
    """Steps 1 and 2: who took all eight tricks, and the points that stand for them."""
    if not eight and points is not None and profile["capot.detect"] == "zero_points":
        eight = 1 if other == 0 else -1 if points == 0 else 0
    if eight > 0:
        if solo and contract == "generale":
            return eight, profile["generale.points"], 0, 1
        points = profile["capot.points_bid" if contract == "capot" else "capot.points_unbid"]
        return eight, points + (96 if _native258(denomination, profile) else 0), 0, 1
    return eight, points, other, scale


def _need(contract, profile):
    """Step 3: K."""
    need = contract + profile["test.extra"]
    if contract == 80 and profile["test.need_on_80"] > need:
        return profile["test.need_on_80"]
    return need


def _test(contract, level, points, other, scale, bt, bd, at, ad, profile):
    """Steps 3 to 5 of a number: the test of score(), and made in it, None for a tie."""
    if profile["test.on_rounded"]:
        points = rounded(points, scale, profile)
        other = rounded(other, scale, profile)
        scale = 1
    if not profile["test.belote"]:
        bt = bd = 0
    if not profile["test.melds"]:
        at = ad = 0
    total = points + (bt + at) * scale
    need = _need(contract, profile)
    made = total >= need * scale
    beat = profile["test.beat"]
    against = None
    if beat != "none":
        against = other + (bd + ad) * scale
        if made and total <= against and (beat == "gt" or total < against):
            tie = total == against and not level and profile["test.tie"] != "fail"
            made = None if tie else False
    return {"made": made, "need": need, "points": points, "belote": bt, "melds": at,
            "total": total, "against": against, "scale": scale}


def _marks(contract, denomination, level, eight, made, points, other, scale, bt, bd, at, ad,
           profile, unit, lines):
    """Steps 6 to 10 of a decided deal: its two marks, and their lines appended to lines."""
    slam = type(contract) is not int
    capot = contract == "capot"
    # 6: the contract, and m, mb, mc
    value = profile["capot.contract" if capot else "generale.contract"] if slam else contract
    value *= profile["contract.factor"]["suit" if len(denomination) == 1 else denomination]
    m = mb = 1
    if level:
        m = profile["dbl.level1" if level == 1 else "dbl.level2"]
        mul = profile["dbl.mul_base_slam"] if slam else None
        if profile["dbl.mul_base"] if mul is None else mul:
            mb = m
        if profile["dbl.mul_contract"]:
            value *= m
    up = profile["round.up_from"]
    on_points = profile["round.on"] == "points"
    takers = defence = bonus = 0  # takers and defence in numerators over scale, all else in points
    what = "base"
    if made:
        if level:  # 7b
            base = profile["dbl.base"]
            if slam:
                base = profile["capot.base_bid_dbl" if capot else "generale.base_dbl"]
                if base is None:
                    base = profile["capot.points_bid" if capot else "generale.points"]
            elif eight > 0 and profile["capot.base_unbid_dbl"] is not None:
                base = profile["capot.base_unbid_dbl"]
            of_defence = profile["dbl.defence_points"]
        else:  # 7a
            base = "points" if profile["made.points"] else 0
            of_defence = base and profile["made.defence_points"]
        if of_defence:
            if not on_points:
                defence = other
            elif profile["round.complement"] and unit == 10 and not eight:
                defence = (_round(pile(denomination, profile), 1, unit, up)
                           - _round(points, scale, unit, up))
            else:
                defence = _round(other, scale, unit, up)
        if base == "points":
            what = "points"
            base = _round(points, scale, unit, up) if on_points else points
        elif of_defence and not on_points:
            base *= scale
        else:
            scale = 1
        takers = base * mb
        if eight > 0:  # 7c
            if what == "points" or slam or base != profile["dbl.base"]:
                what = "capot"
            bonus = profile["capot.bonus"] * mb
            if level and not slam:
                bonus += profile["capot.bonus_dbl"]
        if on_points:
            scale = 1
        if not profile["made.contract"]:
            value = 0
    else:  # 7d
        scale = 1
        base = profile["fail.base"]
        if base == "pile":
            base = pile(denomination, profile)
        if denomination == "SA" and profile["fail.base_SA"] is not None:
            base = profile["fail.base_SA"]
        if slam:
            own = profile["capot.fail_base" if capot else "generale.fail_base"]
            if own is not None:
                base = own
        if eight < 0 and profile["capot.defence_base"] is not None:
            base = profile["capot.defence_base"] + (96 if _native258(denomination, profile) else 0)
            what = "capot"
        defence = base * mb
        if not profile["fail.contract"]:
            value = 0
    if bt or bd:  # 8
        if not profile["belote.scored"]:
            bt = bd = 0
        else:
            rule = "holder"
            if level:
                rule = profile["belote.on_dbl_made" if made else "belote.on_dbl_fail"]
            if rule == "lost":
                bd = 0
            elif rule == "winner":
                bt, bd = (bt + bd, 0) if made else (0, bt + bd)
            elif not made and profile["belote.on_fail"] == "defence":
                bt, bd = 0, bt + bd
            elif eight > 0 and profile["belote.on_capot"] == "winner":
                bt, bd = bt + bd, 0
            if profile["dbl.mul_belote"]:
                if made:
                    bt *= m
                else:
                    bd *= m
    if at or ad:  # 9
        if made:
            if (level and profile["melds.on_dbl_made"] == "winner"
                    or eight > 0 and profile["melds.on_capot"] == "winner"):
                at, ad = at + ad, 0
        elif profile["melds.on_fail"] == "defence":
            at, ad = 0, at + ad
        if profile["dbl.mul_melds"]:
            if made:
                at *= m
            else:
                ad *= m
    # 10
    if on_points:
        up = 0
    if made:
        takers = _side(lines, "takers", takers, what, scale, value, bonus, bt, at, unit, up)
        if defence or bd or ad:
            defence = _side(lines, "defence", defence, "points", scale, 0, 0, bd, ad, unit, up)
    else:
        if bt or at:
            takers = _side(lines, "takers", 0, what, 1, 0, 0, bt, at, unit, up)
        defence = _side(lines, "defence", defence, what, 1, value, 0, bd, ad, unit, up)
    return takers, defence


def _side(lines, side, base, what, scale, value, bonus, belote, melds, unit, up):
    """The mark of one side, and its lines; up 0: nothing more is rounded.

    A fraction stands in its line as the nearest integer.
    """
    mark = base + scale * (value + bonus + belote + melds)
    if up:
        mark = _round(mark, scale, unit, up)
    rest = mark
    if base:
        if scale > 1:
            base = _round(base, scale, 1, 0)
        lines.append((side, base, what))
        rest -= base
    if value:
        lines.append((side, value, "contract"))
        rest -= value
    if bonus:
        lines.append((side, bonus, "capot"))
        rest -= bonus
    if belote:
        lines.append((side, belote, "belote"))
        rest -= belote
    if melds:
        lines.append((side, melds, "melds"))
        rest -= melds
    if rest:
        lines.append((side, rest, "rounding"))
    return mark


# ---- what a contract takes, and what has to be asked about it

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
    known = {"taker_points": 0}
    for field in ("contract", "denomination", "level", "last_deal"):
        known[field] = contract.get(field)
    if facts:
        for field in _EXTRAS:
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
        return _tricks(bid, denomination, 0, False, points, other, scale, profile)

    def is_made(count, last):
        _, points, other, scale = tricks(count, last)
        return _test(bid, level, points, other, scale, bt, bd, at, ad, profile)["made"] is True

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
        takers, defence = _marks(bid, denomination, level, eight, made, points, other, scale,
                                 bt, bd, at, ad, profile, unit, [])
        return {"takers": takers, "defence": defence}

    slam = type(bid) is not int
    last = True if field == "native_cards" else None
    least = if_made = None
    if slam:
        if_made = marks(True, *_tricks(bid, denomination, 1, True, None, None, 1, profile))
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
    extra = 96 if _native258(denomination, profile) else 0
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
        need = _need(bid, profile)
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
