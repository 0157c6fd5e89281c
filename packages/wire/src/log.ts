import { LogLeaf, TreeHash } from '@countersign/protocol/log';
import { Name } from '@countersign/protocol/value';
import * as z from 'zod';

const Epoch = z.coerce.number().int().min(1);

export const CheckpointQuery = z.strictObject({ epoch: Epoch.optional() });
export const InclusionQuery = z.strictObject({
  stream: Name,
  version: z.coerce.number().int().min(1),
});
export const ConsistencyQuery = z.strictObject({
  epoch: Epoch,
  size: z.coerce.number().int().min(0),
});
export const RowsQuery = z.strictObject({
  epoch: Epoch,
  from: z.coerce.number().int().min(0).default(0),
});

/** A signed head of the log. Its text is `note`. */
export const CheckpointFacts = z.object({ epoch: z.int(), size: z.int(), note: z.string() });
export type CheckpointFacts = z.infer<typeof CheckpointFacts>;

/** Proof that an event is in the log. */
export const InclusionFacts = z.object({
  leaf: LogLeaf,
  leaf_index: z.int(),
  proof: z.array(TreeHash),
  checkpoint: CheckpointFacts,
});
export type InclusionFacts = z.infer<typeof InclusionFacts>;

/** Proof that the log went on from an earlier size. */
export const ConsistencyFacts = z.object({ proof: z.array(TreeHash), checkpoint: CheckpointFacts });
export type ConsistencyFacts = z.infer<typeof ConsistencyFacts>;
