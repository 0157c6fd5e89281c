import {
  type ActionBinding,
  parseActionBinding,
  parseActionText,
} from '@countersign/protocol/action';
import { type JsonObject, type JsonValue, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { policyText } from '../language/english/policy.ts';

/** What the user wrote to try, as text. */
export interface Draft {
  readonly tool: string;
  readonly agent: string;
  readonly resource: string;
  readonly parameters: string;
  readonly context: string;
}

export const firstDraft: Draft = {
  tool: 'payments.wire',
  agent: 'billing-agent',
  resource: '',
  parameters: `{
  "amount": 4200,
  "currency": "USD",
  "to": { "iban": "SE35 5000 0000 0549 1000 0003" }
}`,
  context: '',
};

type ReadDraft =
  | { readonly ok: true; readonly action: ActionBinding; readonly context: JsonObject }
  | { readonly ok: false; readonly field: keyof Draft; readonly words: string };

/** Reads a draft as strictly as an action that would run. */
export function readDraft(draft: Draft): ReadDraft {
  if (draft.tool.trim() === '') return wrong('tool', policyText.expectedTool);
  if (draft.agent.trim() === '') return wrong('agent', policyText.expectedAgent);
  const parameters = readObject(draft.parameters.trim() === '' ? '{}' : draft.parameters);
  if (typeof parameters === 'string') return wrong('parameters', parameters);
  const context = readObject(draft.context.trim() === '' ? '{}' : draft.context);
  if (typeof context === 'string') return wrong('context', context);
  try {
    const action = parseActionBinding({
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: draft.agent.trim(),
      subject_id: null,
      target: {
        tool_name: draft.tool.trim(),
        tool_schema_version: '1',
        resource: draft.resource.trim() === '' ? null : draft.resource.trim(),
      },
      parameters,
    });
    return { ok: true, action, context };
  } catch (error) {
    return wrong('parameters', faultWords(error));
  }
}

/** An action that was asked for before, to be tried again. */
export function draftOf(actionText: string): Draft | null {
  try {
    const { target, agent_id, parameters } = parseActionText(actionText);
    return {
      tool: target.tool_name,
      agent: agent_id,
      resource: target.resource ?? '',
      parameters: jsonText(parameters as JsonValue),
      context: '',
    };
  } catch {
    return null;
  }
}

const lineMax = 56;

/** Like JSON.stringify with two blanks, but what fits into a line stays in one. */
function jsonText(value: JsonValue, indent = ''): string {
  const flat = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  const isGroup = typeof value === 'object' && value !== null;
  if (!isGroup || (indent !== '' && flat.length <= lineMax)) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((each: JsonValue) => `${inner}${jsonText(each, inner)}`)
    : Object.entries(value).map(
        ([key, each]) => `${inner}${JSON.stringify(key)}: ${jsonText(each as JsonValue, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function readObject(text: string): JsonObject | string {
  try {
    const value = parseStrict(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : policyText.expectedObject;
  } catch (error) {
    return faultWords(error);
  }
}

/** What is wrong, without the code in front of it. */
function faultWords(error: unknown): string {
  if (!(error instanceof ProtocolError)) return policyText.notJson;
  const [first] = error.problems;
  const at = first === undefined || first.path === '' ? '' : policyText.at(first.path);
  const words = first?.message ?? error.message;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.${at}`;
}

function wrong(field: keyof Draft, words: string): ReadDraft {
  return { ok: false, field, words };
}
