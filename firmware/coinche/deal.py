"""One deal: what was bid and what the tricks gave, as a plain dict of facts, and its one-line
notation.  Promises: from_text(to_text(f)) == f for facts in the form that from_text gives,
finished or half entered; read() accepts exactly the facts that can be (RULES sections 8 to 11)
and names the field of those that cannot.  What facts are worth is left to scoring.py, the
legal bid to auction.

contract: a number, "capot", "generale"; denomination: S H D C SA TA; level: 0, 1 coinched, 2.  One
count at most: taker_points, native_points, native_cards with last_trick ("takers", "defence"),
made (as told) or tricks ("takers_all", "defence_all").  An optional field that is missing, None, 0
or False says nothing; contract, denomination and level are always there.

The notation: contract and denomination (100H, capotS, 90TA; ? not yet said), then
  x xx        coinche, surcoinche             =132        points of the takers
  n160 c150   native points, native cards     +der -der   last trick to takers, defence
  made failed as told                         all8 lost8  all tricks to takers, defence
  solo        the bidder alone took all       bt1 bd1     belotes of takers, defence
  mt50 md20   declarations likewise           last        the last deal
"""

from coinche.errors import RuleError

FIELDS = ("contract", "denomination", "level", "taker_points", "native_cards", "last_trick",
          "native_points", "made", "tricks", "belote_takers", "belote_defence", "melds_takers",
          "melds_defence", "generale_made", "last_deal")
_KNOWN = frozenset(FIELDS)
_MOST = 100000  # points of no deal
SLAMS = ("capot", "generale")
_LISTED = 180  # numbers up to here are listed, higher ones may be bid too

# words, and numbers by the mark before their digits.  In bytes, because MicroPython looks every
# new str up among its names: a slice of a str costs four times one of bytes.
_WORDS = (
    ("last_trick", (("takers", b" +der"), ("defence", b" -der"))),
    ("made", ((True, b" made"), (False, b" failed"))),
    ("tricks", (("takers_all", b" all8"), ("defence_all", b" lost8"))),
    ("generale_made", ((True, b" solo"), (False, b""))),
)
_LAST = ("last_deal", ((True, b" last"), (False, b"")))
_LEVEL = ("level", ((1, b" x"), (2, b" xx"), (0, b"")))
_COUNTS = (("taker_points", b" =%d"), ("native_points", b" n%d"), ("native_cards", b" c%d"))
_EXTRAS = (("belote_takers", b" bt%d"), ("belote_defence", b" bd%d"), ("melds_takers", b" mt%d"),
           ("melds_defence", b" md%d"))
_READ = {w[1:]: (f, v) for f, words in _WORDS + (_LAST, _LEVEL) for v, w in words if w}
_BIDS = {b"?": None, b"capot": "capot", b"generale": "generale"}
_SUITS = {83: "S", 72: "H", 68: "D", 67: "C"}
# a mark of one character by its code, one of two by both codes
_MARKS = {ord(m[1:2]) if len(m) == 4 else ord(m[1:2]) << 8 | ord(m[2:3]): f
          for f, m in _COUNTS + _EXTRAS}


# ---- notation

def to_text(facts):
    """One line of ASCII words; incomplete facts as they stand."""
    _facts(facts)
    get = facts.get
    contract = get("contract")
    if contract is None:
        text = b"?"
    elif contract == "capot":
        text = b"capot"
    elif contract == "generale":
        text = b"generale"
    elif type(contract) is int and contract > 0:
        text = b"%d" % contract
    else:
        raise RuleError("deal.contract", "choice", contract)
    denomination = get("denomination")
    if denomination is not None:
        if denomination not in ("S", "H", "D", "C", "SA", "TA"):
            raise RuleError("deal.denomination", "choice", denomination)
        text += denomination.encode()
    text += _word(get, _LEVEL)
    for field, mark in _COUNTS:
        if get(field) is not None:
            text += mark % _amount(facts, field)
    for row in _WORDS:
        if get(row[0]) is not None:
            text += _word(get, row)
    for field, mark in _EXTRAS:
        if get(field):
            text += mark % _amount(facts, field)
    return (text + _word(get, _LAST)).decode()


