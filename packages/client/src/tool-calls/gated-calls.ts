import { sha256 } from '@countersign/protocol/crypto';
import { ProtocolError } from '@countersign/protocol/reason';
import type { Begun } from '../begin-execution.ts';
import type { ActionInput } from '../bound-action.ts';
import type { Gate, RunOptions } from '../gate.ts';
import { NotAllowed } from '../not-allowed.ts';
import type { Run } from '../run-tool.ts';
import { isPlainAllow, type Ticket, type WaitOptions } from '../ticket.ts';

/** A call of a tool as a framework hands it over. Every member may come from a model or from an edited history. */
export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  /**
   * The id that the framework gives the call. It stays the same when a run is suspended and resumed. Without one, the
   * server counts the occasions of the session: the same call finds its open request again, and never a used one.
   */
  readonly id: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /**
   * The request that this call continues, if the adapter itself signed that link. The call must still equal the action
   * of the request.
   */
  readonly ticket?: string | undefined;
  /** Replaces the session of the options, if the framework names its conversations itself. */
  readonly session?: string | undefined;
  /** The name that the framework gives the run. It is used if neither of the others names a session. */
  readonly run?: string | undefined;
}

/** What a policy may know of a call besides its tool and its input. */
export interface CallDetails
  extends Pick<RunOptions, 'agent_reasoning' | 'context' | 'scope' | 'tool_definition_digest'> {
  readonly operation?: string;
  readonly version?: string;
  readonly resource?: string | null;
  readonly subject_id?: string | null;
}

export interface GatedCallsOptions
  extends Pick<
    RunOptions,
    | 'amendable'
    | 'keepResult'
    | 'onAbort'
    | 'onAmended'
    | 'onAsked'
    | 'onQuestion'
    | 'onUnreported'
    | 'timeout'
  > {
  /**
   * Names the conversation or the run. Ids of tool calls are unique inside one. Give the same name when a suspended run
   * is resumed.
   */
  readonly session?: string | undefined;
  /**
   * `block`: the tool waits for the decision. `suspend`: the run of the framework ends, and another process may resume
   * it after the decision.
   */
  readonly mode?: 'block' | 'suspend' | undefined;
  /** Milliseconds that a blocking call waits for the decision. Without it, a call waits as long as the request lives. */
  readonly waitTimeout?: number | undefined;
  readonly describe?: ((call: ToolCall) => CallDetails) | undefined;
}

/** What the gate says of a call before it runs. */
export type Look =
  | {
      readonly state: 'allowed';
      readonly text: string;
      /** The request that was approved; null where policy allows the call without a question. */
      readonly ticket: string | null;
    }
  | { readonly state: 'pending'; readonly ticket: string; readonly text: string }
  | { readonly state: 'refused'; readonly text: string };

/** How a call ended: with the result of the tool, or with what the model is told instead. */
export type Ending<T> =
  | { readonly ran: true; readonly result: T }
  | {
      readonly ran: false;
      readonly text: string;
      /** The request, where it still waits for a decision. */
      readonly ticket?: string;
    };

/** What a host may start, or what it tells the model instead. */
export type BegunCall =
  | {
      readonly state: 'begun';
      readonly begun: Begun;
      /** What the model is told where a reviewer changed its call; null where the call runs as it was asked. */
      readonly note: string | null;
    }
  | { readonly state: 'pending'; readonly ticket: string; readonly text: string }
  | { readonly state: 'refused'; readonly text: string };

/**
 * The calls of one framework through one gate. An adapter translates between its framework and these three methods, and
 * decides nothing: what a framework says was approved never reaches the gate.
 */
export class GatedCalls {
  readonly mode: 'block' | 'suspend';
  readonly #gate: Gate;
  readonly #options: GatedCallsOptions;
  /** Where the application names no session. */
  readonly #ownSession: string;

  constructor(gate: Gate, options: GatedCallsOptions = {}) {
    const { mode = 'block' } = options;
    if (mode !== 'block' && mode !== 'suspend') {
      throw new TypeError(`expected the mode 'block' or 'suspend', found ${JSON.stringify(mode)}`);
    }
    this.mode = mode;
    this.#gate = gate;
    this.#ownSession = sha256({ instance: gate.instance, for: 'session' });
    const { onAsked } = options;
    this.#options = onAsked === undefined ? options : { ...options, onAsked: once(onAsked) };
  }

