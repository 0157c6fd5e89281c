import type { MarkText } from './english-marks.ts';

export const germanMarks: MarkText = {
  '{} times as much: {} becomes {}.': 'Das {}-Fache: Aus {} wird {}.',
  '{} looks like {}, and is another domain.': '{} sieht aus wie {}, ist aber eine andere Domain.',
  '{} rows pay into this account.': '{} Zeilen zahlen auf dieses Konto ein.',
  '{} times the median.': 'Das {}-Fache des Medians.',
  'A case of its own for one person.': 'Ein Sonderfall für eine einzelne Person.',
  'A check that always passes.': 'Eine Prüfung, die immer besteht.',
  'A copy of what arrives from now on goes there.':
    'Von nun an geht eine Kopie von allem, was eingeht, dorthin.',
  'A hidden copy: the others do not see this recipient.':
    'Eine Blindkopie: Die anderen sehen diesen Empfänger nicht.',
  'A host with letters of another script, which can look like a known name.':
    'Ein Host mit Buchstaben einer anderen Schrift, die wie ein bekannter Name aussehen können.',
  'A line break in a header: what follows it is another header.':
    'Ein Zeilenumbruch in einer Kopfzeile: Was folgt, ist eine weitere Kopfzeile.',
  'A name in another script, which can look like a known one.':
    'Ein Name in einer anderen Schrift, der wie ein bekannter aussehen kann.',
  'A number instead of a name.': 'Eine Zahl statt eines Namens.',
  'A password that is written into the program.': 'Ein Passwort, das im Programm steht.',
  'A program deletes files.': 'Ein Programm löscht Dateien.',
  'A tenth of what the others have, or less.': 'Ein Zehntel der anderen Werte oder weniger.',
  'A weak hash.': 'Ein schwacher Hash.',
  'Another host. {}': 'Ein anderer Host. {}',
  'Another limit: {} becomes {}.': 'Eine andere Grenze: Aus {} wird {}.',
  'Another time zone. {}': 'Eine andere Zeitzone. {}',
  'Another unit. {}': 'Eine andere Einheit. {}',
  'Another {}. {}': 'Ein anderer Wert für {}. {}',
  'Answers go to another domain than the sender.':
    'Antworten gehen an eine andere Domain als die des Absenders.',
  'Answers go to another domain than {}.': 'Antworten gehen an eine andere Domain als {}.',
  'At least {} times what this agent asked for before.':
    'Mindestens das {}-Fache dessen, worum dieser Agent bisher gebeten hat.',
  'Before it was {}.': 'Vorher war es {}.',
  'Belongs to the system or to an account, not to the project.':
    'Gehört zum System oder zu einem Konto, nicht zum Projekt.',
  'Can be reached from every network.': 'Ist aus jedem Netz erreichbar.',
  'Changes rows of {} inside a query.': 'Ändert Zeilen von {} innerhalb einer Abfrage.',
  'Changes the branch that everyone starts from.': 'Ändert den Branch, von dem alle ausgehen.',
  'Changes what Git runs by itself.': 'Ändert, was Git von selbst ausführt.',
  'Changes what runs by itself later.': 'Ändert, was später von selbst läuft.',
  'Changes who may use these files.': 'Ändert, wer diese Dateien benutzen darf.',
  'Contains a key or a password.': 'Enthält einen Schlüssel oder ein Passwort.',
  'Covers more addresses than before. {}': 'Umfasst mehr Adressen als vorher. {}',
  'Decoded: {}': 'Decodiert: {}',
  'Deletes branches that others share.': 'Löscht Branches, die andere mitbenutzen.',
  'Deletes data of a database.': 'Löscht Daten einer Datenbank.',
  'Deletes every file that is found. How many is not known before it runs.':
    'Löscht jede Datei, die gefunden wird. Wie viele es sind, ist vorher nicht bekannt.',
  'Deletes every file that the part before finds. How many is not known before it runs.':
    'Löscht jede Datei, die der Teil davor findet. Wie viele es sind, ist vorher nicht bekannt.',
  'Deletes every row of {}. This cannot be undone.':
    'Löscht jede Zeile von {}. Das lässt sich nicht rückgängig machen.',
  'Deletes every row that the comparison finds.': 'Löscht jede Zeile, die der Vergleich findet.',
  'Deletes files that it does not find on the other side, or that it has copied.':
    'Löscht Dateien, die auf der anderen Seite fehlen oder schon kopiert sind.',
  'Deletes folders with everything in them.': 'Löscht Ordner mit allem, was darin ist.',
  'Deletes or empties a file outside the project.':
    'Löscht oder leert eine Datei außerhalb des Projekts.',
  'Deletes something in the cloud.': 'Löscht etwas in der Cloud.',
  'Deletes the data of the containers.': 'Löscht die Daten der Container.',
  'Deletes {} and everything in it, outside the project. This cannot be undone.':
    'Löscht {} mit allem, was darin ist, außerhalb des Projekts. Das lässt sich nicht rückgängig machen.',
  'Deletes {} with everything in it. This cannot be undone.':
    'Löscht {} mit allem, was darin ist. Das lässt sich nicht rückgängig machen.',
  'Destroys the content of files. This cannot be undone.':
    'Zerstört den Inhalt von Dateien. Das lässt sich nicht rückgängig machen.',
  'Destroys the infrastructure that it manages.': 'Zerstört die Infrastruktur, die es verwaltet.',
  'Ends every process of the user.': 'Beendet jeden Prozess des Benutzers.',
  'Ends something that runs, or what could bring it back.':
    'Beendet etwas, das läuft, oder entfernt, was es zurückbringen könnte.',
  'Everything or everyone, without a limit.': 'Alles oder alle, ohne Grenze.',
  'Gives a text to a shell: what stands in it can run as a command.':
    'Gibt einen Text an eine Shell: Was darin steht, kann als Befehl laufen.',
  'Gives an account of the machine more rights, or another password.':
    'Gibt einem Konto der Maschine mehr Rechte oder ein anderes Passwort.',
  'Gives it the rights of the machine.': 'Gibt ihm die Rechte der Maschine.',
  'Gives rights to {}.': 'Vergibt Rechte an {}.',
  'Gives the build of strangers the rights of the repository.':
    'Gibt dem Build von Fremden die Rechte des Repositorys.',
  'Gives the container the rights of the machine.': 'Gibt dem Container die Rechte der Maschine.',
  'Gives the highest rights.': 'Vergibt die höchsten Rechte.',
  'Gives the right to everyone.': 'Gibt allen das Recht.',
  'Goes on where the tool would stop.': 'Macht weiter, wo das Werkzeug anhalten würde.',
  'Goes past the checks that the repository asks for.':
    'Umgeht die Prüfungen, die das Repository verlangt.',
  'Goes to {}. What stands before @ is only a user name.':
    'Geht an {}. Was vor @ steht, ist nur ein Benutzername.',
  'Has letters of another script, which can look like a known name.':
    'Enthält Buchstaben einer anderen Schrift, die wie ein bekannter Name aussehen können.',
  'Holds settings and secrets.': 'Enthält Einstellungen und Geheimnisse.',
  'Holds the state of the infrastructure.': 'Enthält den Zustand der Infrastruktur.',
  'Installs or runs a program from an address.':
    'Installiert oder startet ein Programm von einer Adresse.',
  'It changes Countersign itself.': 'Es ändert Countersign selbst.',
  'Its risk is critical.': 'Das Risiko ist kritisch.',
  'One person releases it alone.': 'Eine Person gibt es allein frei.',
  'Its bytes were erased.': 'Die Bytes wurden gelöscht.',
  'Its values cannot be compared in a table.':
    'Die Werte lassen sich nicht in einer Tabelle vergleichen.',
  'It differs from an approval whose values you may not see.':
    'Weicht von einer Freigabe ab, deren Werte Sie nicht sehen dürfen.',
  'Leads on to {}.': 'Leitet weiter zu {}.',
  'Leaves out a safeguard.': 'Lässt eine Schutzmaßnahme weg.',
  'Less than zero.': 'Kleiner als null.',
  'Lets every user of the machine change it.': 'Lässt jeden Benutzer der Maschine es ändern.',
  'Makes an account with the highest rights.': 'Legt ein Konto mit den höchsten Rechten an.',
  'Matches every file.': 'Trifft auf jede Datei zu.',
  'Matches more than before. It was {}.': 'Trifft auf mehr zu als vorher. Es war {}.',
  'Matches more than before. {}': 'Trifft auf mehr zu als vorher. {}',
  'Mixes letters of two scripts, which look alike.':
    'Mischt Buchstaben zweier Schriften, die gleich aussehen.',
  'More than before: {}.': 'Mehr als vorher: {}.',
  'Moves {}, outside the project, or writes over it.':
    'Verschiebt {} außerhalb des Projekts oder überschreibt es.',
  'Names an address: {}.': 'Nennt eine Adresse: {}.',
  'New account for this payee. {}': 'Neues Konto für diesen Empfänger. {}',
  'New: this agent has not asked for this one before.':
    'Neu: Darum hat dieser Agent bisher nicht gebeten.',
  'New: this agent has not paid this payee before.':
    'Neu: Diesen Empfänger hat dieser Agent bisher nicht bezahlt.',
  'New: this agent has not written to this address before.':
    'Neu: An diese Adresse hat dieser Agent bisher nicht geschrieben.',
  'New. {}': 'Neu. {}',
  'No WHERE: changes every row of {}, inside a query.':
    'Ohne WHERE: Ändert jede Zeile von {} innerhalb einer Abfrage.',
  'No WHERE: changes every row of {}.': 'Ohne WHERE: Ändert jede Zeile von {}.',
  'No WHERE: deletes every row of {}.': 'Ohne WHERE: Löscht jede Zeile von {}.',
  'No account is given for this row.': 'Für diese Zeile ist kein Konto angegeben.',
  'None are left.': 'Es bleibt keines übrig.',
  'Not a rehearsal: it happens.': 'Keine Probe: Es geschieht.',
  'Not more than zero.': 'Nicht größer als null.',
  'One of few accounts in {}.': 'Eines von wenigen Konten in {}.',
  'Opens it to everyone.': 'Öffnet es für alle.',
  'Other rights than before. It was {}.': 'Andere Rechte als vorher. Es war {}.',
  'Outside: the others are at {}.': 'Außerhalb: Die anderen sind bei {}.',
  'Overwrites the history that others share.': 'Überschreibt die Historie, die andere mitbenutzen.',
  'Programs do not agree on where the host of this address ends.':
    'Programme sind sich nicht einig, wo der Host dieser Adresse endet.',
  'Publishes to everyone.': 'Veröffentlicht für alle.',
  'Reads a file that holds credentials.': 'Liest eine Datei mit Zugangsdaten.',
  'Removes a part of {} with its data.': 'Entfernt einen Teil von {} mit seinen Daten.',
  'Removes data of containers.': 'Entfernt Daten von Containern.',
  'Removes something from the cluster.': 'Entfernt etwas aus dem Cluster.',
  'Removes the record of what was run.': 'Entfernt die Aufzeichnung dessen, was gelaufen ist.',
  'Removes what could bring work back.': 'Entfernt, was Arbeit zurückbringen könnte.',
  'Runs a hidden command.': 'Führt einen versteckten Befehl aus.',
  'Runs a program on the machine of the database.':
    'Startet ein Programm auf der Maschine der Datenbank.',
  'Runs a text that is made while it runs.': 'Führt einen Text aus, der erst beim Lauf entsteht.',
  'Runs at every install.': 'Läuft bei jeder Installation.',
  'Runs by itself in the build or in a hook.': 'Läuft von selbst im Build oder in einem Hook.',
  'Runs code or commands that are made while it runs.':
    'Führt Code oder Befehle aus, die erst beim Lauf entstehen.',
  'Runs what was downloaded. No one has seen it.':
    'Führt aus, was heruntergeladen wurde. Niemand hat es gesehen.',
  'Runs with the rights of the administrator.': 'Läuft mit den Rechten des Administrators.',
  'Says where programs come from and with which key.':
    'Sagt, woher Programme kommen und mit welchem Schlüssel.',
  'Says who has to review changes.': 'Sagt, wer Änderungen prüfen muss.',
  'Sends data to another machine.': 'Sendet Daten an eine andere Maschine.',
  'Sends what is kept here to another machine.':
    'Sendet, was hier aufbewahrt wird, an eine andere Maschine.',
  'Sent without encryption.': 'Wird unverschlüsselt gesendet.',
  'Silences a check of security.': 'Bringt eine Sicherheitsprüfung zum Schweigen.',
  'Skips the checks that run before.': 'Überspringt die Prüfungen, die vorher laufen.',
  'Skips the confirmation of the tool itself.': 'Überspringt die Bestätigung des Werkzeugs selbst.',
  'Takes a limit away.': 'Nimmt eine Grenze weg.',
  'Takes packages from another place, from now on.':
    'Nimmt Pakete von nun an von einer anderen Stelle.',
  'Takes packages from another place.': 'Nimmt Pakete von einer anderen Stelle.',
  'Takes text from outside for code.': 'Nimmt Text von außen als Code.',
  'The address mixes letters of two scripts, which look alike.':
    'Die Adresse mischt Buchstaben zweier Schriften, die gleich aussehen.',
  'The condition is always true: every row of {}.':
    'Die Bedingung ist immer wahr: jede Zeile von {}.',
  'The condition is turned around: what was refused passes.':
    'Die Bedingung ist umgekehrt: Was abgelehnt wurde, geht jetzt durch.',
  'The domain has letters of another script, which can look like ours.':
    'Die Domain enthält Buchstaben einer anderen Schrift, die wie unsere aussehen können.',
  'The highest rights.': 'Die höchsten Rechte.',
  'The others have {}.': 'Die anderen haben {}.',
  'The path leads out of its folder.': 'Der Pfad führt aus seinem Ordner hinaus.',
  'This check is removed.': 'Diese Prüfung wird entfernt.',
  'This condition is removed: more cases pass than before.':
    'Diese Bedingung wird entfernt: Es gehen mehr Fälle durch als vorher.',
  'This condition is removed: more is reached than before.':
    'Diese Bedingung wird entfernt: Es wird mehr erreicht als vorher.',
  'This condition is removed: more rows are reached than before.':
    'Diese Bedingung wird entfernt: Es werden mehr Zeilen erreicht als vorher.',
  'This limit is removed.': 'Diese Grenze wird entfernt.',
  'Throws away changes that were not committed.':
    'Verwirft Änderungen, die nicht committet wurden.',
  'Throws away work that was not shared.': 'Verwirft Arbeit, die nicht geteilt wurde.',
  'Turned off.': 'Abgeschaltet.',
  'Turns off a protection of {}.': 'Schaltet einen Schutz von {} ab.',
  'Turns off a service or a protection of the machine.':
    'Schaltet einen Dienst oder einen Schutz der Maschine ab.',
  'Turns off tests.': 'Schaltet Tests ab.',
  'Turns off the check of certificates.': 'Schaltet die Prüfung von Zertifikaten ab.',
  'Turns on debugging.': 'Schaltet die Fehlersuche ein.',
  'Unpacks over files of the system. No one has seen what is in it.':
    'Entpackt über Dateien des Systems. Niemand hat gesehen, was darin ist.',
  'Widens a condition: more cases pass than before.':
    'Weitet eine Bedingung: Es gehen mehr Fälle durch als vorher.',
  'Writes over a whole disk.': 'Überschreibt eine ganze Platte.',
  'Writes to {}, which belongs to the system or to an account.':
    'Schreibt nach {}, das zum System oder zu einem Konto gehört.',
  'A program whose name looks like that of a document.':
    'Ein Programm, dessen Name wie der eines Dokuments aussieht.',
  'A step of the build that others can change at any time.':
    'Ein Schritt des Builds, den andere jederzeit ändern können.',
  'Accepts what was rejected.': 'Nimmt an, was abgewiesen wurde.',
  'Allows what was denied.': 'Erlaubt, was verweigert wurde.',
  'Allows what was refused.': 'Erlaubt, was abgelehnt wurde.',
  'An older version. {}': 'Eine ältere Version. {}',
  'Another address. {}': 'Eine andere Adresse. {}',
  'May write where it could only read.': 'Darf schreiben, wo es nur lesen konnte.',
  'No longer required.': 'Nicht mehr erforderlich.',
  'None are left. {}': 'Keine bleiben übrig. {}',
  'One is enough where all were needed.': 'Eines genügt, wo alle nötig waren.',
  'Public where it was private.': 'Öffentlich, wo es privat war.',
  'Takes any version of a program of others.': 'Nimmt jede Version eines fremden Programms.',
  'The condition holds in fewer cases than before.':
    'Die Bedingung trifft in weniger Fällen zu als zuvor.',
  'This limit is no longer given.': 'Diese Grenze wird nicht mehr angegeben.',
  'This refusal is removed.': 'Diese Ablehnung wird entfernt.',
  'Values of other kinds are equal now.': 'Werte anderer Art gelten nun als gleich.',
  'Weakens a safeguard: it was {}.': 'Schwächt eine Absicherung: zuvor war sie {}.',
  'Years away. {}': 'Jahre entfernt. {}',
};
