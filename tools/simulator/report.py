"""What the device shows, as data. Runs inside the device's MicroPython; nothing of it ships."""

import binascii


def _crc(app):
    return binascii.crc32(app.layout.canvas.frame) & 0xFFFFFFFF


def idle(app):
    """[whether anything is still to be drawn or shown, CRC-32 of the frame that was drawn]"""
    return [app.busy(), _crc(app)]


def _reach(row, choice, page):
    """For a hand that reads the screen: [(key, kind, [answers it leads to])]."""
    out = []
    keys = row.keys(choice, page)
    for i in range(4):
        if choice.layout == "browse":
            continue
        if keys[i]:
            kind = "long" if choice.long and keys[i] == [choice.writes] else "press"
            out.append((row.KEYS[i], kind, keys[i]))
    for i in (1, 2):
        if choice.holds[i - 1] is not None:
            out.append((row.KEYS[i], "hold", [choice.holds[i - 1]]))
    return out


def _answers(app, choice):
    """How a hand that reads the screen reaches each answer: keys, or a list and its focus."""
    at = app.focus(choice)
    if not hasattr(app.style, "labels"):
        return {"list": [choice.listing(), at]}
    answers = {"keys": _reach(app.style, choice, app.session.page)}
    if choice.layout == "browse":
        answers["browse"] = [choice.listing(), at]
    return answers


def hand(app):
    """What a quick hand looks at: the screen, the answers and what has been typed."""
    session = app.session
    return {
        "screen": session.screen,
        "answers": _answers(app, app.choice()),
        "typed": session.typed,
        "tricks": session.facts.get("tricks"),
    }


def state(app):
    """The state of DESIGN's bench, and `answers`: how a hand that reads the screen reaches each
    answer."""
    session = app.session
    choice = app.choice()
    match = session.state
    if hasattr(app.style, "labels"):
        labels = [
            answer + ("/" + rare if rare else "")
            for answer, rare in app.style.labels(choice, session.page, app.words)
        ]
    else:
        labels = [choice.labels[a] for a in choice.listing()]
    fields = dict(session.facts)
    fields["taker"] = session.taker
    fields["typed"] = session.typed
    fields["page"] = session.page
    fields["setup"] = list(session.setup)
    panel = app.panel
    return {
        "screen": session.screen,
        "focus": app.focus(choice),
        "fields": fields,
        "text": list(app.layout.canvas.log),
        "keys": labels,
        "answers": _answers(app, choice),
        "dealer": match and match["dealer"],
        "speaker": match and match["speaker"],
        "contract": {k: session.facts.get(k) for k in ("contract", "denomination", "level")}
        if session.facts
        else None,
        "totals": match and match["totals"],
        "deal": match and match["deals"] + 1,
        "over": bool(match and match["over"]),
        "marks": match and match["marks"],
        "winner": match and match["winner"],
        "profile": session.rules_key,
        "lang": session.lang,
        "note": session.note,
        "machine": {
            "busy": app.busy(),
            "partial": panel.partials,
            "full": panel.fulls,
            "saves": session.journal.saves,
            "drafts": session.journal.drafts,
            "frame_crc": _crc(app),
            "tight": list(app.layout.tight),
            "spill": list(app.layout.canvas.spill),
            "seen": app.seen_at is not None,
        },
    }
