import * as z from 'zod';
import { sha256Bytes } from '#sha256';
import { Digest, sha256 } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { utf8Bytes } from '../json/utf8.ts';
import { inclusionProof, verifyInclusion } from '../log/merkle-proof.ts';
import { appendLeaf, emptyFrontier, hashLeaf, rootOf, TreeHash } from '../log/merkle-tree.ts';
import type { ApprovalRequestId, StoreId } from '../value/ids.ts';
import type { DecisionChallenge } from './decision-challenge.ts';

/** How many decisions one touch may sign (BA-5). */
export const batchRowsMax = 50;

/** Where a decision stands in the batch that a passkey signed, and what else that signature covers (BA-1). */
export const BatchMembership = z.strictObject({
  root: TreeHash,
  count: z.int().min(2).max(batchRowsMax),
  leaf_index: z
    .int()
    .min(0)
    .max(batchRowsMax - 1),
  proof: z.array(TreeHash).max(6),
  batch_view_digest: Digest,
});
export type BatchMembership = z.infer<typeof BatchMembership>;

/** A decision as it stands in a batch: the whole challenge of that decision alone, without a nonce. */
export type BatchedDecision = Omit<DecisionChallenge, 'nonce'>;

/** Everything that a passkey signs when it decides a batch. */
interface BatchChallenge {
  readonly store_id: StoreId;
  readonly epoch: number;
  readonly approver_identity: string;
  readonly root: TreeHash;
  readonly count: number;
  readonly batch_view_digest: Digest;
  readonly nonce: string;
}

/** The 32 bytes to hand to the authenticator. */
export function batchChallenge(challenge: BatchChallenge): Uint8Array {
  return sha256Bytes(utf8Bytes(canonicalize({ type: 'countersign/batch/v1', ...challenge })));
}

/** The table that was read: the views of its rows, in the order in which they stood. */
export function batchViewDigest(
  rows: readonly {
    readonly approval_request_id: ApprovalRequestId;
    readonly view_digest: Digest | null;
  }[],
): Digest {
  return sha256({
    type: 'countersign/batch-view/v1',
    rows: rows.map(({ approval_request_id, view_digest }) => ({
      approval_request_id,
      view_digest,
    })),
  });
}

function leafOf(decision: BatchedDecision): TreeHash {
  return hashLeaf(canonicalize({ type: 'countersign/decision/v1', ...decision }));
}

/** The tree over the decisions of a batch (RFC 6962), and the place of each of them. */
export function batchTree(decisions: readonly BatchedDecision[]): {
  readonly root: TreeHash;
  readonly places: readonly Pick<BatchMembership, 'leaf_index' | 'proof'>[];
} {
  const nodes = new Map<string, TreeHash>();
  let frontier = emptyFrontier;
  for (const decision of decisions) {
    const grown = appendLeaf(frontier, leafOf(decision));
    frontier = grown.frontier;
    for (const { level, index, hash } of grown.nodes) nodes.set(`${level}/${index}`, hash);
  }
  const places = decisions.map((_, leaf_index) => {
    const proof = inclusionProof(leaf_index, decisions.length, (level, index) =>
      nodes.get(`${level}/${index}`),
    );
    return { leaf_index, proof: proof.ok ? proof.value : [] };
  });
  return { root: rootOf(frontier), places };
}

/** Whether the batch that was signed has exactly this decision in this place. */
export function isInBatch(decision: BatchedDecision, batch: BatchMembership): boolean {
  const { root, count, leaf_index, proof } = batch;
  const leafHash = leafOf(decision);
  return verifyInclusion({ leafIndex: leaf_index, treeSize: count, leafHash, root, proof }).ok;
}
