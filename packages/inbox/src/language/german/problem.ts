import type { ProblemText } from '../english/problem.ts';

export const problem: ProblemText = {
  unreachable: 'Der Server antwortet nicht.',
  checkServer:
    'Prüfen Sie, ob der Server läuft und ob Sie online sind. Versuchen Sie es dann erneut.',
  passkeyUnknown: 'Dieser Server kennt diesen Passkey nicht. Vielleicht wurde er entfernt.',
  tryAnotherPasskey:
    'Versuchen Sie einen anderen, oder bitten Sie einen Betreiber um einen neuen Link.',
  tooMany: 'Es gab zu viele Versuche.',
  waitAMinute: 'Warten Sie eine Minute, und versuchen Sie es dann erneut.',
  nothingConfirmed:
    'Nichts wurde bestätigt. Die Passkey-Abfrage wurde abgebrochen oder ist abgelaufen.',
  whenReady: 'Versuchen Sie es erneut, wenn Sie bereit sind.',
  wrongAuthenticator:
    'Dieses Gerät kann keinen Passkey der Art erstellen, die dieser Server braucht.',
  otherDevice: 'Verwenden Sie ein anderes Gerät oder einen anderen Sicherheitsschlüssel.',
  passkeyThere: 'Dieses Gerät hat bereits einen Ihrer Passkeys.',
  signInWithIt: 'Melden Sie sich damit an.',
  tryAgain: 'Versuchen Sie es erneut.',
  passkeysNotAt: origin => `Unter ${origin} funktionieren Passkeys nicht.`,
  configuredAddress: 'Öffnen Sie diese Seite unter der eingestellten Adresse des Servers.',
  noKeyKept: 'Dieser Browser kann den Schlüssel für die Anmeldung nicht aufbewahren.',
  allowStorage:
    'Erlauben Sie dieser Seite, Daten zu speichern. Verwenden Sie einen aktuellen Browser, über https oder auf localhost, und kein privates Fenster, das nichts behält.',
  unexpected: 'Etwas Unerwartetes ist passiert.',
  loadAgain: 'Laden Sie die Seite neu.',
};
