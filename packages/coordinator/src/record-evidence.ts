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
import { accept, type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import { takeBytes } from './byte-quota.ts';
import { changeStream } from './change-stream.ts';
import type { ClaimTaken } from './commit.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { passLocks } from './pass-locks.ts';
import { bytesOf, decisionBytes } from './proposal-bytes.ts';
import { evidenceStream } from './stream-name.ts';

/**
 * Keeps a signal that a person confirmed something. It permits nothing (EV-2). What is kept counts among the bytes of the
 * credential that sends it, where there is one (HI-5).
 */
export function recordEvidence(
  context: Context,
  value: unknown,
  credential?: string,
): Promise<Result<EvidenceState>> {
  return failClosed(async () => {
    const envelope = parseEvidenceEnvelope(value);
    const bytes = decisionBytes + bytesOf(envelope);
    const kept =
      credential === undefined ? accept([]) : await takeBytes(context, credential, bytes);
    if (!kept.ok) return kept;
    return changeEvidence(context, envelope.evidence_id, { type: 'record', envelope }, kept.value);
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

const partTaken: Refusal = {
  code: 'commit_contended',
  detail: 'another process took the bytes first; nothing was recorded',
};

function envelopeOf(state: EvidenceState) {
  return state.status === 'absent' ? null : state.envelope;
}

function changeEvidence(
  context: Context,
  evidenceId: string,
  command: EvidenceCommand,
  claims: readonly ClaimTaken[] = [],
): Promise<Result<EvidenceState>> {
  return changeStream<EvidenceState, EvidenceEvent>(context, {
    stream: evidenceStream(evidenceId),
    folding: { initial: absentEvidence, evolve: evolveEvidence },
    pass: () => passLocks(context, []),
    decide: (state, now) => decideEvidence(state, command, now),
    claims,
    onClaimTaken: () => partTaken,
    window: state => {
      const envelope = command.type === 'record' ? command.envelope : envelopeOf(state);
      const tooLate = command.type === 'record' ? 'evidence_window_empty' : 'evidence_expired';
      return envelope === null ? {} : { notAfter: envelope.expires_at, tooLate };
    },
  });
}
