import { consistencyNodes, consistencyProof, type TreeHash } from '@countersign/protocol/log';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { failClosed } from '../fail-closed.ts';
import type { KeptCheckpoint, LogStore } from './log-store.ts';
import { loadNodes } from './tree-nodes.ts';

/** The proof that a log continues from an earlier size, for `checkTransition`. */
export interface ConsistencyProof {
  readonly proof: readonly TreeHash[];
  readonly checkpoint: KeptCheckpoint;
}

/** Proves that the log of an epoch, as its latest checkpoint has it, begins with the one of an earlier size. */
export function proveConsistency(
  store: Pick<LogStore, 'readLog' | 'readLeaves'>,
  { epoch, size }: { readonly epoch: number; readonly size: number },
): Promise<Result<ConsistencyProof>> {
  return failClosed(async () => {
    const { checkpoint } = await store.readLog(epoch);
    if (checkpoint === null) {
      return refuse('log_position_unknown', 'the log has no checkpoint yet');
    }
    const places = consistencyNodes(size, checkpoint.size);
    if (!places.ok) return places;
    const readNode = await loadNodes(store, epoch, places.value);
    const proof = consistencyProof(size, checkpoint.size, readNode);
    return proof.ok ? accept({ proof: proof.value, checkpoint }) : proof;
  });
}
