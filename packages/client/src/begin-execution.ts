import type { ActionBinding } from '@countersign/protocol/action';
import { type Digest, sha256 } from '@countersign/protocol/crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { type BoundAction, bindAction, type Sealing } from './bound-action.ts';
import type { Started } from './execution-edge.ts';
import { errorText, resultOf, toolMilliseconds } from './run-tool.ts';

/** How the tool ended, as the host that ran it says. */
export interface HostOutcome {
  readonly outcome: 'succeeded' | 'failed' | 'unknown';
  /** What the tool returned. Its digest is recorded, and nothing else of it. */
  readonly result?: unknown;
  /** What the tool threw. Its class is recorded, and its message only where it is a `ToolFailed`. */
  readonly error?: unknown;
  /**
   * The parameters that the tool really received, if the host saw them. The record keeps their digest. If it differs
   * from the approved digest, an alarm is raised.
   */
  readonly ran?: unknown;
}

/** What ran, where it was not what was approved. */
export interface Divergence {
  readonly approval_request_id: string | null;
  readonly approved: Digest;
  readonly ran: Digest;
}

/** An action that may be started now, once, by the host that asked. */
export interface Begun {
  /**
   * The approved action. Start the tool with exactly these parameters. From here on, nothing but the host ensures that.
   */
  readonly parameters: JsonObject;
  readonly action: ActionBinding;
  /** The approval that was consumed; null where policy allowed the action without a question. */
  readonly approval_request_id: string | null;
  /** How long the tool may take before the record says `unknown`. */
  readonly milliseconds: number;
  /** Call it when the tool has ended, with success or not. Only the first call counts. It never throws. */
  report(outcome: HostOutcome): Promise<void>;
}

export interface BeginOptions {
  /** Called if the host reports that it ran another action than the approved one. */
  readonly onDiverged?: ((divergence: Divergence) => void) | undefined;
}

export function begun(
  bound: BoundAction,
  {
    id,
    started,
    timeout,
    seal,
    onDiverged,
  }: BeginOptions & {
    /** Null where policy allowed the action without a question: there is nothing to report to. */
    readonly id: string | null;
    readonly started: Started | null;
    readonly timeout: number | undefined;
    readonly seal: Sealing | undefined;
  },
): Begun {
  let reported: Promise<void> | null = null;
  const report = async ({ outcome, result, error, ran }: HostOutcome): Promise<void> => {
    const final = ran === undefined ? undefined : digestOfRun(bound, ran, seal);
    if (final !== undefined && final !== bound.digest) {
      onDiverged?.({ approval_request_id: id, approved: bound.digest, ran: final });
    }
    await started?.report({
      outcome,
      ...(final === undefined ? {} : { final_action_digest: final }),
      ...(result === undefined ? {} : resultOf(result)),
      ...(outcome === 'succeeded' || error === undefined ? {} : { error: errorText(error) }),
    });
  };
  return {
    parameters: bound.real.parameters as JsonObject,
    action: bound.real,
    approval_request_id: id,
    milliseconds: started?.milliseconds ?? toolMilliseconds(timeout),
    report: outcome => (reported ??= report(outcome)),
  };
}

/** Of the same action with these parameters. Parameters that cannot be bound are not those that were approved. */
function digestOfRun(bound: BoundAction, ran: unknown, seal: Sealing | undefined): Digest {
  const { proposed, real } = bound;
  try {
    return bindAction({ ...real, parameters: ran as object }, proposed.agent_id, seal).digest;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return sha256({ approved: bound.digest, ran: 'parameters that are not plain JSON' });
  }
}
