"""What the glass shows on the screens that keys lead to: everything fits and can be read, in the
words of one language, and the figures add up. Screens are walked breadth first (walk.py) and
measured where they are drawn (probe)."""

import re

import pytest

import book
import rules as rule_tool
import texts
from coinche import deal, profile
from coinche.scoring import score
from coinche.seats import side_of
from device.hands import BOARDS, Box
from device.walk import DIAL, ROW, Walk, collisions, ink

BAR = 250  # px: the bar of keys begins here
STRIP = 88  # px: taker, number, suit and small totals stand above
BIG = 57  # px: 12 mm on this glass
SIDES = ("NS", "WE")
CODE = re.compile("[0-9A-Z]{5} [0-9A-Z]{5}")  # whose letters make no words
ENTRY = set(
    "number higher suit play declare side count units trickless last_trick preview recount".split()
)
MOST_WORDS = {"table": 40, "play": 40, "over": 40}  # elsewhere 25
# what is read in a dispute, not while a deal is entered
MOST_WORDS |= dict.fromkeys("referee ruling fault mayplay cards why worth".split(), 70)

# board, language, rules, and the keys from the first screen to where the walk begins
WALKS = {
    "row fr fr": (ROW, "fr", "fr", "k4 k2"),
    "row fr cannes_2016": (ROW, "fr", "cannes_2016", "k4 k2"),
    "row en ffb_contree_2016": (ROW, "en", "ffb_contree_2016", "k4 k2"),
    "row en club": (ROW, "en", "club", "k4 k2"),
    "dial fr bga": (DIAL, "fr", "bga", "ok ok"),
    "dial en pagat": (DIAL, "en", "pagat", "ok ok"),
    "row new": (ROW, None, None, ""),
    "dial new": (DIAL, None, None, ""),
}
HOME = ("table", "over", "setup", "language")
LIMIT = 140  # distinct screens; a new box has fewer that matter
EVERY = 40  # so many screens are one on which the panel refreshes


# the answers that are followed where there are many of a kind: the others differ in figures only
FOLLOWED = {
    "table": ("W", "all_pass", "misdeal"),
    "number": ("80", "160", "capot", "higher"),
    "higher": ("190", "1000"),
    "suit": ("H", "SA", "TA"),
    "count": ("0", "1", "3", "8", "flip"),
    "units": ("0", "9"),
    "dealer": ("W",),
    "first": ("W", "lot"),
    "names": ("W", "clear"),
    "letters": ("A", "Q", "É", "erase", "done"),
    "example": ("example", "rules", "ours", "215/47", "450/0", "none", "erase", "drop", "accept"),
    "ours": ("0", "1", "keep", "rules", "next", "turn", "done", "names", "accept"),
    "total": ("1000", "2000", "-12"),
    "resume": ("5", "done", "code", "Z", "erase", "W", "start", "rules"),
    "lock": ("S", "7"),
}


def wanted(screen, answer):
    return answer in FOLLOWED.get(screen, (answer,))


def words_in(text):
    return re.findall(r"[^\W\d_]{2,}", text.lower())


def only_in_one_language():
    """(words of the French texts and titles alone, words of the English ones alone)."""
    found = {}
    for lang in ("fr", "en"):
        said = list(texts.texts(lang).values())
        said += [profile.title(key, lang) for key in profile.KEYS]
        said += book.said(lang).values()
        found[lang] = {word for text in said for word in words_in(text)}
    return found["fr"] - found["en"], found["en"] - found["fr"]


FRENCH, ENGLISH = only_in_one_language()


def read(seen):
    """The words to be read above the bar; a figure alone is none."""
    above = [box[5] for box in ink(seen) if box[1] < BAR]
    return [word for text in above for word in text.split() if re.search(r"[^\W\d_]", word)]


def too_small(seen):
    """Totals of the main screen and the contract of an entry that are not in large type."""
    if seen["screen"] in ("table", "over"):
        large = [str(seen["totals"][side]) for side in SIDES]
    elif seen["screen"] in ENTRY and "contract" in seen["fields"]:
        large = [str(seen["fields"]["contract"]).upper()]
        large += [text for text in seen["text"] if text[:1] == "×" and len(large[0]) < 4]  # H102
    else:
        large = []
    tall = [box[5] for box in ink(seen) if box[3] - box[1] >= BIG]
    return [text for text in large if text not in tall]


