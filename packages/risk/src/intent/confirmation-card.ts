import type { ActionBinding } from '@countersign/protocol/action';
import { confirmationChoices } from '@countersign/protocol/hold';
import type { JsonValue } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { RiskLevel } from '@countersign/protocol/value';
import { type Fact, factsOf, segmentText, TextSegment } from '@countersign/protocol/view';
import * as z from 'zod';

/** What a person reads before pressing a button is short; the rest is one step away, in the record. */
export const messageLengthMax: number = 4096;

/** Facts beyond this number are counted, not listed: a card is not the record. */
const factsMax: number = 1024;

const ShownFact = z.strictObject({
  label: z.array(TextSegment),
  kind: z.enum(['text', 'number', 'boolean', 'null', 'object', 'array', 'sealed']),
  value: z.array(TextSegment),
  size: z.int().min(0),
});

/**
 * What is shown where an agent is stopped: its words, set apart as words, and beside them the facts of the
 * bound action, if there is one. Two buttons, and nothing to type.
 */
export const ConfirmationCard = z.strictObject({
  /** Written by the agent, unverified; nothing in it is invisible. */
  message: z.array(TextSegment),
  /** Characters of the message that are not shown. */
  message_left_out: z.int().min(0),
  /** From the bytes of the action, never from the message. Null when no action is bound yet. */
  action: z
    .strictObject({ facts: z.array(ShownFact).max(factsMax), facts_left_out: z.int().min(0) })
    .nullable(),
  risk_level: RiskLevel,
  show_details: z.boolean(),
  buttons: z.tuple([z.literal(confirmationChoices[0]), z.literal(confirmationChoices[1])]),
});
export type ConfirmationCard = z.infer<typeof ConfirmationCard>;

export interface ConfirmationInput {
  /** What the agent said. */
  readonly message: string;
  /** What would run, where it is known. */
  readonly action: ActionBinding | null;
  readonly risk: RiskLevel;
  /** Whether the facts are unfolded from the start. */
  readonly details: boolean;
}

/** Builds the view. The agent's words never become a fact, a button or a level. */
export function confirmationCard(input: ConfirmationInput): ConfirmationCard {
  const message = shorten(input.message);
  const view = {
    message: mutable(segmentText(message)),
    message_left_out: input.message.length - message.length,
    action: input.action === null ? null : shownFacts(factsOf(input.action as JsonValue)),
    risk_level: input.risk,
    show_details: input.details,
    buttons: [...confirmationChoices],
  };
  const parsed = ConfirmationCard.safeParse(view);
  if (parsed.success) return parsed.data;
  const path = `/${(parsed.error.issues[0]?.path ?? []).map(String).join('/')}`;
  throw new ProtocolError('object_malformed', path, 'expected what a confirmation can show');
}

/** Cuts between code points, so that no half of a pair is left. */
function shorten(message: string): string {
  if (message.length <= messageLengthMax) return message;
  const last = message.charCodeAt(messageLengthMax - 1);
  return message.slice(
    0,
    last >= 0xd800 && last < 0xdc00 ? messageLengthMax - 1 : messageLengthMax,
  );
}

function shownFacts(facts: readonly Fact[]) {
  const shown = facts.slice(0, factsMax).map(({ label, kind, value, size }) => ({
    label: mutable(label),
    kind,
    value: mutable(value),
    size,
  }));
  return { facts: shown, facts_left_out: facts.length - shown.length };
}

function mutable(segments: readonly TextSegment[]) {
  return segments.map(segment => ({ ...segment }));
}
