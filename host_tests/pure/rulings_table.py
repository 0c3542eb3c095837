"""The cases of the disputes about what is done at the table: coinche and bids, declarations and
belotes, cards, misdeals, the end of a match, seats.

A case builds a position, has the rules play it and tells what they did; it does not read the
parameter that decides.  Claims are described in claims.py.
"""

from claims import LANGUAGES, figures, has, table
from coinche import auction, belote, faults, match, melds
from coinche.cards import DENOMINATIONS, RANKS
from coinche.deal import counted
from coinche.scoring import score
from coinche.seats import side_of
from positions import (
    allowed,
    both,
    carre,
    closed,
    coinched,
    deal,
    deal_of,
    facts_of,
    fold,
    lowest,
    marks,
    may_bid,
    no_coinche,
    no_melds,
    opened,
    quota,
    refuses,
    rounds,
    run,
    seats_of,
    step,
    talk,
    won,
)
from support import refused

CASES, case = table()


def steps_of(text, language):
    """The answer to a misdeal: what follows its list of steps, and the steps."""
    after = text.find((" Après", " After")[LANGUAGES.index(language)])
    end = after if after >= 0 else len(text)
    steps = []
    for part in text[:end].strip(".").split((" ; ", "; ")[LANGUAGES.index(language)]):
        part = part.split(": ")[-1].lower()
        for one, forms in (
            ("silent", "il redonne, son camp passe|he redeals, his side passes"),
            ("again", "le donneur redonne|same dealer again|arbitre|referee"),
        ):
            if has(part, forms):
                steps.append(one)
                break
        else:
            steps += figures(part)
    return text[end:], steps


@case(
    27,
    any=("Permis, à tout moment des enchères", "Allowed, at any moment of the auction"),
    after=("On coinche après, avant la première carte", "You coinche after it, before the first"),
    void=("ne compte pas : on attend son tour", "does not count: wait for your turn"),
    choice=("Les adversaires choisissent", "The other side chooses"),
)
def coinche_out_of_turn(P):
    if no_coinche(P):
        return ("no_coinche",)
    state, seats = opened(P)
    if not state:
        return None
    why = auction.why_not(state, seats[3], "coinche")
    if not why:
        return ("any",)
    at_turn = auction.why_not(talk(state, "pass", "pass"), seats[3], "coinche")
    if why == "not_your_turn" and not at_turn:
        return [("no", "void"), ("no", "choice")]  # what it costs is agreed at the table
    after = auction.why_not(closed(state), seats[3], "coinche")
    return ("after",) if why == "auction_is_open" and not after else (why,)


@case(
    28,
    turn=("à votre tour", "at your turn"),
    open=("les enchères sont ouvertes", "the auction is open"),
    after=("après les enchères et avant la première", "after the auction and before the first"),
)
def coinche_after_a_pass(P):
    if no_coinche(P):
        return ("no_coinche",)
    state, seats = opened(P, "pass")
    if not state:
        return None
    passed = seats[3]  # seats count from the second to speak
    assert passed in state["passed"]
    early = auction.why_not(state, passed, "coinche")
    late = auction.why_not(closed(state), passed, "coinche")
    if early == "auction_is_open":
        return ("yes", "after") if not late else ("no",)
    if late != "auction_is_over":
        return ()
    if not early:
        return ("yes", "open")
    at_turn = auction.why_not(talk(state, "pass", "pass"), passed, "coinche")
    return ("yes", "turn", "open") if not at_turn else ("no",)


@case(
    29,
    like=("comme toute enchère", "like any bid"),
    never=("ne se coinche pas", "is not coinched"),
)
def lowest_bid_coinched(P):
    if no_coinche(P):
        return ("no_coinche",)
    value = lowest(P)
    if value is None:
        return None
    state = talk(auction.start("N", P), "%dS" % value)
    seat = state["next"]
    if auction.why_not(state, seat, "coinche") == "auction_is_open":
        state = closed(state)
    why = auction.why_not(state, seat, "coinche")
    return ("yes", "like") if not why else ("no", "never", value)


