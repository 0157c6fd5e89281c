import type { BatchAnswer } from '@countersign/client/people';
import {
  batchChallenge,
  batchTree,
  batchViewDigest,
  type EntrySubmission,
  reasonDigest,
} from '@countersign/protocol/chain';
import { ChainEntryId, idFromUuid, type StoreId } from '@countersign/protocol/value';
import { askPasskey } from '../decision/passkey.ts';
import type { ShownRow } from './batch-rows.ts';

type SentRow = { readonly approval_request_id: string; readonly entry: EntrySubmission };

/** What one person decides about all rows. */
export interface BatchDecision {
  readonly decision: 'allow' | 'deny';
  readonly code: string;
  readonly reason: string;
}

/** One decision for each row, unsigned. */
export function entriesFor(
  answer: BatchAnswer,
  rows: readonly ShownRow[],
  { decision, code, reason }: BatchDecision,
): SentRow[] {
  return rows.map(({ id, shown }) => ({
    approval_request_id: id,
    entry: {
      chain_entry_id: idFromUuid(ChainEntryId, 'ace', crypto.randomUUID()),
      stage_index: answer.stage_index ?? 0,
      decision,
      reason_code: code,
      reason,
      summary: null,
      input_digest: shown.inputDigest,
      view_digest: shown.viewDigest,
      assertion: null,
    },
  }));
}

/** One touch of the passkey over all decisions: each of them is a leaf of the tree that is signed (BA-1). */
export async function signBatch(
  answer: BatchAnswer,
  rows: readonly ShownRow[],
  sent: readonly SentRow[],
  personId: string,
  signal: AbortSignal,
): Promise<SentRow[]> {
  const { nonce } = answer;
  const signs = {
    store_id: answer.store_id as StoreId,
    epoch: answer.epoch,
    approver_identity: personId,
  };
  const pairs = sent.flatMap(({ entry }, index) => {
    const shown = rows[index]?.shown;
    return shown === undefined ? [] : [{ entry, shown }];
  });
  const tree = batchTree(
    pairs.map(({ entry, shown }) => ({
      ...signs,
      approval_request_id: shown.request.approval_request_id,
      input_digest: shown.inputDigest,
      view_digest: shown.viewDigest,
      stage_index: entry.stage_index,
      chain_entry_id: entry.chain_entry_id,
      decision: entry.decision,
      reason_digest: reasonDigest(entry),
      execute_within_seconds: shown.request.execute_within_seconds,
    })),
  );
  const batch_view_digest = batchViewDigest(
    pairs.map(({ shown }) => ({
      approval_request_id: shown.request.approval_request_id,
      view_digest: shown.viewDigest,
    })),
  );
  const whole = { root: tree.root, count: pairs.length, batch_view_digest };
  const assertion = await askPasskey(batchChallenge({ ...signs, ...whole, nonce }), answer, signal);
  return sent.map((row, index) => {
    const place = tree.places[index];
    if (place === undefined) throw new RangeError('expected a place for each row');
    const batch = { ...whole, leaf_index: place.leaf_index, proof: [...place.proof] };
    return { ...row, entry: { ...row.entry, assertion: { ...assertion, batch } } };
  });
}
