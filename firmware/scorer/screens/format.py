"""A file system where there is none, or none that can be read: a long hold on a screen that says
what is lost. Nothing does it by itself."""

from scorer.choice import Choice

ENTRY = False


def ask(s, w):
    return Choice(
        ["keep", "drop"],
        {"keep": w("keep"), "drop": w("format.drop")},
        row=["keep", None, None, "drop"],
        writes="drop",
        long=True,
    )


def take(s, answer):
    if answer == "drop" and s.format():
        s.format = None
        s.save()
    s.leave()


def back(s):
    s.leave()


def view(s, w, put):
    put("title", w("format.title"))
    put("text", w("format.ends"), row=0)
    put("text", w("format.hold"), row=1)
