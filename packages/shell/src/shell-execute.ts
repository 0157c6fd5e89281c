import {
  type Gate,
  NotAllowed,
  type RequestFacts,
  type RunOptions,
  type Sealing,
  ToolFailed,
} from '@countersign/client';
import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import type { RiskLevel } from '@countersign/protocol/value';
import { assessCommand, type RiskOfAction } from './assess-command.ts';
import { checkUnchanged } from './check-unchanged.ts';
import { type Command, readCommand } from './command.ts';
import type { EnvironmentChoice } from './environment.ts';
import {
  actionOf,
  type MeasuredCommand,
  measureCommand,
  type WantedCommand,
} from './measure-command.ts';
import { NotStarted } from './not-started.ts';
import { type EndedProcess, type OutputStream, runProcess } from './run-process.ts';
import { completedResult, refusedResult, type ShellResult } from './shell-result.ts';
import { presentSurroundings } from './surroundings.ts';

export interface ShellOptions
  extends Pick<RunOptions, 'agent_reasoning' | 'context' | 'key' | 'scope' | 'waitTimeout'> {
  readonly gate: Gate;
  /**
   * `always`: the gate is asked about every command, because its policy decides who is asked, and knows more than can be
   * known here: other thresholds, allowed and forbidden tools, holds on the session. A command that policy allows runs
   * at once, and policy has a record of it. `when_high` is the behaviour of document 003: below high risk the gate hears
   * nothing of the command, so no policy can stop it. It is for commands that run offline.
   */
  readonly ask?: 'always' | 'when_high';
  readonly cwd?: string;
  readonly env?: EnvironmentChoice;
  /** What the command reads. Without it, its input is empty. */
  readonly stdin?: string | Uint8Array;
  /** Shows the text of `stdin` to policy and people. Otherwise they see its size and digest, for it may be a secret. */
  readonly showStdin?: boolean;
  /** What runs a command that is one text. */
  readonly shell?: string;
  readonly subject_id?: string | null;
  readonly seal?: Sealing;
  /** Milliseconds that the command may take; then it and its process group are stopped. */
  readonly timeout?: number;
  /** Gives up waiting, where nothing runs yet, by throwing its reason; stops the command, where it runs. */
  readonly signal?: AbortSignal;
  /** Bytes that are kept of each output. The command may write more, which is counted and digested. */
  readonly outputMax?: number;
  readonly onOutput?: (stream: OutputStream, bytes: Uint8Array) => Promise<void> | void;
  /** Called once where a question is needed: the request, and the action as it is shown. */
  readonly onAsked?: NonNullable<RunOptions['onAsked']>;
  /** How risk is assessed here; the detectors of policy with their usual settings where nothing is said. */
  readonly assess?: RiskOfAction;
}

const timeoutDefault = 600_000;
const outputMaxDefault = 1024 * 1024;
/** So that the command is stopped, and has ended, before the gate gives it up. */
const stopMilliseconds = 5000;

/**
 * Runs a command exactly as it was approved: the words or the exact text, the bytes and the real path of the program, the
 * real path of the directory, the environment and the input. All of it is measured when asking, again when the approval
 * is used, and once more right before the start; where anything differs, nothing runs.
 *
 * A refusal is a result and is never thrown. An exit code other than 0 is a completed command for the caller and
 * `failed` with "exit 3" in the record: only the program itself can say how it ended.
 */
export async function shellExecute(command: Command, options: ShellOptions): Promise<ShellResult> {
  options.signal?.throwIfAborted();
  const wanted = wantedOf(command, options);
  let request_id: string | null = null;
  let risk: RiskLevel = 'low';
  try {
    const first = measureCommand(wanted, presentSurroundings());
    const context = contextOf(first, options);
    risk = (await assessCommand(first, context, options.assess)).level;
    const mustAsk = options.ask !== 'when_high' || risk === 'high' || risk === 'critical';
    const run = new OneRun(wanted, options);
    if (!mustAsk) {
      const ended = await run.start(first.parameters, options.signal ?? neverAborted());
      return completedResult(ended, { request_id, risk, unreported: null });
    }
    let unreported: NotAllowed | null = null;
    const asked = {
      onAsked: (facts: RequestFacts, action: ActionBinding) => {
        request_id = facts.approval_request_id;
        options.onAsked?.(facts, action);
      },
      onUnreported: (why: NotAllowed) => {
        unreported = why;
      },
    };
    const ended = await run.throughGate(first, context, asked);
    const why = unreported as NotAllowed | null;
    return completedResult(ended, { request_id, risk, unreported: why?.code ?? null });
  } catch (error) {
    const refusal = error instanceof NotStarted ? error.asRefusal() : error;
    if (refusal instanceof NotAllowed) return refusedResult(refusal, { request_id, risk });
    throw error;
  }
}