def flaws(seen):
    """What is wrong with a screen, in words."""
    boxes, screen = ink(seen), seen["screen"]
    out = [f"cut: {text}" for text in seen["machine"]["tight"] + seen["machine"]["spill"]]
    out += [f"in each other: {pair}" for pair in collisions(seen)]
    out += [f"behind the bar: {box[5]}" for box in boxes if box[1] < BAR < box[3]]
    if len({box[4] for box in boxes}) > 4:
        out.append("more than four sizes of type")
    for label in seen["keys"] if screen != "rules" else ():  # those are names
        for text in label.split("/"):
            if len(words_in(text)) > 3 or len(text.split()) > 4:  # digits come in groups of four
                out.append(f"long label: {text}")
    words = read(seen)
    if len(words) > MOST_WORDS.get(screen, 25):
        out.append(f"{len(words)} words: {' '.join(words)}")
    if screen != "language":  # each name there is in its own language
        foreign = FRENCH if seen["lang"] == "en" else ENGLISH
        texts_ = [box[5] for box in boxes if not CODE.fullmatch(box[5])]
        said = {word for text in texts_ for word in words_in(text)}
        out += [f"not in {seen['lang']}: {word}" for word in sorted(said & foreign)]
    out += [f"less than {BIG} px high: {text}" for text in too_small(seen)]
    if seen["note"].startswith(("note.", "refused")):
        out.append(seen["note"])
    if len(seen["where"][0].encode()) > 100:
        out.append("a draft of more than 100 bytes")
    if {"IMPOSSIBLE", "NOT POSSIBLE"} & set(seen["text"]):
        out.append("a deal that cannot be written")
    return [f"{seen['where'][0]}: {flaw}" for flaw in out]


def astray(seen):
    """What writes and stands on another key than K4; the list of a dial has one key."""
    keys = [key for key, _, ids in seen["answers"].get("keys", []) if seen["writes"] in ids]
    return [f"{seen['where'][0]}: written by {key}" for key in keys if key != "k4"]


class Places:
    """Where taker, number, suit and totals were first seen: there they stay."""

    def __init__(self):
        self.at = {}

    def moved(self, seen):
        said = {field: seen["fields"].get(field) for field in ("contract", "denomination")}
        out = []
        for box in ink(seen):
            if seen["screen"] in ENTRY and box[3] <= STRIP:
                key = (*seen["where"][1:3], box[5], *said.values())
                if self.at.setdefault(key, box[:4]) != box[:4]:
                    out.append(f"{seen['where'][0]}: {box[5]} moved")
        return out


@pytest.mark.parametrize("name", WALKS)
def test_every_screen_that_keys_lead_to_can_be_read(name):
    """Also D65, E80: from each of them the way back ends at home, what writes is always the same
    key, and each event that was written is undone without a trace."""
    board, lang, key, strokes = WALKS[name]
    bad, places, screens = [], Places(), {}
    with Walk(board, lang, key, 1000) as walk:
        for stroke in strokes.split():
            walk.press(stroke)
        limit = LIMIT if key else LIMIT // 2
        for count, seen in enumerate(walk.explore(limit, wanted)):
            screens[seen["screen"]] = screens.get(seen["screen"], 0) + 1
            bad += flaws(seen) + places.moved(seen)
            bad += [f"{seen['where'][0]}: {s} did something" for s in walk.deaf(seen)]
            bad += astray(seen)
            if walk.backs(seen) not in HOME:
                bad.append(f"{seen['where'][0]}: no way home")
            if not count % EVERY:
                walk.show()  # the glass is the frame, by the rules of the panel
        assert not walk.stays, "\n".join(walk.stays)
        assert walk.commits > (3 if key else 0)
    assert not bad, f"{len(bad)} flaws:\n" + "\n".join(bad[:20])
    assert sum(screens.values()) == limit, screens
    deep = "table menu number suit play preview side" if key else "setup example names first"
    assert set(deep.split()) <= set(screens), screens


