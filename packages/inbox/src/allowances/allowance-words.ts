import type { AllowanceFacts } from '@countersign/client/people';
import type { StateLook } from '../design/state-table.tsx';
import { numberLocale } from '../language/chosen.ts';
import { allowancesText } from '../language/english/allowances.ts';

/** How a line of the template is loosened, and its word. */
export const kindWords = {
  exactly: allowancesText.exactly,
  one_of: allowancesText.oneOf,
  at_most: allowancesText.atMost,
  at_least: allowancesText.atLeast,
  under: allowancesText.under,
  any: allowancesText.any,
} as const;
export type LineKind = keyof typeof kindWords;

/** Each state by shape, word and colour. */
export const looks: Readonly<Record<AllowanceFacts['status'], StateLook>> = {
  suspended: { word: allowancesText.stateSuspended, icon: 'pause', kind: 'warn' },
  active: { word: allowancesText.inForce, icon: 'check', kind: 'ok' },
  expired: { word: allowancesText.stateEnded, icon: 'clock', kind: 'off' },
  revoked: { word: allowancesText.stateRevoked, icon: 'refused', kind: 'no' },
};

export const order: readonly AllowanceFacts['status'][] = [
  'suspended',
  'active',
  'expired',
  'revoked',
];

const causes: Readonly<Record<string, string>> = {
  person: allowancesText.causePerson,
  rejection: allowancesText.causeRejection,
  chain_changed: allowancesText.causeChain,
  tool_definition_changed: allowancesText.causeTool,
  policy_changed: allowancesText.causePolicy,
  approver_left: allowancesText.causeLeft,
  revoked: allowancesText.causeRevoked,
};

export function causeWords(cause: string): string {
  return causes[cause] ?? cause;
}

/** A length of time in the largest unit that says it exactly: `90 seconds`, `10 minutes`, `48 hours`. */
export function lengthWords(seconds: number): string {
  if (seconds % 3600 === 0) return inUnit(seconds / 3600, 'hour');
  return seconds % 60 === 0 ? inUnit(seconds / 60, 'minute') : inUnit(seconds, 'second');
}

function inUnit(count: number, unit: string): string {
  return count.toLocaleString(numberLocale, { style: 'unit', unit, unitDisplay: 'long' });
}
