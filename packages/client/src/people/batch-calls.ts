import type { EntrySubmission } from '@countersign/protocol/chain';
import { BatchAnswer, BatchDecided } from '@countersign/wire/batches';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

/** Deciding several requests together. Apart from the other calls, because one screen needs them. */
export function batchCalls(caller: PersonCaller) {
  return {
    /** What the caller can decide together, of one agent and one tool. */
    getBatch: (
      query: { readonly agent_id: string; readonly tool_name: string },
      options?: CallOptions,
    ) => caller.read(BatchAnswer, '/v1/batches', { ...options, query: { ...query } }),
    decideBatch: (
      rows: readonly { readonly approval_request_id: string; readonly entry: EntrySubmission }[],
      options?: WriteOptions,
    ) => caller.write(BatchDecided, '/v1/batches', { rows }, options),
  };
}
