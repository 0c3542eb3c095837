"""The cases of the disputes about marks: the contract, what is written, coinche and slams, piles.

A case has score play a deal and tells what it did; it does not read the parameter that decides.
Claims are described in claims.py.
"""

from claims import table
from coinche import auction, tricks
from coinche.cards import RANKS, SUITS
from coinche.scoring import rounded, score
from coinche.seats import SEATS
from positions import (
    both,
    card_part,
    compared,
    deal,
    facts_of,
    held_points_follow,
    in_denomination,
    line,
    need,
    no_coinche,
    no_melds,
    played_again,
    refuses,
    rounds,
    slam,
    times,
    times_cards,
    times_contract,
    whole,
    writer,
)
from support import refused

CASES, case = table()


# ---- 1 to 9: the contract


@case(
    1,
    but_80=("sauf à 80", "except on 80"),
    ge=("n'a pas plus|ne doit pas avoir plus", "has no more|may not have more"),
    gt=("a moins|avoir moins", "has less|have less"),
)
def exactly_the_bid(P):
    is_made, more = deal(P, 100, 100)["made"], need(P, 100) - 100
    claims = ["yes"] if is_made else ["no", more]
    if need(P, 80) != 80 + more:
        claims += ["but_80", 80, need(P, 80)]
    if is_made and compared(P) != "none":
        claims.append(compared(P))
    return tuple(claims)


def _more_than_80(P, *more):
    """Both sentences are true of the need."""
    least = need(P, 80)
    return [("no", "special", 80, least) + more, ("no", "more", least - 80, 80) + more]


@case(
    2,
    special=("Sur un 80, il faut", "On an 80 you need"),
    more=("points de plus que 80", "points more than 80"),
    only=("Seul le chiffre demandé compte", "Only the number you bid counts"),
    fewer=("Ils ont plus de points que vous", "They have more points than you"),
    first=("On arrondit d'abord", "You round first"),
    tie=("à égalité c'est fait", "a tie is made"),
    beat=("il faut plus que la défense", "you need more than the defence"),
    litige=("Litige.", "Litige."),
    held=("Vos points iront à qui gagne", "Your points go to whoever wins"),
    replay=("on rejoue la donne, même donneur", "play the deal again, same dealer"),
)
def eighty_against_eighty_two(P):
    facts = facts_of(80, 80)
    result = score(facts, P)
    outcome, test = result["outcome"], result["test"]
    if test["need"] > 80:
        return _more_than_80(P)
    if test["against"] is None:
        return ("yes" if outcome == "made" else "no", "only")
    if test["total"] < test["against"]:
        return ("yes" if outcome == "made" else "no", "fewer")
    if outcome in ("made", "failed"):
        return ("yes", "first", "tie", 80) if result["made"] else ("no", "first", "beat", 80)
    if outcome == "replay":
        return ("first", "replay", 80) if played_again(P, facts) else ("first", 80)
    return ("first", "litige", "held", 80) if held_points_follow(P, facts) else ("first", 80)


@case(
    3,
    special=("Sur un 80, il faut", "On an 80 you need"),
    more=("points de plus que 80", "points more than 80"),
    failed=("c'est chuté", "it fails"),
    enough=("suffit pour un 80", "is enough for an 80"),
    beat=("Il faut plus que la défense", "You need more than the defence"),
    litige=("Litige.", "Litige."),
    held=("vos points iront à qui gagne", "your points go to whoever wins"),
    replay=("on rejoue la donne, même donneur", "play the deal again, same dealer"),
)
def eighty_one_all(P):
    facts = facts_of(80, 81)
    result = score(facts, P)
    outcome = result["outcome"]
    if result["test"]["need"] > 80:
        return _more_than_80(P, *(["failed"] if outcome == "failed" else []))
    if outcome == "made":
        return ("yes", "enough", 81, 80)
    if outcome == "failed":
        return ("no", "beat", "failed")
    if outcome == "replay":
        return ("replay",) if played_again(P, facts) else ()
    return ("litige", "held", result["defence"]) if held_points_follow(P, facts) else ("litige",)


