import type { ActionBinding } from '@countersign/protocol/action';
import type { ChangeHint, RequestFacts } from '@countersign/wire/agent-answers';
import { questionAnswerer } from './answer-questions.ts';
import { type AskOptions, askAction } from './ask-action.ts';
import { type Asked, askedAmended, askedOf, refusedAsk } from './asked.ts';
import { type BeginOptions, type Begun, begun } from './begin-execution.ts';
import { type ActionInput, type BoundAction, bindAction } from './bound-action.ts';
import { type CheckOptions, GateCheck } from './check-gate.ts';
import { checkFunction } from './check-tool.ts';
import {
  type Edge,
  type ExecuteOptions,
  executeOnce,
  must,
  runPlainly,
  startOnce,
} from './execution-edge.ts';
import { type Amended, boundAsAmended, newestFacts } from './follow-amended.ts';
import { type GateClock, systemClock } from './gate-clock.ts';
import {
  type GatedTool,
  gatedTool,
  type Plain,
  type ToolFunction,
  type ToolOptions,
} from './gated-tool.ts';
import { type OnAbort, waitOrWithdraw } from './give-up.ts';
import { keepResultOf, keptResultFor, memoryKeeper, type ResultKeeper } from './kept-results.ts';
import { NotAllowed, notAllowedNow } from './not-allowed.ts';
import { type Message, observeMessage } from './observe-message.ts';
import type { Run } from './run-tool.ts';
import type { SchemaInput, SchemaOutput, StandardSchema } from './standard-schema.ts';
import { isPlainAllow, Ticket, type WaitOptions } from './ticket.ts';
import type { CallOptions, ProposalAnswer, Transport } from './transport.ts';
import { KeyTrust, type Trust } from './trusted-keys.ts';
import { waitUntilAllowed } from './wait-until-allowed.ts';

export interface GateOptions {
  readonly agent: string;
  /** The executor that the credential names; the agent itself where nothing is said. */
  readonly executor?: string | undefined;
  /** Pins whose grants are accepted. Without a pin, the gate uses the keys that the server publishes. */
  readonly trust?: Trust | undefined;
  readonly clock?: GateClock | undefined;
}

export interface RunOptions extends AskOptions, ExecuteOptions {
  /** Milliseconds to wait for the decision. The default is the life of the request. */
  readonly waitTimeout?: number | undefined;
  /**
   * What happens to the question when the signal aborts or the time to wait is over. `keep`, the default, leaves it
   * open, and the same call finds it again. `cancel` withdraws it, so that no person decides for a caller that is gone.
   */
  readonly onAbort?: OnAbort | undefined;
  /**
   * Keeps the result of a success, up to 64 KiB of JSON. If the same call is made again, it receives this result
   * instead of NotAllowed. The result is kept in the memory of the gate (true) or in the given store. It is returned
   * only if its digest equals the recorded one.
   */
  readonly keepResult?: boolean | ResultKeeper | undefined;
  /** Called before the tool starts with parameters that a reviewer changed. */
  readonly onAmended?: ((amended: Amended) => void) | undefined;
}