@case(30, only=("On ne coinche que l'enchère d'en face", "You only coinche the other side's bid"))
def coinche_of_the_partner(P):
    state, seats = opened(P)
    if not state:
        return None
    for now in (state, talk(state, "pass"), closed(state)):
        for seat in (seats[0], seats[2]):
            if not auction.why_not(now, seat, "coinche"):
                return ("yes",)
    return ("no", "only")


@case(
    31,
    over=("Les enchères sont déjà finies", "The auction is already over"),
    frozen=("La coinche bloque le contrat", "The coinche freezes the contract"),
    partner=("Le partenaire du coinché peut dire", "The partner of the coinched player may bid"),
)
def escape(P):
    if no_coinche(P):
        return ("no_coinche",)
    found = coinched(P)
    if not found:
        return None
    was_over, state, seats = found
    why = may_bid(state, seats[2])
    if was_over:
        return ("no", "over") if why != "may" else ("yes",)
    if why is None:
        return None
    if why != "may":
        return ("no", "frozen")
    own = may_bid(talk(state, "pass", "pass"), seats[0])
    return ("yes", "partner") if own != "may" else ("yes",)


@case(
    32,
    takers=("Le preneur ou son partenaire, personne", "The taker or his partner, nobody else"),
    nobody=("Personne : pas de surcoinche", "Nobody: there is no surcoinche"),
)
def who_may_surcoinche(P):
    if no_coinche(P):
        return ("no_coinche",)
    found = coinched(P)
    if not found:
        return None
    _, state, seats = found
    may, now = [], state
    for _ in range(3):
        may += [seat for seat in seats if not auction.why_not(now, seat, "surcoinche")]
        now = now if now["over"] else talk(now, "pass")
    may = [seat for seat in seats if seat in may]
    return {(): ("nobody",), (seats[0], seats[2]): ("takers",)}.get(tuple(may), ())


@case(33, never=("Un capot ne se coinche pas ici", "A capot is not coinched here"))
def coinche_of_a_capot(P):
    if no_coinche(P):
        return ("no_coinche",)
    state = auction.start("N", P)
    if auction.why_not(state, state["next"], "capotS") == "slam_not_bid":
        return ("no_capot",)
    state = talk(state, "capotS")
    seat = state["next"]
    if auction.why_not(state, seat, "coinche") == "auction_is_open":
        state = closed(state)
    facts = facts_of("capot", None, 1, tricks="takers_all")
    if auction.why_not(state, seat, "coinche"):
        return ("no", "never") if refused(score, facts, P) == "dbl.capot_allowed" else ("no",)
    return ("yes", score(facts, P)["takers"])


@case(
    34,
    over=("Les enchères sont finies", "The auction is over"),
    silent=("Il se tait", "He keeps silent"),
    takers=("seuls les preneurs peuvent répondre", "only the takers may answer"),
    higher=("par une enchère plus haute", "with a higher bid"),
)
def partner_of_the_coincheur(P):
    if no_coinche(P):
        return ("no_coinche",)
    found = coinched(P)
    if not found:
        return None
    was_over, state, seats = found
    answers = not auction.why_not(state, seats[3], "surcoinche")
    if not state["over"]:
        state = talk(state, "pass")
    why = may_bid(state, seats[3])
    if why is None and not was_over:
        return None
    if why == "may":
        return ("yes", "higher")
    claims = ("no", "over" if was_over else "silent")
    return claims if answers else claims + ("takers",)


# ---- 35 to 45: the auction


