/**
 * Words that stand in the names of tools and parameters more often than in sentences, by language. They are read in names
 * only, so that no sentence is retold by them. A line is one English word and how the language writes it.
 */
interface NameTable {
  readonly verbs: string;
  readonly words: string;
}

export const nameTables: Readonly<Record<string, NameTable>> = {
  german: {
    verbs: `
report = melden
comment = kommentieren
renew = verlängern erneuern
book = buchen reservieren vormerken
begin = beginnen
count = zählen
print = drucken ausdrucken
note = notieren vermerken
tag = markieren kennzeichnen taggen
attach = anhängen
copy = kopieren duplizieren
import = importieren
invite = einladen
forward = weiterleiten
reply = beantworten
register = registrieren
correct = korrigieren berichtigen
complete = erledigen abhaken
estimate = schätzen
compare = vergleichen
convert = umrechnen
translate = übersetzen
postpone = vertagen
install = installieren
rename = umbenennen
`,
    words: `
task = aufgabe auftrag
instruction = anweisung weisung
request = anfrage ersuchen
assistant = assistent assistentin
sales = umsatz umsätze verkäufe
logging = protokollierung
off = aus deaktiviert abgeschaltet ausgeschaltet
segment = zielgruppe
bulk = massen massenhaft
dry_run = probelauf trockenlauf testlauf
self = selbst
room = raum zimmer besprechungsraum
seat = sitzplatz
loan = ausleihe
parcel = paket
shift = schicht
reason = begründung
`,
  },
  french: {
    verbs: `
comment = commenter
renew = renouveler prolonger
book = réserver
begin = commencer débuter
count = compter
print = imprimer
note = noter
tag = étiqueter taguer
attach = joindre
copy = copier dupliquer
import = importer
invite = inviter
reply = répondre
register = inscrire
correct = corriger
complete = terminer
estimate = estimer
compare = comparer
convert = convertir
translate = traduire
postpone = reporter
install = installer
rename = renommer
`,
    words: `
task = tâche mission
instruction = consigne consignes
request = demande
sales = ventes
attachments = jointe jointes
off = désactivé désactivée éteint
segment = auditoire
bulk = masse groupé groupée
dry_run = essai
self = soi-même moi-même
room = salle chambre
seat = siège
loan = prêt emprunt
parcel = colis
reason = motif
`,
  },
  spanish: {
    verbs: `
comment = comentar
renew = renovar prorrogar
book = reservar apartar
begin = comenzar empezar iniciar
count = contar
print = imprimir
note = anotar apuntar
tag = etiquetar
attach = adjuntar
copy = copiar duplicar
import = importar
invite = invitar
forward = reenviar
reply = responder contestar
register = registrar inscribir
correct = corregir
complete = completar terminar
estimate = estimar
compare = comparar
convert = convertir
translate = traducir
postpone = posponer aplazar
install = instalar
rename = renombrar
`,
    words: `
task = tarea encargo
instruction = instrucción instrucciones
request = petición solicitud
assistant = asistente
sales = ventas
attachments = adjunto adjuntos
off = desactivado desactivada apagado apagada
segment = segmento audiencia
bulk = masivo masiva masivos masivas
dry_run = simulacro ensayo
self = mismo misma
agent = agente
room = sala habitación
seat = asiento
loan = préstamo
parcel = paquete
reason = motivo razón
filters = filtros
`,
  },
  portuguese: {
    verbs: `
comment = comentar
renew = renovar prorrogar
book = reservar
begin = iniciar
count = contar
print = imprimir
note = anotar
tag = etiquetar
attach = anexar
copy = copiar duplicar
import = importar
invite = convidar
reply = responder
register = registrar inscrever
correct = corrigir
complete = concluir completar
estimate = estimar
compare = comparar
convert = converter
translate = traduzir
postpone = adiar
install = instalar
rename = renomear
`,
    words: `
task = tarefa
instruction = instrução instruções
request = solicitação
assistant = assistente
sales = vendas
attachments = anexo anexos
off = desativado desativada desligado desligada
segment = segmento audiência público-alvo
bulk = massa massivo massiva lote
dry_run = ensaio
self = mesmo mesma próprio própria
agent = agente
room = sala quarto
seat = assento
loan = empréstimo
reason = motivo
part = peça
`,
  },
  italian: {
    verbs: `
comment = commentare
renew = rinnovare prorogare
book = prenotare riservare
begin = iniziare
count = contare
print = stampare
note = annotare
tag = etichettare
attach = allegare
copy = copiare duplicare
import = importare
invite = invitare
forward = inoltrare
reply = rispondere
register = registrare iscrivere
correct = correggere
complete = completare
estimate = stimare
compare = confrontare
convert = convertire
translate = tradurre
postpone = rinviare posticipare
install = installare
rename = rinominare
`,
    words: `
task = compito incarico
instruction = istruzione istruzioni
request = richiesta
assistant = assistente
sales = vendite
attachments = allegato allegati
off = disattivato disattivata spento spenta
share = condivisione
segment = segmento
bulk = massivo massiva
self = stesso stessa
agent = agente
room = sala stanza camera
seat = posto
loan = prestito
parcel = pacco
reason = motivo
`,
  },
  dutch: {
    verbs: `
comment = reageren becommentariëren
renew = verlengen vernieuwen
book = boeken reserveren
begin = beginnen
count = tellen
print = afdrukken printen
note = noteren
tag = labelen
attach = bijvoegen
copy = kopiëren dupliceren
import = importeren
invite = uitnodigen
forward = doorsturen
reply = beantwoorden
register = registreren inschrijven
correct = corrigeren
complete = afronden voltooien
estimate = schatten
compare = vergelijken
convert = omrekenen
translate = vertalen
postpone = uitstellen
install = installeren
rename = hernoemen
`,
    words: `
task = taak
instruction = opdracht instructie
request = verzoek
assistant = assistent
sales = verkopen
attachments = bijlage bijlagen
off = uit uitgeschakeld
segment = doelgroep
bulk = massa
dry_run = droogloop proefrun proefdraai
self = zelf mijzelf
environment = omgeving
room = kamer zaal vergaderzaal
seat = zitplaats stoel
loan = lening
parcel = pakket pakje
reason = reden
`,
  },
  polish: {
    verbs: `
comment = skomentować komentuj
renew = odnowić przedłużyć
book = zarezerwować rezerwuj
begin = rozpocząć
count = policzyć zlicz
print = wydrukować drukuj
note = zanotować
tag = oznaczyć otaguj
attach = załączyć
copy = skopiować powielić
import = zaimportować
invite = zaprosić
reply = odpowiedzieć odpowiedz
register = zarejestrować
correct = poprawić
complete = ukończyć
estimate = oszacować
compare = porównać
convert = przeliczyć
translate = przetłumaczyć
postpone = odroczyć
install = zainstalować
rename = przemianować
`,
    words: `
task = zadanie
instruction = polecenie instrukcja
request = prośba
assistant = asystent
sales = sprzedaż
attachments = załącznik załączniki
off = wyłączone wyłączony wyłączona
segment = segment odbiorcy
bulk = masowo masowy masowa
self = siebie sobie
agent = agent
room = sala pokój
seat = miejsce
loan = pożyczka wypożyczenie
parcel = paczka
reason = powód
`,
  },
};