  /** Asks and does not wait. The same call finds the same request. */
  async look(call: ToolCall): Promise<Look> {
    try {
      const [action, options] = this.#asked(call);
      const { state, ticket, forModel: text } = await this.#gate.ask(action, options);
      if (state === 'refused') return { state, text };
      if (state === 'pending') return { state, ticket: ticket.id, text };
      return { state, ticket: isPlainAllow(ticket.id) ? null : ticket.id, text };
    } catch (error) {
      return { state: 'refused', text: refusalOf(error).forModel };
    }
  }

  /** The present state of a request. The call opens nothing. */
  async settled(ticket: string): Promise<Look> {
    try {
      const { onQuestion } = this.#options;
      await this.#waitFor(ticket, { timeout: 0, onQuestion });
      return { state: 'allowed', ticket: isPlainAllow(ticket) ? null : ticket, text: '' };
    } catch (error) {
      const { outcome, forModel: text } = refusalOf(error);
      return outcome === 'pending'
        ? { state: 'pending', ticket, text }
        : { state: 'refused', text };
    }
  }

  /**
   * Runs the tool with the approved input, once. A suspending gate does not wait here: the framework resumes a run after
   * the decision, and a call without one is refused as pending. An adapter gives the mode `block` for a call that its
   * framework cannot suspend.
   */
  async run<T>(
    call: ToolCall,
    execute: (input: unknown, signal: AbortSignal) => Promise<T> | T,
    mode: 'block' | 'suspend' = this.mode,
  ): Promise<Ending<T>> {
    const run: Run<T> = ({ parameters }, { signal }) => execute(parameters, signal);
    let amended: string | null = null;
    try {
      const [action, given] = this.#asked(call);
      const options: RunOptions = {
        ...given,
        onAmended: changed => {
          amended = changed.forModel;
          given.onAmended?.(changed);
        },
      };
      const ended = (result: T): Ending<T> => ({
        ran: true,
        result: amended === null ? result : withNote(result, amended),
      });
      if (call.ticket !== undefined) {
        const ticket = this.#gate.ticket(call.ticket);
        if (options.amendable !== true) {
          await ticket.wait({ signal: options.signal, timeout: options.waitTimeout });
        }
        return ended(await this.#gate.execute(ticket, action, run, options));
      }
      if (mode === 'block') {
        // A waiting call ends with its run, and its question is never asked again. So the question is withdrawn, and no
        // person has to decide it.
        const { onAbort = 'cancel' } = options;
        return ended(await this.#gate.run(action, run, { ...options, onAbort }));
      }
      const asked = await this.#gate.ask(action, options);
      const { ticket, refusal } = asked;
      const isKept = Boolean(options.keepResult) && refusal?.execution === 'succeeded';
      if (ticket !== null && (asked.state === 'allowed' || isKept)) {
        return ended(await this.#gate.execute(ticket, action, run, options));
      }
      const waiting = asked.state === 'pending' ? { ticket: asked.ticket.id } : {};
      return { ran: false, text: asked.forModel, ...waiting };
    } catch (error) {
      const { outcome, approval_request_id: id, forModel: text } = refusalOf(error);
      return { ran: false, text, ...(outcome === 'pending' && id !== null ? { ticket: id } : {}) };
    }
  }

  /**
   * For a host that starts the tool itself. Verifies and consumes the approval, and returns what may be started. The
   * host must then run exactly that and report the outcome (AB-3, TM-3). In the mode `suspend` it does not wait. A host
   * runs a changed action only if it can replace the input that the model wrote. For any other host, reviewers are
   * offered no changes.
   */
  async begin(
    call: ToolCall,
    mode: 'block' | 'suspend' = this.mode,
    replacesInput = false,
  ): Promise<BegunCall> {
    try {
      let note: string | null = null;
      const [action, given] = this.#asked(call);
      const options: RunOptions = {
        ...given,
        amendable: replacesInput ? given.amendable : undefined,
        onAmended: changed => {
          note = changed.forModel;
          given.onAmended?.(changed);
        },
      };
      const asked = await this.#gate.ask(action, options);
      if (asked.state === 'refused') return { state: 'refused', text: asked.forModel };
      const { ticket } = asked;
      if (asked.state === 'pending') {
        if (mode === 'suspend')
          return { state: 'pending', ticket: ticket.id, text: asked.forModel };
        await this.#wait(ticket, options);
      }
      const begun = await this.#gate.begin(ticket, action, options);
      return { state: 'begun', begun, note };
    } catch (error) {
      const { outcome, approval_request_id: ticket, forModel: text } = refusalOf(error);
      return outcome === 'pending' && ticket !== null
        ? { state: 'pending', ticket, text }
        : { state: 'refused', text };
    }
  }

  /** Waits for a request, or for the one that took its place where this caller runs what a reviewer changed. */
  async #waitFor(id: string, options: WaitOptions): Promise<void> {
    try {
      await this.#gate.ticket(id).wait(options);
    } catch (error) {
      const next = error instanceof NotAllowed ? error.superseded_by : null;
      if (next === null || this.#options.amendable !== true) throw error;
      await this.#waitFor(next, options);
    }
  }

  async #wait(
    ticket: Ticket,
    { signal, waitTimeout, onQuestion, onAbort = 'cancel' }: RunOptions,
  ): Promise<void> {
    try {
      await this.#waitFor(ticket.id, { signal, timeout: waitTimeout, onQuestion });
    } catch (error) {
      const isLeft = signal?.aborted === true || refusalOf(error).outcome === 'pending';
      if (onAbort === 'cancel' && isLeft) {
        await this.#gate.cancel(ticket, 'The agent stopped waiting.').catch(() => undefined);
      }
      throw error;
    }
  }

  #asked(call: ToolCall): readonly [ActionInput, RunOptions] {
    const { describe, session, mode: _, ...options } = this.#options;
    const { operation, version, resource = null, subject_id, ...more } = describe?.(call) ?? {};
    const action = {
      ...(operation === undefined ? {} : { operation }),
      ...(subject_id === undefined ? {} : { subject_id }),
      target: {
        tool_name: call.tool,
        ...(version === undefined ? {} : { tool_schema_version: version }),
        resource,
      },
      parameters: call.input as object,
    };
    const { signal } = call;
    const occasion = this.#occasionOf(call, call.session ?? session ?? call.run);
    return [action, { ...options, ...more, ...occasion, signal, mayAskAgain: false }];
  }

  /** One occasion per tool call. Quoting keeps two pairs of names from giving the same key. */
  #occasionOf({ id }: ToolCall, session: string | undefined): Pick<RunOptions, 'key' | 'occasion'> {
    if (id === undefined) return { occasion: { session: session ?? this.#ownSession } };
    return { key: session === undefined ? id : JSON.stringify([session, id]) };
  }
}

/** How many requests are remembered as told. */
const toldMax = 1024;

/** An adapter asks about one call several times. The application hears of its request once. */
function once(onAsked: NonNullable<RunOptions['onAsked']>): NonNullable<RunOptions['onAsked']> {
  const told = new Set<string>();
  return (facts, action) => {
    const { approval_request_id: id } = facts;
    if (told.has(id)) return;
    for (const oldest of told) {
      if (told.size < toldMax) break;
      told.delete(oldest);
    }
    onAsked(facts, action);
    // A callback that throws has told no one, so the next call tries again.
    told.add(id);
  };
}

/** A refusal as a value. An error of the tool, of the set-up or an abort is thrown on: it is no answer to the model. */
function refusalOf(error: unknown): NotAllowed {
  if (error instanceof NotAllowed) return error;
  // The model wrote an input that cannot be bound, such as half of a surrogate pair. It can write another one.
  if (error instanceof ProtocolError) {
    return new NotAllowed({ code: error.code, detail: error.message });
  }
  throw error;
}

/** A model that reads a result as text is told what ran in the place of its call. Other results stay as they are. */
function withNote<T>(result: T, note: string): T {
  return typeof result === 'string' ? (`${note} Result: ${result}` as T & string) : result;
}
