import type { RiskLevel } from '@countersign/protocol/value';
import type { ActionKind } from '../canonical/action-kind.ts';
import { isTask } from '../canonical/task-key.ts';
import { detectOrder } from '../intent/detect-intent.ts';
import type { CallFacts, Report } from './call-facts.ts';
import { effectOfVerb, isPassive } from './effects.ts';

const rank: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, high: 2, critical: 3 };
const longestTask = 32_768;

/**
 * A task that is handed to another agent is judged by its words: what the other agent is told to do, this call does.
 * The words are an order, and the English reader reads announcements, so each sentence is read in both ways.
 */
export function judgeDelegation(facts: CallFacts, kind: ActionKind, report: Report): void {
  if (kind !== 'task.delegate' || isPassive(facts.effect)) return;
  let level: RiskLevel = 'low';
  for (const { key, value } of facts.seen.leaves) {
    if (typeof value !== 'string' || !isTask(key)) continue;
    const found = levelOfTask(value);
    if (rank[found] > rank[level]) level = found;
  }
  const words =
    level === 'low'
      ? 'hands a task to another agent'
      : 'hands on a task that is risky by its words';
  report('delegation', level, words);
}

function levelOfTask(text: string): RiskLevel {
  if (text.length > longestTask) return 'high';
  let level: RiskLevel = 'low';
  for (const read of [text, ...announcementsOf(text)]) {
    const { confirmation_required, risk_level, action_type } = detectOrder(read);
    // A question that the task may answer is no order: only what would be done counts.
    if (!confirmation_required || action_type === null || action_type === 'unknown') continue;
    if (rank[risk_level] > rank[level]) level = risk_level;
  }
  return level;
}

const mostSentences = 200;
const sentenceEnds = /(?<=[.!?])\s+|\n+|;\s+|\b(?:and )?then,?\s+/iu;

/** `Open the list and delete all users.` as `I will now open the list and …` and as `I will now delete all users.` */
function announcementsOf(text: string): readonly string[] {
  return text
    .split(sentenceEnds)
    .slice(0, mostSentences)
    .flatMap(sentence => {
      const parts = sentence.split(/,?\s+and\s+/iu);
      return [sentence, ...parts.slice(1, mostSentences)];
    })
    .slice(0, mostSentences)
    .map(sentence =>
      sentence
        .replace(/^[\s\-*\d.)]+/u, '')
        .replace(/^(?:please|now|first|next|finally),?\s+/iu, ''),
    )
    .filter(startsWithVerb)
    .map(sentence => `I will now ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
}

/** Verbs that say only together with their object what is done: `let everyone know`, `get rid of`, `pull the plug`. */
const plainVerbs: ReadonlySet<string> = new Set(
  'tell let inform warn remind make get give take turn pull hand'.split(' '),
);

function startsWithVerb(sentence: string): boolean {
  const [, verb = ''] =
    /^(?:(?:force|bulk|mass|permanently|immediately)[\s-]+)?(\p{L}+)/iu.exec(sentence) ?? [];
  return effectOfVerb.has(verb.toLowerCase()) || plainVerbs.has(verb.toLowerCase());
}
