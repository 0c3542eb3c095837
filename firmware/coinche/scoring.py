"""What a deal is worth: RULES section 11 in exact integers; numbers in the comments are its steps.
Promises: the lines of a side add up to its marks; no float; no rounding but the one that is
written; a profile is read by its parameters, never by its name.  Totals, held points and the
end of the match are left to match.py, what has to be asked to needs.py.
"""

from coinche.deal import pile, read


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
        eight, points, other, scale = tricks_of(
            contract, denomination, eight, solo, points, other, scale, profile)
    test = None
    if made is None:
        if contract == "capot":
            made = eight > 0
        elif contract == "generale":
            made = solo is True
        else:
            test = test_of(contract, level, points, other, scale, bt, bd, at, ad, profile)
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
        takers, defence = marks_of(
            contract, denomination, level, eight, made, points, other, scale, bt, bd, at, ad,
            profile, unit, lines)
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


def is_native258(denomination, profile):
    return denomination == "TA" and profile["pile.TA_method"] == "native258"


def tricks_of(contract, denomination, eight, solo, points, other, scale, profile):
    """Steps 1 and 2: who took all eight tricks, and the points that stand for them."""
    if not eight and points is not None and profile["capot.detect"] == "zero_points":
        eight = 1 if other == 0 else -1 if points == 0 else 0
    if eight > 0:
        if solo and contract == "generale":
            return eight, profile["generale.points"], 0, 1
        points = profile["capot.points_bid" if contract == "capot" else "capot.points_unbid"]
        return eight, points + (96 if is_native258(denomination, profile) else 0), 0, 1
    return eight, points, other, scale


def need_of(contract, profile):
    """Step 3: K."""
    need = contract + profile["test.extra"]
    if contract == 80 and profile["test.need_on_80"] > need:
        return profile["test.need_on_80"]
    return need


def test_of(contract, level, points, other, scale, bt, bd, at, ad, profile):
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
    need = need_of(contract, profile)
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


def marks_of(contract, denomination, level, eight, made, points, other, scale, bt, bd, at, ad,
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
            base = profile["capot.defence_base"]
            base += 96 if is_native258(denomination, profile) else 0
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
