import type { SpelledPack } from './language-pack.ts';

export const polish: SpelledPack = {
  name: 'polish',
  dropsSubject: true,
  joinsWords: false,
  conjugations: {
    ować: 'ować uję> ujemy> uj!',
    ać: 'ać am> amy> aj!',
    ić: 'ić ię> imy> ij!',
    yć: 'yć ę> ymy> ',
  },
  derived: { am: 'amy', em: 'emy', uję: 'ujemy', ię: 'imy iemy', ę: 'emy ymy imy' },
  orders: {
    ować: 'uj& ował§ owała§',
    nąć: 'ń& nął§ nęła§',
    ać: 'aj& ał§ ała§',
    ić: '& ił§ iła§',
    yć: '& ył§ yła§',
  },
  subjects: 'ja my',
  announcing:
    'będę|będziemy|zamierzam|zamierzamy|mam zamiar|planuję|chcę|muszę|właśnie|przystępuję do|przechodzę do|zaczynam|pora|czas|jestem w trakcie|zabieram się do|zaraz będę',
  passive: 'zostanie|zostaną|jest|są|będzie|będą',
  leave:
    'chciałbym|chciałabym|czy mam|czy mogę|czy możemy|czy powinienem|czy powinnam|czy mamy|czy chce pan|czy chce pani|czy chcesz|czy życzy pan|czy życzy pani|czy zgadza się|czy zgadzasz się|proszę potwierdzić|proszę o potwierdzenie|proszę o zgodę|jeśli się pan zgadza|jeśli się pani zgadza|jeśli się zgadzasz|jeśli pan chce|jeśli pani chce|jeśli chcesz|za pana zgodą|za pani zgodą|za twoją zgodą|czy pozwoli pan|czy pozwoli pani|czekam na zgodę|czekam na potwierdzenie|potrzebuję zgody|czy potwierdza|po zatwierdzeniu|czy wolno mi|czy nie przeszkadza|czy można',
  leaveInQuestion:
    'czy|mam|mogę|dobrze|zgoda|ok|kontynuować|kontynuuję|na pewno|może być|potwierdza pan|potwierdza pani|potwierdzasz|zgadza się|prawda|powinienem|tak|pasuje',
  denying:
    'nie|nigdy|nic|niczego|żaden|żadna|żadne|żadnych|żadnego|żadnej|bez|zamiast|ani|nikt|nikomu',
  supposing:
    'jeśli|jeżeli|gdyby|gdybym|gdybyśmy|byłby|byłaby|byłoby|załóżmy|w razie|kiedy ktoś|żeby|aby|mimo że|zanim|mógłby',
  asking:
    'co|jak|kiedy|dlaczego|kto|gdzie|która|który|które|których|ile|czemu|komu|po co|czym|skąd|dokąd|jaka|jaki|jakie',
  past: 'wczoraj|przedwczoraj|w zeszłym|w ubiegłym|w zeszłym tygodniu|niedawno|już|dawniej|wcześniej|ostatnio',
  joining: 'i|oraz|ale|a|lecz|potem|następnie|jednak',
  ordering:
    'upewnij się że|zadbaj o to żeby|spraw żeby|dopilnuj żeby|chcę żebyś|chcę abyś|chciałbym żebyś|chciałabym żebyś|żebyś|abyś|musisz|musi pan|powinieneś|powinnaś|możesz|może pan|może pani|mógłbyś|mogłabyś|trzeba|należy|proszę|zadbaj o|nie zapomnij|twoim zadaniem jest|poproszę o|masz|potrzebuję żebyś',
  unsure:
    'nie jestem pewien|nie jestem pewna|nie wiem czy|mam wątpliwości|nie mam pewności|niepewny',
  silence:
    'jeśli nie usłyszę sprzeciwu|o ile nie|chyba że|bez sprzeciwu|w razie braku odpowiedzi|jeśli nie będzie sprzeciwu|jeśli nie odpowie|bez odpowiedzi|jeśli nikt się nie sprzeciwi|w przypadku braku odpowiedzi',
  abbreviations:
    'p pan dr prof inż mgr np itd itp m in tzn tj nr ul tys mln mld ok ww br r pkt zob por godz tel maks min sp',
  verbs: `
delete = usunięte% usunięta% usunięty% usunięci% skasowane% usunąć usuwać usunę> usuwam> usuniemy> usuwamy> usuń! usuwaj! usun! skasować skasuję> kasować kasuję> wykasować wykasuję> wymazać wymażę> zniszczyć zniszczę> ~usunięcie ~usuwanie ~kasowanie ~skasowanie ~usunięcia wyrzucić wyrzucę> pozbyć pozbędę> zlikwidować zlikwiduję> kasuj! skasuj! usunął§ usunęła§ skasował§ skasowała§ wyrzuć& wyrzucił§ pozbądź& zniszcz& wymaż& zlikwiduj& zniknęły§ zniknął§ zniknęła§ usunięte§ usunięty§ skasowane§ wywal& wywalić& wywalę& skreśl& skreślić& wytnij& wyciąć& wykasuj& usuńcie& pousuwaj& wymieć& wyrzucić& zniszczcie&
empty = opróżniona% opróżnione% wyczyszczone% wyczyszczona% opróżnić opróżnię> opróżniam> opróżniać wyczyścić wyczyszczę> czyścić czyszczę> opróżnij! wyczyść! wyczysc! wyczyścił§ opróżnił§ pusta§ pusty§ puste§ wysprzątaj& opróżnij& wyczyść&
wipe = sformatować sformatuję> wyzerować wyzeruję>
remove = odinstalować odinstaluję> wycofać wycofam> wykop& wyrzuć& wypisz& wyproś& eksmituj& eksmitować&
overwrite = nadpisane% nadpisana% nadpisany% nadpisać nadpiszę> nadpisuję> nadpisywać zastąpić zastąpię> podmienić podmienię> ~nadpisanie ~nadpisanie
transfer = przelej! przelane% przelana% przelać przeleję> przelewam> przelewać ~przelew ~przelewu ~przelewy przekazać przekażę> przetransferować przetransferuję> przelał§ przelała§ przekaż& przerzuć& przerzucić& przesuń& wpłać&
pay = wypłacone% zapłacona% opłacona% zapłacić zapłacę> zapłacił zapłaciła płacę> płacić opłacić opłacę> opłacam> uregulować ureguluję> wypłacić wypłacę> wypłacam> wypłać! wypłacaj! ~płatność ~zapłata ~wypłata ~opłacenie wpłacić wpłacę> zapłać& opłać& zapłaćcie& zapłacił§ opłacił§ ureguluj& zapłacona§ opłacona§ opłacone§ spłać& spłacić& sfinansuj& wydaj& rozlicz& rozliczyć&
refund = zwrócić zwrócę> zwracam> zwracać ~zwrot ~zwrotu oddać oddam> zwróć& oddaj& zwrócił§ zwróciła§
charge = obciążyć obciążę> obciążam> ~obciążenie ściągnąć ściągnę>
buy = kupić kupię> kupuję> kupować nabyć nabędę> zamówić zamówię> ~zakup ~kupno kup& zamów& zarezerwuj& wynajmij& wykup&
sell = sprzedać sprzedam> sprzedaję> ~sprzedaż sprzedaj& upłynnij&
send = wysłany% wysłane% wysłana% wysłać wyślę> wysyłam> wysyłać rozesłać roześlę> rozsyłam> przesłać prześlę> przesyłam> ~wysyłka ~wysłanie wyślij! wysylij! roześlij! wysłał§ wysłała§ roześlij& wyślijcie& podeślij& podesłać& prześlij& przekaż& wrzuć& rozdaj& doręcz& dostarcz&
publish = opublikowany% opublikowane% opublikować opublikuję> publikuję> publikować ~publikacja ogłosić ogłoszę> opublikuj! zamieścić zamieszczę> upublicznić upublicznij& upublicznił§ opublikował§ ogłoś& wrzuć& ujawnij& zamieść&
notify = powiadomić powiadomię> zawiadomić zawiadomię> poinformować poinformuję> powiadom& zawiadom& poinformuj& powiadomił§ daj& powiedz& ostrzeż& uprzedź& obwieść& przekaż& zaalarmuj&
deploy = wdrożona% wdrożone% wdrożony% wdrożyć wdrożę> wdrażam> wdrażać ~wdrożenie ~wdrożenia wypuścić wypuszczę> wdróż! zainstalować zainstaluję> instaluję> wdrożył§ wdrożyła§ wypuść& wgraj& wrzuć& zainstaluj& puść&
restart = zrestartowany% zrestartowana% zrestartować zrestartuję> restartuję> restartować ~restart
shut_down = zamknąć zamknę> zamykam> zgaś& ubij& wygaś& połóż&
disable = wyłączony% wyłączone% wyłączona% wyłączyć wyłączę> wyłączam> wyłączamy> wyłączać dezaktywować dezaktywuję> odłączyć odłączę> ~wyłączenie wyłącz! wyłączył§ wyłączyła§ wyciszyć wyciszę> wyłączony§ wyłączona§ odłącz& obejdź& zdejmij& zablokuj& wyłączcie& omiń&
stop = zatrzymać zatrzymam> zatrzymuję> wstrzymać wstrzymam> przerwać przerwę> zatrzymaj& wstrzymaj& przerwij&
migrate = przenieść przeniosę> przenoszę> migrować migruję> ~migracja ~przeniesienie
switch = przełączyć przełączę> przełączam> przekierować przekieruję>
scale = przeskalować przeskaluję>
merge = scalić scalę> połączyć połączę>
grant = przyznać przyznam> przyznaję> nadać nadam> nadaję> udzielić udzielę> ~przyznanie ~nadanie przyznaj! nadaj! upoważnić upoważnię> autoryzować autoryzuję> nadał§ nadała§ przyznał§ przydziel& udziel& awansuj& mianuj&
give = dać dam> daję> daj!
share = udostępnić udostępnię> udostępniam> ~udostępnienie udostępnij!
revoke = odebrać odbiorę> cofnąć cofnę>
open = otworzyć otworzę> otwieram> otwórz& odblokuj&
make = zrobić zrobię> uczynić uczynię> zrób& zróbcie& dokonaj& dokonać wykonaj& zrobił§ zrobiła§
export = wyeksportować wyeksportuję> eksportuję> eksportować ~eksport eksportuj! wyciągnij& wyeksportuj& zgraj&
upload = wgrać wgram> załadować załaduję>
download = pobrać pobiorę> pobieram> pobierz! ~pobranie ściągać
reset = zresetować zresetuję> resetuję> resetować ~reset zresetuj! zresetujcie&
change = zmienić zmienię> zmieniam> zmieniać zmień! ~zmiana zmodyfikować zmodyfikuję> edytować edytuję> poprawić poprawię> podnieś& obniż& zwiększ& zmniejsz& podwój& poluzuj&
set = ustawić ustawię>
cancel = anulować anuluję> odwołać odwołam> wypowiedzieć wypowiem> ~anulowanie anuluj! rozwiąż& rozwiązać& wypowiedz& zerwij& odwołaj&
dismiss = zwolnić zwolnię> zwalniam> zwolnij& zwolnił§ zwolniła§ zwolnijcie& wyrzuć&
sign = podpisać podpiszę> podpisuję> podpisz&
approve = zatwierdzić zatwierdzę> zatwierdzam> zatwierdź! zaakceptować zaakceptuj! zaakceptuj& przyklep& klepnij&
run = uruchomić uruchomię> uruchamiam> uruchamiać wykonać wykonam> wykonuję> odpalić odpalę> ~uruchomienie wykonaj! uruchom!
force = wymusić wymuszę>
restore = przywrócić przywrócę> przywracam> odtworzyć odtworzę> ~przywrócenie
archive = zarchiwizować zarchiwizuję>
block = zablokować zablokuję>
unlock = odblokować odblokuję>
proceed = kontynuować kontynuuję> działać działam> zacząć zacznę> rozpocząć rozpocznę> przystąpić
read = czytać czytam> przeczytać przeczytam> odczytać odczytam> odczytaj! wczytać wczytuję> wczytam> ~odczyt
show = pokazać pokażę> pokaż! pokazuję> wyświetlić wyświetlę> przedstawić przedstawię>
search = szukać szukam> szukaj! wyszukać wyszukam> wyszukaj! znaleźć znajdę> znajdź! ~wyszukiwanie
list = wymienić wymienię> wylistować
check = sprawdzić sprawdzę> sprawdzam> przejrzeć przejrzę> przetestować przetestuję> zweryfikować zweryfikuję>
query = odpytać
create = utworzyć utworzę> tworzę> utwórz! dodać dodam> dodaję> dodaj! napisać napiszę> generuję> wygenerować wygeneruję> generuj! sporządzić sporządzę> stworzyć stworzę> zbudować przetłumacz& popraw& porównaj& policz& uporządkuj& napisz& narysuj& zanotuj& streść&
draft = przygotować przygotuję> przygotowuję> naszkicować
summarize = podsumować podsumuję> streścić streszczę>
explain = wyjaśnić wyjaśnię>
save = zapisać zapiszę> zapisuję> zapisz!
answer = odpowiedzieć odpowiem> odpowiadam> odpowiedz!
calculate = obliczyć obliczę>
simulate = symulować zasymulować ~symulacja
mark = oznaczyć oznaczę>
sort = posortować posortuję>
schedule = zaplanować! umówić! zaplanuj! umów!
reschedule = przełożyć! przesunąć! przełóż! przesuń!
update = zaktualizować! zaktualizuj! aktualizuj!
assign = przypisać! przypisz! przydziel!
close = zamknąć! zamknij!
put = postaw& wrzuć& wrzucić
`,
  words: `
all = wszystkie wszystkich wszystko cała całej całą cały całe całego wszystkimi każdy
everyone = wszyscy wszystkim
to = do na dla
in = w we
of = z ze od
with = z_
inactive = nieaktywnych nieaktywne nieaktywni
old = stare starą stary starych starego stara
new = nową nowy nowe nowego nowa nowych
local = lokalną lokalny lokalne lokalna lokalnej
external = zewnętrznemu zewnętrzny zewnętrzna zewnętrznych zewnętrznym
internal = wewnętrzny wewnętrzna wewnętrznych
public = publicznie publiczny publiczna
main = głównej główna główną główny
test = testowych testowe testowy testowa testowej
tests = testy testów
production = produkcję produkcji produkcja produkcyjną produkcyjny produkcyjnego produkcyjnej produkcyjna prod
staging = przedprodukcyjny przedprodukcja
contacts = kontaktów kontakty
customers = klientów klienci klientom klientami klientow
customer = klient klienta klientowi
users = użytkowników użytkownicy użytkownikom użytkownikami
user = użytkownik użytkownika użytkownikowi
employees = pracownicy pracowników pracownikom
subscribers = subskrybentów subskrybenci subskrybentom abonenci abonentów abonentom
supplier = dostawcy dostawca dostawcę dostawców
recipients = odbiorcy odbiorców odbiorca odbiorcom
consultant = konsultantowi konsultant doradca doradcy
intern = stażyście stażysta stażystce praktykant praktykantowi stażystów stażystę stażyści praktykanta praktykantów stażystka
partner = partnerowi partner partnera partnerom
press = prasa prasy
team = zespół zespołu zespołowi kolegom
records = rekordy rekordów wpisy wpisów
record = rekord
rows = wiersze wierszy
data = dane danych
files = pliki plików
file = plik pliku
folder = folder katalog katalogu
table = tabelę tabela tabeli tabele tabel
column = kolumnę kolumna
database = bazę baza bazy baz
server = serwer serwera serwery serwerów
domain = domenę domena domeny
backups = kopie
backup = kopia kopię kopii
archive = archiwum
configuration = konfigurację konfiguracja ustawienia
system = systemu system
firewall = zapory zapora zaporę
rule = regułę reguła reguły
monitoring = monitoring monitorowanie nadzór
version = wersję wersja wersji
branch = gałęzi gałąź
money = pieniądze środki
amount = kwota kwotę suma
currency = waluta walutę
invoice = fakturę faktura faktury faktur
salaries = pensje wynagrodzenia pensji
order = zamówienie
orders = zamówienia zamówień
account = konto konta rachunek
accounts = kont
bank = bankowe bankowy
subscription = subskrypcję subskrypcja
subscriptions = subskrypcje subskrypcji
contract = umowę umowa umowy
email = e-mail email mail maila mailing
newsletter = newsletter biuletyn
campaign = kampanię kampania
message = wiadomość wiadomości
press_release = komunikat
document = dokument
documents = dokumenty
access = dostęp dostępu
rights = uprawnienia uprawnień prawa
admin = administratora administrator administratorowi admina
role = rola rolę
password = hasło hasła haslo
secret = sekret sekrety poświadczenia
key = klucz klucze
token = token
cache = podręczną podręczna cache
build = kompilacji
temporary = tymczasowe tymczasowy tymczasowych
draft = szkic szkicu wersję_roboczą
comment = komentarz komentarze
note = notatkę notatka notatki
list = listę lista listy
report = raport raportu
ticket = zgłoszenie zgłoszenia
meeting = spotkanie spotkania
environment = środowisko srodowisko
count = liczba ilość
filter = filtr
name = nazwa nazwisko
subject = temat
text = tekst
month = miesiąc
title = tytuł
results = wyniki
logs = logi dzienniki
application = aplikacja aplikację
service = usługa usługi
vault = sejf
minutes = minut minuty
now = teraz zaraz
five = pięć
certificate = certyfikat certyfikaty
shares = akcje
reply = odpowiedź
limit = limit
permanently = trwale
weather = pogoda pogodę
city = miasto
device = urządzenie
devices = urządzenia
project = projekt
projects = projekty
audit = audyt audytu audyty
approval = zatwierdzania zatwierdzanie zatwierdzenia akceptacji
policy = polityka politykę polityki
request = poproś
command = polecenie komenda
appointment = wizyta wizyty wizytę termin terminu
booking = rezerwacja rezerwacji rezerwację
phone = telefon telefonu
address = adres adresu
patient = pacjent pacjenta
preview = podgląd podglad
stock = zapas
query = zapytanie
statement = instrukcja
destination = cel
status = stan
ticket = zgłoszenie zgloszenie zgłoszenia
number = numer
quote = wycena oferta
employee = pracownik pracownika pracownicę pracownicy
repository = repozytorium
alarm = alerty alertów alarmy ostrzeżenia alarm
bank_account = iban
disk = dysk dysku dyski
tenants = najemców najemcy lokatorów lokatora
expenses = wydatki
mfa = uwierzytelnianie dwuskładnikowe 2fa mfa
balance = saldo
`,
  beside: 'a to my do w i folder test system limit dam ok server monitoring token admin',
};
