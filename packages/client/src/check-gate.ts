import { type ReasonCode, reasonCodes } from '@countersign/protocol/reason';
import { millisecondsOf } from '@countersign/protocol/value';
import type { OwnCredential } from '@countersign/wire/agent-answers';
import type { GateClock } from './gate-clock.ts';
import { faultIn, type GateFault, GateMisconfigured } from './gate-misconfigured.ts';
import { isPassing } from './no-answer.ts';
import { NotAllowed } from './not-allowed.ts';
import type { CallOptions, Transport } from './transport.ts';
import type { Trust } from './trusted-keys.ts';

/** The verbs that a call of the gate needs from its key. */
type Verb = 'propose' | 'consume' | 'observe';

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** What the gate will be used for; to ask and to run where nothing is said. */
  readonly verbs?: readonly Verb[] | undefined;
}

/**
 * A grant is judged by the clock here too. A clock that is further off would reject valid grants or accept expired
 * ones.
 */
const clockToleranceMilliseconds = 60_000;

interface CheckedGate {
  readonly transport: Transport;
  readonly clock: GateClock;
  readonly agent: string;
  readonly executor: string;
  readonly trust: Trust | undefined;
}

/** Checks the set-up once, before the first question. A check that passed is not repeated. */
export class GateCheck {
  readonly #gate: CheckedGate;
  #known: Promise<OwnCredential> | null = null;

  constructor(gate: CheckedGate) {
    this.#gate = gate;
  }

  /**
   * Throws GateMisconfigured if a call that needs these verbs could not succeed. A server that is only slow or failing
   * may be back by the next call. That case is reported as `unavailable`.
   */
  async pass(verbs: readonly Verb[], options: CallOptions): Promise<void> {
    this.#known ??= this.#examine(options);
    let credential: OwnCredential;
    try {
      credential = await this.#known;
    } catch (error) {
      // The operator may have corrected it by the next call.
      this.#known = null;
      options.signal?.throwIfAborted();
      throw error;
    }
    throwAny(faultsOf(credential, this.#gate, verbs));
  }

  /** Examines everything anew, for a person who sets the gate up. */
  async again({ signal, verbs = ['propose', 'consume'] }: CheckOptions): Promise<void> {
    this.#known = null;
    const before = this.#gate.clock.now();
    const read = await this.#gate.transport.credential({ signal });
    if (!read.ok) throw new GateMisconfigured([unreadable(read.refusal, this.#gate.transport)]);
    const after = this.#gate.clock.now();
    throwAny([
      ...clockFaults(read.value, before, after),
      ...(await trustFaults(this.#gate, { signal })),
      ...faultsOf(read.value, this.#gate, verbs),
    ]);
  }

  async #examine(options: CallOptions): Promise<OwnCredential> {
    const { transport, clock } = this.#gate;
    const before = clock.now();
    const read = await transport.credential(options);
    if (!read.ok) {
      const { code, detail } = read.refusal;
      if (mayPass(code, detail)) throw new NotAllowed(read.refusal);
      throw new GateMisconfigured([unreadable(read.refusal, transport)]);
    }
    // A clock that is behind is no danger, because the server judges every grant by its own clock.
    const faults = clockFaults(read.value, before, Number.POSITIVE_INFINITY);
    throwAny([...faults, ...(await trustFaults(this.#gate, options))]);
    return read.value;
  }
}

function throwAny([first, ...others]: readonly GateFault[]): void {
  if (first !== undefined) throw new GateMisconfigured([first, ...others]);
}

/** Whether the refusal may end without the operator. */
function mayPass(code: ReasonCode, detail: string): boolean {
  const { outcome, retry } = reasonCodes[code];
  if (retry !== 'same_call') return false;
  return code === 'server_unreachable' ? isPassing(detail) : outcome !== 'allowed';
}

function unreadable(
  refusal: { readonly code: ReasonCode; readonly detail: string },
  { address }: Transport,
): GateFault {
  const at = address === undefined ? '' : ` at ${address}`;
  const detail = `expected a server of Countersign${at}, found: ${refusal.detail}`;
  const remedy = 'Check the URL, and that the server runs.';
  return faultIn({ ...refusal, detail }) ?? { kind: 'url', code: refusal.code, detail, remedy };
}

function clockFaults({ now }: OwnCredential, before: number, after: number): GateFault[] {
  const there = millisecondsOf(now);
  const ahead = before - there;
  const behind = there - after;
  if (Math.max(ahead, behind) <= clockToleranceMilliseconds) return [];
  const seconds = Math.round(Math.max(ahead, behind) / 1000);
  const detail = `expected the time of the server, found a clock that is ${seconds} s ${ahead > behind ? 'ahead' : 'behind'}`;
  const remedy = 'Set the clock of this machine, or that of the server.';
  return [
    { kind: 'clock', code: ahead > behind ? 'clock_ahead' : 'clock_regressed', detail, remedy },
  ];
}

async function trustFaults(
  { transport, trust }: CheckedGate,
  options: CallOptions,
): Promise<GateFault[]> {
  if (trust === undefined) return [];
  const { issuer, store_id } = trust;
  const state = await transport.state(options);
  if (!state.ok || (state.value.issuer === issuer && state.value.store_id === store_id)) return [];
  const found = state.value;
  const detail = `expected ${issuer} with the store ${store_id}, found ${found.issuer} with ${found.store_id}`;
  const remedy =
    'Pin the issuer, the store and the keys of this server, or use the URL of the pinned one.';
  return [{ kind: 'trust', code: 'store_mismatch', detail, remedy }];
}

function faultsOf(
  credential: OwnCredential,
  { agent, executor }: CheckedGate,
  verbs: readonly Verb[],
): GateFault[] {
  const faults: GateFault[] = [];
  const missing = verbs.filter(verb => !credential.verbs.includes(verb));
  if (missing.length > 0) {
    faults.push({
      kind: 'right',
      code: 'not_permitted',
      detail: `expected a key with the verbs ${verbs.join(' and ')}, found ${credential.verbs.join(' and ') || 'none'}`,
      remedy: 'Make a key with the missing verbs.',
    });
  }
  // An executor of its own needs no agent: it runs what others asked for.
  const speaks = verbs.some(verb => verb !== 'consume');
  if (speaks && !credential.agent_ids.includes(agent)) {
    faults.push({
      kind: 'agent',
      code: 'not_permitted',
      detail: `expected a key for the agent ${agent}, found ${listed(credential.agent_ids)}`,
      remedy: 'Give the gate an agent that its key covers, or a key for this agent.',
    });
  }
  if (credential.verbs.includes('consume') && credential.executor !== executor) {
    faults.push({
      kind: 'executor',
      code: 'audience_mismatch',
      detail: `expected a key of the executor ${executor}, found ${credential.executor ?? 'none'}`,
      remedy: 'Give the gate the executor that its key names, or a key that names this executor.',
    });
  }
  return faults;
}

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and more` : names.join(', ');
}
