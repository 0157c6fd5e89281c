import {
  type BoundQuestion,
  type ConversationHost,
  type Gate,
  GateMisconfigured,
  NotAllowed,
  OutcomeUnknown,
  ToolFailed,
} from '@countersign/client';
import { sha256 } from '@countersign/protocol/crypto';
import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { ToolCall } from '../message/client-message.ts';
import { isObject, lineOf } from '../message/rpc.ts';
import { actionOf, forwardedCall } from './bound-call.ts';
import { isOfSession, OtherSession, otherSessionAnswer } from './bound-session.ts';
import { invalidState, resultOf, unreadable } from './call-answers.ts';
import { type ClientFacts, holdMilliseconds, isModern } from './client-facts.ts';
import { askInClient, choiceIn, pageElicitation } from './elicitation.ts';
import { Execution, Executions, type Leg } from './executions.ts';
import { type Answer, type Forwarded, type ForwardedCall, UpstreamLost } from './forwarded.ts';
import { continued, type Judged, type Told, told } from './leg-ends.ts';
import { type OwnAnswer, ownResult, plainAnswer, refusalAnswer } from './own-answer.ts';
import type { RequestStates } from './request-state.ts';
import type { Seals } from './seals.ts';
import type { ServerIdentity } from './server-identity.ts';

export interface JudgeOptions {
  readonly gate: Gate;
  readonly server: ServerIdentity;
  readonly states: RequestStates;
  /** Seconds to hold a call. Without this option, the gateway chooses a time that suits the client. */
  readonly hold?: number | undefined;
  readonly seals?: Seals | undefined;
  /** Whether the client may ask its person to open the page of a request. */
  readonly showsPages?: boolean | undefined;
  /** Vouches for the decision of the person who uses the client. Policy must admit that assurance. */
  readonly host?: ConversationHost | undefined;
  /** The page on which people decide a request. */
  readonly requestUrl: (id: string) => string | null;
  /** Receives messages for the operator. They never contain arguments. */
  readonly log: (words: string) => void;
}

/** One call, and everything around it. */
export interface JudgedCall {
  readonly call: ToolCall;
  readonly client: ClientFacts;
  /** The session of the call, as it is recorded. */
  readonly session: string | null;
  /** Tells the occasions of the same call apart. It stays the same when the client starts again. */
  readonly occasion: string | null;
  readonly definition: { readonly digest: string | null; readonly context: JsonObject };
  /** Aborts when the client cancels the call or goes away. After that nothing is forwarded. */
  readonly signal: AbortSignal;
  /**
   * Sends the message and resolves with its answer. Resolves with null if the answer was passed on as it came. That is
   * permitted only if the gateway does not have to read the answer. Rejects with UpstreamLost, and when the time of the
   * call is over.
   */
  readonly forward: (message: ForwardedCall, forwarded: Forwarded) => Promise<Answer | null>;
  /** Called once when people are asked. */
  readonly onWaiting?: (url: string | null, id: string) => void;
}

interface ExecutedCall {
  /** Aborts when the client is gone, and when the time of the call is over. */
  readonly time: AbortSignal;
  /** Aborts when the gateway stops listening for an answer. */
  readonly over: AbortSignal;
  /** Null where policy allows the call without an approval. */
  readonly execution: Execution | null;
}

interface ForwardedLeg {
  readonly first: Leg;
  readonly leg: Leg;
  readonly parameters: JsonObject;
  /** Aborts when no answer is heard any more. */
  readonly over: AbortSignal;
  readonly isRead: boolean;
}

/**
 * A client of 2026-07-28 repeats a call about ten times. Before it gives up, the gateway answers that the call is
 * pending.
 */
const legsMax = 8;
/** A call that policy allows may take as long as it would without a gateway. An approval sets its own end. */
const callMillisecondsMax = 86_400_000;
/** How often a call asks again after another caller made the same call first and used the approval. */
const asksMax = 8;
/** Made once: an abort without a reason makes an error with its stack each time. */
const overNow = new Error('the call is over');
/** The calls of a client that names no session. It stays the same when the client or the gateway starts again. */
const occasionSession = 'mcp';

