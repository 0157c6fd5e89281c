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
delete = lösch+en entfern+en tilg+en beseitig+en vernicht+en aus|radier+en weg|werfen weg|werfe> ~löschung ~entfernung ~löschen lösch! entfern! weg|räum+en aus|mist+en auf|räum+en weg|wirf& lösche& weg§ verschwunden§ verschwinden§ gelöscht§ entfernt§
empty = leer+en leer§
truncate = trunkier+en
wipe = platt|machen platt|mache> formatier+en platt|mach&
remove = heraus|nehmen heraus|nehme> raus|werfen raus|werfe> nimm& heraus|nimm& raus|wirf& entnimm& raus|schmeiß+en weg|schmeiß+en
drop = verwerf+en
overwrite = überschreib+en ~überschreibung ersetz+en
transfer = überweis+en transferier+en ~überweisung ~überweisungen über|trag+en an|weis+en
pay = zahl+en bezahl+en aus|zahl+en ein|zahl+en begleich+en ~zahlung ~auszahlung ~bezahlung ~zahlungen vergüt+en bezahlt§ überwiesen§
refund = erstatt+en zurück|erstatt+en zurück|zahl+en ~erstattung ~rückerstattung ~rückzahlung
charge = abbuch+en ab|buch+en belast+en ein|ziehen ein|ziehe> ~abbuchung ~lastschrift
buy = kauf+en erwerb+en bestell+en ~kauf ~einkauf
sell = verkauf+en veräußer+n
send = send+en schick+en verschick+en versend+en mail+en ab|schick+en zu|schick+en weiter|leit+en raus|schick+en heraus|schick+en ~versand ~versenden send& verschick& schick& schickst§
publish = veröffentlich+en publizier+en posten poste> ~veröffentlichung poste&
notify = benachrichtig+en informier+en an|schreib+en bescheid|sag& bescheid|sag+en bescheid|geb+en bescheid|gib&
deploy = deployen deploye> aus|roll+en ein|spiel+en bereit|stell+en auf|spiel+en live|schalt+en ~bereitstellung ~deployment ~ausrollen
restart = neu|start+en durch|start+en ~neustart
take = nehmen nehme> nimm&
shut_down = herunter|fahren herunter|fahre> runter|fahren runter|fahre> fahr& herunter|fahr& runter|fahr&
disable = ab|schalt+en aus|schalt+en deaktivier+en ab|stell+en ~abschaltung ~deaktivierung stilllegen still|legen still|lege> stumm|schalt+en aus§ abgeschaltet§ ausgeschaltet§ deaktiviert§
stop = stopp+en an|halten an|halte> beend+en
migrate = migrier+en um|ziehen um|ziehe> verschieb+en ~migration ~umzug
switch = um|stell+en um|schalt+en um|leit+en
scale = skalier+en
merge = zusammen|führ+en merg+en
grant = gewähr+en erteil+en frei|geben frei|gebe> ein|räum+en ~gewährung ~freigabe zu|weis+en berechtig+en verleih+en frei|gib& verleih&
give = geben gebe> vergeben vergebe> gib& gibst§ vergib&
put = bring+en stell+en
share = teil+en teil& teilst§
revoke = entzieh+en widerruf+en ~entzug
open = öffn+en öffne&
make = mach+en tätig+en veranlass+en erledig+en zugänglich§ sichtbar§ erreichbar§ abrufbar§
export = exportier+en ~export ~ausleitung
upload = hoch|lad+en ~upload
download = herunter|lad+en runter|lad+en
reset = zurück|setz+en ~zurücksetzung ~reset
change = änder+n abänder+n an|pass+en modifizier+en ~änderung bearbeit+en um|benenn+en
set = setz+en setze&
cancel = kündig+en stornier+en ab|sag+en ~kündigung ~stornierung
dismiss = entlass+en feuer+n entlass&
sign = unterschreib+en unterzeichn+en signier+en
approve = genehmig+en bestätig+en frei|zeichn+en
run = aus|führ+en start+en führ+en durch|führ+en
force = erzwing+en
rotate = rotier+en
restore = wieder|her|stell+en wieder|herstell+en ein|les+en wiederherstellen
archive = archivier+en
block = blockier+en sperr+en
unlock = entsperr+en
proceed = fort|fahren fort|fahre> weiter|mach+en los|leg+en fort|setz+en beginn+en an|fang+en weiter weitergehen
read = les+en aus|les+en ein|seh+en sehe> lesen ~auslesen
show = zeig+en an|zeig+en vor|stell+en nenn+en präsentier+en ~anzeige ~anzeigen
search = such+en durch|such+en recherchier+en nach|seh+en find+en nach|schlag+en ~suche
list = auf|list+en
check = prüf+en überprüf+en kontrollier+en an|seh+en an|schau+en ~prüfung test+en
query = ab|frag+en ~abfrage
create = erstell+en an|leg+en erzeug+en hinzu|füg+en ein|trag+en ~erstellung schreib+en verfass+en hinzufüg+en notier+en generier+en bau+en
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
employees = mitarbeiter mitarbeitern mitarbeitende mitarbeitenden angestellte angestellten belegschaft beschäftigte
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
backups = sicherungen sicherungskopien backups kopien
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
audit = prüfprotokoll prüfprotokolle revisionsprotokoll auditprotokoll
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
`,
  beside: 'die das an in der des test rolle name text filter titel art also',
};