def test_the_longest_names_fit_or_are_cut_and_never_run_into_each_other():
    """I119: eight letters, the widest there are; beside the totals a pair may be cut."""
    bad, cut = [], []
    with Walk(ROW, "fr", "fr", 1000) as walk:
        walk.press("k4", "k2")
        lines = walk.journal()
        box = lines[0].split(" ")
        assert box[5] == ",,,", box
        box[5] = "Emmanuel,Mohammed,Mammouth,Romingue"
        lines[0] = " ".join(box)
        walk.stand(lines, walk.look()["where"][0])
        for seen in walk.explore(120, wanted):
            cut += seen["machine"]["tight"]
            bad += [flaw for flaw in flaws(seen) if ": cut: " not in flaw]
    assert not bad, "\n".join(bad[:20])
    pairs = ("Emmanuel, Mammouth", "Mohammed, Romingue")
    assert set(cut) <= {*pairs, " contre ".join(pairs)}


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_list_shows_every_answer_while_the_focus_goes_round(lang):
    """On the dial: pages of answers, the one with the focus always among what is shown."""
    roads = "|S|S 160|S 160 H|S 160 H said|S 160 H said 20|S 160 H made|S 160 H made 1|S higher"
    bad, screens = [], set()
    with Walk(DIAL, lang, "fr", 1000) as walk:
        walk.press("ok", "ok")
        start = walk.journal(), walk.look()["where"][0]
        for road in roads.split("|"):
            walk.stand(*start)
            walk.answer(*road.split())
            seen = walk.look()
            labels, shown = seen["keys"], set()
            for _ in labels:
                bar = [box[5] for box in ink(seen) if box[1] >= BAR]
                shown |= set(bar)
                bad += flaws(seen)
                assert labels[seen["focus"]] in bar
                walk.press("down")
                seen = walk.look()
            assert set(labels) <= shown
            screens.add(seen["screen"])
    assert not bad, "\n".join(bad[:20])
    assert len(screens) == 9


def test_the_words_for_things_are_those_of_the_cafe():
    """One word for one thing; these are the words that are not said (practice of the flow)."""
    never = """écrire enregistrer valider attaquant attaquants déclarant dénomination réussi perdu
    tas levées bonus objectif écart fausse adversaires adversaire défense points-cartes"""
    said = {word for text in texts.texts("fr").values() for word in words_in(text)}
    assert not said & set(never.split())


# ---- the preview


def column(seen):
    """The rows of the sum, as a pencil would read them: [(what, left, right)] of numbers; of a
    figure that was rounded the one after the arrow."""
    rows = []
    for box in ink(seen):
        left, top, right, _, _, text = box
        if not 120 <= top < BAR:
            continue
        if abs(left + right - 400) < 10 and re.search("[a-z]", text):
            rows.append([text, 0, 0])
        elif rows and re.fullmatch("[-+0-9,]+( → [0-9]+)?", text):
            rows[-1][1 if right < 200 else 2] = int(text.rpartition(" ")[2])
    return rows


def said(facts):
    """The words of the entry as facts of a deal, without what only the entry knows."""
    return {k: v for k, v in facts.items() if k not in ("taker", "typed", "page", "setup")}


