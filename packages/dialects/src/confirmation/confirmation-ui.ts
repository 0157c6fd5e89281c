import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { confirmationChoices } from '@countersign/protocol/hold';
import { type JsonObject, parserOf } from '@countersign/protocol/json';
import { OpenObject, type RiskLevel } from '@countersign/protocol/value';
import * as z from 'zod';
import { RiskWord } from './risk-word.ts';

/** What would be done, as the document describes it: `type`, and whatever belongs to that type. */
export const ActionDetail = OpenObject.refine(
  (detail): detail is JsonObject & { type: string } => typeof detail['type'] === 'string',
  { path: ['type'], message: 'expected what kind of action it is, such as shell' },
);
export type ActionDetail = z.infer<typeof ActionDetail>;

/** What a person is shown: the agent's words, the action, and exactly two buttons. */
export const ConfirmationUI = z.strictObject({
  message: z.string().max(262_144),
  action: ActionDetail,
  risk_level: RiskWord,
  show_details: z.boolean(),
  buttons: z.tuple([z.literal(confirmationChoices[0]), z.literal(confirmationChoices[1])]),
});
export type ConfirmationUI = z.infer<typeof ConfirmationUI>;

export const parseConfirmationUI = parserOf('ConfirmationUI', ConfirmationUI);

/**
 * The view of a bound action: the whole of its parameters, and beside them the agent's words as words.
 */
export function toConfirmationUI(shown: {
  readonly action: ActionBinding;
  readonly message: string;
  readonly risk_level: RiskLevel;
  readonly show_details: boolean;
}): ConfirmationUI {
  const { action, message, risk_level, show_details } = shown;
  return parseConfirmationUI({
    message,
    action: toActionDetail(action),
    risk_level,
    show_details,
    buttons: [...confirmationChoices],
  });
}

/**
 * What the document calls the action: its type is the tool, everything else its parameters. Where the parameters have
 * a `type` of their own they stand in `parameters`, so that neither takes the place of the other.
 */
export function toActionDetail({ target, parameters }: ActionBinding): ActionDetail {
  const keys = Object.keys(parameters);
  const apart = keys.includes('type') || (keys.length === 1 && keys[0] === 'parameters');
  return { type: target.tool_name, ...(apart ? { parameters } : parameters) };
}

/**
 * The action that such a detail asks about, which can be bound and then be consumed once. The message is not part of
 * it: words of an agent are never part of what runs.
 */
export function fromActionDetail(
  detail: unknown,
  known: { readonly agent_id: string; readonly tool_schema_version: string },
): ActionBinding {
  const { type, ...rest } = parseActionDetail(detail);
  const keys = Object.keys(rest);
  const apart = keys.length === 1 && keys[0] === 'parameters';
  return parseActionBinding({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: known.agent_id,
    subject_id: null,
    target: { tool_name: type, tool_schema_version: known.tool_schema_version, resource: null },
    parameters: apart ? rest['parameters'] : rest,
  });
}

const parseActionDetail = parserOf('ActionDetail', ActionDetail);

/**
 * What a person's answer means. The document's buttons are the only two; closing the view, a timeout, a third value
 * or a yes in free text is a Cancel (EV-5).
 */
export function resolveChoice(choice: unknown): boolean {
  return choice === confirmationChoices[0];
}
