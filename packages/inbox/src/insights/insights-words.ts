import type { InsightsMeasure } from '@countersign/client/people';
import { rejectionGrounds } from '@countersign/protocol/chain';

/** Every text of the page Insights. */
export const insightsWords = {
  title: 'Insights',
  about: (from: string, to: string) => `${from} to ${to}, made from the log. No one is ranked.`,
  stillCounting: (time: string | null) =>
    time === null ? 'Nothing is counted yet.' : `Counted up to ${time}. Later events follow.`,
  period: 'Period',
  days: (count: number) => (count === 1 ? 'Today' : `Last ${count} days`),
  agent: 'Agent',
  tool: 'Tool',
  allAgents: 'All agents',
  allTools: 'All tools',
  csv: 'CSV',
  json: 'JSON',
  csvOf: (panel: string) => `${panel} as CSV`,
  jsonOf: 'All numbers as JSON',
  chart: 'Chart',
  table: 'Table',
  form: 'Form',
  tableOf: (panel: string) => `${panel}, as a table`,
  eachDay: 'Each day',
  became: (count: number) =>
    count === 1 ? 'The outcome of 1 action' : `The outcome of ${number(count)} actions`,
  max: (count: number) => `max ${number(count)}`,
  todaySoFar: 'today, so far',
  day: 'Day, UTC',
  onDay: (day: string, count: number) => `${day}: ${number(count)}`,
  shareApproved: (share: string, decided: number) =>
    `People approved ${share} of the ${number(decided)} that they decided.`,
  paceTitle: 'Time to decision',
  pacePrecision: (percent: number) => `A time can be ${percent} per cent off.`,
  half: 'half decided',
  nine: 'nine of ten decided',
  deadline: 'deadline',
  stage: 'Stage',
  decided: 'Decided',
  median: 'Half within',
  p90: 'Nine of ten within',
  tooFew: 'too few',
  noStages: 'No stage was decided in this period.',
  notEnough: (min: number) =>
    `Fewer than ${min} were asked: counts only, no times and no suggestions.`,
  ownPace: (median: string, p90: string, count: number) =>
    `you decided half of your ${number(count)} within ${median} and nine of ten within ${p90}.`,
  ownFew: (count: number) =>
    `you decided ${number(count)}. That is too few to say how long you take.`,
  onlyYou: 'Only you see this:',
  by: { rules: 'By rule', agents: 'By agent', tools: 'By tool' },
  groupBy: 'Group by',
  ofAll: (shown: number, all: number) =>
    shown === all
      ? `all ${number(all)}`
      : `the ${number(shown)} that asked most, of ${number(all)}`,
  names: { rules: 'Rule', agents: 'Agent', tools: 'Tool' },
  share: 'Share',
  barWords: 'Bar: filled approved, tall red rejected, hollow expired.',
  nothing: 'Nothing was counted in this period.',
  unansweredTitle: 'No one answered',
  unansweredAbout: (count: number) => `${number(count)} expired, nothing ran`,
  waitedFor: (stage: string, count: number, all: number) =>
    `${number(count)} of ${number(all)} waited for ${stage}`,
  betweenHours: (count: number, from: number, to: number) =>
    `${number(count)} of them were asked between ${hour(from)} and ${hour(to)} UTC.`,
  anyHour: 'They were asked at any hour.',
  noneUnanswered: 'Every request that ended was answered.',
  expired: 'Expired',
  hours: 'Asked between, UTC',
  expiredThen: 'Expired then',
  neverTitle: 'Never rejected',
  neverAbout: (min: number) => `at least ${min} asks`,
  neverSays: (asked: number, approved: number, expired: number) =>
    `${number(asked)} asked, ${number(approved)} approved, ${number(expired)} expired.`,
  proposals: (count: number, approvals: number) =>
    count === 1
      ? `1 exact action was approved at least ${approvals} times. Its condition would have answered it, and let nothing else through.`
      : `${number(count)} exact actions were approved at least ${approvals} times each. Their conditions would have answered them, and let nothing else through.`,
  keepAsking: 'No exact action came back often enough. Keep asking.',
  seeProposals: 'See the proposals',
  operatorsSee: 'Operators see what could be asked less.',
  noneNever: 'No rule asked that often without a rejection.',
  caughtTitle: 'Caught something',
  caughtAbout: 'a person said no',
  caughtSays: (rejected: number, ground: string | null) =>
    ground === null
      ? `${number(rejected)} rejected.`
      : `${number(rejected)} rejected. Most given reason: ${ground}.`,
  noneCaught: 'No one rejected anything in this period.',
  rejected: 'Rejected',
  ground: 'Most given reason',
  given: 'Given',
} as const;

export const measureWords: Readonly<Record<InsightsMeasure, string>> = {
  asked: 'Asked a person',
  allowed: 'Allowed by rule',
  denied: 'Denied by rule',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired, of those asked',
  cancelled: 'Withdrawn',
  amended: 'Changed by a reviewer',
};

export function number(count: number): string {
  return count.toLocaleString('en');
}

/** `2026-11-16` as `16 Nov`. Days are in UTC. */
export function dayWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}

function hour(of: number): string {
  return `${String(of % 24).padStart(2, '0')}:00`;
}

/** Seconds as a person says them, to two digits: `48 s`, `2.1 min`, `3.4 h`. */
export function secondsWords(seconds: number | null): string {
  if (seconds === null) return insightsWords.tooFew;
  if (seconds < 100) return `${round(seconds)} s`;
  if (seconds < 6000) return `${round(seconds / 60)} min`;
  if (seconds < 172_800) return `${round(seconds / 3600)} h`;
  return `${round(seconds / 86_400)} d`;
}

function round(value: number): string {
  return value < 10 ? String(Math.round(value * 10) / 10) : String(Math.round(value));
}

export function shareWords(part: number, whole: number): string {
  if (whole === 0) return 'none';
  const percent = (100 * part) / whole;
  // Almost all is not all.
  if (part < whole && percent > 99) return 'over 99%';
  if (part > 0 && percent < 1) return 'under 1%';
  return `${Math.round(percent)}%`;
}

const groundWords: Readonly<Record<string, string>> = {
  ...rejectionGrounds.fix,
  ...rejectionGrounds.never,
};

export function groundText(ground: string | null): string | null {
  return ground === null ? null : (groundWords[ground] ?? null);
}
