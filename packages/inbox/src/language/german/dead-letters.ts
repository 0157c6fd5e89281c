import type { DeadLettersText } from '../english/dead-letters.ts';
import { plural } from './grammar.ts';

export const deadLetters: DeadLettersText = {
  tries: count => plural(count, { one: '1 Versuch', other: `${count} Versuche` }),
  undelivered: 'Nicht zugestellte Nachrichten',
  about:
    'Der Server wollte diese Nachrichten an andere Systeme senden. Jeder Versuch ist fehlgeschlagen.',
  peopleAndKeys: 'Personen und Schlüssel',
  onlyOperators: 'Nur Betreiber sehen diese Seite.',
  showsAddresses: 'Sie zeigt Adressen anderer Systeme. Bitten Sie einen Betreiber um diese Rolle.',
  allDelivered: 'Alles wurde zugestellt.',
  backInQueue: 'Wieder in der Warteschlange',
  sentAgain: 'Sie wird erneut gesendet.',
  notQueued: 'Die Nachricht wurde nicht erneut eingereiht',
  lastAttempt: at => `Letzter Versuch ${at}`,
  theRequest: 'Die Anfrage',
  tryAgainTopic: topic => `Erneut versuchen: ${topic}`,
  tryAgain: 'Erneut versuchen',
};
