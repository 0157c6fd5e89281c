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
  `delegate subagent handoff agent agents spawn assistant crew worker concierge copilot butler secretary helper planner
  orchestrator autopilot`.split(/\s+/u),
);

/** Keys under which people write what someone shall do, whatever the tool is called. */
const orderKeys: ReadonlySet<string> = new Set(
  `instruction instructions utterance request directive task goal do ask objective assignment briefing wish order_text
  spoken transcript voice_command what_to_do todo change_request work_order action_required`.split(
    /\s+/u,
  ),
);

/** Whether a parameter holds an order in words: `do: "look up the rota"`. */
export function isOrder({ name }: KeyReading, value: string): boolean {
  return orderKeys.has(name) && holdsWords(value);
}

const namingKeys: ReadonlySet<string> = new Set('field name key label kind type step'.split(' '));

/** `{ field: "change_request", value: "Please open port 22 …" }`: the name of the parameter is a parameter. */
export function namesOrder({ name }: KeyReading, value: string): boolean {
  return namingKeys.has(name) && (orderKeys.has(value) || value === 'free_text');
}

const workerKeys: ReadonlySet<string> = new Set(
  'agent agent_id agent_name to_agent assignee assistant worker bot owner'.split(' '),
);

/** `assignee: "agent:calendar"`: it is a machine that gets the work. */
export function namesAgent({ name }: KeyReading, value: string): boolean {
  return workerKeys.has(name) && /^(?:agent|bot|assistant|worker)[:/_-]/iu.test(value);
}

/** A tool for other agents: whatever words it is given are for them. */
export function handsTasksOn({ words }: NameReading): boolean {
  return hasAny(words, handingOn);
}

/** A sentence and not a name. */
export function holdsWords(value: string): boolean {
  return value.trim().split(/\s+/u, 3).length === 3 || unspaced.test(value);
}