def counted(points):
    """The answers for a count of the pile that is asked for."""
    return [str(points // 10), str(points % 10)]


def deals(p):
    """What is answered for a handful of deals that these rules play, from the taker on."""
    some = [
        "S 100 D made * 30",
        "W 120 H failed",
        "W 110 S failed check flip 53",
        "N 80 C said+ NS made * 77",
        "N 80 C said+ NS failed check 60",
        "E 90 H coinche made * 71",
        "S 130 S coinche coinche failed",
        "W 160 D said+ NS failed",
        "W capot H made",
        "N capot S failed",
        "E 100 C made * 55",
    ]
    if p["melds.on"]:
        some += ["S 100 D said 50 NS said+ WE made * 42", "W 150 S said 200 NS failed"]
    if p["bid.TA"]:
        some += ["W 100 TA made ** 41"]
    if p["bid.SA"]:
        some += ["E 90 SA coinche made ** 21", "S 110 SA failed"]
    return some


def play(walk, text):
    """Enters a deal up to its preview; yields the play screen and the preview."""
    words = text.split()
    seen = walk.answer(*words[:3])
    words = words[3:]
    at_play = None
    while words:
        word = words.pop(0)
        if word in ("made", "failed", "capot"):
            at_play = seen
        if word == "said+":  # a belote
            if not any(ids == ["said"] for ids in offered(seen)):
                words.pop(0)  # which these rules neither write nor test
                continue
            seen = walk.answer("said")
            if seen["screen"] == "declare":
                seen = walk.answer("belote")
        elif word in ("*", "**"):  # a count, where these rules need one
            points = int(words.pop(0))
            if seen["screen"] == "count":
                seen = walk.answer(*counted(points))
        elif word.isdigit() and seen["screen"] == "count":
            seen = walk.answer(*counted(int(word)))
        elif word == "check" and not any(ids == ["check"] for ids in offered(seen)):
            return at_play, seen
        else:
            seen = walk.answer(word)
        if seen["screen"] == "last_trick":
            seen = walk.answer("WE")
    return at_play, seen


def offered(seen):
    answers = seen["answers"]
    if "list" in answers:
        return [[answer] for answer in answers["list"][0]]
    return [ids for _, _, ids in answers["keys"]]


@pytest.mark.parametrize("key", profile.KEYS)
def test_the_column_of_the_preview_adds_up_to_what_score_writes(key):
    """A22, B28, H103: and the play screen's "il faut" is the least count that score accepts, one
    less fails."""
    p = profile.resolve(key)
    arrows = 0
    with Walk(ROW, "fr", key, 99999) as walk:
        walk.press("k4", "k2")
        for text in deals(p):
            at_play, seen = play(walk, text)
            assert seen["screen"] == "preview", (text, seen["screen"])
            facts = said(seen["fields"])
            told = rule_tool.score({"profile": key, "deal": facts})
            takers = side_of(seen["fields"]["taker"])
            marks = {side: told["takers" if side == takers else "defence"] for side in SIDES}
            rows = column(seen)
            names = [row[0] for row in rows]
            number = f"donne {seen['deal']}"
            at = names.index(number)
            for i, side in ((1, "NS"), (2, "WE")):
                assert sum(row[i] for row in rows[:at]) == rows[at][i] == marks[side], (text, rows)
                assert rows[-1][i] == seen["totals"][side] + marks[side], (text, rows)
            assert names[at:] == [number, "total"]
            verdict = "FAIT" if told["made"] else "CHUTÉ"
            assert any(line.startswith(verdict) for line in seen["text"]), text
            assert bool([t for t in seen["text"] if t.startswith("FAIT")]) == told["made"]
            arrows += sum("→" in line for line in seen["text"])
            assert flaws(seen) == []
            least_is_least(at_play, p)
            after = walk.answer("write")
            assert after["screen"] == "table"
            assert after["totals"] == {s: seen["totals"][s] + marks[s] for s in SIDES}
            assert after["marks"] == marks
    # where the points are rounded before they are written both figures stand there
    assert arrows > 2 or p["round.on"] != "points" or p["round.unit"] == 1


def least_is_least(seen, p):
    """The number of "il faut" makes the contract with what has been said, one point less fails."""
    facts = said(seen["fields"])
    need = [re.fullmatch(r"IL FAUT (\d+) AUX PLIS", text) for text in seen["text"]]
    need = [int(match.group(1)) for match in need if match]
    if isinstance(facts["contract"], str):
        assert not need and "IL FAUT LES HUIT PLIS" in seen["text"]
        return
    field, pile = deal.counted(facts["denomination"], p)
    more = {"last_trick": "takers"} if field == "native_cards" else {}
    made = [score({**facts, field: n, **more}, p)["made"] for n in range(pile + 1)]
    if not need:
        assert True not in made and "IMPOSSIBLE À FAIRE" in seen["text"]
        return
    assert made[need[0]] is True and (not need[0] or made[need[0] - 1] is not True)


# ---- the glass


@pytest.mark.parametrize("board", BOARDS)
def test_taker_number_suit_and_totals_keep_their_pixels_up_to_the_preview(board):
    """On the glass, from the press that made them appear."""
    left, number, suit, right = (0, 12), (12, 28), (28, 38), (38, 50)  # columns of eight pixels
    with Box(board, "fr", 3000) as hands:
        hands.deal("W", "110", "S", "failed")

        def pixels(columns, top, bottom):
            glass = hands.bench.world.panel.glass
            rows = range(top, bottom)
            return [bytes(glass[y * 50 + columns[0] : y * 50 + columns[1]]) for y in rows]

        parts = {"taker": (left, 24, 84), "number": (number, 24, 84), "suit": (suit, 24, 84)}
        parts |= {"ours": (left, 0, 24), "theirs": (right, 0, 24)}
        appears = {"S": ("taker", "ours", "theirs"), "100": ("number",), "H": ("suit",)}
        seen = {}
        for answer in "S 100 H said 50 NS coinche failed check 3 0".split():
            hands.go(answer)
            for part in appears.get(answer, ()):
                seen[part] = pixels(*parts[part])
                assert any(row.strip(b"\xff") for row in seen[part]), part
            for part, was in seen.items():
                assert pixels(*parts[part]) == was, (part, answer)
        assert hands.screen() == "preview" and len(seen) == 5
        assert hands.machine["tight"] == hands.machine["spill"] == []
