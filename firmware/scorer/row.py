"""Four keys under the glass, each labelled by the screen: a choice of up to four is one press.

Longer choices are paged, grouped or walked. Holding the first key goes back, holding the last one
is the referee's; the two in the middle hold the rare answers of a screen.
"""

from scorer.choice import MORE


def _chunks(ids):
    size = max(1, -(-len(ids) // 4))
    return [ids[i : i + size] for i in range(0, len(ids), size)]


def _page(choice, page):
    """How many pages of a long list have been turned."""
    if page:
        return int(page)
    last = max(0, (len(choice.answers) - 2) // 3)  # it holds up to four
    return min(choice.start // 3, last) if choice.opens else 0


class Row:
    """Four keys. `page` is a text of digits: pages turned, or groups opened, so far."""

    KEYS = ("k1", "k2", "k3", "k4")
    REPEAT = ()
    INSTANT = ()
    COMMIT = "k4"
    ASLEEP = "note.asleep"  # any key wakes the box

    def keys(self, choice, page):
        """What each of the four keys leads to: a list of answers, of which one alone is the answer
        itself."""
        if choice.layout == "browse":
            return [["up"], ["down"], [], [choice.writes or "take"]]
        if choice.row is not None:
            return [[] if a is None else [a] for a in choice.row]
        if choice.layout == "more":
            ids = choice.answers[3 * _page(choice, page) :]
            if len(ids) > 4:  # three answers and the key that leads on
                return [[a] for a in ids[:3]] + [ids[3:]]
            row = [[a] for a in ids]
            return row + [[]] * (4 - len(row))
        ids = choice.answers
        for digit in page:
            ids = _chunks(ids)[int(digit)]
        if len(ids) <= 4 and (page or choice.layout == "plain"):
            row = [[a] for a in ids]
        else:
            row = _chunks(ids)
        return row + [[]] * (4 - len(row))

    def ids(self, choice):
        """The answers that have a focus, of a choice that is walked."""
        return choice.listing()

    def labels(self, choice, page, words):
        """Four pairs (answer, rare answer on a hold) of texts; "" where a key does nothing."""
        keys = self.keys(choice, page)
        out = []
        for i in range(4):
            ids = keys[i]
            if not ids:
                text = ""
            elif choice.layout == "browse":
                text = ("▲", "▼", "", words("choose"))[i]
            elif len(ids) == 1:
                text = choice.labels[ids[0]]
            elif choice.layout == "more":
                text = choice.labels[MORE].format(choice.labels[ids[0]])
            elif len(ids) > 4:
                text = choice.labels[ids[0]] + "–" + choice.labels[ids[-1]]
            else:
                text = " ".join([choice.labels[a] for a in ids])
            out.append([text, ""])
        for i in (1, 2):
            rare = choice.holds[i - 1]
            if rare is not None:
                out[i][1] = choice.labels[rare]
        out[3][1] = words("hold." + choice.last)
        if choice.back and keys[0] not in (["back"], ["keep"]):
            out[0][1] = words("hold." + choice.back)
        if choice.long and choice.writes:
            for i in range(4):
                if keys[i] == [choice.writes]:
                    out[i] = ["", out[i][0]]
        return out

    def act(self, choice, page, at, key, kind):
        """(what, value): "answer" an id · "page" the next page · "at" the next focus · "back" ·
        "menu" · "referee" · None."""
        index = self.KEYS.index(key)
        keys = self.keys(choice, page)
        ids = keys[index]
        if kind == "hold":
            if choice.long and ids == [choice.writes]:
                return ("answer", choice.writes)
            if index == 0:
                return ("back", None)
            if index == 3:
                return ("referee", None)
            rare = choice.holds[index - 1]
            return ("answer", rare) if rare is not None else (None, None)
        if kind != "press" or not ids:
            return (None, None)
        if choice.layout == "browse":
            count = len(choice.listing())
            if ids[0] in ("up", "down"):
                return ("at", (at + (1 if ids[0] == "down" else -1)) % count)
            return ("answer", choice.listing()[at])
        if len(ids) == 1:
            if choice.long and ids[0] == choice.writes:
                return (None, None)
            return ("answer", ids[0])
        if choice.layout == "more":
            return ("page", str(_page(choice, page) + 1))
        return ("page", page + str(index))

    def back(self, page, choice):
        """The page before, or None when the screen itself is to be left."""
        if choice.layout == "more":
            at = _page(choice, page)
            if at == 0:
                return None
            return str(at - 1) if at > 1 or choice.opens else ""
        return page[:-1] if page else None
