import type { SpelledPack } from './language-pack.ts';

export const german: SpelledPack = {
  name: 'german',
  dropsSubject: false,
  joinsWords: true,
  conjugations: { en: 'en e> t% & st§', n: 'n > t% e& st§' },
  subjects: 'ich wir',
  announcing:
    'ich werde|wir werden|werde ich|werden wir|werde|ich will|ich möchte|wir wollen|ich muss|ich beabsichtige|ich habe vor|ich bin dabei|ich plane|ich bin kurz davor|ich stehe kurz davor|ich kann jetzt|dann werde ich|von mir|durch mich|von uns|wir',
  passive: 'werden|wird|worden',
  leave:
    'ich würde jetzt|ich würde nun|ich würde gern|ich würde gerne|ich möchte gerne|soll ich|sollen wir|darf ich|dürfen wir|dürfte ich|möchten sie dass ich|möchtest du dass ich|wollen sie dass ich|willst du dass ich|wünschen sie dass ich|bitte bestätigen|bestätigen sie|bestätige bitte|bitte um bestätigung|bitte um freigabe|bitte um ihre zustimmung|wenn sie einverstanden sind|wenn du einverstanden bist|bei zustimmung|sobald sie zustimmen|wenn sie zustimmen|wenn sie möchten|wenn du möchtest|wenn du magst|geben sie mir bescheid ob|ich bitte um erlaubnis|falls gewünscht|auf wunsch|mit ihrer zustimmung|mit deiner erlaubnis|bräuchte ihr ok|warte auf ihr ok|ich brauche ihre zustimmung|haben sie etwas dagegen|hast du etwas dagegen|spricht etwas dagegen',
  leaveInQuestion:
    'soll|sollen|kann ich|könnte ich|können wir|ist es ok|ist es okay|ist es in ordnung|wäre es in ordnung|wäre es ok|ist das in ordnung|ist das ok|in ordnung|einverstanden|okay|ok|passt das|passt das so|recht|ja|richtig|erlaubt|genehmigt|freigegeben|grünes licht|stimmen sie zu|stimmst du zu|bist du sicher|sind sie sicher|jetzt|wirklich',
  denying:
    'nicht|nichts|kein|keine|keinen|keinem|keiner|keines|nie|niemals|ohne zu|statt|anstatt|weder|niemand|keinesfalls|keineswegs',
  supposing:
    'wenn|falls|würde|würden|hätte|hätten|wäre|wären|sofern|könnte man|angenommen|theoretisch|bevor|sobald man|indem|obwohl|damit',
  asking:
    'was|wie|wann|warum|wer|wo|welche|welcher|welches|welchen|wieso|weshalb|wozu|womit|wohin|woher|wieviel|wie viele',
  past: 'gestern|vorgestern|letzte woche|letzten monat|letztes jahr|letzten|vorige woche|damals|früher|vorhin|bereits|neulich|kürzlich',
  joining: 'und|aber|sondern|danach|anschließend|doch|jedoch',
  ordering:
    'möchte dass du|möchte dass sie|will dass du|will dass sie|möchte dass ihr|bitte dich|bitte sie|du sollst|du musst|du kannst|sie sollen|sie müssen|sie können|kannst du|könntest du|können sie|könnten sie|würdest du|würden sie|sorge dafür dass|sorg dafür dass|sorgen sie dafür dass|stell sicher dass|stelle sicher dass|stellen sie sicher dass|achte darauf dass|wir müssen|wir brauchen|es ist nötig|ist zu|sind zu|du wirst|dass du|dein auftrag|deine aufgabe',
  unsure:
    'nicht sicher|unsicher|weiß nicht ob|weiß nicht genau|bin mir nicht ganz sicher|unklar ob|nicht ganz klar',
  silence:
    'ohne ihren widerspruch|ohne widerspruch|ohne gegenteilige|wenn ich nichts höre|sofern sie nicht widersprechen|falls sie nicht widersprechen|wenn keine einwände|ohne rückmeldung|ohne antwort|wenn sie nicht widersprechen|wenn niemand widerspricht',
  abbreviations:
    'hr fr dr prof nr z b bzw usw ca mio mrd tsd evtl ggf inkl zzgl str abs art vgl bspw u a d h o ä etc max min sog',
  verbs: `
delete = lösch+en entfern+en tilg+en beseitig+en vernicht+en aus|radier+en weg|werfen weg|werfe> ~löschung ~entfernung ~löschen lösch! entfern! weg|räum+en aus|mist+en auf|räum+en weg|wirf& lösche& weg§ verschwunden§ verschwinden§ gelöscht§ entfernt§ weg|kipp& weg|kippe& weg|kippen& kipp& kippe& kippen& aus|merz& aus|merze& aus|merzen& weg|schaff& weg|schaffe& weg|schaffen& rausradier& rausradiere& rausradieren& eliminier& eliminiere& eliminieren& tilg& vernichte& beseitige& lass& schmeiß& weg|tu& schmeißen& wirf& aus|sortier& aus|sortiere& aus|sortieren&
empty = leer+en leer§ aus|leer& aus|leere& aus|leeren& leer|räum& leer|räume& leer|räumen& leer|mach& leer|mache& leer|machen&
truncate = trunkier+en
wipe = platt|machen platt|mache> formatier+en platt|mach& zurück|bau& zurück|baue& zurück|bauen&
remove = heraus|nehmen heraus|nehme> raus|werfen raus|werfe> nimm& heraus|nimm& raus|wirf& entnimm& raus|schmeiß+en weg|schmeiß+en heraus|streich& heraus|streiche& heraus|streichen& streich& streiche& streichen& aus|trag& aus|trage& aus|tragen& raus|hol& raus|hole& raus|holen& raus|kick& raus|kicke& raus|kicken& kick& kicke& kicken& verbann& verbanne& verbannen& aus|schließ& aus|schließe& aus|schließen& aus|tragen& ab|meld& ab|melde& ab|melden&
drop = verwerf+en ab|räum& ab|räume& ab|räumen&
overwrite = überschreib+en ~überschreibung ersetz+en
transfer = überweis+en transferier+en ~überweisung ~überweisungen über|trag+en an|weis+en rüber|schieb& rüber|schiebe& rüber|schieben& schieb& schiebe& schieben& um|buch& um|buche& um|buchen& buch& buche& buchen& rüber|überweis& rüber|überweise& rüber|überweisen& lass&
pay = zahl+en bezahl+en aus|zahl+en ein|zahl+en begleich+en ~zahlung ~auszahlung ~bezahlung ~zahlungen vergüt+en bezahlt§ überwiesen§ berapp& berappe& berappen& entricht& entrichte& entrichten& ab|stotter& ab|stottere& ab|stotteren& spendier& spendiere& spendieren& spend& spende& spenden& übernehm& übernehme& übernehmen& ab|bezahl& ab|bezahle& ab|bezahlen& nach|zahl& nach|zahle& nach|zahlen& hin|blätter& hin|blättern& hin|blättere&
refund = erstatt+en zurück|erstatt+en zurück|zahl+en ~erstattung ~rückerstattung ~rückzahlung gut|schreib& gut|schreibe& gut|schreiben& ersetz& ersetze& ersetzen&
charge = abbuch+en ab|buch+en belast+en ein|ziehen ein|ziehe> ~abbuchung ~lastschrift
buy = kauf+en erwerb+en bestell+en ~kauf ~einkauf besorg& besorge& besorgen& an|schaff& an|schaffe& an|schaffen& ordern& order& ordern& ordere& beschaff& beschaffe& beschaffen& hol& hole& holen& abonnier& abonniere& abonnieren& buch& buche& buchen& reservier& reserviere& reservieren&
sell = verkauf+en veräußer+n ab|stoß& ab|stoße& ab|stoßen& verscherbel& verscherbeln& verscherbele& verkloppen& los|schlag& los|schlage& los|schlagen&
send = send+en schick+en verschick+en versend+en mail+en ab|schick+en zu|schick+en weiter|leit+en raus|schick+en heraus|schick+en ~versand ~versenden send& verschick& schick& schickst§ rüber|schick& rüber|schicke& rüber|schicken& hin|schick& hin|schicke& hin|schicken& verschicke& verschicken& aus|händig& aus|händige& aus|händigen& händig& übermittel& übermitteln& übermittele& zu|send& zu|sende& zu|senden& mit|schick& mit|schicke& mit|schicken& rum|schick& rum|schicke& rum|schicken& zu|stell& zu|stelle& zu|stellen& weiter|reich& weiter|reiche& weiter|reichen&
publish = veröffentlich+en publizier+en posten poste> ~veröffentlichung poste& rein|stell& rein|stelle& rein|stellen& aus|häng& aus|hänge& aus|hängen& raus|geb& raus|gebe& raus|geben& online|stell& online|stelle& online|stellen&
notify = benachrichtig+en informier+en an|schreib+en bescheid|sag& bescheid|sag+en bescheid|geb+en bescheid|gib& mit|teil& mit|teile& mit|teilen& sag& sagt& verständig& verständige& verständigen& in|formier& in|formiere& in|formieren& unterricht& unterrichte& unterrichten& warn& warne& warnen& ein|weih& ein|weihe& ein|weihen& erzähl& erzähle& erzählen&
deploy = deployen deploye> aus|roll+en ein|spiel+en bereit|stell+en auf|spiel+en live|schalt+en ~bereitstellung ~deployment ~ausrollen raus|bring& raus|bringe& raus|bringen& ein|führ& ein|führe& ein|führen& live|nehm& live|nehme& live|nehmen& live|nimm& ausspielen& aus|spiel& aus|spiele& aus|spielen& produktiv|setz& produktiv|setze& produktiv|setzen& scharf|schalt& scharf|schalte& scharf|schalten& frei|schalt& frei|schalte& frei|schalten&
restart = neu|start+en durch|start+en ~neustart
take = nehmen nehme> nimm&
shut_down = herunter|fahren herunter|fahre> runter|fahren runter|fahre> fahr& herunter|fahr& runter|fahr& herunter|fahre& herunter|fahren& runter|fahre& runter|fahren& ab|schieß& ab|schieße& ab|schießen& ab|würg& ab|würge& ab|würgen& dicht|mach& dicht|mache& dicht|machen& stilllegen& vom|nehmen&
disable = ab|schalt+en aus|schalt+en deaktivier+en ab|stell+en ~abschaltung ~deaktivierung stilllegen still|legen still|lege> stumm|schalt+en aus§ abgeschaltet§ ausgeschaltet§ deaktiviert§ kapp& kappe& kappen& ab|klemm& ab|klemme& ab|klemmen& ab|dreh& ab|drehe& ab|drehen& aus|knips& aus|knipse& aus|knipsen& aus|mach& aus|mache& aus|machen& abmach& abmache& abmachen& entschärf& entschärfe& entschärfen& ab|schaff& ab|schaffe& ab|schaffen& lahm|leg& lahm|lege& lahm|legen& weg|drück& weg|drücke& weg|drücken& umgeh& umgehe& umgehen& aushebel& aushebeln& aushebele&
stop = stopp+en an|halten an|halte> beend+en ab|brech& ab|breche& ab|brechen& ein|stell& ein|stelle& ein|stellen& unterbrech& unterbreche& unterbrechen&
migrate = migrier+en um|ziehen um|ziehe> verschieb+en ~migration ~umzug
switch = um|stell+en um|schalt+en um|leit+en
scale = skalier+en
merge = zusammen|führ+en merg+en
grant = gewähr+en erteil+en frei|geben frei|gebe> ein|räum+en ~gewährung ~freigabe zu|weis+en berechtig+en verleih+en frei|gib& verleih& zu|gesteh& zu|gestehe& zu|gestehen& gestatt& gestatte& gestatten& erlaub& erlaube& erlauben& ermächtig& ermächtige& ermächtigen&
give = geben gebe> vergeben vergebe> gib& gibst§ vergib&
put = bring+en stell+en
share = teil+en teil& teilst§
revoke = entzieh+en widerruf+en ~entzug
open = öffn+en öffne& auf|mach& auf|mache& auf|machen& auf|sperr& auf|sperre& auf|sperren& auf|schließ& auf|schließe& auf|schließen&
make = mach+en tätig+en veranlass+en erledig+en zugänglich§ sichtbar§ erreichbar§ abrufbar§
export = exportier+en ~export ~ausleitung heraus|zieh& heraus|ziehe& heraus|ziehen& raus|zieh& raus|ziehe& raus|ziehen& ab|zieh& ab|ziehe& ab|ziehen& aus|leit& aus|leite& aus|leiten&
upload = hoch|lad+en ~upload
download = herunter|lad+en runter|lad+en
reset = zurück|setz+en ~zurücksetzung ~reset neu|setz& neu|setze& neu|setzen& neu|vergeb& neu|vergebe& neu|vergeben&
change = änder+n abänder+n an|pass+en modifizier+en ~änderung bearbeit+en um|benenn+en herauf|setz& herauf|setze& herauf|setzen& hoch|setz& hoch|setze& hoch|setzen& herab|setz& herab|setze& herab|setzen& runter|setz& runter|setze& runter|setzen& erhöh& erhöhe& erhöhen& senk& senke& senken& verdoppel& verdoppeln& verdoppele& halbier& halbiere& halbieren& an|heb& an|hebe& an|heben& kürz& kürze& kürzen& lockern& locker& lockern& lockere& verschärf& verschärfe& verschärfen&
set = setz+en setze&
cancel = kündig+en stornier+en ab|sag+en ~kündigung ~stornierung auf|lös& auf|löse& auf|lösen& ab|blas& ab|blase& ab|blasen& ab|bestell& ab|bestelle& ab|bestellen&
n&
sign = unterschreib+en unterzeichn+en signier+en unterschreibe& ab|zeichn& ab|zeichne& ab|zeichnen&
approve = genehmig+en bestätig+en frei|zeichn+en durch|wink& durch|winke& durch|winken& ab|nick& ab|nicke& ab|nicken& ab|segn& ab|segne& ab|segnen& bewillig& bewillige& bewilligen& gutheiß& gutheiße& gutheißen& ab|zeichn& ab|zeichne& ab|zeichnen&
run = aus|führ+en start+en führ+en durch|führ+en jag& jage& jagen&
force = erzwing+en drück& drücke& drücken&
rotate = rotier+en
restore = wieder|her|stell+en wieder|herstell+en ein|les+en wiederherstellen
archive = archivier+en
block = blockier+en sperr+en aus|sperr& aus|sperre& aus|sperren&
unlock = entsperr+en
proceed = fort|fahren fort|fahre> weiter|mach+en los|leg+en fort|setz+en beginn+en an|fang+en weiter weitergehen
read = les+en aus|les+en ein|seh+en sehe> lesen ~auslesen durch|les& durch|lese& durch|lesen& schau& schaue& schauen& guck& gucke& gucken& an|guck& an|gucke& an|gucken&
show = zeig+en an|zeig+en vor|stell+en nenn+en präsentier+en ~anzeige ~anzeigen les& lies& ausgeben& aus|geb& aus|gebe& aus|geben&
search = such+en durch|such+en recherchier+en nach|seh+en find+en nach|schlag+en ~suche heraus|such& heraus|suche& heraus|suchen& raus|such& raus|suche& raus|suchen& stöber& stöbern& stöbere&
list = auf|list+en
check = prüf+en überprüf+en kontrollier+en an|seh+en an|schau+en ~prüfung test+en
query = ab|frag+en ~abfrage
create = zusammen|stell+en erstell+en an|leg+en erzeug+en hinzu|füg+en ein|trag+en ~erstellung schreib+en verfass+en hinzufüg+en notier+en generier+en bau+en bastel& basteln& bastele& schreib& zeichn& zeichne& zeichnen& mal& male& malen& formulier& formuliere& formulieren& dicht& dichte& dichten& übersetz& übersetze& übersetzen& korrigier& korrigiere& korrigieren& verbesser& verbessern& verbessere& formatier& formatiere& formatieren& umformulier& umformuliere& umformulieren& notier& auf|schreib& auf|schreibe& auf|schreiben& zähl& zähle& zählen& vergleich& vergleiche& vergleichen& ordn& ordne& ordnen& gliedern& auf|räum& auf|räume& auf|räumen& wandel& wandeln& wandele&
draft = entwerf+en skizzier+en vor|bereit+en
summarize = zusammen|fass+en
explain = erklär+en erläuter+n
save = speicher+n sicher+n
answer = antwort+en beantwort+en
calculate = berechn+en
simulate = simulier+en ~simulation
refund = gut|schreib+en ~gutschrift
plan = plan+en
reply = antworten
mark = markier+en
sort = sortier+en
reschedule = verlegen! verschieben! terminieren!
schedule = einplanen! ansetzen!
update = aktualisieren! aktualisiere! aktualisierung!
assign = zuweisen! zuteilen!
close = schließen! abschließen!
`,
  words: `
all = alle aller allen alles sämtliche sämtlicher sämtlichen gesamte gesamten gesamter komplette kompletten ganze ganzen jede jeden
everyone = jeder jedermann
the = der die das den dem des sie ihn
a = ein eine einen einem einer eines
to = an nach zu zum zur beim
for = für
in = in im
of = von vom aus
with = mit
inactive = inaktive inaktiven inaktiver
old = alte alten alter altes
new = neue neuen neuer neues
local = lokale lokalen lokaler lokales
external = externe externen externer extern externes
internal = interne internen interner intern
public = öffentlich öffentliche öffentlichen
accessible = zugänglich
main = haupt
test = test tests testweise testumgebung
production = produktion produktiv produktivsystem prod live produktions echtbetrieb produktivumgebung produktionsumgebung
staging = staging vorproduktion abnahme
customers = kunden kundinnen kundschaft
contacts = kontakte kontakten
customer = kunde kundin käufer
users = benutzer nutzer anwender benutzern nutzern benutzerinnen
user = benutzerkonto nutzerkonto
employees = mitarbeiter mitarbeitern mitarbeitende mitarbeitenden angestellte angestellten belegschaft beschäftigte azubis personal
subscribers = abonnenten abonnentinnen empfängerliste
supplier = lieferant lieferantin lieferanten zulieferer
recipients = empfänger empfängern adressat adressaten
recipient = begünstigter begünstigte zahlungsempfänger
consultant = berater beraterin dienstleister
intern = praktikant praktikanten praktikantin
partner = partner partnern
press = presse
team = team kollegen kollegin kollege kolleginnen
contractor = freiberufler auftragnehmer
records = datensätze datensätzen einträge einträgen sätze
record = datensatz eintrag
rows = zeilen
data = daten
files = dateien
file = datei
folder = ordner verzeichnis
table = tabelle tabellen
column = spalte spalten
database = datenbank datenbanken db
server = server servern rechner maschine
cluster = cluster
domain = domain domäne
backup = sicherung sicherungskopie backup
backups = sicherungen sicherungskopien backups kopien altsicherungen datensicherung datensicherungen
archive = archiv archive
configuration = konfiguration einstellung einstellungen
system = system systems systeme
firewall = firewall brandmauer
rule = regel regeln
monitoring = überwachung monitoring
alarm = alarm alarme alarmierung warnungen warnmeldungen alerts
version = version
branch = zweig branch ast
money = geld
amount = betrag summe
currency = währung
invoice = rechnung rechnungen
salaries = gehälter gehalt löhne lohn gehaltsdaten lohndaten
bonus = bonus prämie
order = bestellung
orders = bestellungen aufträge auftrag
account = konto
accounts = konten
bank_account = bankkonto bankverbindung kontonummer bankdaten bankverbindungen kontoverbindung iban kontodaten
subscription = abonnement abo
subscriptions = abonnements abos verträge
contract = vertrag
email = e-mail email mail rundmail rundschreiben
emails = emails mails
newsletter = newsletter rundbrief
campaign = kampagne
message = nachricht mitteilung
messages = nachrichten
press_release = pressemitteilung
document = dokument
documents = dokumente
access = zugriff zugang zugriffe
rights = rechte berechtigung berechtigungen recht
admin = administrator administrators admin admins administratoren administratorin verwalter
role = rolle
password = passwort kennwort passwörter passworts
secret = geheimnis geheimnisse zugangsdaten
key = schlüssel
keys = schlüsseln
token = token
cache = cache zwischenspeicher
build = build
temporary = temporäre temporären temporär temp
draft = entwurf entwürfe entwurfs
comment = kommentar kommentare
note = notiz notizen
list = liste listen
report = bericht berichte auswertung
ticket = ticket anfrage vorgang
meeting = termin besprechung
calendar = kalender
environment = umgebung
count = anzahl
filter = filter bedingung
name = name
subject = betreff
text = text
month = monat
title = titel
tests = tests testfälle
results = ergebnisse
logs = protokolle protokoll protokollierung
folder = pfad
test users = testbenutzer testnutzer testdaten testkonten testkunden
branch main = hauptzweig
application = anwendung
services = dienste
service = dienst
vault = tresor
minutes = minuten minute
offline = netz offline
now = jetzt nun gleich sofort umgehend
five = fünf
certificate = zertifikat zertifikate zertifikaten
shares = aktien
reply = antwort
limit = grenze obergrenze
permanently = endgültig dauerhaft unwiderruflich
index = index
schema = schema
website = webseite website
device = gerät
devices = geräte
project = projekt
projects = projekte
audit = prüfprotokoll prüfprotokolle revisionsprotokoll auditprotokoll revisionsprotokolle
approval = genehmigung genehmigungen
policy = richtlinie richtlinien
request = anfordern beantragen einholen
command = befehl befehle kommando
recipients = verteiler mailverteiler empfängerliste
appointment = termin termine
booking = buchung buchungen reservierung
phone = telefon telefonnummer rufnummer handynummer
address = adresse anschrift lieferadresse
patient = patient patientin
preview = vorschau
stock = lagerbestand bestand
query = abfrage
statement = anweisung
destination = ziel zielort zieladresse
status = stand
slot = zeitfenster
quote = angebot kostenvoranschlag
employee = mitarbeiter mitarbeiterin angestellter
tenants = mieter mietern mieterin
expenses = spesen auslagen
bucket = bucket
chart = diagramm schaubild grafik
mfa = zwei-faktor zweifaktor zweifaktorauthentifizierung mfa 2fa bestätigungscode
payroll = lohnlauf gehaltslauf lohnabrechnung gehaltsabrechnung lohnzahlung
balance = kontostand saldo
`,
  beside: 'die das an in der des test rolle name text filter titel art also',
};
