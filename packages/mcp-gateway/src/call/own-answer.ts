import type { NotAllowed } from '@countersign/client';
import type { RpcId } from '../message/rpc.ts';

/** Under this name the result of a call that did not run carries the facts for programs. */
const approvalMember = 'countersign/approval';

export interface OwnAnswer {
  readonly text: string;
  readonly facts: Readonly<Record<string, string | null>>;
}

/** A result that the gateway gives itself. The words are for the model, `_meta` is for programs. */
export function ownResult(id: RpcId, modern: boolean, { text, facts }: OwnAnswer): object {
  return {
    jsonrpc: '2.0',
    id,
    result: {
      ...(modern ? { resultType: 'complete' } : {}),
      content: [{ type: 'text', text }],
      isError: true,
      _meta: { [approvalMember]: facts },
    },
  };
}

/** What a refusal of the gate says, and where a person decides. */
export function refusalAnswer(error: NotAllowed, url: string | null): OwnAnswer {
  const { outcome, code, retry, approval_request_id, expires_at } = error;
  const where = outcome === 'pending' && url !== null ? ` The approver decides at ${url} .` : '';
  return {
    text: `${error.forModel}${where}`,
    facts: { outcome, code, retry, approval_request_id, expires_at, url },
  };
}

/** What the gateway refuses without asking. `ran` says what is known. */
export function plainAnswer(
  code: string,
  text: string,
  outcome: 'unavailable' | 'unknown' | 'denied' = 'unavailable',
): OwnAnswer {
  return {
    text,
    facts: { outcome, code, retry: outcome === 'unavailable' ? 'same_call' : 'never' },
  };
}
