import type { AllowanceAsked } from '@countersign/client/people';
import { numberOf, type TemplateRow } from './template-rows.ts';

type Limits = Omit<AllowanceAsked, 'template'>;

/** What stands in the fields of the limits, as it was typed. An empty budget or rate means: none. */
export interface LimitFields {
  readonly uses: string;
  readonly hours: string;
  readonly total: string;
  readonly rateUses: string;
  readonly rateMinutes: string;
  readonly repeat: boolean;
}
export type LimitField = Exclude<keyof LimitFields, 'repeat'>;

/** The limits of a choice, or the fields that cannot be read. Nothing is guessed. */
type ReadLimits =
  | { readonly limits: Limits; readonly unread: readonly [] }
  | { readonly limits: null; readonly unread: readonly LimitField[] };

export function readLimits(fields: LimitFields, rows: readonly TemplateRow[]): ReadLimits {
  const uses = countOf(fields.uses);
  const lifetime = secondsOf(fields.hours, 3600);
  const paths = budgetPaths(rows);
  const total = fields.total.trim();
  const hasBudget = paths !== null && total !== '';
  // A rate needs both numbers. One number alone has no meaning.
  const hasRate = `${fields.rateUses}${fields.rateMinutes}`.trim() !== '';
  const rateUses = countOf(fields.rateUses);
  const seconds = secondsOf(fields.rateMinutes, 60);
  const unread: LimitField[] = [
    ...(uses === null ? (['uses'] as const) : []),
    ...(lifetime === null ? (['hours'] as const) : []),
    ...(hasBudget && numberOf(total) === null ? (['total'] as const) : []),
    ...(hasRate && rateUses === null ? (['rateUses'] as const) : []),
    ...(hasRate && seconds === null ? (['rateMinutes'] as const) : []),
  ];
  if (unread.length > 0 || uses === null || lifetime === null) return { limits: null, unread };
  return {
    unread: [],
    limits: {
      uses,
      lifetime_seconds: lifetime,
      budget: hasBudget ? { ...paths, total } : null,
      rate: rateUses === null || seconds === null ? null : { uses: rateUses, seconds },
      repeat: fields.repeat,
    },
  };
}

function countOf(text: string): number | null {
  const number = numberOf(text);
  return number !== null && Number.isInteger(number) && number >= 1 ? number : null;
}

/** A length of time in whole seconds, at least one. */
function secondsOf(text: string, unit: number): number | null {
  const number = numberOf(text);
  const seconds = number === null ? 0 : Math.round(number * unit);
  return seconds >= 1 ? seconds : null;
}

/** The amount that a budget adds up, and its currency, where the rows have them. */
export function budgetPaths(
  rows: readonly TemplateRow[],
): { readonly path: string; readonly currency: string } | null {
  const amount = rows.find(({ kind, value }) => kind === 'at_most' && typeof value === 'number');
  const currency = rows.find(
    ({ kind, path, value }) =>
      kind === 'exactly' && typeof value === 'string' && /currency/i.test(path),
  );
  return amount === undefined || currency === undefined
    ? null
    : { path: amount.path, currency: currency.path };
}