@case(
    4,
    exact=("au point près", "on exact points"),
    first=("on arrondit d'abord", "you round first"),
    never=("on n'arrondit pas", "There is no rounding"),
)
def rounding_saves(P):
    result = deal(P, 90, 89)
    test = result["test"]
    answer = "yes" if result["made"] else "no"
    if test["total"] == 89:
        return (answer, "exact") if rounds(P) else [(answer, "exact"), (answer, "never")]
    if result["made"]:
        return (answer, "first", 89, test["total"])
    return (answer, 89, test["total"], test["need"] - 90)


@case(
    5,
    only=("Seul le chiffre demandé compte", "Only the number you bid counts"),
    ge=("à égalité, c'est fait", "if you are equal it is made"),
    gt=("et plus de points qu'eux", "and more points than they have"),
)
def they_have_more(P):
    how = compared(P)
    return ("yes", "only") if how == "none" else ("no", how)


@case(6)
def belote_helps(P):
    if deal(P, 100, 90)["made"]:
        return ()
    result = deal(P, 100, 90, belote_takers=1)
    return ("yes", result["test"]["belote"]) if result["made"] else ("no",)


@case(
    7,
    alone=("On ne compare pas les deux camps", "The two sides are not compared"),
    left_out=("On compare sans les belotes", "The comparison leaves the belotes out"),
)
def their_belote_beats_us(P):
    plain, result = deal(P, 60, 86), deal(P, 60, 86, belote_defence=1)
    if plain["made"] and not result["made"]:
        test = result["test"]
        return ("yes", test["against"] - plain["test"]["against"])
    if compared(P) == "none":
        return ("no", "alone")
    if not deal(P, 60, 76, belote_takers=1)["made"]:  # nor does the belote of the takers
        return ("no", "left_out")
    is_nothing = plain["lines"] == result["lines"]
    return ("no", "worthless") if is_nothing else ("no",)


@case(
    8,
    added=("s'ajoutent à vos points", "are added to your points"),
    written=("Elles se marquent, mais n'aident pas", "They are written but do not help"),
)
def declarations_help(P):
    if no_melds(P):
        return ("melds_off",)
    if deal(P, 100, 90, melds_takers=20)["made"]:
        return ("yes", "added")
    is_written = line(deal(P, melds_takers=20), "takers", "melds") == 20
    return ("no", "written") if is_written else ("no",)


@case(
    9,
    tricks=("Les huit plis.", "All eight tricks."),
    points=("Les points.", "The points."),
)
def what_a_capot_is(P):
    assert slam(P)["no_trick"] == "defence"
    return ("tricks",) if deal(P, 90, 162)["no_trick"] is None else ("points",)


# ---- 10 to 19: what is written


@case(
    10,
    both=("Les deux.", "Both."),
    contract=("Le contrat.", "The contract."),
    points=("Les points.", "The points."),
)
def made_writes(P):
    result = deal(P)
    points, contract = line(result, "takers", "points"), line(result, "takers", "contract")
    what = "both" if points and contract else "contract" if contract else "points"
    return (what, 100, 120) + both(result)


@case(
    11,
    neither=("Ni l'un ni l'autre, le contrat seul", "Neither, only the contract"),
    whole=("Tous les points", "All the points"),
    at_SA=("à sans atout", "at no-trump"),
    at_TA=("à tout atout", "at all-trump"),
)
def failed_writes(P):
    result = deal(P, points=60)
    base, mark = card_part(result, "defence"), result["defence"]
    others = ()
    for denomination in ("SA", "TA"):
        if not refuses(P, denomination):
            part = card_part(in_denomination(P, denomination, 20), "defence")
            if part != base:
                others += ("at_" + denomination, part)
    others += (100, mark)
    if not base:
        return ("neither",) + others
    named, plain = ("whole", base) + others, (base,) + others
    if base != whole(result):
        return plain
    return [named, plain] if "at_TA" not in others else named


@case(12, alone=("Il se marque seul", "It is all that is written"))
def failed_adds_the_contract(P):
    result = deal(P, points=60)
    answer = "no"
    if line(result, "defence", "contract"):
        answer = "yes" if card_part(result, "defence") else "alone"
    return (answer, 100, result["defence"])


