"""Walks over the screens by their keys, breadth first, on the box that the bench runs."""

from collections import deque
from pathlib import Path

from bench import Bench

PROBE = Path(__file__).parent / "probe"
ROW, DIAL = "waveshare_esp32_driver", "crowpanel_42"


class Walk:
    """A box whose screens are visited. heap: as deployed; lang None: a box that was never asked."""

    def __init__(self, board, lang, profile, target=None, heap="384K"):
        self.bench = Bench(board, heap=heap, mpy=True, lang=lang, profile=profile, target=target,
                           firmware=[PROBE])
        self.bench.idle()
        self.row = "k1" in self.bench.keys
        self._ask("watch(main.app)")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bench.close()

    def _ask(self, call):
        return self.bench.ask('__import__("probe").' + call)

    def look(self):
        return self._ask("look(main.app)")

    def journal(self):
        return self._ask("journal(main.app)")

    def stand(self, lines, draft):
        self._ask(f"stand(main.app,{lines!r},{draft!r})")

    def press(self, *strokes):
        """Key events ("k1", "k1:hold"); the screen after the last one."""
        return self._ask(f"press(main.app,{','.join(map(repr, strokes))})")

    def deaf(self, *strokes):
        return self._ask(f"deaf(main.app,{','.join(map(repr, strokes))})")

    def strokes(self, seen):
        """{what it does: the key events} of every key that answers on this screen."""
        answers, out = seen["answers"], {}
        if not self.row:
            ids, at = answers["list"]
            for i, answer in enumerate(ids):
                out[answer] = self.turns(i - at, len(ids)) + [self.ok(answer, seen)]
            out["<"] = ["back"]
            out["menu"] = ["menu"]
            return out
        for key, kind, ids in answers["keys"]:
            kind = {"long": "hold"}.get(kind, kind)
            out[f"{key}:{kind}"] = [f"{key}:{kind}"]
        if "browse" in answers:
            out = {k: [k] for k in ("k1:press", "k2:press", "k4:press")}
        out["<"] = ["k1:hold"]
        return out

    def ok(self, answer, seen):
        long = answer == seen["writes"] and seen["screen"] == "fresh"
        return "ok:hold" if long else "ok"

    def turns(self, steps, count):
        if abs(steps) > count // 2:
            steps -= count if steps > 0 else -count
        return ["down" if steps > 0 else "up"] * abs(steps)

    def blank(self, seen):
        """The keys that do nothing here, by what the screen offers."""
        if not self.row:
            return ["back:hold"] + [] if seen["answers"]["list"][0] else ["ok", "up", "down"]
        used = {s for strokes in self.strokes(seen).values() for s in strokes}
        every = [f"k{i}:{kind}" for i in range(1, 5) for kind in ("press", "hold")]
        return [s for s in every if s not in used]

    def explore(self, limit, keep=lambda seen: True, start=None):
        """Yields (screen as seen, strokes from the screen before) breadth first, each distinct
        screen once, at most `limit` of them. keep: whether to go on from a screen."""
        if start:
            self.stand(*start)
        first = self.look()
        here = self.journal()
        queue = deque([(first, here)])
        known = {_name(first, here)}
        yield first, []
        count = 1
        standing = here
        while queue and count < limit:
            seen, lines = queue.popleft()
            for strokes in self.strokes(seen).values():
                self.stand(None if lines == standing else lines, seen["draft"])
                after = self.press(*strokes)
                standing = lines
                if after["events"] != seen["events"] or after["screen"] in _SAVING:
                    standing = self.journal()
                name = _name(after, standing)
                if name in known:
                    continue
                known.add(name)
                count += 1
                yield after, strokes
                if keep(after):
                    queue.append((after, standing))
                if count >= limit:
                    return


# after a key that leads there the journal may have changed without a new event
_SAVING = ("table", "over", "menu", "names", "setup", "language")


def _name(seen, lines):
    """What makes a screen another one: everything but the focus of a list and the note."""
    part = seen["draft"].split("|")
    if seen["screen"] != "rules":
        part[1] = ""
    part[5] = ""
    return "|".join(part) + "/" + "/".join(lines)