@case(
    35,
    open=("tant que les enchères ne sont pas finies", "as long as the auction is not over"),
    never=("Qui passe ne fait plus d'enchère", "Who passes makes no further bid"),
)
def bid_after_a_pass(P):
    start = auction.start("N", P)
    call = _lowest_call(P)
    if not call:
        return None
    state = talk(start, "pass", call, "pass", "pass")
    why = may_bid(state, start["next"])
    if why is None:
        return None
    return ("yes", "open") if why == "may" else ("no", "never")


def _lowest_call(P):
    state = auction.start("N", P)
    for value in auction.values(P):
        call = auction.call_text(value, "S")
        if not auction.why_not(state, state["next"], call):
            return call
    return None


@case(
    36,
    contract=("Votre enchère est le contrat", "Your bid is the contract"),
    higher=("plus haut", "higher"),
    other=("dans une autre couleur", "in another suit"),
)
def bid_again_after_three_passes(P):
    call = _lowest_call(P)
    if not call:
        return None
    state = talk(auction.start("N", P), call)
    bidder = state["bid"][0]
    state = talk(state, "pass", "pass", "pass")
    why = may_bid(state, bidder)
    if why is None:
        return None
    if why != "may":
        taker = auction.contract(closed(state))["taker"]
        return ("no", "contract") if taker == bidder else ("no",)
    same = may_bid(state, bidder, "S")
    return ("yes", "higher") if same == "may" else ("yes", "higher", "other")


@case(37, number=("Il faut un chiffre plus haut", "You need a higher number"))
def same_number_in_a_higher_suit(P):
    value = lowest(P)
    if value is None:
        return None
    order = overcalls(P, value, DENOMINATIONS)
    return ("yes", "ranked", ("order", order)) if order else ("no", "number")


def overcalls(P, value, denominations):
    """Those that the table bids, from low to high, by who may overcall whom at one number; []
    where nobody may."""
    start = auction.start("N", P)
    bid = [d for d in denominations if not auction.why_not(start, start["next"], _call(value, d))]
    beats = []
    for one in bid:
        state = talk(start, _call(value, one))
        over = [d for d in bid if not auction.why_not(state, state["next"], _call(value, d))]
        beats.append((len(bid) - len(over), one))
    beats.sort()
    if beats[0][0] == len(bid):
        return []
    assert [row[0] for row in beats] == list(range(1, len(bid) + 1)), beats
    return [row[1] for row in beats]


def _call(value, denomination):
    return "%d%s" % (value, denomination)


@case(
    38,
    neither=("Ni l'un ni l'autre ne se joue", "Neither is played"),
    equal=("Aucun. Seul le chiffre compte", "Neither. Only the number counts"),
)
def no_trump_against_all_trump(P):
    gone = [denomination for denomination in ("SA", "TA") if refuses(P, denomination)]
    if gone:
        return ("neither",) if len(gone) == 2 else ("no_" + gone[0],)
    value = lowest(P)
    if value is None:
        return None
    order = overcalls(P, value, ["SA", "TA"])
    return ("ranked", ("order", order)) if order else ("equal",)


@case(
    39,
    both=("les deux", "both"),
    suits=("On joue les quatre couleurs", "Only the four suits"),
    only_SA=("Le sans atout oui, le tout atout non", "No-trump yes, all-trump no"),
    only_TA=("Le tout atout oui, le sans atout non", "All-trump yes, no-trump no"),
)
def no_trump_and_all_trump(P):
    played = [denomination for denomination in ("SA", "TA") if not refuses(P, denomination)]
    if len(played) == 1:
        return ("only_" + played[0],)
    return ("yes", "both") if played else ("no", "suits")


