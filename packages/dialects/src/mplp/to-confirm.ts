import { sha256 } from '@countersign/protocol/crypto';
import { canonicalize, type JsonObject, parseStrict } from '@countersign/protocol/json';
import { inputDigest } from '@countersign/protocol/request';
import { metadataAt } from './common-forms.ts';
import type { MplpConfirm, MplpDecision } from './confirm.ts';
import { idOfOurs } from './identifiers.ts';
import {
  type CaseRounds,
  confirmStatusOf,
  type MplpCase,
  readCase,
  reasonOf,
  roleOf,
} from './mplp-case.ts';
import { type EventOptions, type EventProfile, toMplpEvents } from './to-events.ts';

/** The name of our member in the open attributes of a trace reference. */
export const extensionName = 'countersign';

/**
 * A case as one Confirm: its status is that of the latest round, its decisions are the entries of all rounds. Complete
 * with a reference to its trace, its events, and all that MPLP has no member for; `bare` leaves those out.
 */
export function toMplpConfirm(rounds: CaseRounds, options: EventOptions = {}): MplpConfirm {
  const mplpCase = readCase(rounds);
  const { request } = mplpCase.first;
  const confirm: MplpConfirm = {
    meta: metadataAt(request.requested_at),
    confirm_id: mplpCase.confirm_id,
    target_type: mplpCase.target_type,
    target_id: mplpCase.target_id,
    status: confirmStatusOf[mplpCase.status],
    requested_by_role: mplpCase.requested_by_role,
    requested_at: request.requested_at,
    reason: mplpCase.reason,
    decisions: decisionsOf(mplpCase),
  };
  if (options.bare === true) return confirm;
  return {
    ...confirm,
    trace: {
      trace_id: mplpCase.trace_id,
      span_id: mplpCase.span_id,
      context_id: mplpCase.context_id,
      attributes: { [extensionName]: extensionOf(rounds, mplpCase, options.profile ?? 'document') },
    },
    events: [...toMplpEvents(rounds, options)],
  };
}

function decisionsOf(mplpCase: MplpCase): MplpDecision[] {
  return mplpCase.rounds.flatMap(({ entries, chain }) =>
    entries.map(entry => ({
      decision_id: idOfOurs(entry.chain_entry_id),
      status: entry.decision === 'allow' ? ('approved' as const) : ('rejected' as const),
      decided_by_role: roleOf(entry, chain),
      decided_at: entry.decided_at,
      reason: reasonOf(entry),
    })),
  );
}

/**
 * The true state. `trace_digest` is the digest of the trace reference that the approver's input digest covers, and with
 * it the signed request artifact and a passkey's signature: that is the cryptographic link to the trace.
 */
function extensionOf(rounds: CaseRounds, mplpCase: MplpCase, profile: EventProfile): JsonObject {
  const { request } = mplpCase.latest;
  const extension = {
    form: 'countersign/mplp/1',
    profile,
    status: mplpCase.status,
    case_id: request.case_id,
    approval_request_id: request.approval_request_id,
    input_digest: inputDigest(request),
    trace_digest: request.trace_digest,
    rounds,
    // It has no key, so it notices an accident and not a forger.
    rounds_digest: sha256(rounds, { bytesMax: extensionBytesMax }),
  };
  // A copy in plain data, so that nothing is shared with what it was made from.
  return parseStrict(canonicalize(extension, { bytesMax: extensionBytesMax }), {
    bytesMax: extensionBytesMax,
  }) as JsonObject;
}

/** All rounds of a case with everything in them. */
export const extensionBytesMax = 2 ** 24;
