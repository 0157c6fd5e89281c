import type { SpelledPack } from './language-pack.ts';

export const french: SpelledPack = {
  name: 'french',
  dropsSubject: false,
  joinsWords: false,
  conjugations: {
    er: 'er e> erai> erons> ons> ant@ e^ ez! es§ é% és% ée% ées%',
    ger: 'ger ge> gerai> gerons> geons> geant@ ge^ gez! ges§ gé% gés% gée% gées%',
    cer: 'cer ce> cerai> cerons> çons> çant@ ce^ cez! ces§ cé% cés% cée% cées%',
    yer: 'yer ie> ye> ierai> yerai> yons> yant@ ie^ ye^ yez! ies§ yes§ yé% yés% yée% yées%',
    ir: 'ir is> irai> irons> issons> issant@ isse^ issez! isses§ i% is% ie% ies%',
    re: 're s> rai> rons> ons> ant@ e^ ez! u% us% ue% ues%',
  },
  subjects: 'je j nous on',
  announcing:
    'je vais|nous allons|on va|je m apprête à|je suis sur le point de|je suis en train de|je procède au|je procède à la|je procède à l|je procède aux|nous procédons|je compte|je prévois de|je dois|il me reste à|je commence à|je m en vais|je souhaite|je veux|nous nous apprêtons à|avant de|passage à la|lancement de|je passe à la|j entreprends',
  passive: 'sera|seront|est|sont',
  leave:
    'j aimerais|je voudrais|je souhaiterais|dois je|puis je|pourrais je|devrais je|voulez vous que je|veux tu que je|souhaitez vous que je|souhaites tu que je|voulez vous que nous|merci de confirmer|veuillez confirmer|pouvez vous confirmer|peux tu confirmer|confirmez vous|si vous êtes d accord|si tu es d accord|si vous le souhaitez|si tu veux|avec votre accord|avec votre permission|me permettez vous|m autorisez vous|autorisez vous|est ce que je peux|est ce que je dois|est ce qu on peut|faut il que je|faut il|dès que vous confirmez|sous réserve de votre accord|j attends votre accord|j attends ton accord|j attends votre feu vert|j attends ton feu vert|j attends le feu vert|en attente de votre feu vert|il me faut votre feu vert|il me faut ton feu vert|j ai besoin de votre feu vert|ai je votre feu vert|ai je ton feu vert|me donnez vous le feu vert|me donnes tu le feu vert|avec votre feu vert|j attends votre autorisation|j attends ton autorisation|j attends votre validation|j attends votre permission|j ai besoin de votre accord|voyez vous un inconvénient|y a t il un inconvénient',
  leaveInQuestion:
    'd accord|ça vous convient|cela vous convient|ça vous va|ça te va|est ce que ça vous convient|c est bon|c est bien ça|ok|est ce que je|on y va|j y vais|vous confirmez|tu confirmes|vous validez|êtes vous sûr|je peux|je dois|peut on|doit on|vraiment|allons y|oui|non|êtes vous d accord|est ce possible',
  denying:
    'ne|n|aucun|aucune|jamais|rien|sans|au lieu de|plutôt que de|ni|évite de|éviter de|personne',
  supposing:
    'si|s|quand on|lorsqu on|supposons|imaginons|aurait|aurais|serait|serais|faudrait|pourrait|au cas où|en cas de|à supposer|avant que|afin que|pour que',
  asking:
    'que se passe|comment|quand|pourquoi|qui|où|quel|quelle|quels|quelles|combien|qu est ce|à quoi|lequel|laquelle',
  past: 'hier|avant hier|la semaine dernière|le mois dernier|l an dernier|l année dernière|déjà|autrefois|auparavant|récemment|la semaine passée',
  joining: 'et|mais|ensuite|donc|alors',
  ordering:
    'assure toi que|assurez vous que|veille à ce que|veillez à ce que|fais en sorte que|faites en sorte que|je veux que|je veux que tu|je veux que vous|je souhaite que tu|je souhaite que vous|j aimerais que tu|j aimerais que vous|je voudrais que tu|je voudrais que vous|il faut que tu|il faut que vous|il faut|il faudrait|merci de|veuillez|peux tu|pouvez vous|pourrais tu|pourriez vous|tu dois|vous devez|tu vas|vous allez|je te demande de|je vous demande de|pense à|pensez à|n oublie pas de|n oubliez pas de|charge toi de|chargez vous de|occupe toi de|assure toi de|assurez vous de|prière de|ta mission est de|ta tâche est de|il est nécessaire de|on doit|nous devons',
  unsure:
    'je ne suis pas certain|je ne suis pas sûr|je ne suis pas sûre|je ne suis pas certaine|pas certain|pas sûr|je ne sais pas si|j ignore si|je doute',
  silence:
    'sans réponse de votre part|sans réponse|sans objection|sauf avis contraire|sauf contre ordre|sauf objection|à moins que vous|si vous ne dites rien|sans nouvelles|faute de réponse',
  abbreviations:
    'm mm mme mlle dr p ex etc cf env no n° art st ste av bd max min réf tél vol chap hab éd mln md',
  verbs: `
delete = supprim+er effa+cer élimin+er enlev+er retir+er pur+ger ~suppression ~effacement ~destruction détruis> détruirai> détruire détruit! supprime! efface! purge! détruisez& détruises§ jette& jetez& jeter disparu§ disparus§ disparue§ disparues§ disparaisse§ disparaissent§ supprimé§ supprimés§ supprimée§ supprimées§ bazarde& bazardez& bazarder& jete& jeter& dégage& dégagez& dégager& balaie& balaye& balayez& balayer& liquide& liquidez& liquider& détruire& nettoye& nettoyez& nettoyer& épure& épurez& épurer& radie& radiez& radier& éradique& éradiquez& éradiquer& ôte& ôtez& ôter& dégage& balaie& vire& fous& anéantis& anéantissez& anéantir&
remove = désinstall+er expulse& expulsez& expulser& évince& évincez& évincer& éjecte& éjectez& éjecter& sort& sortez&
empty = vid+er vide! vide§ vidange& vidangez& vidanger& débarrasse& débarrassez& débarrasser&
truncate = tronqu+er
drop = abandonn+er
wipe = format+er ras+er
overwrite = écras+er rempla+cer ~écrasement ~remplacement écrase!
transfer = vir+er transfér+er transfère> transfère^ ~virement ~virements ~transfert vers+er ~versement reversez& reverse& reverser& bouge&
pay = pay+er pai+er rémunér+er régl+er règle> règle^ ~paiement ~paiements ~règlement acquitt+er paye! verse! débours+er payé§ payée§ payés§ réglé§ réglée§ verse& versez& verser& éponger& casque& casquez& casquer& dépense& dépensez& dépenser& finance& financez& financer& raque& raquez& raquer&
refund = rembours+er ~remboursement rembourse! rendre&
charge = débit+er prélev+er prélève> factur+er ~débit ~prélèvement encaiss+er
buy = achet+er achète> command+er ~achat achète^ réserve& réservez& réserver& souscrire& souscris& abonne& abonnez& abonner& loue& loue& louez& louer& procure& procurez& procurer&
sell = vend+re ~vente
send = envo+yer expédi+er transmett+re transmets> transmette^ adress+er diffus+er transfère> ~envoi ~diffusion enverrai> enverrons> mail+er envoie! relai+er transmets& transmettre transmettez& transmettes§ balance& balancez& balancer& refile& refilez& refiler& file& filer& faxe& communique& communiquez& communiquer& fais& remettre& remets& remettez& adresse& adressez& adresser&
publish = publi+er post+er ~publication publie! diffuse& diffusez& diffuser& divulgue& divulguez& divulguer& mets& ébruite& ébruitez& ébruiter& révéle& révélez& révéler&
notify = prévenir préviens> notifi+er avert+ir inform+er prévenez& préviennes§ annonce& annoncez& annoncer& dis& dites& signale& signalez& signaler& alerte& alertez& alerter& apprends& apprendez& apprendre& apprends&
deploy = déplo+yer livr+er ~déploiement ~livraison déploie! mettez& pousse& poussez& pousser& sors& sortir&
restart = redémarr+er relan+cer ~redémarrage redémarre!
shut_down = éteindre éteins> éteindrai> débranche& débranchez& débrancher& éteins& éteignez& ferme& fermez& fermer&
disable = désactiv+er coup+er débranch+er ~désactivation ~coupure désactive! désactivé§ désactivée§ coupé§ éteint§ débranche& débranchez& débrancher& neutralise& neutralisez& neutraliser& leve& levez& lever& lève& contourne& contournez& contourner& shunte& shuntez& shunter& suspends& suspendez& suspendre&
stop = arrêt+er stopp+er interromp+re suspend+re ~arrêt gele& gelez& geler& fige& figer& bloque& bloquez& bloquer& coupez&
migrate = migr+er dépla+cer ~migration
switch = bascul+er rediri+ger point+er ~bascule ~basculement
scale = redimensionn+er
merge = fusionn+er ~fusion
grant = accord+er octro+yer attribu+er autoris+er ~octroi ~attribution accorde! habilit+er confie& confiez& confier& confère& conférer& promouvoir& nomme& nommez& nommer&
give = donn+er donne! refile& refilez& refiler& offrir& offre& offrez&
share = partag+er parta+ger  ~partage
revoke = révoqu+er ~révocation
open = ouvrir ouvre> ouvrirai> ouvre^ ouvre& ouvrez&
make = rendre rends> rendrai> rende^ fais& faites& faire rendez& effectu+er
export = export+er ~exportation ~export extraire extrais> extrais& sortis& sortissez& sortir&
upload = télévers+er charg+er
download = télécharg+er téléchar+ger
reset = réinitialis+er ~réinitialisation réinitialise!
change = modifi+er chan+ger ~modification ~changement modifie! ajust+er renomm+er augmente& augmentez& augmenter& baisse& baissez& baisser& double& doublez& doubler& releve& relevez& relever& réduis& réduiez& réduire& réduis& rédui& assouplis& assouplissez& assouplir& abaisse& abaissez& abaisser&
set = défin+ir fix+er
cancel = annul+er résili+er ~annulation ~résiliation annule! décommande& décommandez& décommander& romps& rompez& rompre& rompre&
dismiss = licenci+er renvo+yer ~licenciement congédie& congédiez& congédier&
sign = sign+er ~signature
approve = approuv+er valid+er approuve! valide! accepte& acceptez& accepter& avaliser& entérine& entérinez& entériner& ratifie& ratifiez& ratifier&
run = exécut+er lan+cer ~exécution lance! exécute! démarr+er fais&
force = for+cer impos+er
restore = restaur+er rétabl+ir ~restauration
archive = archiv+er
block = bloqu+er verrouill+er bannis& bannissez& bannir&
unlock = déverrouill+er débloqu+er
proceed = continu+er procéd+er procède> procède^ poursuiv+re poursuis> commen+cer
read = lire lis> lirai> lise^ consult+er ~lecture
show = montr+er affich+er présent+er ~affichage affiche!
search = cherch+er recherch+er trouv+er ~recherche cherche!
list = list+er énumér+er
check = vérifi+er contrôl+er examin+er ~vérification vérifie! test+er regard+er
query = interrog+er
create = cré+er ajout+er génér+er génère> génère! ajoute! rédi+ger ~création écrire écris> construire construis> produire produis> enregistr+er crée! traduis& traduire& corrige& corrigez& corriger& corrige& reformule& reformulez& reformuler& compare& comparez& comparer& compte& comptez& compter& range& rangez& ranger& classe& classez& classer& note& note& notez& noter& dessine& dessinez& dessiner& imagine& imaginez& imaginer& mets&
draft = prépar+er rédig+er esquiss+er prépare!
summarize = résum+er synthétis+er
explain = expliqu+er
save = enregistr+er sauvegard+er
answer = répond+re répondre réponds>
get = obten+ir obtiens> récupér+er obtiens! récupère!
calculate = calcul+er
simulate = simul+er ~simulation
mark = marqu+er
sort = tri+er
reschedule = décaler! déplacer!
schedule = planifier!
update = mettre!
assign = assigner! affecter! attribuer!
update = actualiser!
close = clore! clôturer!
put = mettre mets& mettez& mettes§
`,
  words: `
all = tous toutes tout toute ensemble totalité intégralité
everyone = monde
the = le la les l cet cette ces ce
a = un une des
to = à au aux vers
in = en dans sur
for = pour
of = de du d
with = avec
inactive = inactif inactifs inactives inactive
old = ancien ancienne anciens anciennes vieux vieille
new = nouveau nouvelle nouveaux nouvelles
local = local locale locaux
external = externe externes extérieur
internal = interne internes
public = public publique publics
main = principale principal
test = test
production = production prod
staging = préproduction recette
customers = clients clientes
customer = client cliente
contacts = contacts
users = utilisateurs utilisatrices
user = utilisateur utilisatrice
employees = employés employes salariés collaborateurs personnel
subscribers = abonnés abonnes inscrits
supplier = fournisseur fournisseurs prestataire
recipients = destinataires destinataire
beneficiary = bénéficiaire beneficiaire
consultant = consultant consultante
intern = stagiaire
partner = partenaire partenaires
press = presse
team = équipe collègues collègue
records = enregistrements fiches entrées données_de
rows = lignes
data = données donnees
files = fichiers
file = fichier
folder = dossier répertoire
table = table tables tableau
column = colonne colonnes
database = base bdd bases
server = serveur serveurs machine
cluster = cluster grappe
domain = domaine
backup = sauvegarde
backups = sauvegardes copies
archive = archive archives
configuration = configuration paramètres réglages
system = système
firewall = pare-feu parefeu
rule = règle règles
monitoring = surveillance supervision
version = version
branch = branche
money = argent fonds
amount = montant somme
currency = devise
invoice = facture factures
salaries = salaires salaire paie
bonus = prime primes
order = commande
orders = commandes
account = compte
accounts = comptes
bank = bancaires bancaire
bank_details = coordonnees coordonnées rib
subscription = abonnement
subscriptions = abonnements
contract = contrat contrats
email = courriel e-mail email mail
emails = courriels
newsletter = infolettre newsletter
campaign = campagne
message = message
messages = messages
press release = communiqué
document = document
documents = documents
access = accès acces
rights = droits droit autorisations permissions
admin = administrateur administratrice administration administrateurs admin
role = rôle role
password = passe
secret = secret secrets identifiants
key = clé clés clef
token = jeton
cache = cache
build = compilation build
temporary = temporaire temporaires
draft = brouillon brouillons
comment = commentaire commentaires
note = note
list = liste
report = rapport bilan
ticket = ticket demande
meeting = réunion rendez_vous rdv reunion
environment = environnement
count = nombre
filter = filtre
name = nom
subject = objet
text = texte
month = mois
title = titre
results = résultats
logs = journaux journal
application = application
service = service services
vault = coffre
minutes = minutes
now = maintenant présent
five = cinq
certificate = certificat certificats
shares = actions
reply = reponse réponse
limit = limite
permanently = définitivement
tests = tests
city = ville
weather = meteo météo
site = site
device = appareil
devices = appareils
project = projet
projects = projets
approval = approbation approbations
policy = politique politiques
request = demander
booking = réservation réservations reservation
phone = téléphone telephone portable
address = adresse
patient = patient patiente
preview = aperçu apercu prévisualisation
stock = stock
query = requête requete
statement = instruction
destination = destination
status = état etat statut
slot = créneau creneau
quote = devis
employee = employé employée salarié salariée
repository = dépôt
alarm = alertes alerte alarme alarmes sirène
bank_account = rib iban
tenants = locataires locataire
client_list = clientèle
interns = stagiaires
expenses = dépenses
mfa = authentification 2fa mfa
payroll = paie
balance = solde
`,
  beside: 'tables test secret message site action version note action cache public tout on an des',
};
