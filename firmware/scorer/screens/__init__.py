"""One module a screen, and every one has the same four functions:

    ask(s, w) -> Choice         what can be answered
    take(s, answer)             what an answer does to the session: another screen, or an event
    back(s)                     one step back; nothing that was entered is lost
    view(s, w, put)             what is on the glass: put(place, text, style, row), in words, by
    places of display/layout.py

s is the Session, w gives the words of the table's language. A screen keeps nothing: its state is
in the Session. One screen is loaded at a time: it is dropped when another one comes.
"""

# where nothing is being typed: a pause there may refresh the whole glass
CALM = (
    "cards code dealer deals earlier elsewhere example fault first format fresh language letters "
    "lock match mayplay menu names order ours over play referee resume rules ruling setup table "
    "total undo why worth"
)
# every screen, so that a draft can name no other
SCREENS = CALM + (
    " agree auction caller contest count declare fix forbidden higher holder last_trick meld"
    " number preview recount side suit taker trickless units"
)
