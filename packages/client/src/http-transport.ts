import type { JsonObject } from '@countersign/protocol/json';
import { HttpCaller, type HttpOptions } from './http-call.ts';
import { feedOf, waitForRequest } from './http-wait.ts';
import {
  readFacts,
  readGrantText,
  readHold,
  readKeySet,
  readObserved,
  readProposal,
  readState,
} from './read-answer.ts';
import type { CallOptions, MessageCall, ProposalCall, Transport } from './transport.ts';

/** A server of Countersign, over fetch and web streams alone. */
export function httpTransport(options: HttpOptions): Transport {
  const http = new HttpCaller(options);
  const get = (path: string, more: CallOptions | undefined) => ({
    method: 'GET' as const,
    path,
    signal: more?.signal,
  });
  const post = (
    path: string,
    body: JsonObject,
    idempotencyKey: string,
    more: CallOptions | undefined,
  ) => ({ method: 'POST' as const, path, body, idempotencyKey, signal: more?.signal });
  return {
    canAsk: true,
    propose: (proposal, more) =>
      http.call(
        post(proposalPath(proposal), proposalBody(proposal), proposal.idempotency_key, more),
        readProposal,
      ),
    read: (id, more) => http.call(get(requestPath(id), more), readFacts),
    wait: (id, more) => waitForRequest(http, requestPath(id), more),
    events: more => feedOf(http, more),
    grant: (id, more) => http.call(get(`${requestPath(id)}/grant`, more), readGrantText),
    consume: (id, consumption, more) => {
      const body = { ...consumption } as unknown as JsonObject;
      const key = `consume:${consumption.attempt}`;
      return http.call(post(`${requestPath(id)}/consume`, body, key, more), readFacts);
    },
    report: (id, report, more) => {
      const body = { ...report } as unknown as JsonObject;
      const key = `report:${report.attempt}`;
      return http.call(post(`${requestPath(id)}/report`, body, key, more), readFacts);
    },
    cancel: (id, reason, more) =>
      http.call(post(`${requestPath(id)}/cancel`, { reason }, `cancel:${id}`, more), readFacts),
    observe: (message, more) =>
      http.call(
        post('/v1/messages', messageBody(message), message.idempotency_key, more),
        readObserved,
      ),
    hold: (id, more) => http.call(get(`/v1/holds/${encodeURIComponent(id)}`, more), readHold),
    keys: more => http.call(get('/.well-known/jwks.json', more), readKeySet),
    state: more => http.call(get('/v1/keys', more), readState),
  };
}

function requestPath(id: string): string {
  return `/v1/requests/${encodeURIComponent(id)}`;
}

function proposalPath({ next_round_of }: ProposalCall): string {
  return next_round_of === undefined
    ? '/v1/requests'
    : `${requestPath(next_round_of.approval_request_id)}/rounds`;
}

function proposalBody({ idempotency_key: _, next_round_of, ...body }: ProposalCall): JsonObject {
  return {
    ...body,
    ...(next_round_of === undefined ? {} : { change: next_round_of.change }),
  } as unknown as JsonObject;
}

function messageBody({ idempotency_key: _, ...body }: MessageCall): JsonObject {
  return { ...body };
}
