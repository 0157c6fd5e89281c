import { type KeyReading, role } from '../action/parameter-key.ts';
import type { NameReading } from '../action/tool-name.ts';
import { hasAny } from '../action/words.ts';

const taskKeys: ReadonlySet<string> = new Set(
  'task tasks instruction instructions goal objective assignment request work problem_statement briefing directive'.split(
    ' ',
  ),
);

/** Whether a parameter holds words for another agent. */
export function isTask(key: KeyReading): boolean {
  return (key.roles & role.prose) !== 0 || taskKeys.has(key.name);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{4}/u;

/** Whether a parameter that is named for a task holds a sentence: what to do, in words. */
export function isStatedTask(key: KeyReading, value: unknown): boolean {
  if (!taskKeys.has(key.name) || typeof value !== 'string') return false;
  return holdsWords(value);
}

const handingOn: ReadonlySet<string> = new Set(
  'delegate subagent handoff agent spawn assistant crew worker concierge copilot butler secretary'.split(
    ' ',
  ),
);

/** A tool for other agents: whatever words it is given are for them. */
export function handsTasksOn({ words }: NameReading): boolean {
  return hasAny(words, handingOn);
}

/** A sentence and not a name. */
export function holdsWords(value: string): boolean {
  return value.trim().split(/\s+/u, 3).length === 3 || unspaced.test(value);
}