def _word(get, row):
    field, words = row
    value = get(field)
    if value is None:
        return b""
    for known, word in words:
        if value == known and type(value) is type(known):
            return word
    raise RuleError("deal." + field, "choice", value)


def from_text(text):
    """The facts of one line: contract, denomination and level, and those that say something."""
    if type(text) is not str:
        raise RuleError("deal", "text", text)
    words = text.encode().split(b" ")
    head = words[0]
    end = len(head)
    last = head[-1] if end else 0
    denomination = _SUITS.get(last)
    if denomination:
        end -= 1
    elif last == 65:
        end -= 2
        word = head[end:]
        denomination = "TA" if word == b"TA" else "SA"
        if denomination == "SA" and word != b"SA":
            raise RuleError("deal", "text", text)
    if end > 0 and head[0] < 63:
        contract = _digits(head, 0, end, text)
    else:
        contract = _BIDS.get(head[:end], 0)
    if contract == 0:
        raise RuleError("deal", "text", text)
    facts = {"contract": contract, "denomination": denomination, "level": 0}
    for i in range(1, len(words)):
        word = words[i]
        end = len(word)
        mark = word[0] if end else 0
        field = _MARKS.get(mark)
        if field:
            value = _digits(word, 1, end, text)
        else:
            if end > 2:
                field = _MARKS.get(mark << 8 | word[1])
            if field:
                value = _digits(word, 2, end, text)
                if not value:
                    raise RuleError("deal", "text", text)
            else:
                value = _READ.get(word)
                if not value:
                    raise RuleError("deal", "text", text)
                field, value = value
                if field == "level" and not facts[field]:
                    facts[field] = value
                    continue
        if field in facts:
            raise RuleError("deal", "text", text)
        facts[field] = value
    return facts


def _digits(word, at, end, text):
    """The number in word[at:end], without a slice: no heap."""
    if at == end or word[at] == 48 and end - at > 1:
        raise RuleError("deal", "text", text)
    number = 0
    while at < end:
        digit = word[at] - 48
        if not 0 <= digit < 10:
            raise RuleError("deal", "text", text)
        number = 10 * number + digit
        at += 1
    return number


def values(profile):
    """The numbers that this table bids, up to 180, and its slams."""
    most = min(profile["bid.max"] or _LISTED, _LISTED)
    numbers = list(range(profile["bid.min"], most + 1, profile["bid.step"]))
    return numbers + [slam for slam in SLAMS if profile["bid." + slam]]


def top_level(contract, profile):
    """How far this contract may be coinched: 0, 1 or 2 (RULES 6.2, 6.3)."""
    if type(contract) is not int:
        return profile["dbl.max_level"] if profile["dbl.capot_allowed"] else 0
    if contract == profile["bid.min"] and not profile["dbl.on_min"]:
        return 0
    return profile["dbl.max_level"]


# ---- piles (RULES section 10)

def pile(denomination, profile):
    """N: the trick points of a deal after conversion, last trick included."""
    if denomination == "SA":
        return profile["pile.SA"]
    if denomination == "TA":
        return profile["pile.TA"]
    return profile["pile.suit"]


def native_cards(denomination, profile):
    """The sum of all cards as they are counted on the table, without the last trick."""
    if denomination == "SA":
        return 152 if profile["pile.SA_method"] == "ace19" else 120
    if denomination == "TA" and not profile["pile.TA_method"].startswith("table"):
        return 248
    return 152


def counted(denomination, profile):
    """(field, pile): how the tricks of the takers are counted, and out of how many.

    taker_points where the cards give the points; native_points where a total with the last trick
    is converted (x162/258); native_cards, without the last trick, where only the cards are (x152).
    """
    if denomination == "SA":
        if profile["pile.SA_method"] == "ace11_x152/120":
            return "native_cards", 120
    elif denomination == "TA":
        method = profile["pile.TA_method"]
        if method == "x162/258":
            return "native_points", 258
        if method == "x152/248":
            return "native_cards", 248
    return "taker_points", pile(denomination, profile)