@case(
    42,
    void=("Elle ne compte pas", "It does not count"),
    right=("C'est au bon joueur de parler", "Whoever was to speak, speaks"),
    silent=("ne peut plus que passer|ce camp passe", "may only pass|that side passes"),
    redeal=("l'autre peut faire redonner", "the others may ask for a new deal"),
)
def bid_out_of_turn(P):
    call = _lowest_call(P)
    if not call:
        return None
    state = auction.start("N", P)
    seats = seats_of(state)
    claims = ["void" if refused(auction.after, state, seats[1], call) else "taken"]
    low = refused(auction.after, talk(state, call), seats[1], call)
    assert low
    is_silent, is_redealt = faults.silenced(P["pen.bid_out_of_turn"])
    if not is_silent:
        claims.append("right")
    else:
        state = talk(auction.silence(state, side_of(seats[1])), "pass")
        if auction.legal(state) == ["pass"]:
            claims.append("silent")
    return tuple(claims + (["redeal"] if is_redealt else []))


@case(
    43,
    next=("Le joueur suivant", "The next player"),
    same=("Le même donneur", "The same dealer"),
    nothing=("On ne marque rien", "Nothing is written"),
)
def four_passes(P):
    start = match.start(P, 10000, "E")
    talked = closed(auction.start("E", P))
    state = match.after(start, {"event": "all_pass"})
    dealers = {start["speaker"]: "next", "E": "same"}
    claims = [dealers[state["dealer"]]] if talked["redeal"] else []
    if state["marks"] is None and state["totals"] == start["totals"] and state["deals"] == 0:
        claims.append("nothing")
    return tuple(claims)


@case(44, endless=("Pas de maximum", "No maximum"), capot=("apot", "apot"))
def highest_bid(P):
    value = lowest(P)
    if value is None:
        return None
    up = step(P, value)
    state = auction.start("N", P)
    seat = state["next"]
    claims = []
    if up:
        far = value + (9999 - value) // up * up
        if not auction.why_not(state, seat, _call(far, "S")):
            value = far
            claims.append("endless")
        else:
            while not auction.why_not(state, seat, _call(value + up, "S")):
                value += up
    if not claims:
        claims.append(value)
    state = talk(state, _call(value, "S"))
    if not auction.why_not(state, state["next"], "capotH"):
        claims.append("capot")
    return tuple(claims)


@case(45)
def by_fives(P):
    value = lowest(P)
    up = value and step(P, value)
    return (("yes" if up == 5 else "no"), up) if up else None


# ---- 52 to 60: declarations and belote


@case(
    52,
    order=("d'abord, puis valeur, hauteur, atout", "first, then value, top card, trump"),
    nobody=("personne ne marque", "nobody writes"),
    first=("le premier qui a annoncé", "whoever announced first"),
)
def equal_declarations(P):
    if no_melds(P):
        return ("melds_off",)
    claims = ["order"]
    for best, other in (
        (carre("Q"), run(5, "J", "H")),
        (run(4, "10", "H"), run(3, "A", "D")),
        (run(3, "A", "H"), run(3, "K", "D")),
        (run(3, "Q", "S"), run(3, "Q", "D")),
    ):
        if won(P, best, other)["winner"] != "NS" or won(P, other, best)["winner"] != "WE":
            claims = []
    equal = run(3, "A", "H"), run(3, "A", "D")
    winners = [won(P, *equal, dealer=dealer) for dealer in ("N", "E", "S", "W")]
    speakers = [match.start(P, None, dealer)["speaker"] for dealer in ("N", "E", "S", "W")]
    if all(one["winner"] is None and one["points"] == 0 for one in winners):
        claims.append("nobody")
    # of N and W the one who comes first from the first to speak
    elif all(
        one["winner"] == _earlier(P, speaker) for one, speaker in zip(winners, speakers)
    ):
        claims.append("first")
    return tuple(claims)


def _earlier(P, speaker):
    while speaker not in ("N", "W"):
        speaker = match.start(P, None, speaker)["speaker"]
    return side_of(speaker)


@case(
    53,
    once=("Une carte ne sert qu'une fois", "A card counts once"),
    both=("Elle compte dans les deux", "It counts in both"),
)
def one_card_twice(P):
    if no_melds(P):
        return ("melds_off",)
    hand = ["QS", "QH", "QD", "QC", "KS", "JS", "7H", "8D"]
    points = melds.contest("S", "N", {"N": {"hand": hand}}, P)["points"]
    return {100: ("no", "once"), 120: ("yes", "both")}.get(points, ())


