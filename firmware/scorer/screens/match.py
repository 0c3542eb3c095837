"""The match so far: how the totals went, who took and made, the coinches, the best deal."""

from scorer import phrases
from scorer.choice import Choice
from scorer.session import minute


def ask(s, w):
    answers = ["deals", "elsewhere"]
    labels = {"back": w("back"), "deals": w("menu.deals"), "elsewhere": w("menu.elsewhere")}
    return Choice(answers, labels, row=["back", "deals", "elsewhere", None])


def take(s, answer):
    if answer == "back":
        back(s)
    else:
        s.forget()
        s.aside(answer)


def back(s):
    s.forget()
    s.leave()


def told(s):
    """coinche.tally of the match, made once for a list of events."""
    from coinche.tally import tally

    key = len(s.lines), s.lines[-1] if s.lines else ""
    return s.remember("match", key, lambda: tally(s.first(), s.played(s.live())))


def best(s, w, found):
    """The best deal, in words; an empty text where nobody got anything."""
    if found is None:
        return ""
    return w("match.best", found[0], phrases.side(s, w, found[1]), found[2])


def view(s, w, put):
    totals, seats, doubled, top = told(s)
    put("title", w("match.title"))
    if totals:
        curves = [
            (phrases.side(s, w, side), [pair[i] for pair in totals], 4 - 2 * i)
            for i, side in enumerate(("NS", "WE"))
        ]
        put("plot", curves, "plot")
    rows = [("", (w("match.taken"), w("match.made")))]
    rows += [(phrases.seat(s, w, seat), seats[seat]) for seat in phrases.seats(s)]
    rows.append((w("match.coinche"), (w("match.said"), w("match.won"))))
    rows += [(phrases.side(s, w, side), doubled[side]) for side in ("NS", "WE")]
    for row, (what, counts) in enumerate(rows):
        put("stat.what", what, row=row)
        put("stat.all", str(counts[0]), row=row)
        put("stat.good", str(counts[1]), row=row)
    put("question", [phrase for phrase in (best(s, w, top), _lasted(s, w)) if phrase])


def _lasted(s, w):
    """How long the match has been going on, in words; an empty text where nobody knows."""
    minutes = minute(s.live())
    if not minutes:
        return ""
    hours = w("hours", minutes // 60, "%02d" % (minutes % 60))
    return w("match.lasted", hours if minutes > 59 else w("minutes", minutes))