@case(13, goes=("elle passe en face", "it goes to the others"))
def failed_with_the_belote(P):
    result = deal(P, points=60, belote_takers=1)
    who = writer(result, "belote")
    if not who:
        return ("unscored",)
    return (("yes",) if who == "takers" else ("no", "goes")) + (100,) + both(result)


@case(14)
def made_against_the_belote(P):
    result = deal(P, belote_defence=1)
    if writer(result, "belote") == "defence":
        return ("yes", line(result, "defence", "belote"), 100, 120) + both(result)
    return ("no", "worthless") if writer(deal(P, belote_takers=1), "belote") else ("unscored",)


@case(
    15,
    theirs=("À la défense", "To the defence"),
    ours=("Elle reste à vous", "It stays with you"),
)
def failed_with_a_tierce(P):
    if no_melds(P):
        return ("melds_off",)
    who = writer(deal(P, points=60, melds_takers=20), "melds")
    return ({"takers": "ours", "defence": "theirs"}[who],)


@case(
    16,
    never=("on n'arrondit pas", "There is no rounding"),
    up=("À partir de", "From"),
    later=("On ne monte qu'à partir de", "It only goes up from"),
)
def eighty_five(P):
    mark = rounded(85, 1, P)
    if not rounds(P):
        return ("never", mark)
    first = min([digit for digit in range(10) if rounded(80 + digit, 1, P) == 90])
    return ("up" if mark == 90 else "later", mark, first)


@case(
    17,
    never=("Pas d'arrondi", "No rounding"),
    sum=("le compte fait", "which makes"),
    rest=("la défense a le reste", "the defence has the rest"),
)
def eighty_seven_and_seventy_five(P):
    ours, theirs = rounded(87, 1, P), rounded(75, 1, P)
    if not rounds(P):
        return ("never", ours, theirs)
    plain = ("yes", ours, theirs) if theirs == 80 else ("no", "sum", ours, theirs, ours + theirs)
    for level in (0, 1):
        if level and no_coinche(P):
            continue
        seventy_five, seventy_six = [deal(P, 60, ours, level)["defence"] for ours in (87, 86)]
        if seventy_five:
            if seventy_six == rounded(76, 1, P):
                return plain
            return ("no", "rest", ours, seventy_five)
    return [plain, ("no", "rest", ours, 160 - ours)]  # the points of both are never written


@case(
    18,
    recount=("On recompte les plis des deux camps", "Count the tricks of both sides again"),
    suit=("à la couleur", "in a suit"),
    at_SA=("à sans atout", "at no-trump"),
    at_TA=("à tout atout", "at all-trump"),
)
def counts_that_do_not_add_up(P):
    total = whole(deal(P))
    too_many = refused(score, facts_of(100, total + 1), P) == "deal.taker_points"
    claims = ["recount" if too_many else "taken", total]
    for denomination in ("SA", "TA"):
        if not refuses(P, denomination):
            claims += ["at_" + denomination, whole(in_denomination(P, denomination, 60))]
    return tuple(claims + (["suit"] if len(claims) > 2 else []))


@case(
    19,
    included=("il est compris", "it is included"),
    alone=("on ne marque que le contrat", "only the contract is written"),
    bonus=("Contrat plus", "Contract plus"),
)
def last_trick_of_a_capot(P):
    result = slam(P)
    if line(deal(P, 90, 120), "takers", "points"):
        # nothing but what stands for the points and the contract
        rest = result["takers"] - sum([row[1] for row in result["lines"]])
        return ("no", "included", 90, result["takers"]) if not rest else ()
    extra = line(result, "takers", "capot")
    if extra:
        return ("no", "bonus", extra, 90, result["takers"])
    return ("no", "alone", 90, result["takers"])


# ---- 20 to 34: the coinche


