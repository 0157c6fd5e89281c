import type { DecisionText } from '../english/decision.ts';
import { plural } from './grammar.ts';

export const decision: DecisionText = {
  left: time => `Noch ${time}`,
  days: count => plural(count, { one: '1 Tag', other: `${count} Tage` }),
  timeIsUp: 'Die Zeit ist um',
  minutes: count => `${count} Min.`,
  seconds: count => `${count} Sek.`,
  oneMinuteLeft: 'Noch eine Minute für die Entscheidung',
  fiveMinutesLeft: 'Noch fünf Minuten für die Entscheidung',
  hours: count => `${count} Std.`,
  openToApprove: 'Zum Freigeben {part} öffnen',
  openToConfirm: 'Zum Bestätigen {part} öffnen',
  approveWithPasskey: 'Mit Passkey freigeben',
  confirmWithPasskey: 'Mit Passkey bestätigen',
  reject: 'Ablehnen',
  yourDecision: 'Ihre Entscheidung',
  close: 'Schließen',
  waitingPasskey: 'Warte auf Ihren Passkey',
  waitingStore: 'Warte auf die Bestätigung des Speichers',
  partsSeen: '{seen} von {count} Teilen gesehen.',
  goToNext: 'Zum nächsten',
  noAnswerBy: until => `Ohne Antwort bis ${until} läuft nichts`,
  confirm: 'Bestätigen',
  approve: 'Freigeben',
  rejecting: 'Wird abgelehnt',
  confirming: 'Wird bestätigt',
  approving: 'Wird freigegeben',
  passkey: 'Passkey',
  notSeenYet: parts => `Noch nicht gesehen: ${parts}`,
  expiredNothingRan: 'Abgelaufen, nichts ist gelaufen',
  expiredDetail:
    'Die Zeit zum Entscheiden war vorbei, als Ihre Entscheidung ankam. Der Agent kann erneut fragen.',
  alreadyRejected: 'Schon abgelehnt',
  alreadyRejectedDetail:
    'Eine andere Person hat vor Ihrer Entscheidung abgelehnt. Nichts ist gelaufen.',
  withdrawnNothingRan: 'Zurückgezogen, nichts ist gelaufen',
  withdrawnDetail: 'Die Anfrage wurde zurückgezogen, bevor Ihre Entscheidung ankam.',
  alreadyApproved: 'Schon freigegeben',
  alreadyApprovedDetail:
    'Andere haben sie vor Ihrer Entscheidung abgeschlossen. Ihre war nicht nötig und zählt nicht.',
  alreadyStarted: 'Schon gestartet',
  alreadyStartedDetail: 'Die Aktion wurde vor Ihrer Entscheidung freigegeben und gestartet.',
  stageComplete: 'Stufe schon abgeschlossen',
  stageCompleteDetail:
    'Andere haben diese Stufe vor Ihnen entschieden. Ihre Entscheidung zählt nicht.',
  stageNotOpen: 'Stufe nicht offen',
  stageNotOpenDetail:
    'Zuerst muss eine andere Stufe entschieden werden. Ihre Entscheidung zählt nicht.',
  alreadyDecided: 'Sie haben schon entschieden',
  alreadyDecidedDetail:
    'Jede Person entscheidet in einer Anfrage einmal. Ihre erste Entscheidung zählt.',
  policyChanged: 'Nicht gezählt: Die Richtlinie wurde geändert',
  policyChangedDetail:
    'Die Anfrage wurde unter einer älteren Richtlinie geöffnet. Der Agent wurde aufgefordert, erneut zu fragen.',
  otherCard: 'Nicht gezählt: Der Server zeigt eine andere Karte',
  otherCardDetail:
    'Der Server zeigt etwas anderes als diese Seite. Laden Sie die Seite neu, und lesen Sie noch einmal.',
  otherQuestion: 'Nicht gezählt: Die Frage ist eine andere',
  otherQuestionDetail:
    'Die Frage auf dem Server weicht von der auf dieser Seite ab. Laden Sie die Seite neu.',
  signatureUsed: 'Nicht gezählt: Diese Signatur wurde schon verwendet',
  signatureUsedDetail: 'Geben Sie noch einmal frei; der Passkey signiert neu.',
  nothingSigned: 'Nichts wurde signiert',
  bytesDifferDetail:
    'Die Bytes stimmen nicht überein, deshalb wurde Ihr Passkey nicht um eine Signatur gebeten. Sagen Sie es dem Betreiber dieses Servers.',
  dismissedDetail:
    'Der Passkey wurde nicht bestätigt, deshalb wurde nichts gesendet. Geben Sie noch einmal frei, wenn Sie bereit sind.',
  noPasskey: 'Kein Passkey für diese Entscheidung',
  noPasskeyDetail:
    'Diese Stufe braucht einen Passkey, der für Sie registriert ist. Fügen Sie einen unter „Personen und Schlüssel“ hinzu.',
  noAnswer: 'Der Server hat nicht geantwortet',
  noAnswerDetail:
    'Ihre Entscheidung ist vielleicht angekommen, vielleicht nicht. Diese Karte prüft es. Drücken Sie noch einmal, wird dieselbe Entscheidung gesendet, und sie zählt einmal.',
  notCounted: why => `Nicht gezählt: ${why}`,
  notCountedDetail:
    'Nichts ist gelaufen. Laden Sie die Seite neu, um den Stand der Anfrage zu sehen.',
  thisRequest: 'diese Anfrage',
  theStage: stage => `die Stufe „${stage}“`,
  notIndependent: where => `Dieser Agent handelt für Sie, und ${where} braucht eine andere Person.`,
  othersRemain: 'Sie haben schon entschieden. Die übrigen Entscheidungen treffen andere.',
  otherKind: where =>
    `Sie können ${where} nicht entscheiden: Es ist eine andere Art von Entscheider verlangt.`,
  signInTooWeak: where =>
    `Für ${where} ist Ihre Anmeldung nicht stark genug. Melden Sie sich mit dem verlangten Verfahren an.`,
  needsPasskey: where =>
    `${where} braucht einen Passkey, und für Sie ist keiner registriert. Fügen Sie einen unter „Personen und Schlüssel“ hinzu.`,
  policyChangedSince:
    'Die Richtlinie wurde geändert, nachdem der Agent gefragt hat. Der Agent muss erneut fragen.',
  lockInForce: 'Eine Sperre ist aktiv. Bis sie aufgehoben wird, kann nichts entschieden werden.',
  restoredSince:
    'Der Speicher wurde wiederhergestellt, nachdem der Agent gefragt hat. Der Agent muss erneut fragen.',
  joinsLater: where =>
    `Sie entscheiden ${where} erst später mit. Die Stufen oben sagen, wann; bis dahin entscheiden die ersten.`,
  notAmong: where => `Sie gehören nicht zu den Personen, die ${where} entscheiden.`,
  wrong_value: 'Falscher Wert',
  wrong_target: 'Falsches Ziel',
  too_broad: 'Zu umfassend',
  missing_information: 'Angaben fehlen',
  not_needed: 'Nicht nötig',
  not_allowed: 'Nicht erlaubt',
  looks_manipulated: 'Wirkt manipuliert',
  fixTitle: 'Zur Korrektur zurückgeben',
  fixAbout:
    'Der Agent darf sofort mit einer geänderten Aktion erneut fragen. Dieselbe bleibt abgelehnt.',
  fixButton: 'Ablehnen, zurückgeben',
  neverTitle: 'Nie',
  neverAbout:
    'Der Agent soll aufhören. Dieser Fall ist geschlossen, und nichts darin kann erneut gefragt werden.',
  neverButton: 'Endgültig ablehnen',
  lastRound: 'Das war die letzte Runde dieses Falls, er kann nicht erneut gefragt werden.',
  rejectAndTell: 'Ablehnen und {agent} sagen, warum',
  reason: 'Grund',
  reasonForAgent: 'Grund für den Agenten',
  chooseReason:
    'Wählen Sie einen Grund oder schreiben Sie einen. Der Agent muss wissen, was zu ändern ist.',
  willBeTold: 'Das wird {agent} gesagt',
  ofCharacters: (count, max) => `${count} von ${max} Zeichen`,
  back: 'Zurück',
  done: 'erledigt',
  stageWaiting: 'wartet',
  stageRejected: 'abgelehnt',
  openNow: 'jetzt offen',
  passkeyNeeded: 'Passkey nötig',
  or: ' oder ',
  namedApprovers: count =>
    plural(count, { one: '1 benannte Person', other: `${count} benannte Personen` }),
  startedOnce: 'Einmal gestartet',
  runsOnce: 'Läuft einmal',
  rejectedAt: at => `Abgelehnt ${at}`,
  confirmedSame: 'Von derselben Person bestätigt',
  approved: 'Freigegeben',
  haveApproved: names => `Freigegeben von ${names}`,
  youAnd: who => `Sie, ${who}`,
  ofPeople: (count, quorum) => `${count} von ${quorum} Personen`,
  maySelfConfirm: 'Dieselbe Person darf bestätigen',
  optional: 'Optional: darf ablehnen, verzögert nichts',
  you: 'Sie',
  sentBack: 'Zur Korrektur zurückgegeben',
  rejected: 'Abgelehnt',
  nothingRuns: 'Nichts läuft. Der Agent liest Ihren Grund.',
  recorded: about => `Ihre Freigabe ist aufgezeichnet${about}`,
  othersDecide: 'Andere müssen noch entscheiden.',
  approvedAbout: about => `Freigegeben${about}`,
  mayStartOnce: 'Sie darf einmal starten.',
  joined: (who, at) => `${who} beteiligt seit ${at}`,
  joins: (who, at) => `${who} kommt ${at} dazu`,
  otherWays: 'Weitere Möglichkeiten',
  joinLater: 'Nicht gezählt: Sie kommen erst später zu dieser Stufe',
  joinLaterDetail:
    'Die Karte sagt, ab wann Sie entscheiden können. Bis dahin können es die ersten Entscheider.',
};
