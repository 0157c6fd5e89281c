import type { DetectedIntent } from '@countersign/protocol/hold';
import { grouped } from './language/english.ts';

/** What a message seems to announce, in a few words: read from words only, never a fact. */
export function intentWords({ action_type, scope }: DetectedIntent): string {
  const words = action_type.replaceAll('_', ' ');
  const amount =
    scope.amount === null
      ? null
      : `${grouped(String(scope.amount))}${scope.currency === null ? '' : ` ${scope.currency}`}`;
  const records =
    scope.records === null ? null : `${grouped(String(scope.records))} ${scope.type ?? 'records'}`;
  const rest = [records, amount, scope.environment, scope.path, scope.branch].filter(
    part => part !== null,
  );
  const first = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return [first, ...rest].join(', ');
}
