import type { NotAllowed } from '@countersign/client';
import type { RpcId } from '../message/rpc.ts';

/** The member under which the result of a call that did not run carries facts for programs. */
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

/**
 * The text of a refusal, and the page on which a person decides. The server knows the address that people use. The
 * address by which the gateway reaches the server is only a guess.
 */
export function refusalAnswer(
  error: NotAllowed,
  guessed: string | null,
  more: Facts = {},
): OwnAnswer {
  const { outcome, code, retry, approval_request_id, expires_at } = error;
  const url = error.url ?? guessed;
  const isSaid = url === null || error.forModel.includes(url);
  const where = outcome === 'pending' && !isSaid ? ` The approver decides at ${url} .` : '';
  const facts = { outcome, code, retry, approval_request_id, expires_at, url, ...more };
  return { text: `${error.forModel}${where}`, isError: true, meta: { [approvalMember]: facts } };
}

/** The answer if the gateway refuses without asking. The outcome says what is known. */
export function plainAnswer(
  code: string,
  text: string,
  outcome: 'unavailable' | 'unknown' = 'unavailable',
): OwnAnswer {
  const facts = { outcome, code, retry: outcome === 'unavailable' ? 'same_call' : 'never' };
  return { text, isError: true, meta: { [approvalMember]: facts } };
}

/** The house request in which operators decide whether a tool can be used. */
interface AskedOperators {
  readonly approval_request_id: string;
  readonly url: string | null;
  readonly isRejected: boolean;
}

/** What a call of a withheld tool is answered with. Only operators can change that. */
export function withheldAnswer(text: string, asked: AskedOperators | null): OwnAnswer {
  const facts = { code: 'tool_definition_changed', withheld: 'definition' };
  if (asked === null) {
    const more = { outcome: 'unavailable', retry: 'same_call', approval_request_id: null };
    const words = 'Tell the operator. Do not work around it.';
    return ownError(`${text} ${words}`, { ...facts, ...more, url: null });
  }
  const { approval_request_id, url, isRejected } = asked;
  if (isRejected) {
    const words =
      'An operator rejected it. Do not repeat this call, and do not try to reach the same result by other means.';
    const more = { outcome: 'denied', retry: 'never', approval_request_id, url };
    return ownError(`${text} ${words}`, { ...facts, ...more });
  }
  const where = url === null ? '' : ` at ${url} `;
  const words = `An operator decides about it${where}. After that, make the same call again to continue. Do not work around it.`;
  const more = { outcome: 'pending', retry: 'same_call', approval_request_id, url };
  return ownError(`${text} ${words}`, { ...facts, ...more });
}

function ownError(text: string, facts: Facts): OwnAnswer {
  return { text, isError: true, meta: { [approvalMember]: facts } };
}
