import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type {
  ActionAnswer,
  GrantAnswer,
  KeySet,
  ObservedAnswer,
  ProposalAnswer as SentAnswer,
} from '@countersign/wire/agent-answers';
import type { ObservedMessage, ProposalAnswer } from './transport.ts';

// Answers are parsed with the schemas of the wire: members that nothing depends on are left out, so that a newer server
// may say more, and hashed objects are read strictly. Null is "not the agreed form".

/** A schema, as far as an answer is read with it. */
export interface AnswerSchema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an answer, and converts it into the form for the caller of a transport. */
export function reader<T, U = T>(
  schema: AnswerSchema<T>,
  ...[told]: T extends U ? [told?: (sent: T) => U] : [told: (sent: T) => U]
): (value: JsonValue) => U | null {
  return value => {
    const parsed = schema.safeParse(value);
    if (!parsed.success) return null;
    return told === undefined ? (parsed.data as T & U) : told(parsed.data);
  };
}

export function toldProposal(sent: SentAnswer): ProposalAnswer {
  if (sent.verdict !== 'require_approval') return sent;
  const { verdict, ...facts } = sent;
  return { verdict, facts };
}

export function toldAction({ action_text }: ActionAnswer): string | null {
  return action_text;
}

export function toldGrant({ grant }: GrantAnswer): string {
  return grant;
}

export function toldKeys({ keys }: KeySet): readonly JsonObject[] {
  return keys;
}

export function toldMessage({ hold }: ObservedAnswer): ObservedMessage {
  return hold === null
    ? { confirmation_required: false, hold_id: null }
    : { confirmation_required: true, hold_id: hold.hold_id };
}