@case(
    20,
    contract=("Le contrat seul.", "Only the contract."),
    tricks=("pas le contrat.", "not the contract."),
    nothing_else=("ici on ne marque que ça", "nothing else is written here"),
    what_is_written=("Ce qui se marque, donc le contrat", "What is written, so the contract"),
    all=("Tout, plis et contrat", "Everything, tricks and contract"),
)
def what_is_doubled(P):
    if no_coinche(P):
        return ("no_coinche",)
    result = deal(P, level=1)
    mark = result["takers"]
    cards, contract = card_part(result, "takers"), line(result, "takers", "contract")
    if not cards and not contract:
        return ("nothing_at_all",)
    out = []
    for one in [times_cards(P, 1)] if times_cards(P, 1) else [1, 2]:
        for other in [times_contract(P, 1)] if times_contract(P, 1) else [1, 2]:
            if other == 1:
                claims = ("tricks", 100, mark)
            elif one == 1:
                claims = ("contract", 100, 120, mark)
            elif not contract:
                claims = ("nothing_else", 100, mark)
            elif not cards:
                claims = ("what_is_written", 100, mark)
            else:
                claims = ("all", 100, 120, mark)
            out.append(claims)
    return out


@case(
    21,
    own=("Vos points", "Your own points"),
    multiplied=(", multipliés", ", multiplied"),
    plain=("sans les multiplier", "not multiplied"),
    neither=("Ni l'un ni l'autre", "Neither"),
    fixed=("quels que soient vos points", "whatever points you made"),
)
def own_points_or_160(P):
    if no_coinche(P):
        return ("no_coinche",)
    low, high = [card_part(deal(P, points=points, level=1), "takers") for points in (120, 130)]
    if low != high:
        return ("own", "plain" if high - low == 10 else "multiplied")
    if not low:
        return ("neither",)
    by = times_cards(P, 1)
    return [("fixed", low // one) for one in ([by] if by else (1, 2, 3, 4)) if low % one == 0]


@case(
    22,
    kept=("Elle marque ses plis", "It writes its tricks"),
    lost=("Ses plis ne se marquent pas", "Its tricks are not written"),
)
def defence_keeps_its_tricks(P):
    if no_coinche(P):
        return ("no_coinche",)
    result = deal(P, level=1)
    answer = ("yes", "kept") if line(result, "defence", "points") else ("no", "lost")
    return answer + (100, 120) + both(result)


@case(23, none=("Pas de surcoinche à cette table", "There is no surcoinche at this table"))
def surcoinche_times(P):
    if no_coinche(P):
        return ("no_coinche",)
    if refused(score, facts_of(100, 120, 2), P) == "dbl.max_level":
        return ("none",)
    twice, once_ = times(P, 2), times(P, 1)
    return (twice, once_) if twice and once_ else None


@case(24, winner=("celle du camp qui gagne la donne", "written by the side that wins the deal"))
def belote_is_doubled(P):
    if no_coinche(P):
        return ("no_coinche",)
    made = deal(P, level=1, belote_takers=1)
    if not writer(made, "belote"):
        return ("unscored",)
    amount = line(made, "takers", "belote")
    if amount == 20:
        return ("no", amount)
    loser = line(deal(P, points=60, level=1, belote_takers=1), "takers", "belote")
    return ("yes", "winner") if loser in (0, 20) else ("yes",)


@case(
    25,
    nobody=("À personne", "Nobody"),
    defence=("À la défense. Elle garde", "The defence. It keeps"),
    takers=("Au camp qui a fait le contrat", "The side that made it"),
    lost=("Elle est perdue", "It is lost"),
)
def belote_of_the_defence_coinched(P):
    if no_coinche(P):
        return ("no_coinche",)
    if not writer(deal(P, belote_takers=1), "belote"):
        return ("unscored",)
    result = deal(P, level=1, belote_defence=1)
    who = writer(result, "belote")
    if not who:
        plain = writer(deal(P, belote_defence=1), "belote")
        return ("nobody", "lost" if plain else "worthless")
    return ("defence", line(result, who, "belote")) if who == "defence" else ("takers",)


@case(
    26,
    kept=("Elles gardent leur valeur", "They keep their value"),
    winner=("celles du camp qui gagne la donne", "those of the side that wins the deal"),
)
def declarations_are_doubled(P):
    if no_coinche(P):
        return ("no_coinche",)
    if no_melds(P):
        return ("melds_off",)
    if line(deal(P, level=1, melds_takers=20), "takers", "melds") == 20:
        return ("no", "kept")
    loser = line(deal(P, points=60, level=1, melds_takers=20), "takers", "melds")
    return ("yes", "winner") if loser in (0, 20) else ("yes",)


# ---- 46 to 51: capot and générale


@case(46)
def capot_not_bid(P):
    return (90,) + both(slam(P))


@case(47)
def capot_failed(P):
    start = auction.start("N", P)
    facts = facts_of("capot", 140)
    if auction.why_not(start, start["next"], "capotS"):
        return ("no_capot",) if refused(score, facts, P) == "bid.capot" else ()
    result = score(facts, P)
    return (result["defence"], result["takers"])


@case(48)
def capot_not_bid_coinched(P):
    return ("no_coinche",) if no_coinche(P) else (90, slam(P, 1)["takers"])


@case(49)
def capot_of_the_defence(P):
    return (90, deal(P, 90, None, tricks="defence_all")["defence"])


@case(
    50,
    plain=("si le contrat n'est pas coinché", "if the contract is not coinched"),
    goes=("vont au camp qui fait capot", "go to the side that makes the capot"),
)
def belote_without_a_trick(P):
    result = slam(P, belote_defence=1)
    who = writer(result, "belote")
    if who:
        amount = line(result, who, "belote")
        return ("yes", "plain", amount) if who == "defence" else ("no", "goes", amount)
    return ("no", "worthless") if writer(slam(P, belote_takers=1), "belote") else ("unscored",)


@case(
    51,
    solo=("Le preneur seul fait les huit plis", "The bidder alone takes all eight tricks"),
    same=("c'est le même contrat", "it is the same contract"),
    unknown=("La générale ne se joue pas", "Générale is not played"),
)
def generale(P):
    start = auction.start("N", P)
    facts = facts_of("generale", None, tricks="takers_all")
    if auction.why_not(start, start["next"], "generaleS"):
        assert refused(score, facts, P) == "bid.generale"
        if refused(score, facts_of("capot", 140), P) == "bid.capot":
            return ("unknown",)
        # which of the two is meant by the word is agreed at the table
        return [("unknown",), ("yes", "same", capot_value(P))]
    with_partner, alone = score(facts, P), score(dict(facts, generale_made=True), P)
    is_solo = alone["made"] and not with_partner["made"]
    return ("no", "solo", alone["takers"]) if is_solo else ("no",)


def capot_value(P):
    """What a capot counts as a contract: at a table that never writes it, what it would."""
    failed = facts_of("capot", 140)
    result = score(failed, P)
    if not line(result, "defence", "contract"):
        result = score(failed, dict(P, **{"fail.contract": True}))
    return line(result, "defence", "contract")


@case(
    82,
    theirs=("À la défense.", "To the defence."),
    ours=("elle reste à qui l'a", "it stays with its holder"),
)
def belote_coinched_and_failed(P):
    if no_coinche(P):
        return ("no_coinche",)
    who = writer(deal(P, points=60, level=1, belote_takers=1), "belote")
    return {None: ("unscored",), "takers": ("ours",), "defence": ("theirs",)}[who]


def on_the_table(P, denomination):
    """All cards as they are counted, and the last trick."""
    points = 10
    for rank in RANKS:
        four = [(seat, rank + suit) for seat, suit in zip(SEATS, SUITS)]
        points += tricks.winner(four, denomination, P)[1]
    return points


@case(
    83,
    plain=("dix de der compris", "last trick included"),
    brought=("on ramène à", "bring it down to"),
    reduced=("les cartes ont une valeur réduite", "the cards have reduced values"),
)
def all_trump_out_of(P):
    if refuses(P, "TA"):
        return ("no_TA",)
    cards, full = on_the_table(P, "TA"), whole(in_denomination(P, "TA", 100))
    if cards != full:
        return ("brought", cards, full)
    return ("plain" if cards == 258 else "reduced", full)


@case(84, brought=("on ramène le total à", "the total is brought up to"))
def ace_at_no_trump(P):
    if refuses(P, "SA"):
        return ("no_SA",)
    ace = tricks.winner([("N", "AS"), ("W", "7S"), ("S", "8S"), ("E", "9S")], "SA", P)[1]
    cards, full = on_the_table(P, "SA"), whole(in_denomination(P, "SA", 60))
    return (ace, full) if cards == full else ("brought", ace, full)
