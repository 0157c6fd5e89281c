/** Lines with `!` need confirmation, lines with `=` do not. Written before the pack of the language. */
export const italianSentences = `
! Devo eliminare tutti i record dei clienti?
! Sto per cancellare i 500 utenti inattivi.
! Posso riavviare il database di produzione?
! Trasferirò 1.000.000,00 € al fornitore.
! Vuole che paghi la fattura da 25.000 euro?
! Invio ora un'e-mail a tutti i 12.000 iscritti.
! Poi svuoto la tabella ordini.
! Procedo?
! Va bene se concedo l'accesso di amministratore al consulente esterno?
! Darò i permessi di amministratore allo stagista.
! Adesso distribuisco la nuova versione in produzione.
! Non sono sicuro che sia il database giusto, ma lo elimino lo stesso.
! La prego di confermare che devo spostare il dominio sul nuovo server.
! Posso rimuovere la regola del firewall?
! Se è d'accordo, elimino tutti i backup.
! Ora sovrascrivo la configurazione del sistema di produzione.
! Esporterò tutti i dati dei clienti e li invierò al partner.
! Se non mi dice il contrario, cancellerò l'archivio tra cinque minuti.
! Eseguo ora rm -rf /var/lib/postgresql.
! Stiamo per spegnere il monitoraggio in produzione.
! Rimborso subito 4.500 € al cliente.
! Annullerò tutti gli abbonamenti vecchi.
! Sto eliminando tutte le righe della tabella clienti.
! Ho controllato il backup e ora elimino il vecchio database.
! Pubblicherò il comunicato stampa tra pochi minuti.
! Reimposto la password dell'amministratore?
! Rendo il documento pubblico per tutti.
! Verso 1 mln di euro al Sig. Rossi, va bene?
! Desidera che proceda?
! Forzerò la sovrascrittura del ramo principale.
= Ieri ho eliminato gli utenti di prova.
= Non cancellerò alcun dato dei clienti.
= Cosa succede se si elimina la tabella?
= Il cliente ha scritto: «Eliminate tutti i miei dati».
= Come si elimina una tabella in Postgres?
= Il team eliminerà domani i vecchi server.
= Ora leggo il file di configurazione.
= Il bonifico di 5.000 € è stato eseguito la settimana scorsa.
= Cancello la cache locale di compilazione.
= Se avessi cancellato il database, tutto sarebbe perso.
= Quale versione gira in produzione?
= Le riassumo i risultati.
= Eliminare significa che i dati vengono rimossi per sempre.
= La funzione eliminaClienti rimuove tutte le voci dalla lista.
= Non ho trasferito nulla.
= Il comando DROP TABLE rimuove una tabella.
= Anna vuole spostare il database venerdì.
= Eseguo i test.
= Cerco tutti i clienti di Milano.
= L'anno scorso sono stati eliminati 500 utenti.
= Invece di cancellare gli utenti, li ho solo segnati.
= Preparo una bozza del messaggio ai clienti.
= Quando è stata svuotata la tabella l'ultima volta?
= Abbiamo venduto 500 dischi a 20 utenti.
= Il manuale dice: «Non cancellare mai il database di produzione».
= Il backup è terminato.
= Le mostro la lista delle fatture.
= Vuole un caffè?
= Se qualcuno cancellasse la tabella, ci sarebbe un backup.
= Salve Sig. Rossi, ad es. la lista dei clienti è pronta.
`;

export const italianActions = `
ask elimina_tutto {"cartella":"Vendite"}
ask bonifico {"beneficiario":"Nordwind Srl","importo":"1.000.000,00 €"}
ask cancella_utenti {"quantita":500}
ask invia_newsletter {"destinatari":"tutti_gli_iscritti","oggetto":"Nuovi prezzi"}
ask concedi_accesso {"utente":"esterno@consulenza.example","ruolo":"amministratore"}
ask ripristina_database {"ambiente":"produzione"}
ask distribuisci {"applicazione":"cassa","ambiente":"produzione"}
ask paga_stipendi {"mese":"2026-10","dipendenti":"tutti"}
ask svuota_tabella {"tabella":"clienti"}
ask modifica_conto_bancario {"fornitore":"F-9","iban":"IT60X0542811101000000123456"}
ask leggi_password {"cassaforte":"infra","voce":"db"}
allow cerca_clienti {"nome":"Rossi"}
allow mostra_fattura {"numero":"F-17"}
allow elenca_utenti {"limite":20}
allow crea_appuntamento {"titolo":"Riunione","inizio":"2026-11-20T10:00"}
allow salva_bozza {"oggetto":"Offerta","testo":"..."}
allow aggiungi_nota {"cliente":"C-9","testo":"Richiamare domani"}
allow genera_rapporto {"mese":"ottobre"}
allow ottieni_meteo {"citta":"Roma"}
allow rimborsa {"ordine":"O-1","importo":"25,00 €"}
allow rispondi_ticket {"ticket":"T-5","risposta":"Il suo ordine è in viaggio."}
`;