def convert(denomination, profile, native, last=None):
    """Native points of one side -> (its points, the other's, scale): numerators over 1 or 43.

    last None: native includes the last trick.  True or False: native is the cards alone, and
    whether this side won the last trick.  The x152 methods know only the cards.
    """
    if type(native) is not int:
        raise RuleError("native", "integer", native)
    ten = 10 if last else 0
    if denomination == "SA":
        if profile["pile.SA_method"] == "ace11_x152/120":
            if last is None:
                raise RuleError("deal.native_cards", "cards")
            native = (38 * native + 15) // 30  # nearest integer of native * 19/15
    elif denomination == "TA":
        method = profile["pile.TA_method"]
        if method == "x162/258":
            return 27 * (native + ten), 27 * (258 - native - ten), 43
        if method == "x152/248":
            if last is None:
                raise RuleError("deal.native_cards", "cards")
            native = (38 * native + 31) // 62  # nearest integer of native * 19/31
    native += ten
    return native, pile(denomination, profile) - native, 1


def least_native(points, denomination, profile, last=None):
    """The least native count whose conversion reaches these points, None where none does; last as
    in convert().  RULES section 10 prints 128 144 160 176 192 208 223 239 255 for 80 to 160."""
    if type(points) is not int:
        raise RuleError("points", "integer", points)
    most = native_cards(denomination, profile) + (10 if last is None else 0)
    for native in range(most + 1):
        ours, _, scale = convert(denomination, profile, native, last)
        if ours >= points * scale:
            return native
    return None


def ended(facts, made, least, profile):
    """The facts of a contract that ended so: made, by the least count of needs() that makes it, or
    failed; None where none makes it.  facts: the contract, and what was said."""
    out = dict(facts)
    contract = facts["contract"]
    if not made:
        out["made"] = False
    elif type(contract) is not int:
        out["tricks"] = "takers_all"
        out["generale_made"] = contract == "generale"
    elif least is None:
        return None
    else:
        field = counted(facts["denomination"], profile)[0]
        out[field] = least
        if field == "native_cards":
            out["last_trick"] = "takers"
    return out


# ---- reading

def _facts(facts):
    if type(facts) is not dict:
        raise RuleError("deal", "must_be", "an object")


def _amount(facts, field, high=_MOST):
    """The number in a field that is not None."""
    number = facts[field]
    if type(number) is not int:
        raise RuleError("deal." + field, "integer", number)
    if not 0 <= number <= high:
        raise RuleError("deal." + field, "range", 0, high, number)
    return number


def _flag(facts, field):
    if type(facts[field]) is not bool:
        raise RuleError("deal." + field, "bool", facts[field])


def counts_when_made(level, profile):
    """Whether the marks of a made contract hang on the points of the tricks (RULES 11, 5b)."""
    if profile["capot.detect"] == "zero_points":
        return True
    if level:
        return profile["dbl.base"] == "points" or profile["dbl.defence_points"]
    return profile["made.points"]


def check(facts, profile):
    """RuleError for facts that are malformed, contradict themselves or are not enough to score."""
    read(facts, profile)


