import type { RiskLevel } from '@countersign/protocol/value';
import type { NoticeText } from './english.ts';

const rules = new Intl.PluralRules('de');
const numbers = new Intl.NumberFormat('de');
const levels: Readonly<Record<RiskLevel, string>> = {
  low: 'Geringes Risiko',
  medium: 'Mittleres Risiko',
  high: 'Hohes Risiko',
  critical: 'Kritisches Risiko',
};
const many = (count: number, isMore: boolean): string => {
  if (isMore) return `${numbers.format(count)} oder mehr Anfragen warten`;
  return rules.select(count) === 'one'
    ? '1 Anfrage wartet'
    : `${numbers.format(count)} Anfragen warten`;
};

export const german: NoticeText = {
  clock: 'de-DE',
  asked: (agent, until) => `${agent} wartet bis ${until} auf Sie`,
  reminder: (agent, until) => `Erinnerung: ${agent} wartet bis ${until} auf Sie`,
  what: ({ risk, tool, agent, at }) => `${levels[risk]}: ${tool}, angefragt von ${agent} um ${at}.`,
  stage: (name, index, count) => `Sie entscheiden für ${name}, Stufe ${index} von ${count}.`,
  onlyYou: 'Nur Sie können darüber entscheiden.',
  noAnswer: until => `Ohne Antwort bis ${until} wird nichts ausgeführt.`,
  look: 'Anfrage ansehen',
  nothing: 'Nichts wartet auf Sie',
  nothingWords: 'Nichts wartet auf Sie.',
  first: (count, isMore, until) => `${many(count, isMore)} auf Sie, die erste bis ${until}`,
  waiting: (count, isMore) => `${many(count, isMore)} auf Sie.`,
  rest: 'Der Eingang zeigt die übrigen.',
  line: ({ risk, tool, agent, until }) =>
    `${levels[risk]}: ${tool}, angefragt von ${agent}, bis ${until}`,
  inbox: 'Eingang öffnen',
  alarm: agent => `${agent} hat eine andere Aktion ausgeführt als die freigegebene`,
  alarmWords:
    'Eine ausführende Stelle hat gemeldet, dass sie eine andere Aktion ausgeführt hat als die freigegebene. Sehen Sie sich den Nachweis an, und sperren Sie den Agenten, wenn Sie den Grund nicht kennen.',
  release: (tool, agent) => `Eine Person hat ${tool} von ${agent} allein freigegeben`,
  releaseWords:
    'Eine Person hat diese Aktion anstelle der Personen ihrer Kette freigegeben. Eine andere Person muss das prüfen.',
  lookRelease: 'Freigabe ansehen',
  test: 'Testnachricht',
  testWords:
    'Nachrichten von Countersign erreichen Sie hier. Wegen dieser Nachricht wartet keine Anfrage.',
  decided: 'Entschieden',
  decidedWords: 'Diese Anfrage wartet nicht mehr.',
  footer: 'Diese Mail enthält keine Werte der Aktion, und kein Link darin entscheidet etwas.',
  change: 'Ändern, was Sie bekommen',
};
