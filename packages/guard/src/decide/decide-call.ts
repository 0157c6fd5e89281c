import {
  type ActionInput,
  type Asked,
  type AskOptions,
  type Gate,
  GateMisconfigured,
  NotAllowed,
  type Ticket,
} from '@countersign/client';
import { type JsonObject, type JsonValue, parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import { actionOfCall, inputOfAction } from '../contract/action-of-call.ts';
import type { Contract } from '../contract/contract.ts';
import { ContractBroken, type HookCall, type HookVerdict } from '../contract/hook-call.ts';
import { canaryText, nonceOf } from './canary.ts';
import { guardFacts } from './guard-facts.ts';
import type { RunningCalls } from './running-calls.ts';
import type { SessionFolders } from './session-folders.ts';
import type { UnderwayCalls } from './underway-calls.ts';

interface Deciding {
  /** The gate of the caller. Throws where the server does not know the key, or the key does not cover the agent. */
  readonly gateOf: () => Promise<Gate>;
  readonly contract: Contract;
  /** The agent that the key belongs to. Sessions of two agents are never the same. */
  readonly agent: string;
  /** The key of the caller. It marks the answer to a canary. */
  readonly key: string;
  /** Tells callers apart. What the guard remembers of one caller is never used for another. */
  readonly caller: string;
  /** How long a call may wait for a person, in milliseconds. */
  readonly hold: number;
  /** Aborts when the agent no longer listens. After that nothing is allowed. */
  readonly signal: AbortSignal;
  readonly running: RunningCalls;
  readonly folders: SessionFolders;
  /** Whether the agent runs without a person and can be resumed. */
  readonly defers: boolean;
  readonly underway: UnderwayCalls;
  /** Told for the operator. Never contains arguments. */
  readonly log: (words: string) => void;
}

interface Beginning extends Pick<Deciding, 'contract' | 'caller' | 'running'> {
  readonly gate: Gate;
  readonly options: AskOptions & { readonly signal: AbortSignal };
}

/** How often a call asks again after the same call, made at the same time, used the approval first. */
const asksMax = 8;

/**
 * Answers one hook of one agent. Every way out is a complete answer in the agent's own form, and every way but one refuses:
 * only a call that the gate has begun is allowed.
 */
export async function decideCall(body: Uint8Array, deciding: Deciding): Promise<JsonObject> {
  const { contract, log } = deciding;
  try {
    // A stranger costs no more than this: nothing of the call is read before.
    const gate = await deciding.gateOf();
    const call = contract.parse(parseStrict(body) as JsonValue);
    if (call.event === 'after') {
      await report(call, deciding);
      return contract.render({ kind: 'noted' });
    }
    const session = `${deciding.agent}/${call.session}`;
    const verdict = await deciding.underway.during(session, () => judge(call, gate, deciding));
    const { value, wasAlone } = verdict;
    // Of several deferred calls of a turn, Claude Code remembers the last one only.
    const mayDefer = deciding.defers && wasAlone && value.kind === 'pending';
    return contract.render(mayDefer ? { ...value, mayDefer } : value);
  } catch (error) {
    log(`a call of ${contract.agent} was refused: ${nameOf(error)}`);
    return contract.render({ kind: 'deny', text: refusalText(error) });
  }
}

async function judge(call: HookCall, gate: Gate, deciding: Deciding): Promise<HookVerdict> {
  const { contract, agent, caller, signal, folders } = deciding;
  const action = actionOfCall(contract, call);
  const nonce = nonceOf(action);
  if (nonce !== null) {
    // A key that cannot ask guards nothing.
    await gate.check({ signal });
    return { kind: 'deny', text: canaryText(nonce, deciding.key) };
  }
  const session = `${agent}/${call.session}`;
  const options = {
    // A model that was told to wait makes the same call under another id, so that the server counts.
    occasion: { session },
    scope: { session_id: session },
    context: {
      guard: guardFacts(contract, call, action, folders.of(caller, call.session, call.cwd)),
    },
    signal,
    amendable: call.takesChanges,
  };
  const until = performance.now() + deciding.hold;
  for (let asked = 0; asked < asksMax; asked++) {
    const answer = await gate.ask(action, options);
    if (answer.state === 'refused') {
      if (wasUsedByAnother(answer.refusal)) continue;
      return { kind: 'deny', text: answer.forModel };
    }
    const waited = answer.state === 'pending' ? await waitFor(answer.ticket, until, signal) : null;
    if (waited === 'changed') continue;
    if (waited !== null) return waited;
    try {
      return await beginCall(call, action, answer, { ...deciding, gate, options });
    } catch (error) {
      if (!(error instanceof NotAllowed) || !wasUsedByAnother(error)) throw error;
    }
  }
  const text =
    'The call has not run: too many calls at the same time were the same. Make it again.';
  return { kind: 'deny', text };
}

/** Takes the approval, and tells the agent what it may run. Where a reviewer changed the call, that is the changed one. */
async function beginCall(
  call: HookCall,
  action: ActionInput,
  { ticket, pausedUntil }: Extract<Asked, { state: 'allowed' | 'pending' }>,
  { gate, contract, caller, running, options }: Beginning,
): Promise<HookVerdict> {
  options.signal.throwIfAborted();
  const changes: { input: JsonObject; notice: string }[] = [];
  const begun = await gate.begin(ticket, action, {
    ...options,
    // A change that the agent cannot be given throws here, before the approval is used.
    onAmended: ({ parameters, forModel: notice }) =>
      changes.push({ input: inputOfAction(contract, call, parameters), notice }),
  });
  running.put(caller, call, begun);
  const [change] = changes;
  if (change !== undefined) return { kind: 'allow', ...change };
  return pausedUntil === null
    ? { kind: 'allow' }
    : { kind: 'allow', notice: pausedText(pausedUntil) };
}

/** The terminal shows it with each call that runs because of a pause. */
function pausedText(until: string): string {
  return `Countersign is paused until ${until}. This call is recorded, and no one was asked.`;
}

/** What the agent is told where the call was not allowed in time; null where it was allowed. */
async function waitFor(
  ticket: Ticket,
  until: number,
  signal: AbortSignal,
): Promise<HookVerdict | 'changed' | null> {
  const timeout = Math.max(0, until - performance.now());
  try {
    await ticket.wait({ timeout, signal });
    return null;
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    const { outcome, forModel: text, approval_request_id: request, url } = error;
    // The same question leads to what the reviewer made of it.
    if (error.superseded_by !== null) return 'changed';
    if (outcome !== 'pending') return { kind: 'deny', text };
    return { kind: 'pending', text, ...(request !== null && { waits: { request, url } }) };
  }
}

/** Says how an approved call ended. Where the agent ran something else, the record shows another digest. */
async function report(call: HookCall, deciding: Deciding): Promise<void> {
  const { contract, running, caller } = deciding;
  const begun = running.take(caller, call);
  if (begun === undefined || call.ended === null) return;
  const { parameters } = actionOfCall(contract, call);
  await begun.report({ ...call.ended, ran: parameters });
}

/** The same call, made at the same time, used the approval first. Once more it is the next occasion. */
function wasUsedByAnother({ outcome, code }: NotAllowed): boolean {
  return outcome === 'consumed' || outcome === 'unknown' || code === 'commit_contended';
}

/** In words that a developer can act on. They never quote the call. */
function refusalText(error: unknown): string {
  if (error instanceof NotAllowed) return error.forModel;
  if (error instanceof ContractBroken) return `The call has not run: ${error.message}.`;
  if (error instanceof ProtocolError) {
    return `The call has not run: its input cannot be bound (${error.code} at ${error.path || '/'}).`;
  }
  if (error instanceof GateMisconfigured) {
    return `${error.message} Run: countersign guard check`;
  }
  return 'The call has not run: the guard of Countersign failed. Run: countersign guard check';
}

function nameOf(error: unknown): string {
  if (error instanceof NotAllowed || error instanceof ProtocolError) return error.code;
  return error instanceof Error ? error.name : 'an unknown error';
}
