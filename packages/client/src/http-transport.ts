import {
  ActionAnswer,
  ConsumptionFacts,
  ConversationAnswer,
  GrantAnswer,
  HoldStanding,
  KeySet,
  ObservedAnswer,
  OwnCredential,
  ProposalAnswer,
  RequestFacts,
  StoreFacts,
} from '@countersign/wire/agent-answers';
import { HttpCaller, type HttpOptions } from './http-call.ts';
import { feedOf, waitForRequest } from './http-wait.ts';
import {
  reader,
  toldAction,
  toldGrant,
  toldKeys,
  toldMessage,
  toldProposal,
} from './read-answer.ts';
import type { CallOptions, MessageCall, ProposalCall, Transport } from './transport.ts';

const readFacts = reader(RequestFacts);
const readConsumed = reader(ConsumptionFacts);

/** The transport to a server, with fetch and web streams alone. */
export function httpTransport(options: HttpOptions): Transport {
  const http = new HttpCaller(options);
  const get = (path: string, more: CallOptions | undefined) => ({
    method: 'GET' as const,
    path,
    signal: more?.signal,
  });
  const post = (
    path: string,
    body: object | undefined,
    idempotencyKey: string | undefined,
    more: CallOptions | undefined,
  ) => ({
    method: 'POST' as const,
    path,
    ...(body === undefined ? {} : { body }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    signal: more?.signal,
  });
  return {
    canAsk: true,
    address: http.origin,
    propose: (proposal, more) =>
      http.call(
        post(proposalPath(proposal), proposalBody(proposal), proposal.idempotency_key, more),
        reader(ProposalAnswer, toldProposal),
      ),
    read: (id, more) => http.call(get(requestPath(id), more), readFacts),
    action: (id, more) =>
      http.call(get(`${requestPath(id)}/action`, more), reader(ActionAnswer, toldAction)),
    wait: (id, more) => waitForRequest(http, requestPath(id), more),
    events: more => feedOf(http, more),
    grant: (id, more) =>
      http.call(get(`${requestPath(id)}/grant`, more), reader(GrantAnswer, toldGrant)),
    consume: (id, consumption, more) => {
      const key = `consume:${consumption.attempt}`;
      return http.call(post(`${requestPath(id)}/consume`, consumption, key, more), readConsumed);
    },
    report: (id, report, more) => {
      const key = `report:${report.attempt}`;
      return http.call(post(`${requestPath(id)}/report`, report, key, more), readFacts);
    },
    cancel: (id, reason, more) =>
      http.call(post(`${requestPath(id)}/cancel`, { reason }, `cancel:${id}`, more), readFacts),
    answer: (id, question, text, more) => {
      const path = `${requestPath(id)}/questions/${encodeURIComponent(question)}/answers` as const;
      return http.call(post(path, { text }, `answer:${question}`, more), readFacts);
    },
    observe: (message, more) =>
      http.call(
        post('/v1/messages', messageBody(message), message.idempotency_key, more),
        reader(ObservedAnswer, toldMessage),
      ),
    hold: (id, more) =>
      http.call(get(`/v1/holds/${encodeURIComponent(id)}`, more), reader(HoldStanding)),
    resume: (id, more) =>
      http.call(
        post(`/v1/holds/${encodeURIComponent(id)}/resume`, undefined, `resume:${id}`, more),
        reader(HoldStanding),
      ),
    join: (joining, more) =>
      http.call(post('/v1/conversations', joining, undefined, more), reader(ConversationAnswer)),
    keys: more => http.call(get('/.well-known/jwks.json', more), reader(KeySet, toldKeys)),
    credential: more => http.call(get('/v1/credential', more), reader(OwnCredential)),
    state: more => http.call(get('/v1/keys', more), reader(StoreFacts)),
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

function proposalBody({ idempotency_key: _, next_round_of, ...body }: ProposalCall): object {
  return next_round_of === undefined ? body : { ...body, change: next_round_of.change };
}

function messageBody({ idempotency_key: _, ...body }: MessageCall): object {
  return body;
}
