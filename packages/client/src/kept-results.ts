import { sha256 } from '@countersign/protocol/crypto';
import { canonicalize, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { NotAllowed } from './not-allowed.ts';

/** Keeps results by the id of their request, as JSON. Give one of your own to keep them across restarts. */
export interface ResultKeeper {
  get(approvalRequestId: string): Promise<string | undefined> | string | undefined;
  set(approvalRequestId: string, result: string): Promise<void> | void;
}

/** A longer result is not kept. */
const resultLengthMax = 65_536;
const resultsMax = 256;

/** In the memory of this process; the oldest are forgotten. */
export function memoryKeeper(): ResultKeeper {
  const results = new Map<string, string>();
  return {
    get: id => results.get(id),
    set: (id, result) => {
      results.set(id, result);
      for (const oldest of results.keys()) {
        if (results.size <= resultsMax) break;
        results.delete(oldest);
      }
    },
  };
}

/** A result that is not JSON, or too long, is not kept. The tool has succeeded, so a keeper that fails changes nothing. */
export async function keepResultOf(
  keeper: ResultKeeper,
  approvalRequestId: string,
  result: unknown,
): Promise<void> {
  try {
    const text = canonicalize(result);
    if (text.length <= resultLengthMax) await keeper.set(approvalRequestId, text);
  } catch {}
}

/**
 * The result of an earlier run, where the record says that it succeeded and the kept result has the digest that was
 * reported. Null where there is none.
 */
export async function keptResultFor(
  keeper: ResultKeeper,
  error: unknown,
): Promise<{ readonly result: unknown } | null> {
  if (!(error instanceof NotAllowed) || error.execution !== 'succeeded') return null;
  const { approval_request_id: id, result_digest } = error;
  if (id === null || result_digest === null) return null;
  const text = await keeper.get(id);
  if (text === undefined || text.length > resultLengthMax) return null;
  try {
    const result = parseStrict(text);
    return sha256(result) === result_digest ? { result } : null;
  } catch (problem) {
    if (problem instanceof ProtocolError) return null;
    throw problem;
  }
}
