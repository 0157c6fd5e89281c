import type { ActionBinding } from '@countersign/protocol/action';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import type { Receipt } from '@countersign/protocol/request';
import { millisecondsOf } from '@countersign/protocol/value';
import type { BoundAction } from './bound-action.ts';
import type { GateClock } from './gate-clock.ts';
import { NotAllowed } from './not-allowed.ts';
import type { ReportCall } from './transport.ts';

/** The tool that runs. It receives exactly the approved action, and a signal that aborts when its time is over. */
export type Run<T> = (
  action: ActionBinding,
  surroundings: { readonly signal: AbortSignal },
) => Promise<T> | T;

/**
 * Thrown by a tool that knows how it failed and may say so. Only this error's message goes into the receipt,
 * unchanged: it must not quote what the tool was given. The digest of the result goes in too, where there is one.
 */
export class ToolFailed extends Error {
  override readonly name = 'ToolFailed';
  readonly result: unknown;

  constructor(message: string, result?: unknown) {
    super(message);
    this.result = result;
  }
}

/** Thrown by a tool that was started and cannot say whether it happened, such as a call whose server went away. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown';
}

export interface ToolLimits {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that the tool may take. */
  readonly timeout?: number | undefined;
}

/** How a run ended, and what is said of it. */
type Ended<T> = { readonly report: Omit<ReportCall, 'attempt'> } & (
  | { readonly kind: 'returned'; readonly result: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'timed_out'; readonly error: NotAllowed }
);

const toolMillisecondsDefault = 895_000;
/** The part of the time that is reserved for the report. */
const reportMarginMilliseconds = 5000;
const toolWordsMax = 512;

/** Runs a tool once, for a bounded time. It never throws: how the tool ended is a value. */
export async function runTool<T>(
  bound: BoundAction,
  run: Run<T>,
  clock: GateClock,
  limits: ToolLimits & { readonly milliseconds: number },
): Promise<Ended<T>> {
  const { milliseconds } = limits;
  const over = new AbortController();
  const ended = new AbortController();
  const signal =
    limits.signal === undefined ? over.signal : AbortSignal.any([limits.signal, over.signal]);
  const final_action_digest = bound.digest;
  const running = settle(() => run(bound.real, { signal }));
  const time = clock.pause(milliseconds, ended.signal).then(() => null);
  const first = await Promise.race([running, time]);
  // With a reason of its own: without one, each call builds an error with its stack.
  ended.abort('ended');
  if (first === null) {
    const detail = `it did not finish within ${Math.round(milliseconds)} ms`;
    const tool = bound.proposed.target.tool_name;
    const error = new NotAllowed({ code: 'execution_timed_out', detail, tool });
    over.abort(error);
    const report = { outcome: 'unknown', final_action_digest, error: detail } as const;
    return { kind: 'timed_out', error, report };
  }
  if (!first.ok) {
    const { error } = first;
    if (error instanceof OutcomeUnknown) {
      const report = { outcome: 'unknown', final_action_digest, error: errorText(error) } as const;
      return { kind: 'threw', error, report };
    }
    const left = error instanceof ToolFailed ? resultOf(error.result) : {};
    return {
      kind: 'threw',
      error,
      report: { outcome: 'failed', final_action_digest, error: errorText(error), ...left },
    };
  }
  const { value } = first;
  return {
    kind: 'returned',
    result: value,
    // A call that policy allows is not reported, and the digest of a large result takes long.
    get report() {
      return { outcome: 'succeeded', final_action_digest, ...resultOf(value) } as const;
    },
  };
}

/** As long as requested, but short enough to leave time for the report. */
export function toolMilliseconds(timeout: number | undefined, receipt?: Receipt): number {
  const wanted = timeout ?? toolMillisecondsDefault;
  if (receipt === undefined) return wanted;
  const window = millisecondsOf(receipt.report_by) - millisecondsOf(receipt.consumed_at);
  return Math.max(0, Math.min(wanted, window - reportMarginMilliseconds));
}

async function settle<T>(
  run: () => Promise<T> | T,
): Promise<{ ok: true; value: T } | { ok: false; error: unknown }> {
  try {
    return { ok: true, value: await run() };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The class of an error and nothing of its message, which often quotes what the tool was given. */
export function errorText(error: unknown): string {
  if (error instanceof ToolFailed || error instanceof OutcomeUnknown)
    return error.message.slice(0, toolWordsMax);
  try {
    const name = error instanceof Error ? error.name : typeof error;
    return /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) ? `the tool threw ${name}` : 'the tool threw';
  } catch {
    return 'the tool threw';
  }
}

/** Nothing where the result is not JSON. */
export function resultOf(result: unknown): { readonly result_digest?: Digest } {
  try {
    return { result_digest: sha256(result) };
  } catch {
    return {};
  }
}
