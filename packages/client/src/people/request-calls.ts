import type { EntrySubmission } from '@countersign/protocol/chain';
import type { ReconciliationBody } from '@countersign/wire/executions';
import { HoldFacts, HoldList, HoldRecord } from '@countersign/wire/holds';
import {
  type AmendBody,
  type ListQuery,
  RequestCounts,
  RequestPage,
  RequestRepresentation,
} from '@countersign/wire/requests';
import type { Sent } from '@countersign/wire/sent';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

// Loaded with the first answer that needs them.
const PlanFacts = async () => (await import('@countersign/wire/plans')).PlanFacts;
const ViewAnswer = async () => (await import('@countersign/wire/views')).ViewAnswer;
const RequestHistory = async () => (await import('@countersign/wire/evidence')).RequestHistory;

export interface WaitOptions extends CallOptions {
  /** Seconds to wait for a version after `after`. */
  readonly wait?: number;
  readonly after?: number;
}

/** What a person reads and decides. */
export function requestCalls(caller: PersonCaller) {
  const change = (id: string, verb: string, body: object, options?: WriteOptions) =>
    caller.write(RequestRepresentation, `${requestPath(id)}/${verb}`, body, options);
  return {
    counts: (options?: CallOptions) => caller.read(RequestCounts, '/v1/counts', options),
    listRequests: (query: ListQuery = {}, options?: CallOptions) =>
      caller.read(RequestPage, '/v1/requests', { ...options, query: { ...query } }),
    getRequest: (id: string, { wait, after, ...options }: WaitOptions = {}) =>
      caller.read(RequestRepresentation, requestPath(id), {
        ...options,
        query: { wait, after },
        extraMilliseconds: (wait ?? 0) * 1000,
      }),
    getView: (id: string, options?: CallOptions) =>
      caller.read(ViewAnswer, `${requestPath(id)}/view`, options),
    getHistory: (id: string, options?: CallOptions) =>
      caller.read(RequestHistory, `${requestPath(id)}/history`, options),
    /** The evidence of a request, exactly as it is verified offline. */
    getBundle: (id: string, options?: CallOptions) =>
      caller.readBytes(`${requestPath(id)}/bundle`, options),

    decide: (id: string, submission: EntrySubmission, options?: WriteOptions) =>
      change(id, 'entries', submission, options),
    /** Changes the parameters. The answer is the request that asks for the changed action. */
    amend: (id: string, amendment: Sent<typeof AmendBody>, options?: WriteOptions) =>
      change(id, 'amendments', amendment, options),
    /** Asks the agent something. The request and its deadline stay as they are. */
    question: (id: string, text: string, options?: WriteOptions) =>
      change(id, 'questions', { text }, options),
    cancel: (id: string, reason: string, options?: WriteOptions) =>
      change(id, 'cancel', { reason }, options),
    revoke: (id: string, reason: string, options?: WriteOptions) =>
      change(id, 'revoke', { reason }, options),
    /** Lets an action be asked again that an approver rejected for good. */
    liftRejection: (id: string, reason: string, options?: WriteOptions) =>
      change(id, 'lift-rejection', { reason }, options),
    reconcile: (id: string, settled: Sent<typeof ReconciliationBody>, options?: WriteOptions) =>
      change(id, 'reconcile', settled, options),
    /** Lets the built-in agent ask something, where the server has one. */
    sendSample: (options?: WriteOptions) =>
      caller.write(RequestRepresentation, '/v1/sample-actions', undefined, options),

    getPlan: (id: string, agentId: string, options: CallOptions = {}) =>
      caller.read(PlanFacts, `/v1/plans/${encodeURIComponent(id)}`, {
        ...options,
        query: { agent_id: agentId },
      }),
    listHolds: (options?: CallOptions) => caller.read(HoldList, '/v1/holds', options),
    getHold: (id: string, options?: CallOptions) => caller.read(HoldFacts, holdPath(id), options),
    getHoldRecord: (id: string, options?: CallOptions) =>
      caller.read(HoldRecord, `${holdPath(id)}/record`, options),
    renderHold: (id: string, options?: WriteOptions) =>
      caller.write(HoldFacts, `${holdPath(id)}/rendered`, undefined, options),
    answerHold: (id: string, choice: 'Proceed' | 'Cancel', options?: WriteOptions) =>
      caller.write(HoldFacts, `${holdPath(id)}/answer`, { choice }, options),
  };
}

function requestPath(id: string): string {
  return `/v1/requests/${encodeURIComponent(id)}`;
}

function holdPath(id: string): string {
  return `/v1/holds/${encodeURIComponent(id)}`;
}
