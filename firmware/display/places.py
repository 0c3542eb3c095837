"""Where things stand on a glass of 400x300 pixels: one place a line.

    name  x  y  pitch of its rows  fonts, the first that fits is taken  alignment  width

Fonts: b big, h head, o body, s small (display/layout.py). x is the left end, the middle or the
right end of the text, by its alignment l, c or r. Read once at start, then only the packed table
stays.
"""

PLACES = """
# the main screen
left.side 4 0 0 o l 60
right.side 396 0 0 o r 60
left.names 66 4 0 s l 130
right.names 334 4 0 s r 130
left.total 4 8 0 b l 190
right.total 396 8 0 b r 190
left.rest 4 86 0 s l 120
right.rest 396 86 0 s r 120
target 200 86 0 s c 150
rules 200 104 0 s c 396
map.far 200 125 0 o c 190
map.near 200 179 0 o c 190
map.left 4 152 0 o l 190
map.right 396 152 0 o r 190
last 4 206 0 s l 390
last.marks 396 206 0 s r 160
question 4 225 0 os l 392
# the strip of an entry
left.small 4 0 0 o l 130
right.small 396 0 0 o r 130
deal 200 3 0 s c 120
taker 4 46 0 os l 90
number 98 8 0 bh l 216
pip 226 26 0 h l 60
suit 226 58 0 os l 78
times 396 8 0 b r 92
pip.slam 318 26 0 h l 38
suit.slam 318 58 0 os l 78
times.slam 396 26 0 h r 50
# the questions of an entry
who 200 112 0 os c 392
ask 200 192 0 ho c 392
call 4 108 21 os l 392
# play
need 4 87 0 ho l 392
need.why 4 120 0 s l 392
worth.made.label 4 141 0 o l 62
worth.made 70 141 0 os l 326
worth.failed.label 4 164 0 o l 62
worth.failed 70 164 0 os l 326
who.low 4 190 0 s l 392
rules.low 4 209 0 s l 392
# the count
pile 200 84 0 os c 392
digits 200 92 0 b c 300
left.over 200 166 0 os c 392
sum.line 200 88 0 h c 392
missing 200 122 0 h c 392
hint 4 164 22 s l 392
# the preview
verdict 4 87 0 ho l 200
reason 396 87 0 s r 190
reason.parts 396 113 0 s r 392
sum.what 200 130 22 os c 96
sum.left 150 130 22 os r 92
sum.right 342 130 22 os r 92
sum.us 4 130 22 o l 56
sum.them 396 130 22 o r 56
sum.rule 4 132 22 o l 392
tight.what 200 129 17 s c 96
tight.left 150 129 17 s r 92
tight.right 342 129 17 s r 92
tight.us 4 129 17 s l 56
tight.them 396 129 17 s r 56
tight.rule 4 131 17 s l 392
end 200 226 0 os c 392
# all that was written
deals.head.left 340 10 0 s r 60
deals.head.right 396 10 0 s r 52
deals.line 4 42 30 os l 290
deals.left 340 42 30 os r 50
deals.right 396 42 30 os r 52
# a correction
fix.line 4 86 0 os l 392
fix.marks 4 109 0 s l 392
# around the deal
title 4 2 0 h l 392
text 4 42 26 os l 392
line 16 72 21 os l 380
fact 4 172 25 os l 392
headline 200 110 0 ho c 392
over.why 200 146 0 os c 392
over.evening 200 172 0 os c 392
change.when 60 130 30 o l 80
change.what 150 130 30 os l 240
note 200 229 0 s c 392
"""