@case(54, cent=("C'est un cent", "It is a cent"), more=("pas plus", "no more"))
def long_runs(P):
    if no_melds(P):
        return ("melds_off",)
    points = []
    for length in (6, 7, 8):
        hand = [rank + "H" for rank in RANKS[:length]] + ["7S", "9D"][: 8 - length]
        points.append(melds.contest("S", "N", {"N": {"hand": hand}}, P)["points"])
    return ("cent", "more") + tuple(points)


@case(
    55,
    nothing=("Il ne vaut rien", "It is worth nothing"),
    all=("Il annule toutes les annonces de la donne", "It cancels all declarations of the deal"),
    deal=("Il annule la donne : on redonne", "It cancels the deal: deal again"),
)
def four_sevens(P):
    if no_melds(P):
        return ("melds_off",)
    claims = []
    for rank in ("7", "8"):
        found = melds.contest("S", "N", {"N": [carre(rank)], "W": [run(3, "A", "H")]}, P)
        claim = {"melds": "all", "deal": "deal"}.get(found["cancelled"])
        if not claim and (found["winner"], found["points"]) == ("WE", 20):
            claim = "nothing"
        claims.append(claim)
    return (claims[0],) if claims[0] == claims[1] else ()


@case(
    56,
    card=("Après sa première carte : perdue", "After your first card: lost"),
    trick=("Au deuxième pli : perdue", "At the second trick: lost"),
    pays=("les autres marquent ses points", "the others write its points"),
    nothing=("elle ne vaut rien", "worth nothing"),
)
def late_or_not_shown(P):
    if no_melds(P):
        return ("melds_off",)
    late = [melds.is_late(*when, P) for when in ((0, 1), (1, 1), (1, 2))]
    claims = [{(0, 1, 1): "card", (0, 0, 1): "trick"}[tuple([int(one) for one in late])]]
    event = melds.not_shown("NS", 50, P)
    if event is None:
        claims.append("nothing")
    elif fold(P, [event])["totals"] == {"NS": 0, "WE": 50}:
        claims.append("pays")
    return tuple(claims)


@case(
    57,
    lost=("Elle est perdue", "It is lost"),
    counts=("elle compte quand même", "it counts anyway"),
)
def belote_not_said(P):
    return (belote.ruling("nothing", P),)


@case(
    58,
    lost=("La belote est perdue", "The belote is lost"),
    counts=("elle compte quand même", "it counts anyway"),
    forgiven=("ardonné", "orgiven"),
    once=("une fois par camp et par partie", "once per side and match"),
)
def rebelote_not_said(P):
    first, second = [belote.ruling("belote", P, before) for before in (False, True)]
    if first != "forgiven":
        return (first,) if first == second else ()
    once_ = fold(P, [belote.forgiving("NS")])
    is_once = refused(match.after, once_, belote.forgiving("NS")) == "to"
    assert not refused(match.after, once_, belote.forgiving("WE"))
    assert is_once == (second == "lost")
    return ("forgiven", "once") if is_once else ("forgiven",)


@case(
    60,
    none=("Aucune.", "None."),
    one=("Une seule dans la donne", "Only one in the deal"),
    four=("Une par couleur, quatre au plus", "One in each suit, four at most"),
)
def belotes_at_all_trump(P):
    if refuses(P, "TA"):
        return ("no_TA",)
    taken = 0
    field = counted("TA", P)[0]
    facts = {"contract": 80, "denomination": "TA", "level": 0, field: 130}
    if field == "native_cards":
        facts["last_trick"] = "takers"
    while not refused(score, dict(facts, belote_takers=taken + 1), P):
        taken += 1
    return ({0: "none", 1: "one", 4: "four"}.get(taken, taken),)


