import type { NotAllowed } from '@countersign/client';
import type { RpcId } from '../message/rpc.ts';

/** Under this name the result of a call that did not run carries the facts for programs. */
const approvalMember = 'countersign/approval';

type Facts = Readonly<Record<string, string | null>>;

export interface OwnAnswer {
  readonly text: string;
  readonly isError: boolean;
  readonly meta: Readonly<Record<string, Facts>>;
}

/** A result that the gateway gives itself. The words are for the model, `_meta` is for programs. */
export function ownResult(id: RpcId, modern: boolean, { text, isError, meta }: OwnAnswer): object {
  return {
    jsonrpc: '2.0',
    id,
    result: {
      ...(modern ? { resultType: 'complete' } : {}),
      content: [{ type: 'text', text }],
      isError,
      _meta: meta,
    },
  };
}

/** What a refusal of the gate says, and where a person decides. */
export function refusalAnswer(error: NotAllowed, url: string | null, more: Facts = {}): OwnAnswer {
  const { outcome, code, retry, approval_request_id, expires_at } = error;
  const where = outcome === 'pending' && url !== null ? ` The approver decides at ${url} .` : '';
  const facts = { outcome, code, retry, approval_request_id, expires_at, url, ...more };
  return { text: `${error.forModel}${where}`, isError: true, meta: { [approvalMember]: facts } };
}

/** What the gateway refuses without asking. The outcome says what is known. */
export function plainAnswer(
  code: string,
  text: string,
  outcome: 'unavailable' | 'unknown' = 'unavailable',
): OwnAnswer {
  const facts = { outcome, code, retry: outcome === 'unavailable' ? 'same_call' : 'never' };
  return { text, isError: true, meta: { [approvalMember]: facts } };
}