def read(facts, profile):
    """The facts checked: (contract, denomination, level, eight, solo, points, other, scale, told).

    contract: a number, "capot" or "generale".  eight: 1 the takers won all eight tricks, -1 the
    defence, 0 neither.  solo: the bidder alone won them.  points, other: trick points of takers
    and defence, numerators over scale, None when nobody counted.  told: made as told, None when
    it follows from the facts.
    """
    _facts(facts)
    for field in facts:
        if field not in _KNOWN:
            raise RuleError("deal." + str(field), "unknown")
    get = facts.get
    contract = get("contract")
    number = type(contract) is int
    if number:
        if not 0 < contract <= _MOST:
            raise RuleError("deal.contract", "range", 1, _MOST, contract)
    elif contract == "capot" or contract == "generale":
        if not profile["bid." + contract]:
            raise RuleError("bid." + contract, "forbidden")
    else:
        raise RuleError("deal.contract", "missing" if contract is None else "choice", contract)
    denomination = get("denomination")
    most = 1  # belotes
    if denomination == "SA":
        most = 0
        if not profile["bid.SA"]:
            raise RuleError("bid.SA", "forbidden")
    elif denomination == "TA":
        most = profile["belote.max_TA"]
        if not profile["bid.TA"]:
            raise RuleError("bid.TA", "forbidden")
    elif denomination not in ("S", "H", "D", "C"):
        raise RuleError("deal.denomination", "missing" if denomination is None else "choice",
                        denomination)
    level = get("level")
    if type(level) is not int:
        raise RuleError("deal.level", "missing" if level is None else "integer", level)
    if level:
        if not 0 < level < 3:
            raise RuleError("deal.level", "range", 0, 2, level)
        if level > profile["dbl.max_level"]:
            raise RuleError("dbl.max_level", "forbidden")
        if not number and not profile["dbl.capot_allowed"]:
            raise RuleError("dbl.capot_allowed", "forbidden")

    # belotes and declarations
    if get("belote_takers") is not None:
        most -= _amount(facts, "belote_takers", most)
    if get("belote_defence") is not None:
        _amount(facts, "belote_defence", most)
    melds = 0
    if get("melds_takers") is not None:
        melds = _amount(facts, "melds_takers")
    if get("melds_defence") is not None and _amount(facts, "melds_defence") and melds:
        raise RuleError("deal.melds_defence", "sides", melds)

    # the tricks: at most one count, all eight by one side, or made as told
    told = get("made")
    solo = get("generale_made")
    tricks = get("tricks")
    last = get("last_trick")
    if told is not None:
        _flag(facts, "made")
    if solo is not None:
        _flag(facts, "generale_made")
    if get("last_deal") is not None:
        _flag(facts, "last_deal")
    eight = 0
    if tricks is not None:
        if tricks == "takers_all":
            eight = 1
        elif tricks == "defence_all":
            eight = -1
        else:
            raise RuleError("deal.tricks", "choice", tricks)
    if solo:
        if eight < 0:
            raise RuleError("deal.generale_made", "tricks", tricks, True)
        eight = 1
    if last is not None and last != "takers" and last != "defence":
        raise RuleError("deal.last_trick", "choice", last)
    points = get("taker_points")
    native = get("native_points")
    cards = get("native_cards")
    full = pile(denomination, profile)
    other = None
    scale = 1
    count = None
    if points is not None:
        count = "taker_points"
        # with all eight tricks the notation of examples.json says 162, whatever the pile
        if not (eight > 0 and points == 162 and type(points) is int):
            _amount(facts, count, full)
            if eight and points != (full if eight > 0 else 0):
                raise RuleError("deal.taker_points", "tricks", "all eight tricks", points)
        other = full - points
    if native is not None or cards is not None:
        field = "native_points" if native is not None else "native_cards"
        if count is not None:
            raise RuleError("deal." + field, "twice", count)
        count = field
        high = native_cards(denomination, profile)
        if native is not None:
            if cards is not None:
                raise RuleError("deal.native_cards", "twice", count)
            high += 10
        elif last is None:
            raise RuleError("deal.last_trick", "missing")
        else:
            native = cards
        _amount(facts, field, high)
        if eight and native != (high if eight > 0 else 0):
            raise RuleError("deal." + field, "tricks", "all eight tricks", native)
        points, other, scale = convert(denomination, profile, native,
                                       None if cards is None else last == "takers")
    if last is not None:
        if eight and (last == "takers") != (eight > 0):
            raise RuleError("deal.last_trick", "tricks", "all eight tricks", last)
        if cards is None and not eight:
            raise RuleError("deal.last_trick", "der")
    if told is not None:
        if count is not None or eight:
            raise RuleError("deal.made", "told", count or ("generale_made" if solo else "tricks"))
        if told and not number:
            raise RuleError("deal.made", "slam")
    if eight:
        points = full if eight > 0 else 0
        return contract, denomination, level, eight, solo, points, full - points, 1, None
    if count is None and (number and told is None or profile["capot.detect"] == "zero_points"
                          or told and counts_when_made(level, profile)):
        raise RuleError("deal.taker_points", "needed")
    return contract, denomination, level, 0, solo, points, other, scale, told
