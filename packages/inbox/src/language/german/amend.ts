import type { AmendText } from '../english/amend.ts';
import { number, plural } from './grammar.ts';

export const amend: AmendText = {
  title: 'Ändern, dann freigeben',
  about:
    'Diese Anfrage endet. Die geänderte Aktion wird in einer neuen Anfrage gefragt, die neu beurteilt wird. Dort lesen und entscheiden Sie sie.',
  onlyThese: 'Nur diese Werte dürfen sich ändern.',
  everyValue:
    'Jeder Wert darf sich ändern. Sein Typ bleibt. Wenn Sie die Aktion nicht nur einschränken, muss eine andere Person sie freigeben.',
  was: text => `vorher ${text}`,
  lower: text => `kleiner als ${text}, und nicht unter 0`,
  takeOut: 'Wählen Sie ab, was nicht laufen soll. Mindestens eines bleibt.',
  becomes: text => `Ändern in ${text}`,
  reason: 'Warum, für den Agenten und für die nächste Person',
  reasonMissing: 'Schreiben Sie einen Grund. Der Agent und die nächste Person lesen ihn.',
  notANumber: 'Erwartet wird eine Zahl wie 240 oder 240.5.',
  notLower: 'Erwartet wird eine kleinere Zahl, die nicht unter 0 liegt.',
  noneLeft: 'Lassen Sie mindestens eines übrig.',
  nothingChanged: 'Ändern Sie mindestens einen Wert.',
  back: 'Zurück',
  send: 'Ändern',
  sending: 'Wird geändert',
  changed: 'Geändert. Noch nichts wurde freigegeben',
  changedDetail: 'Lesen Sie die geänderte Anfrage, und entscheiden Sie sie dann.',
  changedRequest: 'die geänderte Anfrage',
  refused: 'Die Aktion wurde nicht geändert',
  sectionTitle: 'Was geändert wurde',
  asked: agent => `${agent} hat gefragt`,
  personChanged: name => `${name} hat geändert`,
  ended: 'beendet, läuft nicht',
  runs: 'das wird laufen',
  ran: 'das ist gelaufen',
  last: 'die letzte Fassung',
  value: 'Wert',
  same: 'gleich',
  notThere: 'nicht vorhanden',
  sameCount: count =>
    plural(count, {
      one: '1 weiterer Wert ist gleich, Byte für Byte.',
      other: `${number(count)} weitere Werte sind gleich, Byte für Byte.`,
    }),
  unread: 'Die Bytes einer früheren Fassung wurden gelöscht, oder Sie dürfen sie nicht lesen.',
  mismatch: 'Die Bytes einer früheren Fassung haben nicht den Digest, den die Anfrage nennt.',
  approved: (name, time) => `${name} hat um ${time} freigegeben`,
  rejected: (name, time) => `${name} hat um ${time} abgelehnt`,
  changedAt: (name, time) => `${name} hat sie um ${time} geändert`,
  askedAt: (agent, time) => `${agent} hat um ${time} gefragt`,
  narrowing: 'Die Änderung hat die Aktion nur eingeschränkt.',
  widening:
    'Die Änderung hat die Aktion nicht nur eingeschränkt, deshalb kann ihr Urheber sie nicht freigeben.',
  used: (count, max) => `${count} von ${max} Änderungen verwendet`,
  changedBy: name => `, geändert von ${name}`,
};
