import * as z from 'zod';
import { type Digest, sha256, sha256OfText } from '../crypto/digest.ts';
import { canonicalTextOf } from '../json/canonical-json.ts';
import type { JsonLimits } from '../json/json-limits.ts';
import { checkerOf, parserOf } from '../json/parse-object.ts';
import { parseStrict } from '../json/strict-json.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { Name, OpenObject } from '../value/wire-text.ts';
import { checkParameters } from './action-parameters.ts';

/**
 * What exactly would run. Closed: its digest covers all of it, and an absent optional member is `null`
 * in the hashed form, never left out.
 */
export const ActionBinding = z.strictObject({
  schema_version: z.literal('1.0'),
  operation: Name,
  agent_id: Name,
  subject_id: Name.nullable().default(null),
  target: z.strictObject({
    tool_name: Name,
    tool_schema_version: Name,
    resource: z.string().min(1).max(4096).nullable().default(null),
  }),
  parameters: OpenObject,
});
export type ActionBinding = z.infer<typeof ActionBinding>;

const parseShape = parserOf('ActionBinding', ActionBinding);
const checkShape = checkerOf('ActionBinding', ActionBinding);

export function parseActionBinding(value: unknown, limits?: Partial<JsonLimits>): ActionBinding {
  const binding = parseShape(value, limits);
  checkParameters(binding.parameters);
  return binding;
}

/** An action that was read and checked once, with the text that is hashed. */
export interface CheckedAction {
  readonly action: ActionBinding;
  /** The canonical text, which is what is kept. */
  readonly text: string;
  readonly digest: Digest;
}

export function parseCheckedAction(value: unknown): CheckedAction {
  return checkedOf(parseActionBinding(value));
}

/** The same for an action that was built here of a checked copy: it is not copied once more. */
export function makeCheckedAction(built: object): CheckedAction {
  const action = checkShape(built);
  checkParameters(action.parameters);
  return checkedOf(action);
}

function checkedOf(action: ActionBinding): CheckedAction {
  const text = canonicalTextOf(action);
  return { action, text, digest: sha256OfText(text) };
}

/** The action of a text that was kept, sent or shown. */
export function parseActionText(text: string): ActionBinding {
  return parseActionBinding(parseStrict(text));
}

/** The digest of the action about to run (AB-3), byte-compatible with AGT's ADR 0030. */
export function actionDigest(value: unknown, limits?: Partial<JsonLimits>): Digest {
  return sha256(parseActionBinding(value, limits), limits);
}

/** The code for each bound member, so that a refusal says what changed (AB-2). */
export const bindingMismatchCodes = {
  '/schema_version': 'action_schema_version_mismatch',
  '/operation': 'action_operation_mismatch',
  '/agent_id': 'action_agent_mismatch',
  '/subject_id': 'action_subject_mismatch',
  '/target/tool_name': 'action_tool_mismatch',
  '/target/tool_schema_version': 'action_tool_version_mismatch',
  '/target/resource': 'action_resource_mismatch',
  '/parameters': 'action_parameters_mismatch',
} as const satisfies Record<string, ReasonCode>;

/**
 * Compares the action about to run with the digest that was approved. The approved binding, where its
 * bytes are still kept, only serves to name the member that differs; the digest alone decides.
 */
export function compareAction(
  action: ActionBinding,
  approvedDigest: Digest,
  approved: ActionBinding | null,
): Result<Digest> {
  const digest = sha256(action);
  if (digest === approvedDigest) return accept(digest);
  if (approved !== null && sha256(approved) === approvedDigest) {
    for (const [path, code] of Object.entries(bindingMismatchCodes)) {
      if (sha256([memberAt(action, path)]) !== sha256([memberAt(approved, path)])) {
        return refuse(code, `${path} is not what was approved`);
      }
    }
  }
  return refuse('action_digest_mismatch', `expected ${approvedDigest}, found ${digest}`);
}

function memberAt(binding: ActionBinding, path: string): unknown {
  return path
    .slice(1)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], binding);
}
