"""Walks over the screens of a box by its keys, breadth first, and measures what it draws."""

from collections import deque
from pathlib import Path

from bench import Bench

PROBE = Path(__file__).parent / "probe"
ROW, DIAL = "waveshare_esp32_driver", "crowpanel_42"


class Walk:
    """A box whose screens are visited: strokes are key events, "k1" or "k1:hold"."""

    def __init__(self, board, lang=None, profile=None, target=None, heap="320K"):
        self.bench = Bench(
            board,
            heap=heap,  # the probe keeps what was drawn
            mpy=True,
            lang=lang,
            profile=profile,
            target=target,
            firmware=[PROBE],
        )
        self.bench.idle()
        self.row = "k1" in self.bench.keys
        self._ask("watch(main.app)")
        self._journal, self._saves = None, -1  # the lines it stands on, and how often it has saved
        self.commits, self.stays = 0, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bench.close()

    def _ask(self, call):
        return self.bench.ask('__import__("probe").' + call)

    def look(self):
        """The present screen, drawn and measured (probe.look)."""
        return self._ask("look(main.app)")

    def show(self):
        """Lets the panel have what was drawn; the bench compares the glass with the frame. The
        referee is called and left, or left and called."""
        for _ in range(2):
            self.bench.hold("k4" if self.row else "back")
            self.bench.idle()

    def journal(self):
        """The lines of the journal as it would be written now."""
        return self._ask("journal(main.app)")

    def stand(self, lines, draft):
        """Where these lines and this draft would take the box after a restart."""
        known = lines == self._journal
        self._ask(f"stand(main.app,{None if known else lines!r},{draft!r})")
        self._journal = lines

    def press(self, *strokes):
        """Key events; [draft, reader, language, events] after them."""
        *where, saves = self._ask(f"press(main.app,{','.join(map(repr, strokes))})")
        if saves != self._saves:
            self._journal, self._saves = None, saves
        return where

    def answer(self, *wanted):
        """These answers, each by its keys; the screen after the last one."""
        self._journal = None
        return self._ask(f"answer(main.app,{','.join(map(repr, wanted))})")

    def deaf(self, seen):
        """The keys that the screen says nothing about, and that did something all the same."""
        strokes = self.blank(seen)
        return self._ask(f"deaf(main.app,{','.join(map(repr, strokes))})") if strokes else []

    def strokes(self, seen, wanted=lambda screen, answer: True):
        """The strokes of the answers on this screen, and of the way back."""
        answers, screen = seen["answers"], seen["screen"]
        if not self.row:
            ids, at = answers["list"]
            out = []
            for i, answer in enumerate(ids):
                if not wanted(screen, answer):
                    continue
                long = seen["screen"] in ("fresh", "example", "earlier")
                long = long and answer == seen["writes"]
                out.append([*turns(i - at, len(ids)), "ok:hold" if long else "ok"])
            key, quick = answers["quick"] or (None, None)
            if quick and wanted(screen, quick):
                out.append([key + ":hold"])
            return [*out, ["back"], ["menu"]]
        if "browse" in answers:
            return [["k1"], ["k2"], ["k4"], ["k1:hold"]]
        kinds = {"press": "", "hold": ":hold", "long": ":hold"}
        out = [
            [key + kinds[kind]]
            for key, kind, ids in answers["keys"]
            if len(ids) > 1 or wanted(screen, ids[0])
        ]
        return [*out, ["k1:hold"]]

    def blank(self, seen):
        """The strokes that no label stands for. The referee's key has a walk of its own."""
        if not self.row:
            return [] if seen["answers"]["quick"] else ["ok:hold"]
        used = ["k4:hold"] + [strokes[0] for strokes in self.strokes(seen)]
        every = [f"k{i}{kind}" for i in range(1, 5) for kind in ("", ":hold")]
        return [stroke for stroke in every if stroke not in used]

    def backs(self, seen):
        """The screen where going back from this one ends."""
        self.stand(self._journal, seen["where"][0])
        return self._ask("backs(main.app)")

    def _undone(self, seen):
        """Where an undo of what was just written does not lead exactly back to the screen that it
        was written from: the line; else nothing."""
        line, *facts = self._ask("undo(main.app)")
        self._journal = None
        if not facts or facts == seen["facts"]:
            return []
        return [f"{line}: {seen['facts']} became {facts}"]

    def explore(self, limit, wanted=lambda screen, answer: True):
        """Each distinct screen that keys lead to from here, breadth first, at most `limit`: as
        seen, drawn and measured. wanted(screen, answer): False leaves that road out. `commits`
        counts the events that were written on the way, each of which is undone once to see that
        nothing of it stays; `stays` lists those of which something did."""
        journal = self._journal = self.journal()
        seen = self.look()
        known = {_name(seen["where"])}
        queue = deque([(seen, journal)])
        yield seen
        while queue and len(known) < limit:
            seen, journal = queue.popleft()
            for strokes in self.strokes(seen, wanted):
                self.stand(journal, seen["where"][0])
                where = self.press(*strokes)
                if where[3] > seen["where"][3]:
                    self.commits += 1
                    self.stays += self._undone(seen)
                    self.stand(journal, seen["where"][0])
                    where = self.press(*strokes)
                name = _name(where)
                if name in known:
                    continue
                known.add(name)
                after = self.look()
                if self._journal is None:
                    self._journal = self.journal()
                queue.append((after, self._journal))
                yield after
                if len(known) >= limit:
                    return


def turns(steps, count):
    """The detents that move the focus by so many answers in a list that goes round."""
    if abs(steps) > count // 2:
        steps -= count if steps > 0 else -count
    return ["down" if steps > 0 else "up"] * abs(steps)


def _name(where):
    """What makes a screen another one: all that is said in the entry, who reads, in which
    language, and how much has been written; not the focus of a list, not the note."""
    part = where[0].split("|")
    if part[0] != "rules":
        part[1] = ""
    part[5] = ""
    return "|".join([*part, *where[1:3], str(min(where[3], 2))])


def ink(seen):
    """The boxes [left, top, right, bottom, line height, text] of what was drawn; a bold text,
    which is drawn twice, once."""
    out = []
    for box in seen["drawn"][0]:
        last = out[-1] if out else None
        if box[2] < 0 or last and last[5] == box[5] and last[:2] == [box[0] - 1, box[1]]:
            continue
        out.append(box)
    return out


def collisions(seen):
    """Pairs of texts whose ink meets or touches, and texts that meet a line or the edge of a black
    band."""
    boxes, (_, bands, lines) = ink(seen), seen["drawn"]
    bands = bands + [[left, y, right, y + 1] for left, y, right in lines]
    out = []
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            if _meet(one, [other[0] - 1, other[1] - 1, other[2] + 1, other[3] + 1]):
                out.append((one[5], other[5]))
        for band in bands:
            inside = band[0] <= one[0] and one[2] <= band[2]
            inside = inside and band[1] <= one[1] and one[3] <= band[3]
            if _meet(one, band) and not inside:
                out.append((one[5], "band"))
    return out


def _meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
