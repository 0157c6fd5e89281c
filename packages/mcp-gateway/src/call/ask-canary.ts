import { randomUUID } from 'node:crypto';
import { isObject } from '../message/rpc.ts';
import { readUpstream } from '../message/upstream-message.ts';
import type { Upstream } from '../stdio/upstream.ts';
import { canaryMember, canaryTool } from './own-tools.ts';
import type { RequestStates } from './request-state.ts';

/** The outcome of a canary call. Only `passed` shows that calls pass a gateway that holds the same key. */
export type CanaryAnswer =
  | { readonly kind: 'passed'; readonly verdict: string; readonly decision: string | null }
  /** The gateway is running, but it cannot reach a server of Countersign. */
  | { readonly kind: 'not_asked'; readonly why: string }
  /** The gateway has another key. */
  | { readonly kind: 'other_key' }
  /** No gateway answered: the call reached the MCP server itself. */
  | { readonly kind: 'no_gateway' }
  | { readonly kind: 'no_answer'; readonly why: string };

/** Sends a call that only a gateway can answer. The gateway asks the gate first, and then answers the call itself. */
export async function askCanary(
  place: Upstream,
  states: RequestStates,
  signal: AbortSignal,
): Promise<CanaryAnswer> {
  const nonce = randomUUID();
  const id = `canary-${nonce}`;
  const params = { name: canaryTool, arguments: { nonce } };
  const request = { jsonrpc: '2.0', id, method: 'tools/call', params };
  const heard = await new Promise<CanaryAnswer>(resolve => {
    const silent = (why: string) => resolve({ kind: 'no_answer', why });
    signal.addEventListener('abort', () => silent('no answer came in time'), { once: true });
    place.start({
      message: async line => {
        const messages = line.kind === 'line' ? readUpstream(line.bytes) : [];
        const answer = messages.find(each => each.kind === 'response' && each.id === id);
        if (answer?.kind === 'response') resolve(judged(answer.value['result'], nonce, states));
      },
      lost: (_id, why) => silent(why),
      ended: silent,
    });
    const about = { kind: 'request', method: 'tools/call', message: { id, params } } as const;
    place.send(Buffer.from(JSON.stringify(request)), about).catch(() => silent('it has ended'));
  });
  await place.close();
  return heard;
}

function judged(result: unknown, nonce: string, states: RequestStates): CanaryAnswer {
  const meta = isObject(result) ? result['_meta'] : undefined;
  const facts = meta !== undefined && isObject(meta) ? meta[canaryMember] : undefined;
  if (facts === undefined || !isObject(facts)) return { kind: 'no_gateway' };
  const { verdict, decision, mark, unasked } = facts;
  if (mark !== states.markOf(`canary ${nonce}`)) return { kind: 'other_key' };
  if (typeof unasked === 'string') return { kind: 'not_asked', why: unasked };
  const kept = typeof decision === 'string' ? decision : null;
  return { kind: 'passed', verdict: String(verdict), decision: kept };
}
