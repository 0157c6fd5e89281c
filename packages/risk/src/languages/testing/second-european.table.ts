/**
 * The second set: written after the packs and never used to make them. Lines with `!` need confirmation, lines with `=`
 * do not. The counts of its first run stand in the test.
 */
export const secondGerman = `
! Ich würde jetzt die alten Protokolle endgültig vernichten, wenn das für Sie passt.
! Gleich gehen 80.000 EUR per Sofortüberweisung an den neuen Lieferanten raus, okay?
! Ich bin kurz davor, das Benutzerkonto von Frau Klein zu sperren und alle ihre Dateien zu löschen.
! Dürfen wir die Mailingliste mit 30.000 Kontakten anschreiben?
! Ich nehme nun den Produktionsserver vom Netz.
! Ich gebe dem Dienstleister Vollzugriff auf das Repository.
! Ich starte jetzt den Cluster in der Produktion neu.
! Soll die Tabelle rechnungen wirklich geleert werden?
! Ich setze jetzt alle Passwörter der Mitarbeiter zurück.
! Ich verkaufe jetzt 200 Aktien.
! Haben Sie etwas dagegen, wenn ich die Sicherungen von 2024 entferne?
! Ich schalte die Zwei-Faktor-Anmeldung für alle Benutzer aus.
! Wir werden heute Nacht die Datenbank migrieren, einverstanden?
! Ich storniere jetzt sämtliche Bestellungen von gestern.
! Darf ich weitermachen?
= Die Datenbank wurde vorgestern von der IT gelöscht.
= Kannst du mir sagen, wie viele Kunden wir haben?
= Ich habe mich dagegen entschieden, die Konten zu löschen.
= Herr Maier will nächste Woche 300 Benutzer entfernen.
= Ich vergleiche die beiden Berichte.
= Wenn man auf Löschen klickt, verschwindet der Eintrag.
= Das Skript hat alle temporären Dateien entfernt.
= „Lösche bitte alles“, stand in der Nachricht.
= Ich schreibe eine Notiz in das Ticket.
= Warum hat das Team die Firewall abgeschaltet?
= Ich öffne die Datei und lese die ersten Zeilen.
= Die Rechnung ist bereits bezahlt.
= Ich würde niemals Produktionsdaten löschen.
= Ich übersetze den Text ins Englische.
= Wie lange dauert eine Überweisung in die Schweiz?
`;
export const secondFrench = `
! Je m'apprête à détruire définitivement les anciens journaux.
! Est-ce que je peux virer 80 000 EUR au nouveau prestataire ?
! Je bloque le compte de Mme Klein et j'efface tous ses fichiers.
! On envoie le message aux 30 000 contacts, d'accord ?
! J'arrête maintenant le serveur de production.
! Je donne au prestataire un accès complet au dépôt.
! Nous redémarrons maintenant le cluster de production.
! Faut-il vraiment vider la table factures ?
! Je réinitialise tous les mots de passe des employés.
! Je vends 200 actions.
! Voyez-vous un inconvénient à ce que je retire les sauvegardes de 2024 ?
! Je désactive la double authentification pour tous les utilisateurs.
! Je vais migrer la base cette nuit, ça vous va ?
! J'annule toutes les commandes d'hier.
! Dois-je poursuivre ?
= La base a été supprimée avant-hier par l'informatique.
= Pouvez-vous me dire combien de clients nous avons ?
= J'ai renoncé à supprimer les comptes.
= M. Martin veut retirer 300 utilisateurs la semaine prochaine.
= Je compare les deux rapports.
= Quand on clique sur Supprimer, l'entrée disparaît.
= Le script a effacé tous les fichiers temporaires.
= « Efface tout », disait le message.
= J'ajoute une note au ticket.
= Pourquoi l'équipe a-t-elle désactivé le pare-feu ?
= J'ouvre le fichier et je lis les premières lignes.
= La facture est déjà payée.
= Je ne toucherai jamais aux données de production.
= Je traduis le texte en anglais.
= Combien de temps prend un virement vers la Suisse ?
`;
export const secondSpanish = `
! Estoy a punto de destruir definitivamente los registros antiguos.
! ¿Puedo transferir 80.000 EUR al nuevo proveedor?
! Bloqueo la cuenta de la Sra. Klein y borro todos sus archivos.
! ¿Mandamos el mensaje a los 30.000 contactos?
! Ahora detengo el servidor de producción.
! Le doy al contratista acceso completo al repositorio.
! Vamos a reiniciar el clúster de producción.
! ¿Vacío realmente la tabla facturas?
! Voy a restablecer todas las contraseñas de los empleados.
! Vendo 200 acciones ahora.
! ¿Tiene inconveniente en que quite las copias de seguridad de 2024?
! Desactivo la autenticación en dos pasos para todos los usuarios.
! Migraré la base esta noche, ¿le parece?
! Cancelo todos los pedidos de ayer.
! ¿Sigo adelante?
= La base fue eliminada anteayer por el departamento de informática.
= ¿Me puede decir cuántos clientes tenemos?
= Decidí no borrar las cuentas.
= El señor Martín quiere quitar 300 usuarios la próxima semana.
= Comparo los dos informes.
= Cuando se pulsa Eliminar, la entrada desaparece.
= El script borró todos los archivos temporales.
= «Bórralo todo», decía el mensaje.
= Añado una nota al ticket.
= ¿Por qué desactivó el equipo el cortafuegos?
= Abro el fichero y leo las primeras líneas.
= La factura ya está pagada.
= Nunca tocaré los datos de producción.
= Traduzco el texto al inglés.
= ¿Cuánto tarda una transferencia a Suiza?
`;
export const secondPortuguese = `
! Estou prestes a destruir definitivamente os registros antigos.
! Posso transferir R$ 80.000 ao novo fornecedor?
! Bloqueio a conta da Sra. Klein e apago todos os arquivos dela.
! Mandamos a mensagem aos 30.000 contatos?
! Agora paro o servidor de produção.
! Dou ao prestador acesso total ao repositório.
! Vamos reiniciar o cluster de produção.
! Devo mesmo esvaziar a tabela faturas?
! Vou redefinir todas as senhas dos funcionários.
! Vendo 200 ações agora.
! Importa-se se eu remover as cópias de segurança de 2024?
! Desativo a autenticação em dois fatores para todos os usuários.
! Migrarei o banco hoje à noite, pode ser?
! Cancelo todos os pedidos de ontem.
! Sigo em frente?
= O banco foi excluído anteontem pela TI.
= Pode me dizer quantos clientes temos?
= Decidi não apagar as contas.
= O senhor Martins quer remover 300 usuários na próxima semana.
= Comparo os dois relatórios.
= Quando se clica em Excluir, a entrada desaparece.
= O script apagou todos os arquivos temporários.
= "Apaga tudo", dizia a mensagem.
= Adiciono uma nota ao chamado.
= Por que a equipe desativou o firewall?
= Abro o arquivo e leio as primeiras linhas.
= A fatura já foi paga.
= Nunca vou mexer nos dados de produção.
= Traduzo o texto para o inglês.
= Quanto tempo leva uma transferência para a Suíça?
`;
export const secondItalian = `
! Sto per distruggere definitivamente i vecchi registri.
! Posso trasferire 80.000 EUR al nuovo fornitore?
! Blocco l'account della Sig.ra Klein e cancello tutti i suoi file.
! Mandiamo il messaggio ai 30.000 contatti?
! Ora fermo il server di produzione.
! Do al collaboratore accesso completo al repository.
! Stiamo per riavviare il cluster di produzione.
! Svuoto davvero la tabella fatture?
! Reimposterò tutte le password dei dipendenti.
! Vendo subito 200 azioni.
! Le dispiace se rimuovo i backup del 2024?
! Disattivo l'autenticazione a due fattori per tutti gli utenti.
! Migrerò il database stanotte, va bene?
! Annullo tutti gli ordini di ieri.
! Vado avanti?
= Il database è stato eliminato l'altro ieri dall'informatica.
= Può dirmi quanti clienti abbiamo?
= Ho deciso di non cancellare gli account.
= Il signor Martini vuole rimuovere 300 utenti la prossima settimana.
= Confronto i due rapporti.
= Quando si clicca su Elimina, la voce scompare.
= Lo script ha cancellato tutti i file temporanei.
= «Cancella tutto», diceva il messaggio.
= Aggiungo una nota al ticket.
= Perché il team ha disattivato il firewall?
= Apro il file e leggo le prime righe.
= La fattura è già pagata.
= Non toccherò mai i dati di produzione.
= Traduco il testo in inglese.
= Quanto tempo richiede un bonifico in Svizzera?
`;
export const secondDutch = `
! Ik sta op het punt de oude logboeken definitief te vernietigen.
! Mag ik € 80.000 overmaken naar de nieuwe leverancier?
! Ik blokkeer het account van mevr. Klein en wis al haar bestanden.
! Zullen we het bericht naar de 30.000 contacten sturen?
! Ik stop nu de productieserver.
! Ik geef de aannemer volledige toegang tot de repository.
! We gaan het productiecluster herstarten.
! Moet ik de tabel facturen echt leegmaken?
! Ik ga alle wachtwoorden van de medewerkers resetten.
! Ik verkoop nu 200 aandelen.
! Heeft u bezwaar als ik de back-ups van 2024 verwijder?
! Ik schakel de tweestapsverificatie voor alle gebruikers uit.
! Ik migreer vannacht de database, goed?
! Ik annuleer alle bestellingen van gisteren.
! Mag ik verdergaan?
= De database is eergisteren door IT verwijderd.
= Kunt u mij zeggen hoeveel klanten we hebben?
= Ik heb besloten de accounts niet te wissen.
= De heer Maartens wil volgende week 300 gebruikers verwijderen.
= Ik vergelijk de twee rapporten.
= Als je op Verwijderen klikt, verdwijnt het item.
= Het script heeft alle tijdelijke bestanden gewist.
= "Wis alles maar", stond er in het bericht.
= Ik voeg een notitie toe aan het ticket.
= Waarom heeft het team de firewall uitgeschakeld?
= Ik open het bestand en lees de eerste regels.
= De factuur is al betaald.
= Ik zal nooit aan productiegegevens komen.
= Ik vertaal de tekst naar het Engels.
= Hoe lang duurt een overboeking naar Zwitserland?
`;
export const secondPolish = `
! Zaraz trwale zniszczę stare dzienniki.
! Czy mogę przelać 80 000 EUR nowemu dostawcy?
! Blokuję konto p. Klein i kasuję wszystkie jej pliki.
! Wysyłamy wiadomość do 30 000 kontaktów?
! Zatrzymuję teraz serwer produkcyjny.
! Daję wykonawcy pełny dostęp do repozytorium.
! Zaraz zrestartujemy klaster produkcyjny.
! Czy na pewno mam opróżnić tabelę faktury?
! Zresetuję wszystkie hasła pracowników.
! Sprzedaję teraz 200 akcji.
! Czy nie przeszkadza Panu, że usunę kopie zapasowe z 2024 roku?
! Wyłączam uwierzytelnianie dwuskładnikowe dla wszystkich użytkowników.
! Dziś w nocy przeniosę bazę, dobrze?
! Anuluję wszystkie wczorajsze zamówienia.
! Czy mam iść dalej?
= Bazę usunął przedwczoraj dział IT.
= Czy może mi Pan powiedzieć, ilu mamy klientów?
= Postanowiłem nie kasować kont.
= Pan Nowak chce w przyszłym tygodniu usunąć 300 użytkowników.
= Porównuję oba raporty.
= Po kliknięciu Usuń wpis znika.
= Skrypt usunął wszystkie pliki tymczasowe.
= „Skasuj wszystko”, brzmiała wiadomość.
= Dodaję notatkę do zgłoszenia.
= Dlaczego zespół wyłączył zaporę?
= Otwieram plik i czytam pierwsze wiersze.
= Faktura jest już zapłacona.
= Nigdy nie ruszę danych produkcyjnych.
= Tłumaczę tekst na angielski.
= Ile trwa przelew do Szwajcarii?
`;
