"""The titles of the published profiles, made by tools/rule_tables.py like tables.py."""

# key, then the title in fr en it es pt; nothing: as in fr
TITLES = """\
club|Coinche de club|Club coinche|Coinche da club||Coinche de clube
it|Coinche en ligne (Italie)|Italian web game|Coinche online|Coinche en línea (Italia)|Coinc\
he online (Itália)
fr|Coinche FFB (page web)|FFB coinche (web page)|Coinche FFB (pagina web)|Coinche FFB (págin\
a web)|Coinche FFB (página web)
ffb_coinchee_2015|FFB coinchée 2015||||
ffb_contree_2016|FFB contrée 2016||||
ffb_contree_2016_note1|FFB contrée 2016, note 1||FFB contrée 2016, nota 1|FFB contrée 2016, \
nota 1|FFB contrée 2016, nota 1
ffb_contree_2016_pf|FFB contrée 2016, points faits|FFB contrée 2016, points made|FFB contrée\
 2016, punti fatti|FFB contrée 2016, puntos hechos|FFB contrée 2016, pontos feitos
forfaits|Tournoi : 160 / 320 / 640|Tournament: 160 / 320 / 640|Torneo: 160 / 320 / 640|Torne\
o: 160 / 320 / 640|Torneio: 160 / 320 / 640
pagat|Pagat||||
bga|Board Game Arena||||
bga_bid_only|Board Game Arena, contrat seul|Board Game Arena, bid only|Board Game Arena, sol\
o contratto|Board Game Arena, solo contrato|Board Game Arena, só contrato
cannes_2016|Championnat de Cannes 2016|Cannes championship 2016|Campionato di Cannes 2016|Ca\
mpeonato de Cannes 2016|Campeonato de Cannes 2016
annonces_seules|Points demandés seuls|Bid points only|Solo punti dichiarati|Solo puntos anun\
ciados|Só pontos anunciados
apps_162|Applis : 162 + contrat|Apps: 162 + contract|App: 162 + contratto|Apps: 162 + contra\
to|Apps: 162 + contrato
local|Contrée Équipe Ludique|Équipe Ludique contrée|||
contree_162_x3|Contrée 162 exacte, surcontre ×3|Exact contrée 162, redouble ×3|Contrée 162 e\
satta, surcontre ×3|Contrée 162 exacta, surcontre ×3|Contrée 162 exata, surcontre ×3"""
