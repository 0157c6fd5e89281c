import type { InsightsMeasure } from '@countersign/client/people';
import { groundWords } from '../decision/ground-words.ts';
import { dateLocale, numberLocale } from '../language/chosen.ts';
import { insightsText } from '../language/english/insights.ts';

export type Grouping = 'rules' | 'agents' | 'tools';

export const byWords: Readonly<Record<Grouping, string>> = {
  rules: insightsText.byRule,
  agents: insightsText.byAgent,
  tools: insightsText.byTool,
};

export const nameWords: Readonly<Record<Grouping, string>> = {
  rules: insightsText.rule,
  agents: insightsText.agent,
  tools: insightsText.tool,
};

export const measureWords: Readonly<Record<InsightsMeasure, string>> = {
  asked: insightsText.askedPerson,
  allowed: insightsText.allowedByRule,
  denied: insightsText.deniedByRule,
  approved: insightsText.approved,
  rejected: insightsText.rejected,
  expired: insightsText.expiredOfAsked,
  cancelled: insightsText.withdrawn,
  amended: insightsText.changed,
};

const numbers = new Intl.NumberFormat(numberLocale);

export function number(count: number): string {
  return numbers.format(count);
}

/** `2026-11-16` as `16 Nov`. Days are in UTC. */
export function dayWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(dateLocale, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}

export function hourWords(of: number): string {
  return new Date(3_600_000 * (of % 24)).toLocaleTimeString(dateLocale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  });
}

/** Seconds as a person says them, to two digits: `48 sec`, `2.1 min`, `3.4 hr`. */
export function secondsWords(seconds: number | null): string {
  if (seconds === null) return insightsText.tooFew;
  if (seconds < 100) return unit(seconds, 'second');
  if (seconds < 6000) return unit(seconds / 60, 'minute');
  if (seconds < 172_800) return unit(seconds / 3600, 'hour');
  return unit(seconds / 86_400, 'day');
}

function unit(value: number, name: string): string {
  return value.toLocaleString(numberLocale, {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  });
}

export function percentWords(share: number): string {
  return share.toLocaleString(numberLocale, { style: 'percent', maximumFractionDigits: 0 });
}

export function shareWords(part: number, whole: number): string {
  if (whole === 0) return insightsText.none;
  const share = part / whole;
  // Almost all is not all.
  if (part < whole && share > 0.99) return insightsText.over(percentWords(0.99));
  if (part > 0 && share < 0.01) return insightsText.under(percentWords(0.01));
  return percentWords(share);
}

export function groundText(ground: string | null): string | null {
  return ground === null ? null : (groundWords[ground] ?? null);
}
