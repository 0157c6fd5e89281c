import type { RiskLevel } from '@countersign/protocol/value';

/** One request as a message names it. Times are written by the clock of the reader. */
export interface AskedWords {
  readonly risk: RiskLevel;
  readonly tool: string;
  readonly agent: string;
  readonly at: string;
  readonly until: string;
}

const rules = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');
const levels: Readonly<Record<RiskLevel, string>> = {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
  critical: 'Critical risk',
};
const many = (count: number, isMore: boolean): string => {
  if (isMore) return `${numbers.format(count)} or more requests wait`;
  return rules.select(count) === 'one'
    ? '1 request waits'
    : `${numbers.format(count)} requests wait`;
};

/** What messages by mail and push say. English is the source: each other language has the same texts. */
export const english = {
  clock: 'en-GB',
  asked: (agent: string, until: string): string => `${agent} waits for you until ${until}`,
  reminder: (agent: string, until: string): string =>
    `Reminder: ${agent} waits for you until ${until}`,
  what: ({ risk, tool, agent, at }: AskedWords): string =>
    `${levels[risk]}: ${tool}, asked by ${agent} at ${at}.`,
  stage: (name: string, index: number, count: number): string =>
    `You decide for ${name}, stage ${index} of ${count}.`,
  onlyYou: 'Only you can decide it.',
  noAnswer: (until: string): string => `No answer by ${until} means that nothing runs.`,
  look: 'Look at the request',
  nothing: 'Nothing waits for you',
  nothingWords: 'Nothing waits for you.',
  first: (count: number, isMore: boolean, until: string): string =>
    `${many(count, isMore)} for you, the first until ${until}`,
  waiting: (count: number, isMore: boolean): string => `${many(count, isMore)} for you.`,
  rest: 'The inbox shows the rest.',
  line: ({ risk, tool, agent, until }: AskedWords): string =>
    `${levels[risk]}: ${tool}, asked by ${agent}, until ${until}`,
  inbox: 'Open the inbox',
  alarm: (agent: string): string => `${agent} ran another action than the approved one`,
  alarmWords:
    'An executor reported that it ran another action than the approved one. Look at the evidence, and lock the agent if you do not know why.',
  release: (tool: string, agent: string): string => `One person released ${tool} of ${agent} alone`,
  releaseWords:
    'One person released this action in place of the people of its chain. Another person must review it.',
  lookRelease: 'Look at the release',
  test: 'Test message',
  testWords: 'Messages from Countersign reach you here. No request waits because of this message.',
  decided: 'Decided',
  decidedWords: 'This request waits no more.',
  footer: 'This mail has no values of the action, and no link in it decides anything.',
  change: 'Change what you get',
};

export type NoticeText = Readonly<typeof english>;
