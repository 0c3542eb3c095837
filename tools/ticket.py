"""The rules of a table on one line, and in a few words.

ticket: short tokens; what is usual is not said.  Profiles that mark any deal differently, or end a
match differently, never show the same tokens.  For people, on panels with room:
coinche/rule_words.py.

How a ticket reads (the tail after the arrow is only there where a table is unusual):
F points made, D the contract, d the defence · "F/0" the defence writes nothing on success
160 failed: 160 and the contract; "=160" without it; "pile" all points; "/SA152" at no-trump
×2/×4 coinche and surcoinche; "D×2" multiplies the contract only, "F×2" the card part only;
  ":F" ":162" the card part where it is not that of a failure; "+d" the defence keeps its points
80=82 an 80 needs 82 · D+2 two more than bid · ≥d >d at least, more than the defence · T↑ judged
  after rounding · >d:½ equal totals: litige, >d:↺ played again
B: the belote: déf takers who fail lose it; × the winner of a coinche has all (×+ made, ×− failed,
  ×0 the defence's is lost); C with all tricks; 0 not written; pr takers only; m multiplied;
  T outside the test; TA1 at all-trump
A declarations are played: h kept on failure; × C m T as above; 1er first said wins a tie; + cards
  used twice; 7A 7D four 7 or 8 cancel declarations, the deal
5↑ 6↑ tens, from 5, from 6; L the finished line; c complement; 1↑ points before the line
≥2000 >2000 12d the target, or so many deals · ↺ ↻ the direction of the deal
SA TA are bid; the way they are counted; A100.100.200.150 carrés of A 10 J 9
C the capot: D270 its contract; F a n its points, bid, not bid; × the same when doubled; − failed;
  d by the defence; + extra; ×F ×D what is multiplied; !× never doubled; 0 not bid; 0p by points
G the générale, likewise · ≥≥ both over · == equal totals · V Vb veto · fin exact last deal
"""

_PILES = {
    "ace19": "", "ace11_x152/120": ":11", "ace11_raw": ":130",
    "x162/258": "", "native258": ":258", "x152/248": ":248",
    "table_J13_Q2": ":13", "table_J14_Q1": ":14",
}  # fmt: skip
_DOUBLED = {
    ("holder", "holder"): "", ("winner", "winner"): "×", ("winner", "holder"): "×+",
    ("holder", "winner"): "×−", ("lost", "holder"): "×0", ("lost", "winner"): "×0−",
}  # fmt: skip
_BOTH = {"last_deal_winner": "fait", "last_deal_higher": "haut", "takers": "pr"}
_CARRES = ("aces", "tens", "jacks", "nines")


def ticket(p, target=None):
    """List of tokens of a resolved profile; target: the match's own, where it has one."""
    tokens = [_made(p), _fail(p), _doubled(p)]
    tokens += _test(p) + _belote(p) + _melds(p) + _round(p)
    if p["match.quota_deals"]:
        tokens.append("%dd" % p["match.quota_deals"])
    else:
        sign = {"ge": "≥", "gt": ">"}[p["match.reach"]]
        tokens.append(sign + str(target or p["match.target"]))
    tokens.append({"ccw": "↺", "cw": "↻"}[p["deal.direction"]])
    return tokens + _no_suit(p) + _capot(p) + _generale(p) + _end(p)


def _made(p):
    text = "+".join([c for c, on in (("F", "made.points"), ("D", "made.contract")) if p[on]])
    return text + ("/0" if p["made.points"] and not p["made.defence_points"] else "")


def _fail(p):
    text = ("" if p["fail.contract"] else "=") + str(p["fail.base"])
    if p["bid.SA"] and p["fail.base_SA"] is not None:
        text += "/SA%d" % p["fail.base_SA"]
    return text


def _doubled(p):
    level = p["dbl.max_level"]
    if level == 0:
        return "×1"
    text = "×%d" % p["dbl.level1"]
    if level == 2:
        text += "/×%d" % p["dbl.level2"]
    if not p["dbl.mul_base"]:
        text = "D" + text
    if not p["dbl.mul_contract"]:
        text = "F" + text
    if p["dbl.base"] != p["fail.base"]:
        text += ":" + ("F" if p["dbl.base"] == "points" else str(p["dbl.base"]))
    return text + ("+d" if p["dbl.defence_points"] else "")


def _test(p):
    out = []
    if p["test.need_on_80"]:
        out.append("80=%d" % p["test.need_on_80"])
    if p["test.extra"]:
        out.append("D+%d" % p["test.extra"])
    if p["test.beat"] == "ge":
        out.append("≥d")
    if p["test.beat"] == "gt":
        out.append(">d" + {"fail": "", "litige": ":½", "replay": ":↺"}[p["test.tie"]])
    if p["test.on_rounded"]:
        out.append("T↑")
    return out


