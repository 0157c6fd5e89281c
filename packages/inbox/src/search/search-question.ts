import type { SavedView, SearchQuestion } from '@countersign/client/people';

const names = [
  'text',
  'agent_id',
  'tool_name',
  'rule_id',
  'risk_level',
  'person_id',
  'outcome',
  'from',
  'before',
] as const;

/** The search that the address of the page names. The server checks it. Unknown members are left out here. */
export function questionOf(query: string): SearchQuestion {
  const given = new URLSearchParams(query);
  return withoutEmpty(Object.fromEntries(names.map(name => [name, given.get(name) ?? ''])));
}

export function addressOf(question: SearchQuestion): string {
  const asked = new URLSearchParams(
    Object.entries(withoutEmpty(question)).map(([name, value]) => [name, String(value)]),
  );
  return `/history/search${asked.size === 0 ? '' : `?${asked}`}`;
}

/** A filter that was cleared is not part of the question. */
export function withoutEmpty(question: object): SearchQuestion {
  return Object.fromEntries(
    Object.entries(question).filter(([, value]) => value !== '' && value !== undefined),
  );
}

export function isSameQuestion(a: SearchQuestion, b: SearchQuestion): boolean {
  return addressOf(a) === addressOf(b);
}

/** Whether anything but words narrows the question. */
export function hasFilter({ text: _, ...filters }: SearchQuestion): boolean {
  return Object.keys(withoutEmpty(filters)).length > 0;
}

/** Null where the name can be used. */
export function nameProblem(name: string, views: readonly SavedView[]): 'empty' | 'taken' | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'empty';
  return views.some(view => view.name === trimmed) ? 'taken' : null;
}

/** The first moment of a day by the reader's clock, some days later. Empty where no day was given. */
export function startOfDay(day: string, later = 0): string {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return '';
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) ? '' : start.toISOString();
}

/** The day of a moment by the reader's clock, as a field for dates has it. */
export function dayOf(at: string | undefined, earlier = 0): string {
  if (at === undefined || at === '') return '';
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return '';
  moment.setDate(moment.getDate() - earlier);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
