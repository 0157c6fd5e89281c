import {
  absentEvidence,
  decideEvidence,
  type EvidenceCommand,
  type EvidenceEvent,
  type EvidenceState,
  evolveEvidence,
  Fingerprint,
  parseEvidenceEnvelope,
} from '@countersign/protocol/evidence';
import { snapshot } from '@countersign/protocol/json';
import { type Result, refuse } from '@countersign/protocol/reason';
import { changeStream } from './change-stream.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { passLocks } from './pass-locks.ts';
import { evidenceStream } from './stream-name.ts';

/** Keeps a signal that a person confirmed something. It permits nothing (EV-2). */
export function recordEvidence(context: Context, value: unknown): Promise<Result<EvidenceState>> {
  return failClosed(() => {
    const envelope = parseEvidenceEnvelope(value);
    return changeEvidence(context, envelope.evidence_id, { type: 'record', envelope });
  });
}

/** Matches the signal with exactly the confirmed action, once (EV-3). */
export function consumeEvidence(
  context: Context,
  input: { readonly evidenceId: string; readonly fingerprint: unknown },
): Promise<Result<EvidenceState>> {
  return failClosed(async () => {
    const parsed = Fingerprint.safeParse(snapshot(input.fingerprint));
    if (!parsed.success) return refuse('object_malformed', 'not a valid fingerprint');
    return changeEvidence(context, input.evidenceId, { type: 'consume', fingerprint: parsed.data });
  });
}

function envelopeOf(state: EvidenceState) {
  return state.status === 'absent' ? null : state.envelope;
}

function changeEvidence(
  context: Context,
  evidenceId: string,
  command: EvidenceCommand,
): Promise<Result<EvidenceState>> {
  return changeStream<EvidenceState, EvidenceEvent>(context, {
    stream: evidenceStream(evidenceId),
    folding: { initial: absentEvidence, evolve: evolveEvidence },
    pass: () => passLocks(context, []),
    decide: (state, now) => decideEvidence(state, command, now),
    window: state => {
      const envelope = command.type === 'record' ? command.envelope : envelopeOf(state);
      const tooLate = command.type === 'record' ? 'evidence_window_empty' : 'evidence_expired';
      return envelope === null ? {} : { notAfter: envelope.expires_at, tooLate };
    },
  });
}