def _joined(head, parts, bare=False):
    parts = [part for part in parts if part]
    if parts:
        return [head + ":" + ",".join(parts)]
    return [head] if bare else []


def _belote(p):
    most = p["belote.max_TA"]
    parts = (
        "" if p["belote.scored"] else "0",
        "" if p["belote.defence"] else "pr",
        "déf" if p["belote.on_fail"] == "defence" else "",
        _DOUBLED[p["belote.on_dbl_made"], p["belote.on_dbl_fail"]],
        "C" if p["belote.on_capot"] == "winner" else "",
        "m" if p["dbl.mul_belote"] else "",
        "" if p["test.belote"] else "T",
        "TA%d" % most if p["bid.TA"] and most != 4 else "",
    )
    return _joined("B", parts)


def _melds(p):
    if not p["melds.on"]:
        return []
    parts = (
        "h" if p["melds.on_fail"] == "holder" else "",
        "×" if p["melds.on_dbl_made"] == "winner" else "",
        "C" if p["melds.on_capot"] == "winner" else "",
        "m" if p["dbl.mul_melds"] else "",
        "" if p["test.melds"] else "T",
        "1er" if p["melds.tie"] == "first" else "",
        "+" if p["melds.card_reuse"] else "",
        {"zero": "", "cancel_melds": "7A", "cancel_deal": "7D"}[p["melds.four_7_8"]],
    )
    return _joined("A", parts, True)


def _round(p):
    if p["round.unit"] == 1:
        return ["1↑"] if p["round.on"] == "points" else []
    text = "%d↑" % p["round.up_from"]
    if p["round.on"] == "line":
        text += "L"
    return [text + ("c" if p["round.complement"] else "")]


def _no_suit(p):
    out = []
    if p["bid.SA"]:
        text = "SA" + _PILES[p["pile.SA_method"]]
        if p["contract.factor"]["SA"] != 1:
            text += "×%d" % p["contract.factor"]["SA"]
        carres = [p["melds.SA_carre_" + name] for name in _CARRES]
        if p["melds.on"] and carres != [200, 150, 100, 100]:
            text += ":A" + ".".join([str(points) for points in carres])
        out.append(text)
    if p["bid.TA"]:
        out.append("TA" + _PILES[p["pile.TA_method"]])
    return out


def _pair(mark, bid, unbid, usual):
    """Parts for two values of the capot, one where they are alike."""
    if bid == unbid:
        return "" if bid == usual else mark + ("" if mark else "F") + str(bid)
    parts = [mark + letter + str(v) for letter, v in (("a", bid), ("n", unbid)) if v != usual]
    return ",".join(parts)


def _unless(mark, value, usual):
    return "" if value == usual else mark + str(value)


def _capot(p):
    parts = [
        "" if p["bid.capot"] else "0",
        _unless("D", p["capot.contract"], 250),
        _pair("", p["capot.points_bid"], p["capot.points_unbid"], 250),
        _pair("×", p["capot.base_bid_dbl"], p["capot.base_unbid_dbl"], None),
        _unless("−", p["capot.fail_base"], None),
        _unless("d", p["capot.defence_base"], None),
        _unless("+", p["capot.bonus"], 0),
        _unless("×+", p["capot.bonus_dbl"], 0),
        {None: "", True: "×F", False: "×D"}[p["dbl.mul_base_slam"]],
        "" if p["dbl.capot_allowed"] else "!×",
        "0p" if p["capot.detect"] == "zero_points" else "",
    ]
    return _joined("C", parts)


def _generale(p):
    if not p["bid.generale"]:
        return []
    parts = (
        _unless("D", p["generale.contract"], 500),
        _unless("F", p["generale.points"], 500),
        _unless("×", p["generale.base_dbl"], None),
        _unless("−", p["generale.fail_base"], None),
    )
    return _joined("G", parts, True)


def _end(p):
    out = []
    if p["match.both"] != "higher_total":
        out.append("≥≥" + _BOTH[p["match.both"]])
    if p["match.tie"] != "extra_deal":
        out.append("==" + {"last_deal_winner": "fait", "shared": "½"}[p["match.tie"]])
    if p["match.veto"] != "none":
        out.append({"capot_or_failed": "V"}.get(p["match.veto"], "Vb"))
    if p["match.last_deal_exact"] and p["round.unit"] == 10:
        out.append("fin")
    return out
