import type { DetectedIntent } from '@countersign/protocol/hold';
import { english, type SentenceText } from './language/english.ts';

/** What a message seems to announce, in a few words. This is read from words alone, so it is never a fact. */
export function intentWords(
  { action_type, scope }: DetectedIntent,
  text: SentenceText = english,
): string {
  const money =
    scope.amount === null
      ? null
      : `${text.amount(String(scope.amount))}${scope.currency === null ? '' : ` ${scope.currency}`}`;
  const records =
    scope.records === null
      ? null
      : `${text.amount(String(scope.records))} ${scope.type ?? text.records}`;
  const rest = [records, money, scope.environment, scope.path, scope.branch].filter(
    part => part !== null,
  );
  return [actWords(action_type, text), ...rest].join(', ');
}

/** A server may name acts that this program does not know yet. */
function actWords(act: string, { acts }: SentenceText): string {
  if (Object.hasOwn(acts, act)) return acts[act as keyof typeof acts];
  const words = act.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Why a message was held, as the record says it; other words than those of our rules stay as they are. */
export function heldWords(why: string, { held }: SentenceText): string {
  return Object.hasOwn(held, why) ? held[why as keyof typeof held] : why;
}
