import type { EvidenceBundle } from '@countersign/protocol/bundle';
import { inclusionNodes, inclusionProof, type TreePlace } from '@countersign/protocol/log';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { logOrigin } from './log-origin.ts';
import type { EventPlace, LoggedLeaf, LogStore } from './log-store.ts';
import { loadNodes } from './tree-nodes.ts';

/** An event to prove, with the digest that it has now. */
interface EventToProve extends EventPlace {
  readonly event_digest: string;
}

export interface ProvenEvents {
  readonly origin: string;
  readonly log: NonNullable<EvidenceBundle['log']>;
}

/**
 * Proves all events of a stream under one checkpoint, the latest of their log, and those of the store that are in
 * the same log. An event of the store from an earlier epoch is in another log, and has no proof here.
 */
export async function proveEvents(
  store: Pick<LogStore, 'findLeaves' | 'readLog' | 'readLeaves'>,
  stream: readonly EventToProve[],
  ofStore: readonly EventToProve[],
  /** The events of each earlier version of an amended request. */
  ofVersions: readonly (readonly EventToProve[])[] = [],
): Promise<Result<ProvenEvents>> {
  const found = new Map<string, LoggedLeaf>();
  const required = [...stream, ...ofVersions.flat()];
  for (const leaf of await store.findLeaves([...required, ...ofStore])) {
    found.set(placeOf(leaf), leaf);
  }
  const leaves = required.map(event => found.get(placeOf(event)));
  const epoch = leaves[0]?.epoch;
  if (epoch === undefined || leaves.includes(undefined)) {
    return unknown('an event of the request is not in a log yet');
  }
  if (leaves.some(leaf => leaf?.epoch !== epoch)) {
    return unknown('the events of the request are in the logs of several epochs');
  }
  const { checkpoint, storeId } = await store.readLog(epoch);
  const size = checkpoint?.size ?? 0;
  if (checkpoint === null || leaves.some(leaf => leaf === undefined || leaf.index >= size)) {
    return unknown('no checkpoint covers the events of the request yet');
  }
  const places: TreePlace[] = [];
  const provable = [...required, ...ofStore].map(event => {
    const leaf = found.get(placeOf(event));
    return leaf?.epoch === epoch && leaf.index < size ? { event, leaf } : null;
  });
  for (const each of provable) {
    if (each === null) continue;
    if (each.leaf.event_digest !== each.event.event_digest) {
      return refuse('log_event_altered', 'an event is another one than the log has');
    }
    const nodes = inclusionNodes(each.leaf.index, size);
    if (!nodes.ok) return nodes;
    places.push(...nodes.value);
  }
  const readNode = await loadNodes(store, epoch, places);
  const inclusions: ({ leaf_index: number; proof: string[] } | null)[] = [];
  for (const each of provable) {
    const proof = each === null ? null : inclusionProof(each.leaf.index, size, readNode);
    if (proof?.ok === false) return proof;
    inclusions.push(each && proof && { leaf_index: each.leaf.index, proof: [...proof.value] });
  }
  const log = {
    checkpoint: checkpoint.note,
    stream: inclusions.slice(0, stream.length),
    store: inclusions.slice(required.length),
    ...(ofVersions.length === 0
      ? {}
      : { versions: versionsOf(inclusions.slice(stream.length, required.length), ofVersions) }),
  };
  return accept({ origin: logOrigin({ storeId, epoch }), log: log as ProvenEvents['log'] });
}

/** The proofs of the events of all versions, cut into those of each. */
function versionsOf<T>(inclusions: readonly T[], versions: readonly (readonly unknown[])[]): T[][] {
  let from = 0;
  return versions.map(events => {
    const own = inclusions.slice(from, from + events.length);
    from += events.length;
    return own;
  });
}

function placeOf({ stream, version }: EventPlace): string {
  return `${version} ${stream}`;
}

function unknown<T>(detail: string): Result<T> {
  return refuse('log_position_unknown', detail);
}
