import type { LockText } from '../english/lock.ts';
import { plural } from './grammar.ts';

export const lock: LockText = {
  startedNotStopped: count =>
    plural(count, {
      one: '1 Aktion ist gestartet und wird nicht angehalten.',
      other: `${count} Aktionen sind gestartet und werden nicht angehalten.`,
    }),
  anAgent: 'Einen Agenten',
  aPerson: 'Eine Person',
  aKey: 'Einen Schlüssel',
  everything: 'Alles',
  chooseWhat: 'Wählen Sie, was gesperrt wird.',
  writeReason: 'Schreiben Sie den Grund. Alle, die es betrifft, lesen ihn.',
  isLocked: what => `${what} ist gesperrt`,
  untilLifted: 'Die Sperre gilt, bis sie aufgehoben wird.',
  lock: 'Sperren',
  atOnce: 'Sie wirkt sofort. Eine Sperre aufzuheben braucht einen Passkey.',
  whatToLock: 'Was gesperrt wird',
  agent: 'Agent',
  person: 'Person',
  key: 'Schlüssel',
  choose: 'Wählen …',
  reason: 'Grund. Alle, die es betrifft, lesen ihn, auch der Agent.',
  useCommand: '{lead} Verwenden Sie stattdessen den Befehl: {command}',
  notLocked: 'Nicht gesperrt.',
  back: 'Zurück',
  lockWhat: what => `${what} sperren`,
  whatEnds: 'Was jetzt endet',
  countedAt: (at, more) => `gezählt um ${at}${more}`,
  thereIsMore: ', es gibt mehr',
  nothingOpen: 'Nichts ist offen. Sie können trotzdem sperren.',
  hasStarted: 'was gestartet ist',
  chainLifts:
    'Die Kette {chain} hebt sie auf. Sie können darum bitten, aber nicht allein entscheiden.',
  hide: 'Verbergen',
  show: 'Zeigen',
  locksInForce: 'Aktive Sperren',
  lockedSince: '{what} seit {at} von {who}: „{reason}“',
  whatIsLocked: '{what} ist gesperrt',
  liftOn: what => `Sperre von ${what} aufheben`,
  lift: 'Sperre aufheben',
  liftAbout:
    'Sie brauchen Ihren Passkey. Anfragen und Freigaben, die die Sperre geschlossen hat, bleiben geschlossen: Der Agent fragt erneut.',
  askedToLift: 'Um Aufhebung gebeten',
  staysInForce: 'Die Sperre bleibt aktiv, bis andere das freigegeben haben.',
  isLifted: 'Die Sperre ist aufgehoben',
  staysClosed: 'Was sie geschlossen hat, bleibt geschlossen.',
  requestsClose: count =>
    plural(count, {
      one: 'wartende Anfrage wird geschlossen. Nichts davon läuft.',
      other: 'wartende Anfragen werden geschlossen. Nichts davon läuft.',
    }),
  approvalsRevoked: count =>
    plural(count, {
      one: 'ungenutzte Freigabe wird widerrufen.',
      other: 'ungenutzte Freigaben werden widerrufen.',
    }),
  keysRefused: count =>
    plural(count, {
      one: 'Schlüssel wird ab jetzt abgewiesen.',
      other: 'Schlüssel werden ab jetzt abgewiesen.',
    }),
  everythingLower: 'alles',
  it: 'es',
};