/** Asks about each call, forwards what may run, and answers the rest itself. */
export class CallJudge {
  readonly #options: JudgeOptions;
  readonly #executions = new Executions();
  readonly #underway = new Set<Promise<void>>();
  readonly #approved = new Set<Promise<void>>();

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Resolves once every accepted call has ended. */
  async settled(): Promise<void> {
    while (this.#underway.size > 0) await Promise.all(this.#underway);
  }

  /** The client is gone: nothing that waits for its next leg will be continued. */
  clientGone(): void {
    this.#executions.endAll();
  }

  /** Resolves once every approved call that was forwarded has been reported. */
  async reported(): Promise<void> {
    while (this.#approved.size > 0) await Promise.all(this.#approved);
  }

  async answer(judged: JudgedCall): Promise<Judged> {
    const { call } = judged;
    const state = this.#options.states.open(call.more['requestState']);
    if (state === 'forged') return invalidState(call);
    if (state === null) return this.#ask(judged, call, 0);
    const { requestState: _, ...more } = call.more;
    const plain = { ...call, more };
    const { inputResponses: __, ...asked } = more;
    const first = { ...call, more: asked };
    const digest = this.#digestOf(first);
    // A state of another session continues nothing, also for the same caller and the same arguments.
    if (state.digest !== digest || state.session !== judged.session) return invalidState(call);
    if (state.kind === 'waiting') {
      // The answer of the client to a page decides nothing.
      if (state.question !== null) await this.#decide(state.question, call.more['inputResponses']);
      return this.#ask(judged, first, state.leg);
    }
    const execution = this.#executions.find(state.execution, digest);
    return execution === null
      ? invalidState(call)
      : continued(execution, state.turn, plain, state.upstream);
  }

  /** Passes on the choice of the person in the client. Any other answer changes nothing. */
  async #decide(question: BoundQuestion, responses: JsonValue | undefined): Promise<void> {
    const { host, log } = this.#options;
    const given = isObject(responses) ? responses['approval'] : undefined;
    const choice = choiceIn(given);
    if (host === undefined || choice === null) return;
    const answered = await host.answer(question, choice);
    if (!answered.ok) log(`a decision in the client was refused: ${answered.refusal.code}`);
  }

  async #ask(judged: JudgedCall, call: ToolCall, leg: number): Promise<Judged> {
    let digest: string;
    try {
      digest = this.#digestOf(call);
    } catch (error) {
      return unreadable(call, error);
    }
    for (let asked = 0; asked < asksMax; asked++) {
      const ended = await this.#run(judged, call, digest);
      if (ended.kind === 'told') return ended.text;
      const { error, begun } = ended;
      if (error.outcome === 'pending') {
        return this.#pending(judged, call, error, { digest, leg });
      }
      if (begun || !wasUsedByAnother(error)) return this.#refused(call, error);
    }
    return this.#own(
      call,
      plainAnswer(
        'commit_contended',
        'The call has not run: too many calls at the same time were the same. Make the same call again.',
      ),
    );
  }

  /** Waits until there is something to tell the client: an answer of the server, or why there is none. */
  #run(judged: JudgedCall, call: ToolCall, digest: string): Promise<Told> {
    return new Promise(resolve => {
      const { gate, seals, hold, log } = this.#options;
      const seal = seals?.of(call);
      const { definition, session, occasion, signal, client } = judged;
      const modern = isModern(call.meta);
      let asked: string | null = null;
      let begun = false;
      /** Once the run has ended for any reason, the gateway stops listening for an answer. */
      const ended = new AbortController();
      const leg: Leg = { call, upstream: null, end: ended => resolve(told(call, ended)) };
      const running: Promise<void> = gate
        .run(
          actionOf(call, this.#options.server),
          async (approved, { signal: time }) => {
            if (signal.aborted)
              throw new ToolFailed('the caller cancelled it before it was started');
            begun = true;
            if (asked !== null) this.#approved.add(running);
            // An allowed call needs no report. If its client has gone, no one needs the answer.
            const over = asked === null ? AbortSignal.any([signal, ended.signal]) : ended.signal;
            return this.#execute(judged, leg, approved.parameters, {
              time,
              over,
              execution: asked === null ? null : new Execution(digest, judged.session),
            });
          },
          {
            // The server counts: a model that was told to wait repeats the call under another id.
            occasion: { session: occasion ?? occasionSession },
            timeout: callMillisecondsMax,
            waitTimeout: holdMilliseconds(client, { modern, configured: hold }),
            signal,
            context: definition.context,
            ...(session === null ? {} : { scope: { session_id: session } }),
            ...(definition.digest === null ? {} : { tool_definition_digest: definition.digest }),
            ...(seal === undefined ? {} : { seal }),
            onAsked: facts => {
              if (!isOfSession(facts.request.scope.session_id, occasion)) throw new OtherSession();
              asked = facts.approval_request_id;
              if (facts.status === 'pending') {
                judged.onWaiting?.(facts.url ?? this.#options.requestUrl(asked), asked);
              }
            },
            onUnreported: why => log(`the outcome of a call could not be reported: ${why.code}`),
          },
        )
        .then(
          () => undefined,
          (error: unknown) => {
            // A call that was begun has already answered its leg. Every other call is answered here.
            if (signal.aborted && !begun) resolve({ kind: 'told', text: null });
            else if (error instanceof NotAllowed) resolve({ kind: 'refused', error, begun });
            else if (error instanceof OtherSession)
              resolve({ kind: 'told', text: this.#own(call, otherSessionAnswer) });
            else {
              if (error instanceof GateMisconfigured) log(error.message);
              resolve({ kind: 'told', text: unreadable(call, error) });
            }
          },
        );
      this.#underway.add(running);
      void running.then(() => {
        ended.abort(overNow);
        this.#underway.delete(running);
        this.#approved.delete(running);
      });
    });
  }

  /** Forwards the call. If the server asks for more, the next message of the client is forwarded too. */
  async #execute(
    judged: JudgedCall,
    first: Leg,
    parameters: JsonObject,
    { time, over, execution }: ExecutedCall,
  ): Promise<unknown> {
    let leg = first;
    try {
      for (;;) {
        const isRead = execution !== null;
        const answer = await this.#forward(judged, { first, leg, parameters, over, isRead });
        if (answer === null) {
          leg.end({ kind: 'passed' });
          return null;
        }
        const { result } = answer.message;
        const asksMore = isObject(result) && result['resultType'] === 'input_required';
        if (execution === null || !asksMore) {
          leg.end({ kind: 'answered', ...answer });
          return resultOf(answer.message);
        }
        this.#executions.add(execution);
        const next = execution.next();
        leg.end({ kind: 'answered', ...this.#wrapped(answer, result, execution) });
        const stop = () => execution.end();
        time.addEventListener('abort', stop, { once: true });
        const continued = await next;
        time.removeEventListener('abort', stop);
        if (continued === null) throw new OutcomeUnknown('the client did not continue the call');
        leg = continued;
      }
    } finally {
      if (execution !== null) this.#executions.delete(execution);
    }
  }

  async #forward(
    { forward }: JudgedCall,
    { first, leg, parameters, over, isRead }: ForwardedLeg,
  ): Promise<Answer | null> {
    const made = forwardedCall(first.call, parameters, leg.call.meta);
    const { inputResponses } = leg.call.more;
    const isFirst = leg === first;
    const message = {
      jsonrpc: '2.0',
      id: leg.call.id,
      method: 'tools/call',
      params: {
        ...made.params,
        ...(isFirst || inputResponses === undefined ? {} : { inputResponses }),
        ...(leg.upstream === null ? {} : { requestState: leg.upstream }),
      },
    };
    try {
      return await forward(message, { call: leg.call, over, isRead });
    } catch (error) {
      const why = error instanceof UpstreamLost ? error.message : 'the server of tools failed';
      leg.end({ kind: 'lost', why });
      throw new OutcomeUnknown(why);
    }
  }

  /** The state of the server in an envelope. The envelope continues only this execution, and each turn only once. */
  #wrapped(answer: Answer, result: JsonObject, { id, digest, session, turn }: Execution): Answer {
    const { requestState } = result;
    const upstream = typeof requestState === 'string' ? requestState : null;
    const state = { kind: 'running', digest, session, execution: id, turn, upstream } as const;
    const message = {
      ...answer.message,
      result: { ...result, requestState: this.#options.states.mint(state) },
    };
    return { message, text: Buffer.from(JSON.stringify(message)) };
  }

  async #pending(
    { client, session }: JudgedCall,
    call: ToolCall,
    error: NotAllowed,
    { digest, leg }: { readonly digest: string; readonly leg: number },
  ): Promise<Buffer> {
    if (!isModern(call.meta) || leg + 1 >= legsMax) return this.#refused(call, error);
    // Once is enough: the client comes back by itself.
    const shown = leg === 0 ? await this.#shown(client, error) : null;
    const question = shown?.question ?? null;
    const state = { kind: 'waiting', digest, session, leg: leg + 1, question } as const;
    const requestState = this.#options.states.mint(state);
    const inputRequests = shown === null ? null : { approval: shown.form };
    return lineOf({
      jsonrpc: '2.0',
      id: call.id,
      result: {
        resultType: 'input_required',
        requestState,
        ...(inputRequests === null ? {} : { inputRequests }),
      },
    });
  }

  /** What the client is asked to show to its user: the question, or the page with the question. */
  async #shown(
    { fillsForms, opensPages }: ClientFacts,
    { approval_request_id: id, url: known }: NotAllowed,
  ): Promise<{ readonly form: object; readonly question: BoundQuestion | null } | null> {
    const { host, showsPages, requestUrl } = this.#options;
    if (id === null) return null;
    const asked = host !== undefined && fillsForms ? await askInClient(host, id) : null;
    if (asked !== null) return asked;
    const url = known ?? requestUrl(id);
    return showsPages === true && opensPages && url !== null
      ? { form: pageElicitation(url, `countersign-${id}`), question: null }
      : null;
  }

  #refused(call: ToolCall, error: NotAllowed): Buffer {
    const id = error.approval_request_id;
    return this.#own(call, refusalAnswer(error, id === null ? null : this.#options.requestUrl(id)));
  }

  #own(call: ToolCall, answer: OwnAnswer): Buffer {
    return lineOf(ownResult(call.id, isModern(call.meta), answer));
  }

  #digestOf(call: ToolCall): string {
    return sha256(actionOf(call, this.#options.server));
  }
}

/**
 * Another caller made the same call at the same time and used the approval first. A repeated call is the next occasion.
 */
function wasUsedByAnother({ outcome, code }: NotAllowed): boolean {
  return outcome === 'consumed' || outcome === 'unknown' || code === 'commit_contended';
}