# ---- 61 to 69: play


@case(61, over=("même sur son partenaire", "even over your partner"))
def over_the_partner_in_trumps(P):
    both = allowed(P, ["JS", "7S", "AH"], ["8S", "QS", "KH"])
    if sorted(both) == ["7S", "JS"]:
        return ("no",)
    low = allowed(P, ["7S", "AH"], ["8S", "QS", "KH"])  # "if you can"
    return ("yes", "over") if both == ["JS"] and low == ["7S"] else ()


@case(62, any=("Vous jouez la carte que vous voulez", "You play any card you like"))
def undertrump(P):
    hand = ["7S", "8S", "KD"]
    cards = allowed(P, hand, ["AH", "KH", "JS"])  # E has ruffed
    return {2: ("yes",), 3: ("no", "any")}[len(cards)]


@case(
    63,
    free=("Vous vous défaussez ou vous coupez", "Discard or ruff, as you like"),
    over=("montez si vous pouvez", "go over him if you can"),
    always=("On coupe toujours quand on n'en a pas", "When void you always ruff"),
)
def ruff_when_the_partner_is_winning(P):
    hand = ["JS", "7S", "KD"]
    led = allowed(P, hand, ["KH", "AH", "7H"])  # the partner's ace is winning
    ruffed = allowed(P, hand, ["KH", "QS", "7H"])  # or his trump
    if led == ["JS", "7S"]:
        return ("yes", "always") if ruffed == ["JS"] else ("yes",)
    if led != hand:
        return ()
    return ("no", "free") if ruffed == hand else ("no", "over") if "7S" not in ruffed else ("no",)


@case(64, any=("N'importe quel atout", "Any trump"), can=("si vous pouvez", "if you can"))
def only_trumps_on_a_ruff(P):
    cards = allowed(P, ["JS", "7S"], ["KH", "QS", "7H"])
    if len(cards) == 2:
        return ("no", "any")
    return ("yes", "can") if len(allowed(P, ["8S", "7S"], ["KH", "QS", "7H"])) == 2 else ("yes",)


@case(
    65,
    over=("même sur lui", "even over him"),
    opponent=("Sur un adversaire, oui", "Over an opponent, yes"),
)
def over_the_partner_at_all_trump(P):
    if refuses(P, "TA"):
        return ("no_TA",)
    partners = allowed(P, ["JH", "7H"], ["8H", "QH", "7S"], "TA")
    opponents = allowed(P, ["JH", "7H"], ["8H", "10H", "AH"], "TA")
    if partners == ["JH"]:
        return ("yes", "over")
    return ("no", "opponent") if opponents == ["JH"] else ("no",)


@case(
    68,
    none=("les deux camps se mettent d'accord", "the two sides agree on it"),
    failed=("comme un contrat chuté", "like a failed contract"),
    choice=("Les autres choisissent", "The others choose"),
    pays=("points à l'autre camp, rien pour le fautif", "points to the other side, nothing for"),
)
def revoke_found_late(P):
    facts = {"contract": 100, "denomination": "S", "level": 0}
    events = [faults.late_revoke(side, "N", facts, P) for side in ("NS", "WE")]
    if events[0] is None:
        return [("none",), ("choice",)]  # a decision of the table, not a number
    totals = [fold(P, [event])["totals"] for event in events]
    if events[0]["event"] == "penalty":
        ends = fold(P, [events[0]])["deals"] == 1
        amount = totals[0]["WE"]
        are_paid = totals == [{"NS": 0, "WE": amount}, {"NS": amount, "WE": 0}]
        return ("pays", amount) if ends and are_paid else ()
    failed = deal(P, points=60)
    wanted = [(failed["takers"], failed["defence"]), (failed["defence"], 0)]
    told = []
    for event in events:
        if event["event"] == "deal":
            told.append(both(score(event["deal"], P)))
        else:
            told.append((event["marks"]["NS"], event["marks"]["WE"]))
    return ("failed",) if told == wanted else ()


