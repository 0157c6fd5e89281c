import * as z from 'zod';
import { ActionBinding } from '../action/action-binding.ts';
import { Digest, sha256OfText } from '../crypto/digest.ts';
import { verifyJws } from '../crypto/jws.ts';
import type { ImportedKey } from '../crypto/public-key.ts';
import { parserOf } from '../json/parse-object.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { PolicyDecisionId, StoreId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Trace } from '../value/trace.ts';
import { Name, OpenObject } from '../value/wire-text.ts';

/** The `typ` of a signed batch of decisions. */
export const edgeBatchType = 'countersign-edge-batch+jws';

export const batchDecisionsMax = 256;

/** One action that an edge allowed. The server evaluates it again (EG-7). */
export const EdgeDecision = z.strictObject({
  /** The snapshot that it was decided under. */
  serial: z.int().min(1),
  policy_decision_id: PolicyDecisionId,
  decided_at: Timestamp,
  action: ActionBinding,
  /** What policy looked at besides the action, as the caller said it. */
  context: OpenObject,
  trace: Trace.nullable(),
});
export type EdgeDecision = z.infer<typeof EdgeDecision>;

/** What an edge allowed since its batch before. Each names the one before it, so that a gap shows (EG-6). */
export const EdgeBatch = z.strictObject({
  version: z.literal('1'),
  store_id: StoreId,
  epoch: z.int().min(1),
  edge_id: Name,
  /** One life of the backlog. It ends where the backlog is lost, which the server records as a gap. */
  run: Name,
  /** From 1, and one more with each batch of the run. */
  sequence: z.int().min(1),
  previous_batch_digest: Digest.nullable(),
  /**
   * With this batch, all decisions under snapshots up to this one are told. Null: under every snapshot so far, since the
   * edge holds none.
   */
  closed_through: z.int().min(0).nullable(),
  /** Whether the process before this one ended without closing its backlog: its last moments may be missing. */
  resumed: z.boolean(),
  decisions: z.array(EdgeDecision).max(batchDecisionsMax),
});
export type EdgeBatch = z.infer<typeof EdgeBatch>;

export const parseEdgeBatch = parserOf('EdgeBatch', EdgeBatch);

export interface VerifiedBatch {
  readonly batch: EdgeBatch;
  readonly digest: Digest;
}

/** What the next batch names as the one before it. It covers the signature. */
export function edgeBatchDigest(jws: string): Digest {
  return sha256OfText(jws);
}

/** The signature of the edge, and the form. Whether the batch may be recorded depends on what came before it. */
export function verifyEdgeBatch({
  jws,
  edge_id,
  key,
}: {
  readonly jws: string;
  readonly edge_id: string;
  readonly key: ImportedKey;
}): Result<VerifiedBatch> {
  const signed = verifyJws({ jws, typ: edgeBatchType, keys: new Map([[edge_id, key]]) });
  if (!signed.ok) return signed;
  const parsed = EdgeBatch.safeParse(signed.value.payload);
  if (!parsed.success || parsed.data.edge_id !== edge_id) {
    return refuse('edge_batch_malformed', 'the signed content is not a batch of this edge');
  }
  return accept({ batch: parsed.data, digest: edgeBatchDigest(jws) });
}
