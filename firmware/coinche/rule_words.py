"""The rules of a table in a few words, for people, on panels with room; they do not tell all
profiles apart, as tools/ticket.py does."""


def words(p, most=4):
    """Up to most phrases, what matters most first: tuples (text id, numbers for its blanks).

    The texts are in tools/data/ticket_words.json, in the words of a French café and in English.
    """
    made = "both" if p["made.points"] and p["made.contract"] else ""
    out = [("w.made." + (made or ("points" if p["made.points"] else "bid")),)]
    base = p["fail.base"]
    plus = ".bid" if p["fail.contract"] else ""
    if base == "pile":
        out.append(("w.fail.pile" + plus,))
    elif base == 0:
        out.append(("w.fail.bid_only",))
    else:
        out.append(("w.fail" + plus, base))
    out.append(_doubled_words(p))
    if p["test.need_on_80"]:
        out.append(("w.need", p["test.need_on_80"]))
    if p["test.extra"]:
        out.append(("w.extra", p["test.extra"]))
    if p["test.beat"] != "none":
        out.append(("w.beat." + p["test.beat"],))
    out.append(("w.melds.on" if p["melds.on"] else "w.melds.off",))
    if p["round.unit"] == 10:
        out.append(("w.round.%d" % p["round.up_from"],))
    out.append(("w.suits" + (".SA" if p["bid.SA"] else "") + (".TA" if p["bid.TA"] else ""),))
    if p["belote.on_fail"] == "defence":
        out.append(("w.belote.lost",))
    return out[:most]


def _doubled_words(p):
    level, base = p["dbl.max_level"], p["dbl.base"]
    if level == 0:
        return ("w.dbl.none",)
    times = (p["dbl.level1"], p["dbl.level2"])[:level]
    plural = ".two" if level == 2 else ".one"
    is_flat = not p["made.contract"] and not p["fail.contract"]
    if is_flat and base != "points" and p["dbl.mul_base"]:
        return ("w.dbl.flat" + plural,) + tuple([base * m for m in times])
    if not p["dbl.mul_base"]:
        return ("w.dbl.bid" + plural,) + times
    return ("w.dbl" + plural,) + times
