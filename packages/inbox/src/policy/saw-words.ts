import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { Risk } from '@countersign/protocol/value';
import { policyText } from '../language/english/policy.ts';

/** A condition of a rule that held, beside the value of the action that it looked at. */
export interface Condition {
  readonly text: string;
  /** Empty where the condition names nothing that stands in the action. */
  readonly saw: string;
}

interface Seen {
  readonly action: ActionBinding;
  readonly context: JsonObject;
  readonly risk: Risk;
}

/** `because` are the words of an explanation: `tool is crm.*`, `parameters.n > 3 is true`. */
export function conditionsOf(because: readonly string[], seen: Seen): Condition[] {
  return because.map(words => {
    const [, dimension = ''] = /^([a-z_]+) is /.exec(words) ?? [];
    const ofDimension = dimensionValue(dimension, seen);
    return ofDimension === null
      ? { text: words.replace(/ is true$/, ''), saw: namedValues(words, seen) }
      : { text: words, saw: ofDimension };
  });
}

function dimensionValue(dimension: string, { action, risk, context }: Seen): string | null {
  switch (dimension) {
    case 'tool':
      return action.target.tool_name;
    case 'operation':
      return action.operation;
    case 'agent':
      return action.agent_id;
    case 'resource':
      return action.target.resource ?? policyText.none;
    case 'risk':
      return risk.level;
    case 'signal':
      return risk.signals.map(({ signal }) => signal).join(', ');
    case 'environment':
      return valueText(context['environment'] ?? null);
    case 'action_type':
      return '';
    default:
      return null;
  }
}

const roots = /\b(parameters|context|target)((?:\.[A-Za-z_]\w*)+)/g;

/** The values of all members that a condition names, each once. */
function namedValues(condition: string, { action, context }: Seen): string {
  const found = new Map<string, string>();
  for (const [, root = '', path = ''] of condition.matchAll(roots)) {
    const from =
      root === 'context' ? context : root === 'target' ? action.target : action.parameters;
    const value = valueAt(from as JsonValue, path.slice(1).split('.'));
    if (value !== undefined) found.set(path.slice(1), valueText(value));
  }
  const values = [...found];
  if (values.length === 1) return values[0]?.[1] ?? '';
  return values.map(([name, value]) => `${name} ${value}`).join(', ');
}

function valueAt(value: JsonValue, steps: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const step of steps) {
    if (at === null || typeof at !== 'object' || Array.isArray(at)) return undefined;
    const members: Readonly<Record<string, JsonValue>> = at as Readonly<Record<string, JsonValue>>;
    if (!Object.hasOwn(members, step)) return undefined;
    at = members[step];
  }
  return at;
}

const textMax = 80;

function valueText(value: JsonValue): string {
  if (value === null) return policyText.none;
  if (typeof value === 'object') {
    return Array.isArray(value) ? policyText.listOf(value.length) : policyText.aGroup;
  }
  const text = String(value);
  return text.length > textMax ? policyText.characters(text.length) : text;
}
