import { gravestLevel, sentenceOf } from '@countersign/card';
import { sentenceText } from '@countersign/card/languages';
import { type Mark, marksOf } from '@countersign/card/marks';
import {
  describeAction,
  parseActionText,
  type TitleTemplatePart,
} from '@countersign/protocol/action';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { RiskLevel } from '@countersign/protocol/value';
import type { Language } from '@countersign/wire/language';
import type { App } from '../app.ts';
import type { Caller } from '../http/caller.ts';

interface Display {
  readonly rule_id: string;
  readonly parts: readonly TitleTemplatePart[];
}

/** The sentence of the rule that stopped the action, where its policy is still the one in force. */
export function displayOf({ policies }: App, { policy_decision }: OpenedRequest): Display | null {
  const { policy_rule_id: rule_id, policy_version } = policy_decision;
  if (policy_version !== policies.version()) return null;
  const parts = policies.policy.display(rule_id);
  return parts === null ? null : { rule_id, parts };
}

/** The values that the rule which stopped the action calls generated, where its policy is still the one in force. */
export function generatedOf({ policies }: App, { policy_decision }: OpenedRequest): string[] {
  const { policy_rule_id, policy_version } = policy_decision;
  return policy_version === policies.version()
    ? [...policies.policy.generated(policy_rule_id)]
    : [];
}

/**
 * An agent writes as much as it likes, and a list reads two hundred of its actions. A longer one is named by its
 * tool and target; its content is on its own page.
 */
const titledLengthMax = 65_536;
const keptMax = 1024;

/** What a list says of an action. */
interface Titled {
  readonly title: string;
  /** The gravest mark of the action by itself. Null where nothing stands out, or the action is too long for a list. */
  readonly marked: Mark['level'] | null;
}

interface Titles {
  readonly made: Map<string, Titled>;
  /** Titles are made one in a turn of the event loop, so that decisions go on between them. */
  turn: Promise<void>;
}
const titles = new WeakMap<App, Titles>();

export async function titleOf(
  app: App,
  state: OpenedRequest,
  language: Language = 'en',
): Promise<string> {
  return (await titledOf(app, state, language)).title;
}

/** The language in which a caller is told what actions do. */
export function languageOf(caller: Caller): Language {
  return (caller.kind === 'person' ? caller.language : undefined) ?? 'en';
}

/** The level that channels and lists show: what the policy weighed, or what stands out, where that is graver. */
export async function shownLevelOf(app: App, state: OpenedRequest): Promise<RiskLevel> {
  return gravestLevel(state.request.risk.level, (await titledOf(app, state, 'en')).marked);
}

export async function titledOf(
  app: App,
  state: OpenedRequest,
  language: Language,
): Promise<Titled> {
  const { request, tool_name } = state;
  const display = displayOf(app, state);
  // The request names the same tool and target as the action, whose bytes are then not needed.
  const plain = () => ({
    title: titleWithout(tool_name, request.target_resource),
    marked: null,
  });
  const text = await app.context.store.readAction(request.action_digest);
  // Reads the store each time: an erased action must not be shown here either.
  if (text === null || text.length > titledLengthMax) return plain();
  const { made } = titlesOf(app);
  const key = `${request.action_digest} ${request.policy_version} ${display?.rule_id ?? ''} ${language}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  await nextTurn(app);
  const action = parseActionText(text);
  const titled = {
    title: sentenceOf(action, display?.parts ?? null, sentenceText(language)).text,
    marked: gravestMark(marksOf(action)),
  };
  if (made.size >= keptMax) made.clear();
  made.set(key, titled);
  return titled;
}

function gravestMark(marks: readonly Mark[]): Mark['level'] | null {
  return marks.some(({ level }) => level === 'critical') ? 'critical' : (marks[0]?.level ?? null);
}

export function titleWithout(tool_name: string, resource: string | null): string {
  const target = { tool_name, tool_schema_version: '', resource };
  return describeAction(null, { target, parameters: {} }).text;
}

function nextTurn(app: App): Promise<void> {
  const mine = titlesOf(app);
  mine.turn = mine.turn.then(() => new Promise(done => void setImmediate(done)));
  return mine.turn;
}

function titlesOf(app: App): Titles {
  const found = titles.get(app) ?? { made: new Map(), turn: Promise.resolve() };
  titles.set(app, found);
  return found;
}
