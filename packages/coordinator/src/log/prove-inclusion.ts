import {
  inclusionNodes,
  inclusionProof,
  type LogLeaf,
  type TreeHash,
} from '@countersign/protocol/log';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { failClosed } from '../fail-closed.ts';
import type { EventPlace, KeptCheckpoint, LogStore } from './log-store.ts';
import { loadNodes } from './tree-nodes.ts';

/** The proof that an event is in the log, for `verifyInclusion`. Size and root are to be taken from the checkpoint. */
export interface InclusionProof {
  readonly leaf: LogLeaf;
  readonly leaf_index: number;
  readonly proof: readonly TreeHash[];
  readonly checkpoint: KeptCheckpoint;
}

/** Proves that an event is in the log that the latest checkpoint of its epoch speaks of. */
export function proveInclusion(
  store: Pick<LogStore, 'findLeaves' | 'readLog' | 'readLeaves'>,
  event: EventPlace,
): Promise<Result<InclusionProof>> {
  return failClosed(async () => {
    const [found] = await store.findLeaves([event]);
    if (found === undefined) {
      return refuse('log_position_unknown', 'the event is not in a log, or not yet');
    }
    const { epoch, index, stream, version, event_digest } = found;
    const { checkpoint } = await store.readLog(epoch);
    if (checkpoint === null || checkpoint.size <= index) {
      return refuse('log_position_unknown', 'no checkpoint covers the event yet');
    }
    const places = inclusionNodes(index, checkpoint.size);
    if (!places.ok) return places;
    const readNode = await loadNodes(store, epoch, places.value);
    const proof = inclusionProof(index, checkpoint.size, readNode);
    if (!proof.ok) return proof;
    const leaf = { stream, version, event_digest };
    return accept({ leaf, leaf_index: index, proof: proof.value, checkpoint });
  });
}
