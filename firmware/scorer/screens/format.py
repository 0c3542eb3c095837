"""A file system where there is none, or none that can be read: a long hold, as for a new match, on
a screen that says what is lost. Nothing does it by itself."""

from scorer.screens import fresh

ENTRY = False
back = fresh.back


def ask(s, w):
    choice = fresh.ask(s, w)
    choice.labels["drop"] = w("format.drop")
    return choice


def take(s, answer):
    note = ""
    if answer == "drop":
        if s.format():
            s.format = None
            s.save()
        else:
            note = "note.failed"
    s.leave()
    s.note = note


def view(s, w, put):
    put("title", w("format.title"))
    put("text", w("format.ends"), row=0)
    put("text", w("fresh.hold"), row=1)
