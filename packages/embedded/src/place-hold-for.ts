import type { MessageCall, ObservedMessage } from '@countersign/client';
import { admitToHold, failClosed, placeHold } from '@countersign/coordinator';
import { detectWithin } from '@countersign/policy/workers';
import { sha256OfText } from '@countersign/protocol/crypto';
import { type Hold, holdSeconds } from '@countersign/protocol/hold';
import type { Result } from '@countersign/protocol/reason';
import { addSeconds, HoldId, idFromUuid, type Principal } from '@countersign/protocol/value';
import { intentOfHold } from '@countersign/risk/intent';
import { derivedUuid } from './derived-uuid.ts';
import type { EmbeddedParts } from './embedded-transport.ts';

/** Halts the session where the message asks for leave. Under the same key it is the same hold, also after a restart. */
export function placeHoldFor(
  { context, evaluations }: Pick<EmbeddedParts, 'context' | 'evaluations'>,
  message: MessageCall,
  principal: Principal,
): Promise<Result<ObservedMessage>> {
  const { agent_id, session_id, plan_id = null, text, metadata, idempotency_key } = message;
  return failClosed(async (): Promise<Result<ObservedMessage>> => {
    const detection = await detectWithin(evaluations, agent_id, text, metadata);
    if (!detection.confirmation_required) {
      return { ok: true, value: { confirmation_required: false, hold_id: null } };
    }
    const now = context.clock.now();
    const hold_id = idFromUuid(HoldId, 'hold', derivedUuid('hold', agent_id, idempotency_key));
    const hold: Hold = {
      hold_id,
      session_id,
      agent_id,
      plan_id,
      message_digest: sha256OfText(text),
      intent: intentOfHold(detection),
      placed_at: now,
      expires_at: addSeconds(now, holdSeconds),
    };
    const admits = await admitToHold(context, { ...hold, agent_id }, principal);
    const placed = await placeHold(context, { ...hold, admits }, text);
    if (!placed.ok && placed.refusal.code !== 'hold_already_placed') return placed;
    return { ok: true, value: { confirmation_required: true, hold_id } };
  });
}