/** Lets an agent's actions run where policy, and the approvers it names, allow them: exactly as asked, and once. */
export interface Gate {
  /**
   * A random name of this object, unchanged as long as it lives. The name is a secret. Only values derived from it
   * leave the process.
   */
  readonly instance: string;
  /** Asks, waits, verifies, consumes and runs. Throws NotAllowed where it may not. */
  run<T>(action: ActionInput, execute: Run<T>, options?: RunOptions): Promise<T>;
  /**
   * The same function, gated: its one argument becomes the parameters of the action. With a schema (Zod, Valibot, ArkType),
   * what the schema makes of the argument is what is bound and what runs.
   */
  tool<Schema extends StandardSchema<unknown, object>, T>(
    name: string,
    fn: ToolFunction<SchemaOutput<Schema> & object, T>,
    options: ToolOptions<SchemaOutput<Schema> & object> & { readonly schema: Schema },
  ): GatedTool<SchemaInput<Schema> & object, T>;
  tool<Parameters extends object, T>(
    name: string,
    fn: ToolFunction<Parameters, T>,
    options?: ToolOptions<Parameters>,
  ): GatedTool<Plain<Parameters> & object, T>;
  /**
   * Asks and returns immediately. The answer says whether the action may run, waits for a person, or may not run, with
   * the text for the model. A refusal is an answer here and is not thrown. This is for a host that suspends its run
   * while people decide.
   */
  ask(action: ActionInput, options?: AskOptions): Promise<Asked>;
  /**
   * Verifies and consumes what a ticket allows, for a host that runs the tool itself. Throws NotAllowed if the tool
   * must not start. After that, the host must run exactly the approved action (AB-3) and start it immediately (TM-3).
   */
  begin(
    ticket: Ticket | string,
    action: ActionInput,
    options?: AskOptions & ExecuteOptions & BeginOptions & Pick<RunOptions, 'onAmended'>,
  ): Promise<Begun>;
  /**
   * Examines the set-up: address, host, key, verbs, agent, executor, clock and pinned trust. Throws GateMisconfigured with
   * every fault found. The first call of the gate does the same, before policy or a person is asked.
   */
  check(options?: CheckOptions): Promise<void>;
  /** Asks and returns immediately. The same action and key find the same ticket again, even after a restart. */
  request(action: ActionInput, options?: AskOptions): Promise<Ticket>;
  /** A ticket that was kept, by its id. */
  ticket(id: string): Ticket;
  /** Runs what a ticket allows. `action` must be the allowed action, and it must not have run yet. */
  execute<T>(ticket: Ticket, action: ActionInput, run: Run<T>, options?: RunOptions): Promise<T>;
  /**
   * Shows what the agent is about to say. If the message asks for permission, the session halts until a person answers.
   * Returns true after an explicit Proceed. Returns false otherwise, also if no person can be asked or no answer
   * arrives in time.
   */
  observe(message: Message, options?: WaitOptions): Promise<boolean>;
  /**
   * Says that a session belongs to a conversation. A hold on one session of a conversation halts all of them, also one that
   * begins while the hold stands. Tell it before the first call of the session.
   */
  join(
    session: { readonly conversation_id: string; readonly session_id: string },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<{ readonly halted: boolean }>;
  /** Answers a question of a reviewer, once. The words are kept as unverified, and decide nothing. */
  answer(ticket: Ticket, questionId: string, text: string, options?: CallOptions): Promise<void>;
  cancel(
    ticket: Ticket,
    reason: string,
    options?: { signal?: AbortSignal | undefined },
  ): Promise<void>;
  /** Which requests of this agent have changed, until the signal aborts. */
  events(options: { readonly signal: AbortSignal }): AsyncIterable<ChangeHint>;
}

/** Why a tool cannot run an action that a reviewer changed, or null where it can. */
type Fits = (approved: ActionBinding) => Promise<string | null>;
const fitsAlways: Fits = async () => null;

function amendableOf({ amendable }: AskOptions): { readonly amendable?: boolean } {
  return amendable === undefined ? {} : { amendable };
}

/** How long a plain allow permits a start without asking policy again. */
const plainAllowMilliseconds = 10_000;

/** A gate over any transport. */
export function createGate(transport: Transport, options: GateOptions): Gate {
  const { agent, executor = agent, clock = systemClock } = options;
  const trust = new KeyTrust(transport, clock, options.trust);
  const edge: Edge = { transport, trust, clock, executor };
  const asker = { transport, agent, executor };
  const setUp = new GateCheck({ transport, clock, agent, executor, trust: options.trust });
  const results = memoryKeeper();
  /** What policy allowed here a moment ago, so that `begin` after `ask` does not ask policy twice. */
  const allowedHere = new WeakMap<Ticket, { readonly digest: string; readonly at: number }>();

  const bind = (action: ActionInput, { seal }: AskOptions): BoundAction =>
    bindAction(action, agent, seal);
  const ticketOf = (known: ConstructorParameters<typeof Ticket>[0], tool?: string): Ticket =>
    new Ticket(known, async ({ id }, more) =>
      isPlainAllow(id) ? null : waitUntilAllowed(transport, clock, { id, tool }, more),
    );
  const ticketFor = (answer: ProposalAnswer, bound: BoundAction): Ticket => {
    const tool = bound.proposed.target.tool_name;
    if (answer.verdict === 'require_approval') {
      const { approval_request_id: id, outcome, request, url } = answer.facts;
      return ticketOf({ id, outcome, expires_at: request.expires_at, url }, tool);
    }
    const { policy_decision_id: id } = answer.decision;
    const ticket = ticketOf({ id, outcome: 'allowed', expires_at: null, url: null }, tool);
    allowedHere.set(ticket, { digest: bound.digest, at: clock.elapsed() });
    return ticket;
  };
  /** Takes the plain allow of a ticket, once, for the action that it was given for. */
  const takePlainAllow = (ticket: Ticket | string, { digest }: BoundAction): boolean => {
    if (typeof ticket === 'string') return false;
    const allowed = allowedHere.get(ticket);
    allowedHere.delete(ticket);
    return (
      allowed !== undefined &&
      allowed.digest === digest &&
      clock.elapsed() - allowed.at < plainAllowMilliseconds
    );
  };

  const run = async <T>(
    bound: BoundAction,
    execute: Run<T>,
    { waitTimeout: timeout, onAsked, onAbort = 'keep', keepResult, ...more }: RunOptions,
    fits: Fits = fitsAlways,
  ): Promise<T> => {
    const { signal } = more;
    checkFunction(execute, '/execute');
    signal?.throwIfAborted();
    await setUp.pass(['propose', 'consume'], { signal });
    // The gate can withdraw a question only if it knows the id of the request. So an abort does not cut off the call
    // that asks.
    const asking = onAbort === 'cancel' ? { ...more, signal: undefined } : more;
    const answer = await askAction(asker, bound, asking);
    if (answer.verdict !== 'require_approval') {
      signal?.throwIfAborted();
      return runPlainly(edge, bound, execute, more);
    }
    const { approval_request_id: id } = answer.facts;
    const tool = bound.proposed.target.tool_name;
    onAsked?.(answer.facts, bound.proposed);
    return keeping(keepResult, id, async () => {
      const facts = await waitForNewest(id, tool, {
        signal,
        timeout,
        onAbort,
        onQuestion: more.onQuestion,
        ...amendableOf(more),
      });
      const { approval_request_id: approved } = facts;
      return executeOnce(edge, approved, await rebound(facts, bound, more, fits), execute, more);
    });
  };

  /** Waits for the decision, also that of a request which took the place of an amended one. */
  const waitForNewest = async (
    asked: string,
    tool: string,
    options: WaitOptions & { readonly onAbort: OnAbort; readonly amendable?: boolean },
  ): Promise<RequestFacts> => {
    const begunAt = clock.elapsed();
    let id = asked;
    for (;;) {
      const { timeout } = options;
      const left = timeout === undefined ? undefined : timeout - (clock.elapsed() - begunAt);
      try {
        return await waitOrWithdraw(transport, clock, { id, tool }, { ...options, timeout: left });
      } catch (error) {
        const next = error instanceof NotAllowed ? error.superseded_by : null;
        if (options.amendable !== true || next === null) throw error;
        id = next;
      }
    }
  };

  /** What was approved: the action that was asked, or what a reviewer made of it where the caller runs that. */
  const rebound = async (
    facts: RequestFacts,
    bound: BoundAction,
    { amendable, onAmended, seal, signal }: RunOptions,
    fits: Fits = fitsAlways,
  ): Promise<BoundAction> => {
    if (amendable !== true) return bound;
    const changed = await boundAsAmended(transport, facts, bound, { seal, signal, executor });
    if (changed.amended === null) return bound;
    const misfit = await fits(changed.bound.proposed);
    if (misfit !== null) {
      const tool = bound.proposed.target.tool_name;
      throw new NotAllowed({ code: 'action_digest_mismatch', detail: misfit, facts, tool });
    }
    onAmended?.(changed.amended);
    return changed.bound;
  };

  /** The request that a ticket leads to, and what it approves, for a caller that runs changed parameters. */
  const ledTo = async (
    id: string,
    bound: BoundAction,
    more: RunOptions,
  ): Promise<{ readonly id: string; readonly bound: BoundAction }> => {
    if (more.amendable !== true) return { id, bound };
    const tool = bound.proposed.target.tool_name;
    const facts = await newestFacts(
      transport,
      must(await transport.read(id, more), { id, tool }),
      more,
    );
    return { id: facts.approval_request_id, bound: await rebound(facts, bound, more) };
  };

  /** Keeps the result of a run, and gives the kept one where the record says that it succeeded before. */
  const keeping = async <T>(
    keepResult: RunOptions['keepResult'],
    id: string,
    body: () => Promise<T>,
  ): Promise<T> => {
    const keeper = keepResult === true ? results : keepResult || null;
    if (keeper === null) return body();
    try {
      const result = await body();
      await keepResultOf(keeper, id, result);
      return result;
    } catch (error) {
      const kept = await keptResultFor(keeper, error);
      if (kept === null) throw error;
      return kept.result as T;
    }
  };

  /** The outcome of an action that a reviewer changed; null where the caller does not run changed parameters. */
  const askedAsAmended = async (
    original: RequestFacts,
    bound: BoundAction,
    more: AskOptions,
  ): Promise<Asked | null> => {
    if (more.amendable !== true) return null;
    const facts = await newestFacts(transport, original, more);
    const { seal, signal } = more;
    const changed = await boundAsAmended(transport, facts, bound, { seal, signal, executor });
    if (changed.amended === null) return null;
    if (facts.status === 'pending') more.onAsked?.(facts, changed.bound.proposed);
    const ticket = ticketFor({ verdict: 'require_approval', facts }, changed.bound);
    return askedAmended(facts, ticket, changed.bound, changed.amended);
  };

  const begin: Gate['begin'] = async (ticket, action, more = {}) => {
    const bound = bind(action, more);
    await setUp.pass(['consume'], more);
    const { timeout, seal, onDiverged } = more;
    const from = { timeout, seal, onDiverged };
    let id = typeof ticket === 'string' ? ticket : ticket.id;
    if (isPlainAllow(id)) {
      if (takePlainAllow(ticket, bound)) return begun(bound, { ...from, id: null, started: null });
      // A ticket is only a name, and anyone can write one. Only policy itself can say that no question is needed.
      const answer = await askAction(asker, bound, more);
      if (answer.verdict !== 'require_approval') {
        return begun(bound, { ...from, id: null, started: null });
      }
      const { facts } = answer;
      if (facts.status !== 'allowed') {
        throw notAllowedNow(facts, bound.proposed.target.tool_name);
      }
      id = facts.approval_request_id;
    }
    const led = await ledTo(id, bound, more);
    const started = await startOnce(edge, led.id, led.bound, more);
    return begun(led.bound, { ...from, id: led.id, started });
  };

  return {
    // Pages without https have no randomUUID.
    instance: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    run: async (action, execute, more = {}) => run(bind(action, more), execute, more),
    tool: ((name: string, fn: ToolFunction<object, unknown>, more: ToolOptions = {}) =>
      gatedTool({ agent, run }, name, fn, more)) as Gate['tool'],
    ask: async (action, more = {}) => {
      const bound = bind(action, more);
      await setUp.pass(['propose'], more);
      try {
        const answer = await askAction(asker, bound, more);
        if (answer.verdict === 'require_approval' && answer.facts.status === 'amended') {
          const amended = await askedAsAmended(answer.facts, bound, more);
          if (amended !== null) return amended;
        }
        const isOpen = answer.verdict === 'require_approval' && answer.facts.status === 'pending';
        if (isOpen) {
          more.onAsked?.(answer.facts, bound.proposed);
          questionAnswerer(transport, more.onQuestion, more)(answer.facts);
        }
        return askedOf(answer, ticketFor(answer, bound), bound);
      } catch (error) {
        if (!(error instanceof NotAllowed)) throw error;
        return refusedAsk(error, null);
      }
    },
    begin,
    request: async (action, more = {}) => {
      const bound = bind(action, more);
      await setUp.pass(['propose'], more);
      return ticketFor(await askAction(asker, bound, more), bound);
    },
    ticket: id => {
      const outcome = isPlainAllow(id) ? 'allowed' : 'pending';
      return ticketOf({ id, outcome, expires_at: null, url: null });
    },
    execute: async ({ id }, action, execute, more = {}) => {
      const bound = bind(action, more);
      checkFunction(execute, '/execute');
      await setUp.pass(['consume'], more);
      // A ticket is a name that anyone can write; only policy itself says that no question is needed.
      return isPlainAllow(id)
        ? run(bound, execute, more)
        : keeping(more.keepResult, id, async () => {
            const led = await ledTo(id, bound, more);
            return executeOnce(edge, led.id, led.bound, execute, more);
          });
    },
    check: async (more = {}) => setUp.again(more),
    observe: (message, more = {}) => observeMessage({ transport, clock, agent }, message, more),
    join: async ({ conversation_id, session_id }, more = {}) => {
      const joining = { agent_id: agent, conversation_id, session_id };
      const { halted } = must(await transport.join(joining, more), {});
      return { halted };
    },
    answer: async (ticket, question, text, more = {}) =>
      ticket.hear(must(await transport.answer(ticket.id, question, text, more), ticket)),
    cancel: async (ticket, reason, more = {}) =>
      ticket.hear(must(await transport.cancel(ticket.id, reason, more), { id: ticket.id })),
    events: more => transport.events({ agent, signal: more.signal }),
  };
}
