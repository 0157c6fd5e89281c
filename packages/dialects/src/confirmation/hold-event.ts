import { parseActionBinding } from '@countersign/protocol/action';
import { sha256OfText } from '@countersign/protocol/crypto';
import type { Hold } from '@countersign/protocol/hold';
import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type { Timestamp } from '@countersign/protocol/value';
import { type ConfirmationEvent, parseConfirmationEvent } from './confirmation-event.ts';
import { toActionDetail } from './confirmation-ui.ts';

/** The record of one hold, as `GET /v1/holds/:hold_id/record` gives it. */
export interface HoldRecords {
  readonly hold: Hold;
  /** What the agent wrote; null where only its digest is kept. */
  readonly message: string | null;
  readonly answered: {
    readonly answer: 'proceed' | 'cancel' | 'expired';
    readonly at: Timestamp;
  } | null;
  /** What was first started in its sessions after a Proceed. */
  readonly started: { readonly action: unknown } | null;
}

/**
 * The event of a hold. Nothing was bound when the agent wrote its words, so `proposed_action` is what was read from them.
 * `final_action` is what was then started in the conversation, once that is known.
 */
export function toHoldEvent(records: HoldRecords): ConfirmationEvent {
  const { hold, message, answered, started } = records;
  if (message !== null && sha256OfText(message) !== hold.message_digest) {
    throw new ProtocolError(
      'object_malformed',
      '/message',
      'expected the words that the hold names by digest',
    );
  }
  const { intent, hold_id, message_digest } = hold;
  const said = answered?.answer === 'proceed';
  const action = said ? (started?.action ?? null) : null;
  return parseConfirmationEvent({
    timestamp: answered?.at ?? hold.placed_at,
    agent_reasoning: message ?? '',
    proposed_action: proposedOf(intent),
    risk_assessment: intent.risk_level,
    user_response: said,
    final_action: action === null ? null : toActionDetail(parseActionBinding(action)),
    countersign_hold: { hold_id, message_digest, answer: answered?.answer ?? null },
  });
}

/** What the message announced, without what it did not name. */
function proposedOf({ action_type, scope }: Hold['intent']): JsonObject {
  const named = Object.entries(scope).filter(([, value]) => value !== null);
  return { type: action_type, scope: Object.fromEntries(named) };
}
