"""May I play this card?  A tree of questions about what a person at the table can see, which ends
in what tricks.legal says: at most three questions, none that the rules of the table make idle,
each with at most four answers, and "lead".

Questions: led (the suit led: trump, follow: I have it, ruff: I have not, but a trump, none: I have
neither; lead: none was led), mine (of the suit led: higher: one that beats what wins; lower;
none), who (wins: partner, partner_ruff, opponent, opponent_ruff; where it changes nothing partner
is also partner_ruff), beat (my trumps: higher, lower), only (my hand: mixed; only trumps: higher,
lower), both (my trumps: lower; higher, and other cards too: mixed; higher, and no other: only).

Verdict: a reason of tricks.py, and which cards: any, suit (of the suit led), over (that beat what
wins), trump, not_under (all but the trumps that do not beat what wins).
"""

from coinche.checks import choice

# rows: a name, then a question and where each answer leads, or a parameter and where each value
# does, or a verdict
_TREE = """\
suit led trump=trump follow=F ruff=void none=D lead=L
SA led follow=F none=D lead=L
TA mine higher=over_TA lower=C none=D lead=L
trump mine higher=over lower=C none=D
over play.overtrump_partner_on_trump_lead True=G False=spare
over_TA play.overtake_all_trump True=G False=spare
spare who partner=S opponent=G
void who partner=plain partner_ruff=ruff opponent=T opponent_ruff=under
plain play.void_partner_winning free=P free_but_overtrump=P must_ruff=T
ruff play.void_partner_winning free=free free_but_overtrump=half must_ruff=must
free play.only_trumps_on_partner_ruff any=P overtrump=only
only only mixed=P higher=O lower=U
half both mixed=N only=O lower=P
under play.undertrump may=may must=must
may beat higher=O lower=D
must beat higher=O lower=U
L lead any
F follow suit
G must_go_over over
C cannot_overtrump suit
T must_trump trump
O must_overtrump over
U undertrump trump
D may_discard any
P partner_winning any
S partner_winning suit
N partner_winning not_under"""


def ask(denomination, answers, profile):
    """(question, the ids of its answers) while something must be asked after these answers, or the
    verdict (reason, cards): two ids.  RuleError "answers[1]" for one that was not offered."""
    rows = dict([line.split(" ", 1) for line in _TREE.split("\n")])
    row = rows[denomination if len(denomination) > 1 else "suit"]
    for i in range(len(answers) + 1):
        ids = []
        ends = {}
        for answer, to in _ways(row):
            end = rows[to]
            while end[:5] == "play.":
                end = rows[dict(_ways(end))[str(profile[end.split(" ")[0]])]]
            if ends.get(answer.split("_")[0]) != end:  # else partner_ruff is as partner
                ids.append(answer)
                ends[answer] = end
        if i < len(answers):
            choice("answers[%d]" % i, answers[i], ids)
            row = ends[answers[i]]
    words = row.split(" ")
    return (words[0], tuple(ids)) if ids else tuple(words)


def _ways(row):
    return [word.split("=") for word in row.split(" ") if "=" in word]
