import type { Result } from '@countersign/protocol/reason';
import { EdgeBatchAnswer, SnapshotAnswer } from '@countersign/wire/edges';
import { HttpCaller, type HttpOptions } from './http-call.ts';
import { reader } from './read-answer.ts';
import type { CallOptions } from './transport.ts';

export type { HttpOptions } from './http-call.ts';
export { KeyTrust, type Trust, type TrustedKeys } from './trusted-keys.ts';

/** What an edge asks of the server that it decides for. Answers are read, and not yet verified. */
export interface EdgeCalls {
  snapshot(
    asked: { readonly run: string; readonly nonce: string; readonly has: string | null },
    options?: CallOptions,
  ): Promise<Result<SnapshotAnswer>>;
  /** Sends a signed batch. The same batch can be sent again. */
  upload(batch: string, options?: CallOptions): Promise<Result<EdgeBatchAnswer>>;
}

export function edgeCalls(options: HttpOptions): EdgeCalls {
  const http = new HttpCaller(options);
  return {
    snapshot: (body, more) =>
      http.call(
        { method: 'POST', path: '/v1/edge/snapshots', body, signal: more?.signal },
        reader(SnapshotAnswer),
      ),
    upload: (batch, more) =>
      http.call(
        { method: 'POST', path: '/v1/edge/batches', body: { batch }, signal: more?.signal },
        reader(EdgeBatchAnswer),
      ),
  };
}