@case(69, reader=steps_of)
def misdeals(P):
    state = match.start(P, 10000, "N")
    steps = []
    while len(steps) < 6 and state["dealer"] == "N" and not state["over"]:
        state = match.after(state, {"event": "misdeal"})
        if state["marks"]:
            steps.append(state["totals"]["WE"])
        else:
            steps.append("silent" if state["no_bid"] == "NS" else "again")
    claims = [("steps", steps)]
    after = []
    for value in (100, 110, "capot"):
        event = {"event": "misdeal", "after_bid": {"seat": "W", "value": value}}
        after.append(fold(P, [event])["totals"]["WE"])
    if after[0] != after[1]:
        claims += [after[0] - 100, after[2] - P["capot.contract"]]
    return tuple(claims)


# ---- 70 to 74: the end


@case(
    70,
    enough=("suffit", "is enough"),
    more=("Il faut dépasser", "You must exceed"),
)
def exactly_the_target(P):
    deals = quota(P)
    if deals:
        return ("quota", deals)
    target = match.start(P)["target"]
    ends = []
    for total in (target - 1, target, target + 1):
        ends.append(fold(P, [marks(20, 0)], None, {"NS": total - 20})["winner"])
    return {
        (None, "NS", "NS"): ("yes", "enough", target),
        (None, None, "NS"): ("no", "more", target),
    }.get(tuple(ends), ())


@case(
    71,
    total=("Le plus gros total", "The higher total"),
    winner=("Le camp qui a gagné la dernière donne", "The side that won the last deal"),
    mark=("le plus à la dernière donne", "wrote more in the last deal"),
    takers=("Le camp qui a pris le dernier contrat", "The side that took the last contract"),
)
def both_over(P):
    """Three last deals in which total, winner, mark and taker are not all of one side."""
    deals = quota(P)
    if deals:
        return ("quota", deals)
    rules = ["total", "winner", "mark", "takers"]
    for takers, made, ours, theirs, total in (
        ("WE", True, 90, 20, "NS"),  # winner WE, mark NS
        ("WE", True, 90, 20, "WE"),
        ("NS", False, 20, 90, "NS"),  # winner WE, mark WE
    ):
        start = {"NS": 1200 - ours, "WE": 1200 - theirs}
        start[total] += 50
        event = marks(ours, theirs, takers=takers, made=made)
        state = fold(P, [event], 1000, start)
        sides = {
            "total": total,
            "winner": takers if made else "WE",
            "mark": "NS" if ours > theirs else "WE",
            "takers": takers,
        }
        if state["why"] == "both":  # else one of them may not win yet
            rules = [rule for rule in rules if sides[rule] == state["winner"]]
    return [(rule,) for rule in rules]


@case(
    72,
    extra=("On joue une donne de plus", "Play one more deal"),
    last=("Le camp qui a gagné la dernière donne", "The side that won the last deal"),
    shared=("Partie nulle", "The match is a draw"),
)
def dead_tie(P):
    start = {"NS": 1200, "WE": 1180}
    tie = marks(80, 100, takers="WE", made=True)
    state = fold(P, [{"event": "last_deal"}, tie], 1000, start)
    if not state["over"]:
        after = match.after(state, marks(10, 0, takers="NS", made=True))
        return ("extra",) if after["over"] and after["winner"] == "NS" else ()
    return {"WE": ("last",), "shared": ("shared",)}.get(state["winner"], ())


