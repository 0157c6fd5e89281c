import { type KeyReading, role } from '../action/parameter-key.ts';
import type { NameReading } from '../action/tool-name.ts';
import { hasAny, splitWords } from '../action/words.ts';

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
  orchestrator autopilot swarm operator`.split(/\s+/u),
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

const automations: ReadonlySet<string> = new Set(
  'zap zaps applet applets automation automations scenario recipe flow workflow'.split(' '),
);

/** `zap.enable` of `Copy every new lead to …`: what runs by itself from now on is called by what it does. */
export function namesAutomation({ words }: NameReading, { name }: KeyReading): boolean {
  return (name === 'name' || name === 'description') && hasAny(words, automations);
}

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

/** Words for work that is given to someone, in the languages that are read. */
const workWords: ReadonlySet<string> = new Set(
  `task tasks mission errand assignment auftrag aufgabe arbeitsauftrag tâche tache mission consigne encargo tarea tarefa encomenda
  compito incarico mansione opdracht taak zadanie zlecenie polecenie 依頼 タスク 作業 任务 任務 指派 업무 작업 과제`.split(
    /\s+/u,
  ),
);

/** What is done with it so that someone has it, in the same languages. */
const givingWords: ReadonlySet<string> = new Set(
  `create new add give assign issue submit post make start run do entrust hand set erteilen anlegen neu vergeben starten créer creer
  nouvelle nouveau confier donner lancer crear nuevo nueva asignar dar nova novo criar atribuir nuovo nuova creare affidare assegnare
  nieuw geven maken aanmaken toewijzen nowe nowy nowa utwórz dodaj zleć 作成 新規 追加 割当 新建 创建 创立 添加 分配 요청 생성 추가 배정 할당`.split(
    /\s+/u,
  ),
);

/** What a ticket for people has besides its text. */
const ticketKeys: ReadonlySet<string> = new Set(
  'title summary project board list due due_date labels priority assignee_id sprint epic status parent column section'.split(
    ' ',
  ),
);

/** `encargo.crear` with a sentence and little else: what it says is to be done. A ticket for people has a title. */
export function givesWork(name: string, leaves: readonly KeyedValue[]): boolean {
  const words = splitWords(name.replace(/^mcp__.{1,100}?__/u, ''));
  return (
    words.length === 2 &&
    words.some(word => workWords.has(word)) &&
    words.some(word => givingWords.has(word)) &&
    leaves.length <= 3 &&
    !leaves.some(({ key }) => ticketKeys.has(key.name)) &&
    leaves.some(({ value }) => typeof value === 'string' && holdsWords(value))
  );
}

interface KeyedValue {
  readonly key: KeyReading;
  readonly value: unknown;
}
