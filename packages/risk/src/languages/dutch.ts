import type { SpelledPack } from './language-pack.ts';

export const dutch: SpelledPack = {
  name: 'dutch',
  dropsSubject: false,
  joinsWords: true,
  conjugations: { en: 'en > d% t§' },
  subjects: 'ik we wij',
  announcing:
    'ik ga|ik zal|we gaan|wij gaan|we zullen|ga ik|zal ik nu|ik wil|ik moet|ik sta op het punt|ik ben van plan|ik ben bezig|we|wij|ik begin met|ik ben aan het|ik start met|ik kan nu|ik plan',
  passive: 'wordt|worden',
  leave:
    'ik wil graag|ik zou graag|ik zou nu|zal ik|zullen we|mag ik|mogen we|moet ik|wilt u dat ik|wil je dat ik|wilt u dat|bevestig alstublieft|bevestig alsjeblieft|kunt u bevestigen|kun je bevestigen|graag bevestiging|graag uw akkoord|als u akkoord gaat|als je akkoord gaat|als u akkoord bent|als u wilt|als je wilt|met uw toestemming|met jouw toestemming|met uw goedkeuring|geeft u toestemming|ik wacht op uw akkoord|ik heb uw toestemming nodig|ik heb uw goedkeuring nodig|vindt u het goed|vind je het goed|heeft u bezwaar|heb je bezwaar|liever dat ik|desgewenst|zodra u akkoord bent',
  leaveInQuestion:
    'kan ik|kunnen we|zou ik|is het goed|is het oké|is dat goed|is het ok|is dat oké|akkoord|ok|oké|goed|ga ik|doorgaan|verder|weet u het zeker|weet je het zeker|klopt dat|toch|gaat u akkoord|ga je akkoord|toestemming',
  denying: 'niet|niets|geen|nooit|zonder|in plaats van|noch|niemand|nimmer',
  supposing:
    'als|indien|zou|zouden|stel dat|wanneer|mocht|had|hadden|voordat|opdat|zodat|hoewel|terwijl',
  asking: 'wat|hoe|wanneer|waarom|wie|waar|welke|welk|hoeveel|waarmee|waarvoor|waarheen',
  past: 'gisteren|eergisteren|vorige week|vorige maand|vorig jaar|afgelopen|eerder|al eerder|onlangs|toen|reeds',
  joining: 'en|maar|daarna|vervolgens|dan',
  ordering:
    'ik wil dat je|ik wil dat jij|ik wil dat u|ik wil graag dat je|ik zou graag willen dat je|je moet|jij moet|u moet|je kunt|kun je|kan je|kunt u|zou je|zou u|wil je|wilt u|zorg dat|zorg ervoor dat|zorgt u dat|we moeten|het is nodig|vergeet niet|ik vraag je|graag|alsjeblieft|alstublieft|jouw taak is|dat je|je gaat',
  unsure: 'weet niet zeker|niet zeker|weet niet of|onzeker|twijfel|niet helemaal duidelijk',
  silence:
    'tenzij u bezwaar maakt|tenzij|zonder tegenbericht|zonder reactie|zonder bezwaar|als ik niets hoor|als u niets laat weten|bij geen bezwaar',
  abbreviations:
    'dhr mevr mw dr prof nr bijv bv enz etc ca mln mrd o a d w z art blz tel max min incl excl evt resp ing ir',
  verbs: `
delete = verwijder+en wissen wis> gewist% schrappen schrap> vernietig+en weg|gooien weg|gooi> ~verwijdering ~wissing opruimen op|ruim+en wist§ schrapt§ dump+en weg§ verdwenen§ verwijderd§ gewist§ eruit|gooi& eruit|gooien& gooi& eruit|gooien& flikker& kieper& kieperen& uit|wissen& uit|wis& verwijder& vernietig& ruim& weg|doen& weg|doe& weg|halen&
empty = legen leeg> geleegd% leeg|maken leeg|maak> leegmaken ledig+en leegt§ leegmaakt§ leeg§ leeg|gooien& leeg|gooi& leeg|ruim& leeg|ruimen&
wipe = formatteren formatteer>
remove = weg|halen weg|haal> eruit|halen eruit|haal> eruit|zetten& eruit|zet& schop& schoppen& eruit|schop& schrap& uit|zetten&
overwrite = overschrijven overschrijf> overschreven% vervangen vervang> ~overschrijving
transfer = over|maken over|maak> overgemaakt% overboeken over|boek+en ~overboeking overmaakt§ boek& over|boek& over|hevelen& over|hevel& stort& storten&
pay = betalen betaal> betaald% uitbetaald% uit|betalen uit|betaal> voldoen ~betaling ~uitbetaling betaalt§ betaald§ aftikken& voldoe& afrekenen& reken& dok& vereffenen& betaal&
refund = terug|betalen terug|betaal> terug|storten terug|stort> vergoeden vergoed> ~terugbetaling ~restitutie
charge = incasseren incasseer> af|schrijven af|schrijf> ~incasso factureren factureer>
buy = kopen koop> aan|schaffen aan|schaf> bestellen bestel> ~aankoop in|kopen in|koop> regel& boek& boeken& reserveer& huur& huren&
sell = verkopen verkoop> ~verkoop
send = sturen stuur> versturen verstuur> verstuurd% verzonden% verzenden verzend> door|sturen door|stuur> mailen mail> zenden ~verzending toe|sturen toe|stuur> op|sturen op|stuur> stuurt§ verstuurt§ mailt§ verzendt§ bezorg& bezorgen& stuur& geef& door|geven& door|geef& deel& overhandig& overhandigen& rond|sturen& rond|stuur&
publish = publiceren publiceer> gepubliceerd% plaatsen plaats> ~publicatie zet& lekken& lek& aan|kondigen& aan|kondig&
notify = informeren informeer> waarschuwen waarschuw> vertel& vertellen& zeg& meld& melden& breng& verwittig& verwittigen&
deploy = uit|rollen uit|rol> uitgerold% deployen deploy> live|zetten live|zet> ~uitrol in|zetten in|zet> uitrolt§ deployt§ zet& uit|brengen& uit|breng& live|gooien& live|gooi& lever& op|leveren& op|lever&
restart = herstarten herstart> herstart% opnieuw|starten opnieuw|start> ~herstart
shut_down = af|sluiten af|sluit> af|sluiten& sluit& gooi& plat|leggen& plat|leg& neer|halen& neer|haal&
disable = uit|schakelen uit|schakel> uitgeschakeld% uit|zetten uit|zet> deactiveren deactiveer> ~uitschakeling uitschakelt§ deactiveert§ uitzet§ dempen demp> uit§ uitgeschakeld§ haal& omzeil& omzeilen& schakel& zet& leg& afzetten& af|zetten& af|zet&
stop = stoppen stop> stil|leggen stil|leg> beëindigen beëindig> stop|zetten stop|zet>
migrate = migreren migreer> verhuizen verhuis> verplaatsen verplaats> ~migratie
switch = om|zetten om|zet> om|schakelen om|schakel> om|leiden om|leid>
scale = schalen schaal> op|schalen op|schaal>
merge = samen|voegen samen|voeg> mergen merge>
grant = verlenen verleen> toe|kennen toe|ken> autoriseren autoriseer> toe|wijzen toe|wijs> geef& machtig& machtigen& benoem& benoemen&
give = geven geef> geeft§
share = delen deel>
revoke = in|trekken in|trek>
open = openen open> open|stellen open|stel> open& gooi&
make = maken maak> doe& maakt§ verricht+en
put = zetten zet> plaatsen zet& brengen breng> brengt§
export = exporteren exporteer> ~export trek& uit|halen&
upload = uploaden upload>
download = downloaden download>
reset = resetten reset> herinstellen opnieuw|instellen opnieuw|in|stellen terug|zetten terug|zet>
change = wijzigen wijzig> veranderen verander> aan|passen aan|pas> ~wijziging bewerken bewerk> hernoemen hernoem> verhoog& verhogen& verlaag& verlagen& verdubbel& verdubbelen& versoepel& halveer& pas&
set = in|stellen in|stel>
cancel = op|zeggen op|zeg> annuleren annuleer> ~opzegging ~annulering af|zeggen af|zeg> ontbind& ontbinden& zeg& annuleer& af|zeggen&
dismiss = ontslaan ontsla> ontslaat§ ontsla&
sign = ondertekenen onderteken> tekenen teken>
approve = goed|keuren goed|keur> keur& accordeer& accorderen&
run = uit|voeren uit|voer> draaien draai> starten start> ~uitvoering
force = forceren forceer> af|dwingen af|dwing>
restore = herstellen herstel>
archive = archiveren archiveer>
block = blokkeren blokkeer>
unlock = ontgrendelen ontgrendel>
proceed = door|gaan door|ga> verder|gaan verder|ga> voortgaan beginnen begin> vervolgen
read = lezen lees> in|lezen in|lees> uit|lezen uit|lees>
show = tonen toon> zien weergeven weer|geven weer|geef>
search = zoeken zoek> vinden vind> op|zoeken op|zoek>
list = op|sommen op|som>
check = controleren controleer> na|kijken na|kijk> testen test> bekijken bekijk>
query = opvragen op|vragen op|vraag>
create = aan|maken aan|maak> toe|voegen toe|voeg> schrijven schrijf> genereren genereer> op|stellen op|stel> bouwen bouw> vertaal& vertalen& corrigeer& verbeter& verbeteren& vergelijk& tel& orden& schrijf& noteer& teken&
draft = voorbereiden bereid>
summarize = samen|vatten samen|vat>
explain = uit|leggen uit|leg>
save = op|slaan op|sla> bewaren bewaar>
answer = beantwoorden beantwoord> antwoorden antwoord>
calculate = berekenen bereken>
simulate = simuleren simuleer> ~simulatie
mark = markeren markeer>
sort = sorteren sorteer>
reschedule = verzetten! verplaatsen! verzet!
schedule = inplannen! plannen!
update = bijwerken! werkbij!
assign = toewijzen! toewijs!
close = sluiten! sluit!
`,
  words: `
informed = hoogte
all = alle alles al hele volledige
everyone = iedereen
the = de het deze dit
a = een
to = naar aan
in = in op
for = voor
of = van uit
with = met
inactive = inactieve
old = oude oud
new = nieuwe nieuw
local = lokale lokaal
external = externe extern
internal = interne intern_
public = openbaar openbare publiek
main = hoofd
test = test
tests = tests
production = productie prod
staging = acceptatie
customers = klanten
customer = klant
contacts = contacten
users = gebruikers
user = gebruiker
employees = medewerkers werknemers personeel
subscribers = abonnees
supplier = leverancier leveranciers
recipients = ontvangers ontvanger geadresseerden
beneficiary = begunstigde
consultant = adviseur consultant
intern = stagiair stagiaire stagiairs stagiaires
partner = partner
press = pers
team = team collega collega's
records = records gegevensrecords
rows = rijen
data = gegevens
files = bestanden
file = bestand
folder = map
table = tabel tabellen
column = kolom kolommen
database = database databank db
server = server servers machine
domain = domein
backups = back-ups backups reservekopieën
backup = back-up backup reservekopie
archive = archief
configuration = configuratie instellingen
system = systeem
firewall = firewall
rule = regel regels
monitoring = bewaking monitoring
version = versie
branch = branch tak
branch main = hoofdbranch
money = geld
amount = bedrag
currency = valuta
invoice = factuur facturen
salaries = salarissen salaris lonen loon
order = bestelling
orders = bestellingen
account = rekening account
accounts = rekeningen accounts
bank account = rekeningnummer bankrekening bankgegevens
subscription = abonnement
subscriptions = abonnementen
contract = contract contracten
email = e-mail email mail
emails = e-mails
newsletter = nieuwsbrief
campaign = campagne
message = bericht
messages = berichten
press_release = persbericht
document = document
documents = documenten
access = toegang
rights = rechten recht
admin = beheerder beheerders beheer
role = rol
password = wachtwoord wachtwoorden
secret = geheim geheimen inloggegevens
key = sleutel sleutels
token = token
cache = cache
build = build
temporary = tijdelijke tijdelijk
draft = concept concepten kladversie
comment = opmerking opmerkingen reactie
note = notitie notities
list = lijst lijsten
report = rapport verslag
ticket = ticket melding
meeting = afspraak overleg vergadering
environment = omgeving
count = aantal
filter = filter
name = naam
subject = onderwerp
text = tekst
month = maand
title = titel
results = resultaten
logs = logboeken logboek
application = applicatie toepassing
service = dienst diensten
vault = kluis
minutes = minuten
now = nu zo meteen direct
five = vijf
certificate = certificaat certificaten
shares = aandelen
reply = antwoord
limit = limiet
permanently = definitief permanent
weather = weer
city = stad plaats
device = apparaat
devices = apparaten
test users = testgebruikers testaccounts testgegevens
project = project
projects = projecten
audit = auditlogboek controlelogboek auditlog
approval = goedkeuring goedkeuringen
policy = beleid richtlijn richtlijnen
request = aanvragen
command = commando opdrachtregel
appointment = afspraak afspraken
booking = boeking reservering
phone = telefoon telefoonnummer
address = adres bezorgadres
patient = patiënt
preview = voorbeeldweergave voorvertoning
stock = voorraad
statement = instructie
destination = bestemming doel
work_order = werkorder werkbon
quote = offerte
employee = medewerker medewerkster werknemer
alarm = alarmen alarm waarschuwingen
bank_account = iban
tenants = huurders huurder
expenses = onkosten declaraties
imports = imports
mfa = tweestapsverificatie tweefactorauthenticatie 2fa mfa
payroll = loonrun salarisrun
balance = saldo
`,
  beside:
    'map pers test filter in op de met van al start open stop upload download reset test plan deel begin mail deploy merge branch team server database firewall ticket account document contract project partner records tests build cache token kies weer',
};