@case(
    73,
    enough=("le total suffit", "the total is enough"),
    bad=("capot ou chuté", "capot or failed"),
    go_on=("on continue", "play on"),
    trick=("faire un pli dans une donne suivante", "you must win a trick in a later deal"),
)
def belote_alone_wins(P):
    deals = quota(P)
    if deals:
        return ("quota", deals)
    start, none = {"NS": 990}, {"NS": 0, "WE": 0}
    belotes = {"NS": 20, "WE": 0}
    failed = marks(20, 0, takers="NS", made=False, belote=belotes)
    capot = marks(20, 0, takers="WE", made=True, no_trick="NS", belote=belotes)
    states = [fold(P, [event], 1000, start) for event in (failed, capot)]
    winners = [state["winner"] for state in states]
    if winners == ["NS", "NS"]:
        return ("yes", "enough")
    if winners != [None, None]:
        return ()
    without = marks(20, 0, takers="NS", made=False, belote=none)
    if not fold(P, [without], 1000, start)["over"]:
        better = match.after(states[0], marks(0, 0, takers="WE", made=False, belote=none))
        return ("bad", "go_on") if better["winner"] == "NS" else ()
    trickless = marks(0, 0, takers="WE", made=True, no_trick="NS", belote=none)
    still = match.after(states[0], trickless)
    trick = match.after(still, marks(0, 10, takers="WE", made=True, belote=none))
    return ("bad", "trick") if not still["over"] and trick["winner"] == "NS" else ()


@case(
    74,
    never=("rien n'est arrondi", "Nothing is rounded"),
    exact=("La dernière se marque au point près", "The last one is written exactly"),
    others=("comme les autres", "like the others"),
    wins=("L'arrondi peut faire gagner", "Rounding may win the match"),
)
def last_deal_rounded(P):
    if not rounds(P):
        return ("never",)
    for level in (0, 1):
        if level and no_coinche(P):
            continue
        facts = facts_of(108, 128, level)
        mark, exact = score(facts, P)["takers"], score(facts, P, True)["takers"]
        if mark < exact + 2:
            continue
        event = deal_of("N", facts)
        last = fold(P, [{"event": "last_deal"}, event])["totals"]["NS"]
        claims = ("no", "exact") if last == exact else ("yes", "others")
        if not quota(P):
            # the rounded mark would be over by one, the exact one is not
            wins = fold(P, [event], 5000, {"NS": 5001 - mark})["winner"] == "NS"
            return claims + ("wins",) if wins else claims
        return claims if last == exact else claims + ("wins",)
    return None  # nothing that this table rounds is written


# ---- 76 to 84: seats, piles

RIGHT = {"N": "W", "W": "S", "S": "E", "E": "N"}  # N at the top, faces the centre


def _neighbour(seat, other):
    return "right" if RIGHT[seat] == other else "left" if RIGHT[other] == seat else "across"


def _all(sides):
    return (sides[0],) if sides == [sides[0]] * len(sides) else ()


@case(
    76,
    left=("Le voisin de gauche du donneur", "The dealer's left neighbour"),
    right=("Le voisin de droite du donneur", "The dealer's right neighbour"),
)
def who_cuts(P):
    return _all([_neighbour(seat, match.start(P, None, seat)["cutter"]) for seat in RIGHT])


@case(
    79,
    right=("Vers la droite, en sens inverse", "To the right, counter-clockwise"),
    left=("Vers la gauche, dans le sens", "To the left, clockwise"),
)
def which_way(P):
    ways = []
    for seat in RIGHT:
        state = auction.start(seat, P)
        ways.append(_neighbour(seat, state["next"]))
        ways.append(_neighbour(state["next"], talk(state, "pass")["next"]))
        dealt = fold(P, [{"event": "dealer", "seat": seat}, marks(10, 0)])
        ways.append(_neighbour(seat, dealt["dealer"]))
    return _all(ways)


@case(
    80,
    right=("Le joueur à droite du donneur", "The player to the dealer's right"),
    left=("Le joueur à gauche du donneur", "The player to the dealer's left"),
)
def who_leads(P):
    """The first to speak leads (RULES section 2), whoever takes."""
    sides = [_neighbour(seat, match.start(P, None, seat)["speaker"]) for seat in RIGHT]
    return ("no",) + _all(sides)
