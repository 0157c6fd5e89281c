import type { ProposalCall, RequestFacts, Transport } from '@countersign/client';
import {
  answerQuestion,
  type ChangedRequest,
  type Context,
  cancelRequest,
  consumeGrant,
  evaluateAndOpen,
  failClosed,
  issueGrant,
  joinConversation,
  loadHold,
  type Proposal,
  readRequest,
  reportExecution,
  resumeHold,
  waitForChange,
} from '@countersign/coordinator';
import type { KeyedSigner } from '@countersign/keys';
import type { EvaluationPool } from '@countersign/policy/workers';
import type { Digest } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import { authenticated, type Principal } from '@countersign/protocol/value';
import type { Deciding } from './decider.ts';
import { hintsOf } from './embedded-events.ts';
import { placeHoldFor } from './place-hold-for.ts';
import { requestFacts } from './request-facts.ts';

export interface EmbeddedParts {
  readonly context: Context;
  readonly evaluations: EvaluationPool;
  readonly signer: KeyedSigner;
  readonly agent: string;
  readonly executor: string;
  /** Null where no person can be asked in this process. */
  readonly deciding: Deciding | null;
  /** Whether a test stands in for people. */
  readonly isSimulated: boolean;
}

/** The use cases themselves, called as functions: what a server would check of a caller, this process is. */
export function embeddedTransport(parts: EmbeddedParts): Transport {
  const { context, signer, agent, executor, deciding } = parts;
  const principal = authenticated({
    kind: 'agent',
    principal_id: `embedded:${agent}`,
    roles: [],
  });
  const changed = (outcome: Result<ChangedRequest>) =>
    factsOf(context, outcome, ({ state, version }) => ({ state, version }));
  return {
    canAsk: deciding !== null || parts.isSimulated,
    propose: async call => {
      const proposed = await evaluateAndOpen(context, proposalOf(call, principal));
      if (!proposed.ok) return proposed;
      const { value } = proposed;
      if (value.verdict !== 'require_approval') return { ok: true, value };
      const facts = requestFacts(context, value.state, value.version);
      if (facts.status === 'pending') deciding?.askAbout(facts.approval_request_id);
      return { ok: true, value: { verdict: value.verdict, facts } };
    },
    read: async id => factsOf(context, await readRequest(context, id), read => read),
    action: id =>
      failClosed(async () => {
        const read = await readRequest(context, id);
        if (!read.ok) return read;
        const text = await context.store.readAction(read.value.state.request.action_digest);
        return { ok: true, value: text };
      }),
    wait: async (approvalRequestId, { after, milliseconds, signal }) => {
      deciding?.askAbout(approvalRequestId);
      const over = new AbortController();
      const done = new AbortController();
      void context.clock.pause(milliseconds, done.signal).then(() => over.abort());
      const until = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
      const waited = await waitForChange(context, { approvalRequestId, after, signal: until });
      done.abort('ended');
      signal?.throwIfAborted();
      return waited.ok
        ? factsOf(context, await readRequest(context, approvalRequestId), r => r)
        : waited;
    },
    events: ({ signal }) => hintsOf(context, agent, signal),
    grant: id => issueGrant(context, id),
    consume: async (approvalRequestId, call) => {
      const { action, grant, attempt, preconditions, tool_definition_digest } = call;
      const consumed = await consumeGrant(context, {
        approvalRequestId,
        action,
        grant,
        attempt,
        executor,
        ...(preconditions === undefined ? {} : { preconditions }),
        ...(tool_definition_digest === undefined
          ? {}
          : { toolDefinitionDigest: tool_definition_digest as Digest }),
      });
      if (!consumed.ok) return consumed;
      const { state, version, replayed } = consumed.value;
      const facts = requestFacts(context, state, version);
      return { ok: true, value: { ...facts, replayed } };
    },
    report: async (approvalRequestId, call) => {
      const { attempt, outcome, result_digest, final_action_digest, error } = call;
      return changed(
        await reportExecution(context, {
          approvalRequestId,
          attempt,
          outcome,
          ...(result_digest === undefined ? {} : { resultDigest: result_digest as Digest }),
          ...(final_action_digest === undefined
            ? {}
            : { finalActionDigest: final_action_digest as Digest }),
          ...(error === undefined ? {} : { error }),
        }),
      );
    },
    answer: async (approvalRequestId, questionId, text) =>
      changed(await answerQuestion(context, { approvalRequestId, questionId, principal, text })),
    cancel: async (approvalRequestId, reason) =>
      changed(await cancelRequest(context, { approvalRequestId, principal, reason })),
    observe: async message => {
      const observed = await placeHoldFor(parts, message, principal);
      if (observed.ok && observed.value.hold_id !== null) {
        deciding?.askToProceed(observed.value.hold_id);
      }
      return observed;
    },
    hold: holdId =>
      failClosed(async () => {
        const { state } = await loadHold(context, holdId);
        if (state.status === 'absent') {
          return { ok: false, refusal: { code: 'hold_not_found', detail: 'there is none' } };
        }
        return { ok: true, value: { status: state.status, proceed: state.status === 'lifted' } };
      }),
    resume: async holdId => {
      const by = { kind: 'agent', identity: agent } as const;
      const resumed = await resumeHold(context, { holdId, by });
      if (!resumed.ok) return resumed;
      const { status } = resumed.value;
      return status === 'absent'
        ? { ok: false, refusal: { code: 'hold_not_found', detail: 'there is none' } }
        : { ok: true, value: { status, proceed: status === 'lifted' } };
    },
    join: joining => joinConversation(context, joining, principal),
    keys: async () => ({ ok: true, value: signer.jwks().keys as unknown as readonly JsonObject[] }),
    credential: async () => ({
      ok: true,
      value: {
        principal_id: principal.principal_id,
        verbs: ['propose', 'consume', 'observe'],
        agent_ids: [agent],
        executor,
        now: context.clock.now(),
      },
    }),
    state: () =>
      failClosed(async () => {
        const { storeId: store_id } = await context.store.readState();
        return { ok: true, value: { issuer: signer.issuer, store_id } };
      }),
  };
}

function factsOf<T>(
  context: Context,
  outcome: Result<T>,
  pick: (value: T) => {
    readonly state: Parameters<typeof requestFacts>[1];
    readonly version: number;
  },
): Result<RequestFacts> {
  if (!outcome.ok) return outcome;
  const { state, version } = pick(outcome.value);
  return { ok: true, value: requestFacts(context, state, version) };
}

function proposalOf(call: ProposalCall, principal: Principal): Proposal {
  const { action, audience, idempotency_key, occasion, context, scope, next_round_of } = call;
  const { tool_definition_digest, preconditions, agent_reasoning } = call;
  return {
    action,
    principal,
    audience,
    ...(idempotency_key === undefined ? {} : { idempotencyKey: idempotency_key }),
    ...(occasion === undefined ? {} : { occasion }),
    ...(context === undefined ? {} : { context }),
    ...(scope === undefined ? {} : { scope }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...(agent_reasoning === undefined ? {} : { agentReasoning: agent_reasoning }),
    ...(call.amendable === undefined ? {} : { amendable: call.amendable }),
    ...(tool_definition_digest === undefined
      ? {}
      : { toolDefinitionDigest: tool_definition_digest as Digest }),
    ...(next_round_of === undefined
      ? {}
      : {
          nextRoundOf: {
            approvalRequestId: next_round_of.approval_request_id,
            change: next_round_of.change,
          },
        }),
  };
}
