import { Digest } from '@countersign/protocol/crypto';
import type {} from '@countersign/protocol/reason';
import { Name } from '@countersign/protocol/value';
import * as z from 'zod';

/** As long as a signed artifact may be. */
const jwsMax = 262_144;

/** An edge asks for the policy in force, for some seconds. */
export const SnapshotBody = z.strictObject({
  /** One life of its backlog. */
  run: Name,
  /** Chosen for this question, so that no other answer fits. */
  nonce: Name,
  /** The documents that it has already. */
  has: Digest.nullable(),
});

export const SnapshotAnswer = z.object({
  snapshot: z.string().max(jwsMax),
  /** The documents that the snapshot names by their digest; null where the edge has them. */
  policy_text: z.string().max(67_108_864).nullable(),
});
export type SnapshotAnswer = z.infer<typeof SnapshotAnswer>;

/** What an edge allowed, signed by it. */
export const EdgeBatchBody = z.strictObject({ batch: z.string().min(1).max(jwsMax) });

export const EdgeBatchAnswer = z.object({
  sequence: z.int().min(1),
  /** How many decisions the server would not have made. They are recorded, and marked. */
  contradicted: z.int().min(0),
  /** Whether this very batch had been recorded before. */
  repeated: z.boolean(),
});
export type EdgeBatchAnswer = z.infer<typeof EdgeBatchAnswer>;

/** Snapshots whose decisions were never told. */
export const EdgeGapFacts = z.object({
  from_serial: z.int(),
  through_serial: z.int(),
  cause: z.enum(['run_ended', 'epoch_ended']),
  at: z.string(),
});

/** An edge, as the log says. */
export const EdgeFacts = z.object({
  /** Its credential. */
  edge_id: z.string(),
  label: z.string().nullable(),
  agent_ids: z.array(z.string()),
  /** Whether its credential still works. */
  active: z.boolean(),
  /** The last snapshot that it was given. */
  serial: z.int(),
  issued_at: z.string().nullable(),
  /** The last batch that it sent. */
  recorded_at: z.string().nullable(),
  decisions: z.int(),
  contradicted: z.int(),
  /** How often a process ended without closing its backlog: its last moment before may be missing. */
  resumed: z.int(),
  /** Snapshots whose decisions are overdue: as long as they are, the log has a gap here. */
  overdue: z.array(z.object({ serial: z.int(), expires_at: z.string() })),
  gap_count: z.int(),
  /** The last gaps that will never be filled. */
  gaps: z.array(EdgeGapFacts),
  last_refusal: z.object({ code: z.string(), at: z.string() }).nullable(),
});
export type EdgeFacts = z.infer<typeof EdgeFacts>;

/** Those with a gap first. */
export const EdgeList = z.object({ edges: z.array(EdgeFacts) });
export type EdgeList = z.infer<typeof EdgeList>;
