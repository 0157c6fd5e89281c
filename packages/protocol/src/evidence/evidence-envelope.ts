import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Refusal } from '../reason/refusal.ts';
import { eventForm, RecordedRefusal } from '../stream/event-form.ts';
import { EvidenceId } from '../value/ids.ts';
import { isDue, Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';

/** Exactly the action a person confirmed. The payload digest is never optional: two unknowns are not equal. */
export const Fingerprint = z.strictObject({
  action_kind: z.enum(['destructive', 'protected']),
  tool_name: Name,
  path: z.string().min(1).max(4096).nullable().default(null),
  scope: z.string().min(1).max(4096).nullable().default(null),
  payload_hash: Digest,
});
export type Fingerprint = z.infer<typeof Fingerprint>;

/**
 * A signal that a person confirmed something. Never permission: the three flags say so, have one value
 * each, and any other value makes the envelope invalid (EV-2).
 */
export const EvidenceEnvelope = z.strictObject({
  evidence_id: EvidenceId,
  fingerprint: Fingerprint,
  origin: z.enum(['runtime_ui_confirm', 'operator_contract_review']),
  created_at: Timestamp,
  expires_at: Timestamp,
  consumed_at: Timestamp.nullable().default(null),
  dispatch_allowed: z.literal(false),
  can_override_monitor_block: z.literal(false),
  authorization: z.literal('none'),
});
export type EvidenceEnvelope = z.infer<typeof EvidenceEnvelope>;

export const parseEvidenceEnvelope = parserOf('EvidenceEnvelope', EvidenceEnvelope);

export const evidenceSecondsDefault = 30;

export const EvidenceEvent = z.discriminatedUnion('type', [
  eventForm('evidence.recorded', z.strictObject({ envelope: EvidenceEnvelope })),
  eventForm('evidence.consumed', z.strictObject({ evidence_id: EvidenceId })),
  eventForm(
    'evidence.refused',
    z.strictObject({ evidence_id: EvidenceId, fingerprint: Fingerprint, refusal: RecordedRefusal }),
  ),
]);
export type EvidenceEvent = z.infer<typeof EvidenceEvent>;

export const parseEvidenceEvent = parserOf('EvidenceEvent', EvidenceEvent);

/**
 * # absent
 * Nothing is known under this id.
 *
 * # recorded
 * A person confirmed; the signal may be matched once, by exactly the confirmed action, until it expires.
 *
 * # consumed
 * It was matched. Final; a second use is refused permanently.
 */
export type EvidenceStatus = 'absent' | 'recorded' | 'consumed';

export type EvidenceState =
  | { readonly status: 'absent' }
  | {
      readonly status: 'recorded' | 'consumed';
      readonly envelope: EvidenceEnvelope;
      /** How many refused uses are recorded; absent where none is. */
      readonly refused?: number;
    };

/** Later refusals are answered and leave no record (HI-6). */
const refusedUsesMax = 16;

export const absentEvidence: EvidenceState = { status: 'absent' };

export type EvidenceCommand =
  | { readonly type: 'record'; readonly envelope: EvidenceEnvelope }
  | { readonly type: 'consume'; readonly fingerprint: Fingerprint };

export function decideEvidence(
  state: EvidenceState,
  command: EvidenceCommand,
  now: Timestamp,
): Decision<EvidenceEvent> {
  if (command.type === 'record') {
    const { envelope } = command;
    if (state.status !== 'absent') {
      return decline({
        code: 'evidence_already_recorded',
        detail: `the evidence is ${state.status}`,
      });
    }
    if (
      envelope.created_at > now ||
      isDue(envelope.expires_at, now) ||
      envelope.consumed_at !== null
    ) {
      return decline({
        code: 'evidence_window_empty',
        detail: 'expected unused evidence made by now that ends later',
      });
    }
    return emit({ type: 'evidence.recorded', at: now, data: { envelope } });
  }
  if (state.status === 'absent')
    return decline({ code: 'evidence_not_found', detail: 'no such evidence' });
  const { evidence_id } = state.envelope;
  const refusal = refusalFor(state, command.fingerprint, now);
  if (refusal === null) return emit({ type: 'evidence.consumed', at: now, data: { evidence_id } });
  if ((state.refused ?? 0) >= refusedUsesMax) return decline(refusal);
  return decline(refusal, {
    type: 'evidence.refused',
    at: now,
    data: { evidence_id, fingerprint: command.fingerprint, refusal },
  });
}

export function evolveEvidence(state: EvidenceState, event: EvidenceEvent): EvidenceState {
  if (event.type === 'evidence.recorded' && state.status === 'absent') {
    return { status: 'recorded', envelope: event.data.envelope };
  }
  if (event.type === 'evidence.consumed' && state.status === 'recorded') {
    const envelope = { ...state.envelope, consumed_at: event.at };
    return { ...state, status: 'consumed', envelope };
  }
  if (event.type === 'evidence.refused' && state.status !== 'absent') {
    return { ...state, refused: (state.refused ?? 0) + 1 };
  }
  throw new InvariantViolation(
    'EV-6',
    `${event.type} cannot follow in evidence that is ${state.status}`,
  );
}

const mismatchCodes = {
  action_kind: 'evidence_action_kind_mismatch',
  tool_name: 'evidence_tool_mismatch',
  path: 'evidence_path_mismatch',
  scope: 'evidence_scope_mismatch',
  payload_hash: 'evidence_payload_mismatch',
} as const satisfies Record<keyof Fingerprint, ReasonCode>;

function refusalFor(
  state: Exclude<EvidenceState, { status: 'absent' }>,
  fingerprint: Fingerprint,
  now: Timestamp,
): Refusal | null {
  const { envelope } = state;
  if (state.status === 'consumed') {
    return { code: 'evidence_already_consumed', detail: `used at ${envelope.consumed_at}` };
  }
  if (isDue(envelope.expires_at, now)) {
    return { code: 'evidence_expired', detail: `the evidence ended at ${envelope.expires_at}` };
  }
  for (const member of Object.keys(mismatchCodes) as (keyof Fingerprint)[]) {
    if (envelope.fingerprint[member] !== fingerprint[member]) {
      return { code: mismatchCodes[member], detail: `${member} is not what was confirmed` };
    }
  }
  return null;
}
