import type { DetectedIntent } from '@countersign/protocol/hold';

/** What a message seems to announce, in a few words: read from words only, never a fact. */
export function intentWords({ action_type, scope }: DetectedIntent): string {
  const words = action_type.replaceAll('_', ' ');
  const amount =
    scope.amount === null
      ? null
      : `${scope.amount.toLocaleString('en')}${scope.currency === null ? '' : ` ${scope.currency}`}`;
  const records =
    scope.records === null
      ? null
      : `${scope.records.toLocaleString('en')} ${scope.type ?? 'records'}`;
  const rest = [records, amount, scope.environment, scope.path, scope.branch].filter(
    part => part !== null,
  );
  const first = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return [first, ...rest].join(', ');
}
