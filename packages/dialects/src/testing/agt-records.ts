import assert from 'node:assert/strict';
import type { RequestEvent } from '@countersign/protocol/request';
import {
  type AgtChainEntry,
  type AgtRecords,
  agtEntryDigest,
  agtInputDigest,
  toAgtRecords,
} from '../agt/index.ts';
import { plainRound, playCase, type RoundScript } from './sample-rounds.ts';

type Editable = { -readonly [K in keyof AgtRecords]: AgtRecords[K] };

export function eventsOf(change: Partial<RoundScript> = {}): RequestEvent[] {
  const [round] = playCase([{ ...plainRound, ...change }]);
  return round ?? [];
}

/** Records as AGT alone would have them: without what we add. */
export function recordsOf(change: Partial<RoundScript> = {}): Editable {
  const exported = toAgtRecords(eventsOf(change));
  assert.ok(exported.ok);
  return { ...structuredClone(exported.value), countersign: null };
}

/** Computes every digest again, as anyone can who has the records: they have no key. */
export function reseal(records: AgtRecords): Editable {
  const input_digest = agtInputDigest(records.approval_request);
  let previous_entry_digest: AgtChainEntry['previous_entry_digest'] = null;
  const chain_entries = records.chain_entries.map(entry => {
    const linked: AgtChainEntry = { ...entry, input_digest, previous_entry_digest };
    previous_entry_digest = agtEntryDigest(linked);
    return { ...linked, entry_digest: previous_entry_digest };
  });
  const { resolution } = records;
  return {
    ...records,
    chain_entries,
    resolution:
      resolution === null ? null : { ...resolution, final_entry_digest: previous_entry_digest },
  };
}

export function entriesEdited(
  records: Editable,
  edit: (entry: AgtChainEntry, index: number) => Partial<AgtChainEntry>,
): Editable {
  const edited = records.chain_entries.map((entry, index) => ({ ...entry, ...edit(entry, index) }));
  return reseal({ ...records, chain_entries: edited as AgtChainEntry[] });
}