/** One command on its way from its first measure to its end. */
class OneRun {
  readonly #wanted: WantedCommand;
  readonly #options: ShellOptions;
  #running: Promise<EndedProcess> | null = null;

  constructor(wanted: WantedCommand, options: ShellOptions) {
    this.#wanted = wanted;
    this.#options = options;
  }

  /** The last look at the world, and the start, with nothing in between that could wait. */
  start(approved: JsonObject, signal: AbortSignal): Promise<EndedProcess> {
    const { timeout = timeoutDefault, outputMax = outputMaxDefault, onOutput } = this.#options;
    const last = measureCommand(this.#wanted, presentSurroundings());
    checkUnchanged(approved, last.parameters);
    this.#running = runProcess(last, { milliseconds: timeout, outputMax, signal, onOutput });
    return this.#running;
  }

  async throughGate(
    first: MeasuredCommand,
    context: JsonObject,
    told: Pick<RunOptions, 'onAsked' | 'onUnreported'>,
  ): Promise<EndedProcess> {
    const { gate, timeout = timeoutDefault, subject_id = null } = this.#options;
    let measured: MeasuredCommand | null = first;
    const preconditions = () => {
      // When asking, those of the action itself; whenever they are asked for later, those of that moment.
      const { preconditions: found } =
        measured ?? measureCommand(this.#wanted, presentSurroundings());
      measured = null;
      return found;
    };
    try {
      await gate.run(
        actionOf(first, subject_id),
        async ({ parameters }, { signal }) =>
          reported(await this.start(parameters as JsonObject, signal)),
        {
          ...passedOn(this.#options),
          ...told,
          context,
          preconditions,
          timeout: timeout + stopMilliseconds,
        },
      );
    } catch (error) {
      // A failure that is reported is still an end; where the gate gave up waiting, the command is being stopped.
      if (error instanceof NotStarted || this.#running === null) throw error;
      const ended = await this.#running;
      if (error instanceof ToolFailed) return ended;
      throw error;
    }
    return this.#running ?? Promise.reject(new Error('the gate ended without having run anything'));
  }
}

/** What the receipt says of an end: succeeded with its digest, or how it failed. */
function reported({ exit_code, signal, stopped, stdout, stderr }: EndedProcess): JsonObject {
  const result = {
    exit_code,
    signal,
    stdout: { bytes: stdout.bytes, digest: stdout.digest },
    stderr: { bytes: stderr.bytes, digest: stderr.digest },
  };
  if (stopped === 'timeout') throw new ToolFailed('stopped, because its time ran out', result);
  if (stopped === 'aborted') throw new ToolFailed('stopped, because it was aborted', result);
  if (exit_code === null) throw new ToolFailed(`ended by ${signal}`, result);
  if (exit_code !== 0) throw new ToolFailed(`exit ${exit_code}`, result);
  return result;
}

function passedOn(options: ShellOptions): RunOptions {
  const { agent_reasoning, key, scope, seal, signal, waitTimeout } = options;
  return {
    ...(agent_reasoning === undefined ? {} : { agent_reasoning }),
    ...(key === undefined ? {} : { key }),
    ...(scope === undefined ? {} : { scope }),
    ...(seal === undefined ? {} : { seal }),
    ...(signal === undefined ? {} : { signal }),
    ...(waitTimeout === undefined ? {} : { waitTimeout }),
  };
}

/**
 * Input can be a program, and a variable can make a program load another; a reader of the command sees neither. So
 * such a command is announced as one that may destroy, which can only raise its risk.
 */
function contextOf({ isOpaque }: MeasuredCommand, { context = {} }: ShellOptions): JsonObject {
  if (!isOpaque) return context;
  return { ...context, tool_annotations: { destructiveHint: true } };
}

/** Copies, so that nothing the caller does afterwards reaches the command. */
function wantedOf(command: Command, options: ShellOptions): WantedCommand {
  const { cwd, shell = '/bin/sh', env = {}, stdin, showStdin = false } = options;
  const { inherit = [], set = {} } = env;
  return {
    text: readCommand(command),
    cwd,
    shell,
    environment: { inherit: [...inherit], set: { ...set } },
    stdin: stdin === undefined ? null : copyOf(stdin),
    showStdin,
  };
}

function copyOf(input: string | Uint8Array): Uint8Array {
  return typeof input === 'string' ? new TextEncoder().encode(input) : input.slice();
}

function neverAborted(): AbortSignal {
  return new AbortController().signal;
}
