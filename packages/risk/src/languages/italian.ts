import type { SpelledPack } from './language-pack.ts';

export const italian: SpelledPack = {
  name: 'italian',
  dropsSubject: true,
  joinsWords: false,
  conjugations: {
    are: 'are ar o> iamo> erò> eremo> ando@ i^ a! i! arlo arla arli arle ato% ata% ati% ate%',
    ere: 'ere er o> iamo> erò> eremo> endo@ a^ i! erlo erla erli erle uto% uta% uti% ute%',
    ire: 'ire ir o> iamo> irò> iremo> endo@ a^ i! irlo irla irli irle ito% ita% iti% ite%',
    isc: 'ire ir isco> iamo> irò> iremo> endo@ isca^ isci! irlo irla irli irle ito% ita% iti% ite%',
    iare: 'iare iar io> iamo> ierò> ieremo> iando@ i^ ia! i! iarlo iarla iarli iarle iato% iata% iati% iate%',
    care: 'care car co> chiamo> cherò> cheremo> cando@ chi^ ca! carlo carla carli carle cato% cata% cati% cate%',
    gare: 'gare gar go> ghiamo> gherò> gheremo> gando@ ghi^ ga! garlo garla garli garle gato% gata% gati% gate%',
  },
  subjects: 'io noi',
  announcing:
    'sto per|stiamo per|sto|stiamo|vado a|procedo a|procedo con|procederò a|procedo all|procedo alla|procedo al|intendo|ho intenzione di|mi accingo a|devo|voglio|mi appresto a|passo a|inizio a|comincio a|prevedo di|sono in procinto di|mi preparo a|provvedo a|provvederò a',
  passive: 'verrà|verranno|sarà|saranno|viene|vengono',
  leave:
    'vorrei|mi piacerebbe|vuole che|vuoi che|desidera che|desideri che|va bene se|le va bene se|ti va bene se|è d accordo se|se è d accordo|se sei d accordo|la prego di confermare|per favore confermi|confermi che|conferma che|può confermare|puoi confermare|con il suo permesso|con la sua approvazione|mi autorizza|mi autorizzi|se vuole|se vuoi|se lo desidera|attendo conferma|attendo la sua conferma|ho bisogno della sua approvazione|le dispiace se|ti dispiace se|preferisce che|ha qualcosa in contrario|in caso di approvazione',
  leaveInQuestion:
    'posso|devo|possiamo|dobbiamo|potrei|dovrei|va bene|d accordo|ok|procedo|continuo|vado avanti|proseguo|giusto|conferma|confermi|è sicuro|sei sicuro|sicuro|tutto bene|inizio|è corretto|sì|vado',
  denying:
    'non|mai|niente|nulla|nessun|nessuna|nessuno|alcun|alcuna|senza|invece di|anziché|né|piuttosto che',
  supposing:
    'se|qualora|avessi|avesse|sarebbe|avrebbe|fosse|ci sarebbe|supponiamo|immaginiamo|nel caso|affinché|prima che|quando si|benché',
  asking:
    'cosa|che cosa|come|quando|perché|chi|dove|quale|quali|quanto|quanta|quanti|quante|a chi|in che|a cosa',
  past: 'ieri|l altro ieri|la settimana scorsa|il mese scorso|l anno scorso|già|in passato|prima|di recente|recentemente|fa',
  joining: 'e|ed|ma|però|poi|quindi|dopo',
  ordering:
    'assicurati che|si assicuri che|fai in modo che|fa in modo che|faccia in modo che|voglio che|voglio che tu|voglio che lei|vorrei che tu|vorrei che lei|ho bisogno che tu|bisogna|occorre|devi|deve|dovresti|dovrebbe|puoi|può|potresti|potrebbe|per favore|assicurati di|si assicuri di|occupati di|ricordati di|non dimenticare di|è necessario|il tuo compito è|ti chiedo di|le chiedo di|procedi a|proceda a|provvedi a|provveda a',
  unsure:
    'non sono sicuro|non sono sicura|non sono certo|non sono certa|non so se|ho dei dubbi|non mi è chiaro',
  silence:
    'se non mi dice il contrario|salvo diverso avviso|salvo obiezioni|senza risposta|in assenza di risposta|a meno che|se non ci sono obiezioni|se nessuno si oppone|se non ricevo risposta|salvo indicazioni contrarie',
  abbreviations:
    'sig sigg sig.ra dott dr prof ing avv ad es ecc etc art n pag tel max min mln ca vs',
  verbs: `
delete = elimin+are cancell+are rimuov+ere distrugg+ere ~eliminazione ~cancellazione ~rimozione elimina! cancella! rimuovi! scart+are rimuova^ butta& buttare sparisca§ spariscano§ spariti§ sparito§ eliminato§ eliminata§ eliminati§ eliminate§ cancellato§ cancellati§ getta& getta& getti& gettare& gettate& spazza& spazzi& spazzare& spazzate& ripulisci& ripulisca& ripulire& ripulisci& cestina& cestini& cestinare& cestinate&
empty = svuot+are ~svuotamento svuota! vuoto§ vuota§ sgombra& sgombri& sgombrare& sgombrate&
truncate = tron+care
wipe = formatt+are azzer+are
remove = disinstall+are togliere tolgo> leva& leva& levi& levare& levate& caccia& caccii& cacciare& cacciate& butta& espelli& espella& espellere& espelli& sfratta& sfratti& sfrattare& sfrattate&
overwrite = sovrascriv+ere sostitu+isc ~sovrascrittura rimpiazz+are
transfer = trasfer+isc bonifi+care vers+are gir+are ~bonifico ~bonifici ~trasferimento trasferisci! passa& passa& passi& passare& passate& sposta& gira&
pay = pa+gare paga! sald+are liquid+are ~pagamento ~pagamenti corrispond+ere eroga! erog+are pagato§ pagata§ pagati§ versa& salda& finanzia& finanzi& finanziare& copri& copra& coprire& spendi& spenda& spendere&
refund = rimbors+are restitu+isc ~rimborso rimborsa!
charge = addebit+are fattur+are ~addebito
buy = compr+are acquist+are ordin+are ~acquisto prenota& prenoti& prenotare& prenotate& noleggia& noleggii& noleggiare& noleggiate& ordina& abbona& abboni& abbonare& abbonate&
sell = vend+ere ~vendita
send = invi+are inviare invio> invierò> invieremo> invii^ mand+are sped+isc inoltr+are ~invio invia! manda! trasmett+ere recapit+are passa& gira& consegna& consegni& consegnare& consegnate& distribuisci& distribuisca& distribuire& mandagli& mandalo& mandali&
publish = pubbli+care posto> diffond+ere ~pubblicazione pubblica! metti& diffondi& divulga& divulghi& divulgare& annuncia& annuncii& annunciare& annunciate&
notify = avvis+are inform+are notifi+care di'& comunica& comunici& comunicare& comunicate& dillo& avverti& avverti& avverta& avvertire& segnala& segnali& segnalare& segnalate& racconta&
deploy = distribu+isc rilasc+iare rilascio> ~distribuzione ~rilascio distribuisci! deployare metti& manda& porta&
restart = riavvi+are riavvio> riavvierò> ~riavvio
shut_down = spegn+ere spengo> spegni& chiudi& butta&
disable = disattiv+are disabilit+are stac+care ~disattivazione silenzi+are disattivato§ spento§ spegni& togli& leva& aggira& aggiri& aggirare& aggirate& bypassa& bypassi& bypassare& bypassate& sospendi&
stop = ferm+are interromp+ere arrest+are sospend+ere ~arresto blocca&
migrate = migr+are spost+are ~migrazione traslo+care
switch = reindirizz+are punt+are commut+are
scale = scal+are ridimension+are
merge = un+isc fond+ere
grant = conced+ere autorizz+are attribu+isc abilit+are ~concessione concedi! rilasc+iare dai& concedi& nomina& nomini& nominare& nominate& promuovi& promuova& promuovere&
give = dare do> diamo> darò> daremo> dando@ dia^ dai! dai& dia& diano& consegna& consegni& consegnare& consegnate& regala& regali& regalare& regalate&
share = condivid+ere
revoke = revo+care ~revoca
open = apr+ire apri&
make = rendere rendo> renderò> renda^ fare faccio> farò> fai& faccia^ facciano& rendi& effettu+are dispon+ere disponi& disponga^
export = esport+are ~esportazione estra+ere estrai& tira&
upload = cari+care
download = scari+care
reset = reimpost+are ripristin+are resett+are ~reimpostazione ripristina! azzer+are
change = modifi+care cambi+are vari+are rinomin+are ~modifica ~cambio modifica! cambia! alza& alza& alzi& alzare& alzate& abbassa& abbassa& abbassi& abbassare& abbassate& raddoppia& raddoppii& raddoppiare& raddoppiate& aumenta& aumenti& aumentare& aumentate& ridurre& riduci& allenta& allenti& allentare& allentate&
set = impost+are
cancel = annull+are disd+ire disdico> ~annullamento ~disdetta annulla! revo+care rescindi& rescinda& rescindere& rescindi& disdici&
dismiss = licenzi+are licenzia&
sign = firm+are
approve = approv+are convalid+are accetta& accetti& accettare& accettate& ratifica& ratifichi& ratificare&
run = esegu+ire lanc+iare avvi+are ~esecuzione esegui! lancio> avvio>
force = forz+are
restore = recuper+are ~ripristino
archive = archivi+are
block = bloc+care
unlock = sbloc+care
proceed = proced+ere continu+are prosegu+ire cominci+are iniz+iare
read = legg+ere consult+are ~lettura leggi!
show = mostr+are visualizz+are present+are vedere mostra!
search = cer+care ricer+care trov+are ~ricerca cerca!
list = elen+care ~elenco elenca!
check = controll+are verifi+care esamin+are prov+are test+are ~verifica
query = interrog+are
create = cre+are aggiung+ere gener+are scriv+ere redig+ere ~creazione crea! genera! aggiungi! costru+isc registr+are traduci& tradurre& correggi& correggi& corregga& correggere& confronta& confronti& confrontare& confrontate& conta& conti& contare& contate& riordina& riordini& riordinare& riordinate& disegna& disegni& disegnare& disegnate& annota& annoti& annotare& annotate&
draft = prepar+are abbozz+are
summarize = riassum+ere riepilo+gare
explain = spie+gare
save = salv+are salva!
answer = rispond+ere rispondi!
get = ottenere ottengo> ottieni!
calculate = calcol+are
simulate = simul+are ~simulazione simula!
update = aggiorn+are ~aggiornamento aggiorna!
mark = segn+are contrassegn+are
sort = ordin+are
schedule = programmare! pianificare! programma! pianifica!
reschedule = spostare! rimandare! riprogrammare! sposta! rimanda!
assign = assegn+are assegna!
close = chiudere! chiudi!
put = mettere metti& metta^ mettano& mettete& metto>
`,
  words: `
all = tutti tutte tutto tutta intero intera ogni
everyone = chiunque
the = il lo la i gli le l
a = un uno una
to = a al allo alla ai agli alle all verso_di
in = in nel nella nello nei sul sulla sui nell negli nelle
for = per
of = di del dello della dei degli delle dell da dal
with = con
inactive = inattivi inattive inattivo
old = vecchi vecchie vecchio vecchia
new = nuova nuovo nuove nuovi
local = locale locali
external = esterno esterna esterni
internal = interno interna interni
public = pubblico pubblica
main = principale
test = prova test
production = produzione prod
staging = collaudo
customers = clienti
customer = cliente
contacts = contatti
users = utenti
user = utente
employees = dipendenti impiegati personale
subscribers = iscritti abbonati
supplier = fornitore fornitori
recipients = destinatari destinatario
beneficiary = beneficiario
consultant = consulente
intern = stagista tirocinante tirocinanti stagisti
partner = partner
press = stampa
team = team squadra colleghi
records = record registrazioni voci
rows = righe
data = dati
files = file
folder = cartella
table = tabella tabelle
column = colonna colonne
database = database db
server = server macchina
domain = dominio
backups = backup copie
backup = copia
archive = archivio
configuration = configurazione impostazioni
system = sistema
firewall = firewall
rule = regola regole
monitoring = monitoraggio sorveglianza
version = versione
branch = ramo
money = denaro soldi fondi
amount = importo somma
currency = valuta
invoice = fattura fatture
salaries = stipendi stipendio
order = ordine
orders = ordini
account = conto account
accounts = conti
bank = bancario bancaria bancari
subscription = abbonamento
subscriptions = abbonamenti
contract = contratto contratti
email = e-mail email posta mail
newsletter = newsletter
campaign = campagna
message = messaggio
messages = messaggi
press_release = comunicato
document = documento
documents = documenti
access = accesso accessi
rights = permessi diritti permesso privilegi
admin = amministratore amministratrice amministratori admin
role = ruolo
password = password
secret = segreto segreti credenziali
key = chiave chiavi
token = token
cache = cache
build = compilazione
temporary = temporaneo temporanei temporanea temporanee
draft = bozza bozze
comment = commento commenti
note = nota
list = lista liste
report = rapporto relazione report
ticket = ticket segnalazione
meeting = riunione appuntamento
environment = ambiente
count = quantita quantità numero
filter = filtro
name = nome
subject = oggetto
text = testo
month = mese
title = titolo
results = risultati
logs = registri
application = applicazione
service = servizio servizi
vault = cassaforte
minutes = minuti
now = ora adesso subito
five = cinque
certificate = certificato certificati
shares = azioni
reply = risposta
limit = limite
permanently = definitivamente
weather = meteo
city = citta città
device = dispositivo
devices = dispositivi
project = progetto
projects = progetti
approval = approvazione approvazioni
policy = politica politiche
request = richiedere richiedi
command = comando comandi
appointment = appuntamento appuntamenti visita
booking = prenotazione prenotazioni
phone = telefono cellulare
address = indirizzo recapito
patient = paziente
preview = anteprima
stock = giacenza scorta
query = interrogazione
statement = istruzione
destination = destinazione
status = stato
quote = preventivo
employee = dipendente impiegato impiegata lavoratore
alarm = avvisi avviso allarmi allarme
bank_account = iban
tenants = inquilini inquilino affittuari
expenses = spese
contracts = contratti
keys = chiavi chiave
mfa = autenticazione 2fa mfa
payroll = paghe stipendi
balance = saldo
`,
  beside:
    'file record database server password token cache test team report ticket account backup email mail do i a in come me partner locale newsletter',
};
