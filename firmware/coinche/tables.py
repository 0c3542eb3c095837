"""The parameters of the rules, one a line.

Made by tools/rule_tables.py from tools/data/profiles.json: change that and run the tool. Large, so
coinche/parameters.py imports it when it is needed and others can drop it; nobody else reads it.
"""

# name kind values range items; kinds: b yes/no, v number or word, l list, n list of
# numbers, m factors suit:SA:TA
PARAMETERS = (
"""\
pile.suit v 162 - -
pile.SA v 130|162 - -
pile.TA v 162|258 - -
pile.SA_method v ace19|ace11_x152/120|ace11_raw - -
pile.TA_method v native258|x162/258|x152/248|table_J13_Q2|table_J14_Q1 - -
contract.factor m 1:1:1|1:2:1 - -
test.belote b no|yes - -
test.melds b no|yes - -
test.need_on_80 v 0|82 82..90 -
test.extra v 0|2 2..10 -
test.beat v none|ge|gt - -""",
"""\
test.tie v fail|litige|replay - -
test.on_rounded b no|yes - -
made.points b no|yes - -
made.contract b no|yes - -
made.defence_points b no|yes - -
fail.base v 0|160|162|pile 0..260 -
fail.base_SA v null|152 0..260 -
fail.contract b no|yes - -
dbl.level1 v 2 2..4 -
dbl.level2 v 3|4 2..8 -
dbl.base v 0|160|162|points 0..260 -
dbl.defence_points b no|yes - -""",
"""\
dbl.mul_base b no|yes - -
dbl.mul_contract b no|yes - -
dbl.mul_base_slam b null|no|yes - -
dbl.mul_belote b no|yes - -
dbl.mul_melds b no|yes - -
dbl.window v in_turn|any_time|after_auction - -
dbl.max_level v 0|1|2 - -
dbl.escape b no|yes - -
dbl.on_min b no|yes - -
dbl.capot_allowed b no|yes - -
belote.scored b no|yes - -
belote.defence b no|yes - -""",
"""\
belote.on_fail v holder|defence - -
belote.on_dbl_made v holder|winner|lost - -
belote.on_dbl_fail v holder|winner - -
belote.on_capot v holder|winner - -
belote.max_TA v 0|1|4 - -
belote.order v free|king_first - -
belote.forgotten v lost|automatic - -
belote.forgotten_rebelote v lost|forgiven_once|forgiven - -
melds.on b no|yes - -""",
"""\
melds.tie v nobody|first - -
melds.card_reuse b no|yes - -
melds.four_7_8 v zero|cancel_melds|cancel_deal - -
melds.deadline v own_first_card|second_trick - -
melds.SA_carre_aces v 100|200 0..400 -
melds.SA_carre_tens v 100|150 0..400 -
melds.SA_carre_jacks v 100|200 0..400 -
melds.SA_carre_nines v 100|150 0..400 -
melds.on_fail v defence|holder - -""",
"""\
melds.on_dbl_made v holder|winner - -
melds.on_capot v holder|winner - -
capot.contract v 250|260|270 200..500 -
capot.points_unbid v 162|250|252 162..500 -
capot.points_bid v 162|250|252|500 162..1000 -
capot.base_unbid_dbl v null|0|160|250|252 0..500 -
capot.base_bid_dbl v null|0|160|250|252 0..1000 -
capot.fail_base v null|160|250|500 0..1000 -""",
"""\
capot.defence_base v null|250|252 0..1000 -
capot.bonus v 0|90 0..500 -
capot.bonus_dbl v 0|100 0..500 -
capot.detect v tricks|zero_points - -
generale.contract v 500|1000 200..2000 -
generale.points v 500 0..2000 -
generale.base_dbl v null|160 0..2000 -
generale.fail_base v null|160|500 0..2000 -
round.unit v 1|10 - -
round.up_from v 5|6 - -""",
"""\
round.on v points|line - -
round.complement b no|yes - -
deal.direction v ccw|cw - -
deal.cutter v left|right - -
deal.cut_min v null|2|3|4 1..16 -
deal.packets l 323+332+233|323|323+233|44+323+332+233 - 323+332+233+44
deal.shuffle v always|advised|dealer|first - -
deal.all_pass v next|same - -
bid.min v 80|82|90 70..100 -""",
"""\
bid.max v null|160|170|180|260|650 80..1000 -
bid.step v 5|10 - -
bid.order l null|C+D+H+S+TA+SA|C+D+H+S+SA+TA - C+D+H+S+TA+SA
bid.equal_overcall v never|higher_denomination - -
bid.SA b no|yes - -
bid.TA b no|yes - -
bid.capot b no|yes - -
bid.generale b no|yes - -
bid.generale_is_capot b no|yes - -
bid.self_raise v never|change_suit|yes - -""",
"""\
bid.reenter b no|yes - -
bid.end_passes v 3|4 - -
bid.form v full|relative_ok - -
bid.correction v never|immediate_slip - -
match.target v 501|701|1000|1010|1500|2000|2001|2501|3000 100..10000 -
match.targets n 1000+1500+2000+2001+3000 - -
match.reach v ge|gt - -
match.both v higher_total|last_deal_winner|last_deal_higher|takers - -""",
"""\
match.tie v extra_deal|last_deal_winner|shared - -
match.veto v none|capot_or_failed|belote_alone_if_capot_or_failed - -
match.last_deal_exact b no|yes - -
match.quota_deals v null|10|12|16|20|24 1..100 -
play.overtrump_partner_on_trump_lead b no|yes - -
play.undertrump v may|must - -
play.void_partner_winning v free|free_but_overtrump|must_ruff - -""",
"""\
play.only_trumps_on_partner_ruff v any|overtrump - -
play.overtake_all_trump b no|yes - -
play.last_trick_view v until_next_covered|until_next_gathered|after_next_trick|never|free - \
-
play.shown_card v must_play|must_play_unless_agreed - -
pen.misdeal l redeal|redeal+no_bid+160|redeal+162|redeal+redeal+162|no_bid+160|redeal+refere\
e - redeal+no_bid+referee+#""",
"""\
pen.misdeal_after_bid v same|base_plus_contract - -
pen.revoke_now v suit_barred|correct|none|injured_choice - -
pen.revoke_late v 160|162|as_failed|none|injured_choice 0..500 -
pen.false_meld v opponents_score|void - -
pen.coinche_out_of_turn v refused|injured_choice - -
pen.bid_out_of_turn v void|void_and_silenced|void_silenced_or_redeal - -""",
)
