"""A pair of hands at a box: answers by keys, looks at the glass when nothing moves any more."""

from bench import Bench
from evening import Hand, way_back

ROW, DIAL, THREE = "waveshare_esp32_driver", "crowpanel_42", "lilygo_t5_29_v24"
BOARDS = (ROW, DIAL)


class Box(Hand):
    """A box as deployed (224K, compiled). rules None: a new box, with the language unasked."""

    def __init__(self, board, rules=None, target=None, lang="fr", start="N", **more):
        self.row = board == ROW
        bench = Bench(board, "224K", True, lang, rules, target, **more)
        super().__init__(bench)
        bench.idle()
        if start:
            self.go("start", start)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.bench.close()

    def go(self, *answers):
        """These answers, one after the other as quickly as hands are; what the glass shows
        then. "<" is the key back, "?" the key of the referee."""
        for answer in answers:
            self.act(answer)
        return self.seen()

    def act(self, answer):
        if answer == "<":
            self.back()
        elif answer == "?":
            self.press({"k1": "k4", "prev": "next"}.get(self.bench.keys[0], "back"), "hold")
        else:
            self.answer(answer)

    def answer(self, wanted):
        """As hands answer; what ends a match is held for two seconds."""
        if wanted != "drop":
            super().answer(wanted)
            return
        if not self.row:
            ids, at = self.state()["answers"]["list"]
            for _ in range((ids.index(wanted) - at) % len(ids)):
                self.press(self._keys()[1])
        self.bench.idle()
        self.press("k4" if self.row else "ok", "long")

    def back(self):
        """One step back, at once."""
        self.press(*way_back(self))

    def menu(self):
        """From the main screen to the menu."""
        self.back()

    def ok(self):
        """The key that commits, pressed at once: hands that do not look."""
        self.press("k4" if self.row else "ok")

    def seen(self):
        """What the glass shows, when it stands still: state without the machine's figures."""
        self.bench.idle()
        self._state = None
        state = self.bench.state(heap=False)
        self.machine = state.pop("machine")
        return state

    def home(self):
        """To the main screen, with nothing entered, contracts told by the number; a match that is
        over begins again."""
        self._state = None
        while self.screen() != "table":
            self.answer("rematch") if self.screen() == "over" else self.back()
        if self.seen()["fields"]["taker"]:
            self.go("all_pass")
        if self.bench.ask("main.app.session.bids") == "long":
            self.go("<", "bids", "<")

    def deal(self, *answers):
        """A whole deal, written."""
        return self.go(*answers, "write")


def place(state):
    """What a screen asks and what was said for it; a list's focus is where the eye is, not what
    was said."""
    keep = ("screen", "fields", "text", "contract", "totals", "dealer", "deal")
    return {name: state[name] for name in keep}
