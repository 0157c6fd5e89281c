import type { ActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import type { Scope } from '@countersign/protocol/request';
import type { ChangeHint, RequestFacts } from '@countersign/wire/agent-answers';
import { type ActionInput, type BoundAction, bindAction, type Sealing } from './bound-action.ts';
import {
  definitionOf,
  type Edge,
  type ExecuteOptions,
  executeOnce,
  must,
  runPlainly,
} from './execution-edge.ts';
import { type GateClock, systemClock } from './gate-clock.ts';
import { NotAllowed } from './not-allowed.ts';
import { type Message, observeMessage } from './observe-message.ts';
import type { Run } from './run-tool.ts';
import { isPlainAllow, Ticket, type WaitOptions } from './ticket.ts';
import type { ProposalAnswer, ProposalCall, Transport } from './transport.ts';
import { KeyTrust, type Trust } from './trusted-keys.ts';
import { waitUntilAllowed } from './wait-until-allowed.ts';

export interface GateOptions {
  readonly agent: string;
  /** The executor that the credential names; the agent itself where nothing is said. */
  readonly executor?: string;
  /** Pins whose grants count. Without it the keys are those that the server publishes. */
  readonly trust?: Trust;
  readonly clock?: GateClock;
}

export interface AskOptions
  extends Pick<ExecuteOptions, 'preconditions' | 'signal' | 'tool_definition_digest'> {
  /**
   * Tells this occasion from others. The same action under the same key is one question, and runs at most once,
   * permanently and across restarts; for the same action once more, give another key, such as the id of the tool
   * call.
   */
  readonly key?: string;
  readonly seal?: Sealing;
  /** What policy may look at besides the action. */
  readonly context?: JsonObject;
  readonly scope?: Partial<Scope>;
  readonly agent_reasoning?: string;
  /** Asks again what ended without an execution: which request, and what is new. */
  readonly next_round_of?: NonNullable<ProposalCall['next_round_of']>;
}

export interface RunOptions extends AskOptions, ExecuteOptions {
  /** Milliseconds to wait for the decision; as long as the request lives where nothing is said. */
  readonly waitTimeout?: number;
  /**
   * Called once where policy wants a question: the request, which may have been decided before this process began,
   * and the action as it is shown.
   */
  readonly onAsked?: (facts: RequestFacts, action: ActionBinding) => void;
}

export interface ToolOptions extends Omit<RunOptions, 'key' | 'signal'> {
  readonly version?: string;
  readonly operation?: string;
  readonly subject_id?: string | null;
  /** Derived from the arguments of the call. */
  readonly resource?: (parameters: JsonObject) => string | null;
  readonly key?: (parameters: JsonObject) => string;
}

/** Lets an agent's actions run where policy, and the approvers it names, allow them: exactly as asked, and once. */
export interface Gate {
  /** Asks, waits, verifies, consumes and runs. Throws NotAllowed where it may not. */
  run<T>(action: ActionInput, execute: Run<T>, options?: RunOptions): Promise<T>;
  /** The same function, gated: its one argument becomes the parameters of the action. */
  tool<Parameters extends object, T>(
    name: string,
    fn: (parameters: Parameters, surroundings: { readonly signal: AbortSignal }) => Promise<T> | T,
    options?: ToolOptions,
  ): (
    parameters: Parameters,
    call?: { readonly key?: string; readonly signal?: AbortSignal },
  ) => Promise<T>;
  /** Asks and comes back at once. The same action and key find the same ticket again, also after a restart. */
  request(action: ActionInput, options?: AskOptions): Promise<Ticket>;
  /** A ticket that was kept, by its id. */
  ticket(id: string): Ticket;
  /** Runs what a ticket allows, if `action` is that, and it has not run yet. */
  execute<T>(ticket: Ticket, action: ActionInput, run: Run<T>, options?: RunOptions): Promise<T>;
  /**
   * Shows what the agent is about to say. Where it asks for permission, the session halts until a person answers:
   * true after an explicit Proceed, and false otherwise, also where no person can be asked or none answers in time.
   */
  observe(message: Message, options?: WaitOptions): Promise<boolean>;
  cancel(ticket: Ticket, reason: string, options?: { signal?: AbortSignal }): Promise<void>;
  /** Which requests of this agent have changed, until the signal aborts. */
  events(options: { readonly signal: AbortSignal }): AsyncIterable<ChangeHint>;
}

/** What asking again is refused with where it has been done before. */
const roundIsThere: ReadonlySet<string> = new Set([
  'case_round_pending',
  'case_settled',
  'case_supersedes_mismatch',
]);

/** A gate over any transport. */
export function createGate(transport: Transport, options: GateOptions): Gate {
  const { agent, executor = agent, clock = systemClock } = options;
  const trust = new KeyTrust(transport, clock, options.trust);
  const edge: Edge = { transport, trust, clock, executor };

  const propose = async (bound: BoundAction, asked: AskOptions): Promise<ProposalAnswer> => {
    const call = await proposalOf(bound, asked, agent, executor);
    const { signal } = asked;
    let answer = await transport.propose(call, { signal });
    if (!answer.ok && call.next_round_of !== undefined && roundIsThere.has(answer.refusal.code)) {
      // A process before this one has asked again already: under the same key that is the same question.
      const { next_round_of: _, ...found } = call;
      answer = await transport.propose(found, { signal });
    }
    return checkProposal(must(answer), bound, executor);
  };
  const waitFor = async (id: string, more: WaitOptions): Promise<RequestFacts | null> =>
    isPlainAllow(id) ? null : waitUntilAllowed(transport, clock, id, more);
  const ticketOf = (known: ConstructorParameters<typeof Ticket>[0]): Ticket =>
    new Ticket(known, ({ id }, more) => waitFor(id, more));

  const run = async <T>(
    bound: BoundAction,
    execute: Run<T>,
    { waitTimeout: timeout, onAsked, ...more }: RunOptions,
  ): Promise<T> => {
    const answer = await propose(bound, more);
    if (answer.verdict !== 'require_approval') return runPlainly(edge, bound, execute, more);
    const id = answer.facts.approval_request_id;
    onAsked?.(answer.facts, bound.proposed);
    await waitFor(id, { signal: more.signal, timeout });
    return executeOnce(edge, id, bound, execute, more);
  };

  const gate: Gate = {
    run: async (action, execute, more = {}) =>
      run(bindAction(action, agent, more.seal), execute, more),
    tool:
      (name, fn, more = {}) =>
      async (parameters, { key, signal } = {}) => {
        const { version = '1', operation, subject_id = null, resource, key: keyOf, ...rest } = more;
        const target = { tool_name: name, tool_schema_version: version, resource: null };
        const named = operation === undefined ? {} : { operation };
        const first = bindAction({ ...named, subject_id, target, parameters }, agent, undefined);
        const given = first.real.parameters as JsonObject;
        const place = resource === undefined ? null : resource(given);
        // Bound again with its resource, from the copy: the arguments themselves are read once.
        const action = { ...first.real, target: { ...target, resource: place } };
        const occasion = key ?? keyOf?.(given);
        return run(
          bindAction(action, agent, rest.seal),
          (approved, surroundings) => fn(approved.parameters as never, surroundings),
          {
            ...rest,
            ...(occasion === undefined ? {} : { key: occasion }),
            ...(signal === undefined ? {} : { signal }),
          },
        );
      },
    request: async (action, more = {}) => {
      const answer = await propose(bindAction(action, agent, more.seal), more);
      if (answer.verdict !== 'require_approval') {
        const { policy_decision_id: id } = answer.decision;
        return ticketOf({ id, outcome: 'allowed', expires_at: null });
      }
      const { approval_request_id: id, outcome, request } = answer.facts;
      return ticketOf({ id, outcome, expires_at: request.expires_at });
    },
    ticket: id =>
      ticketOf({ id, outcome: isPlainAllow(id) ? 'allowed' : 'pending', expires_at: null }),
    execute: async ({ id }, action, execute, more = {}) => {
      const bound = bindAction(action, agent, more.seal);
      // A ticket is a name that anyone can write; only policy itself says that no question is needed.
      return isPlainAllow(id)
        ? run(bound, execute, more)
        : executeOnce(edge, id, bound, execute, more);
    },
    observe: (message, more = {}) => observeMessage({ transport, clock, agent }, message, more),
    cancel: async (ticket, reason, more = {}) =>
      ticket.hear(must(await transport.cancel(ticket.id, reason, more), ticket.id)),
    events: more => transport.events({ agent, signal: more.signal }),
  };
  return gate;
}

async function proposalOf(
  { proposed, digest }: BoundAction,
  asked: AskOptions,
  agent: string,
  audience: string,
): Promise<ProposalCall> {
  const { key = null, context, scope, agent_reasoning, next_round_of } = asked;
  const preconditions = await asked.preconditions?.();
  const round = next_round_of?.approval_request_id ?? null;
  return {
    action: proposed,
    audience,
    idempotency_key: sha256({ agent, action_digest: digest, key, round }),
    ...(context === undefined ? {} : { context }),
    ...(scope === undefined ? {} : { scope }),
    ...(agent_reasoning === undefined ? {} : { agent_reasoning }),
    ...(next_round_of === undefined ? {} : { next_round_of }),
    ...(preconditions === undefined ? {} : { preconditions }),
    ...definitionOf(asked),
  };
}

/** An answer about another action, or for another executor, is not an answer to this question. */
function checkProposal(
  answer: ProposalAnswer,
  { digest }: BoundAction,
  executor: string,
): ProposalAnswer {
  const facts = answer.verdict === 'require_approval' ? answer.facts : undefined;
  const answered = answer.verdict === 'require_approval' ? answer.facts.request : answer.decision;
  if (answered.action_digest !== digest) {
    const detail = `expected ${digest}, found ${answered.action_digest}`;
    throw new NotAllowed({ code: 'action_digest_mismatch', detail, facts });
  }
  if (facts !== undefined && facts.request.audience !== executor) {
    const detail = `expected ${executor}, found ${facts.request.audience}`;
    throw new NotAllowed({ code: 'audience_mismatch', detail, facts });
  }
  if (answer.verdict === 'deny') {
    const { reasons, policy_rule_id } = answer.decision;
    const detail = reasons.length > 0 ? reasons.join('; ') : `by the rule ${policy_rule_id}`;
    throw new NotAllowed({ code: 'policy_denied', detail });
  }
  return answer;
}
