import type { GateClock, ProposalCall } from '@countersign/client';
import type { EdgeCalls, KeyTrust } from '@countersign/client/edge-calls';
import type { Policy } from '@countersign/policy';
import { sha256OfText } from '@countersign/protocol/crypto';
import {
  type EdgeMoment,
  endsRun,
  judgeEdgeCall,
  judgeEdgeVerdict,
  judgeSnapshotTime,
  type VerifiedSnapshot,
  verifySnapshot,
} from '@countersign/protocol/edge';
import { canonicalize, type JsonObject } from '@countersign/protocol/json';
import {
  accept,
  type ReasonCode,
  type Refusal,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import { attestedServerMember, type PolicyDecision } from '@countersign/protocol/request';
import {
  idFromUuid,
  PolicyDecisionId,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import type { Backlog, SealedBatch } from './backlog.ts';
import type { EdgeKey } from './edge-key.ts';

export interface EdgeParts {
  readonly calls: EdgeCalls;
  readonly trust: Pick<KeyTrust, 'current' | 'newer'>;
  readonly clock: GateClock;
  readonly backlog: Backlog;
  readonly key: EdgeKey;
  /** A UUID v4, never the same twice. */
  uuid(): string;
  /** The credential of this edge, as the server says. */
  identify(): Promise<Result<string>>;
  /** The name of what evaluates here, which must be that of the server. */
  readonly evaluator: string;
  loadPolicy(snapshot: VerifiedSnapshot, text: string): Result<Policy>;
  /** Receives the reason why calls go to the server. The same reason is reported only once in a row. */
  readonly onFault?: ((why: Refusal) => void) | undefined;
}

/** The snapshot in use. */
interface Held {
  readonly snapshot: VerifiedSnapshot;
  readonly policy: Policy;
  /** When the edge requested the snapshot, by both clocks. */
  readonly asked: EdgeMoment;
}

/** The server evaluates anything larger, in a thread with a deadline (HI-2). */
const unitsMax = 2048;

/** After a failed request for a snapshot, the edge waits this long before it asks again. */
const askAgainMilliseconds = 1000;
const notOfferedMilliseconds = 60_000;

/**
 * Decides on the machine of the agent. It allows only what policy plainly allows, and only while the snapshot of the
 * server is valid. Every other call goes to the server (EG-1). No call waits here: if the edge cannot decide at once,
 * the call goes to the server.
 */
export class Edge {
  readonly #parts: EdgeParts;
  #held: Held | null = null;
  /** The documents of the last snapshot, and the policy that they make. */
  #documents: { readonly digest: string; readonly own: string; readonly policy: Policy } | null =
    null;
  #seen = { epoch: 0, serial: 0 };
  #edgeId: string | null = null;
  #decidedAt = 0;
  #isWanted = false;
  #askNotBefore = 0;
  #syncing: Promise<void> | null = null;
  #fault: ReasonCode | null = null;
  #isClosed = false;
  #isMissing = false;

  constructor(parts: EdgeParts) {
    this.#parts = parts;
  }

  /** Decisions that the server does not have yet. */
  get waiting(): number {
    return this.#parts.backlog.waiting;
  }

  /** Whether the last calls left something to do: a snapshot is wanted, or decisions wait. */
  get isDue(): boolean {
    const { backlog, clock } = this.#parts;
    const wants = this.#isWanted && clock.elapsed() >= this.#askNotBefore && this.#isStale();
    return wants || backlog.waiting > 0 || backlog.owesClosing(this.#heldSerial());
  }

  /** Allows the call, or says why the server must decide it. */
  decide(call: ProposalCall): Result<PolicyDecision> {
    if (this.#isClosed) return refuse('edge_not_covered', 'the edge is closed');
    this.#isWanted = true;
    const { backlog } = this.#parts;
    const held = this.#current();
    if (!held.ok) return held;
    if (!backlog.hasRoom) return refuse('edge_backlog_full', `${backlog.waiting} decisions wait`);
    try {
      return this.#evaluate(held.value, call);
    } catch {
      // The server decides any call that fails to be read, evaluated or recorded here.
      return refuse('edge_not_covered', 'the edge could not decide it');
    }
  }

  /** Sends the decisions to the server, and fetches the next snapshot if calls need one. Never rejects. */
  sync(): Promise<void> {
    this.#syncing ??= this.#sync()
      .catch(error => this.#tell({ code: 'internal_error', detail: String(error) }))
      .finally(() => {
        this.#syncing = null;
      });
    return this.#syncing;
  }

  /** Decides nothing more, tells the server what it can, and leaves the rest to the next process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#isWanted = false;
    this.#held = null;
    await this.#syncing;
    await this.sync();
    this.#parts.backlog.close();
  }

  #evaluate({ snapshot, policy }: Held, call: ProposalCall): Result<PolicyDecision> {
    const { action, scope, plan, context: told = {}, trace } = call;
    const actionText = canonicalize(action);
    const contextText = canonicalize(told);
    const bytes = actionText.length + contextText.length;
    if (bytes > unitsMax) return refuse('edge_not_covered', `it has more than ${unitsMax} letters`);
    const action_digest = sha256OfText(actionText);
    const covered = judgeEdgeCall(snapshot, {
      action,
      action_digest,
      context: told as JsonObject,
      isBound:
        plan !== undefined ||
        call.next_round_of !== undefined ||
        (scope?.plan_id ?? null) !== null ||
        (scope?.step_id ?? null) !== null,
      bytes,
    });
    if (!covered.ok) return covered;
    const facts = (
      snapshot.tool_server === null
        ? told
        : { ...told, [attestedServerMember]: snapshot.tool_server }
    ) as JsonObject;
    const evaluation = policy.evaluate(action, facts);
    const plain = judgeEdgeVerdict(evaluation, snapshot);
    if (!plain.ok) return plain;
    const policy_decision_id = idFromUuid(PolicyDecisionId, 'pd', this.#parts.uuid());
    const decided_at = this.#now();
    const traced = trace === undefined ? null : trace;
    const { serial } = snapshot;
    // In the order of the canonical form, which it has when it is read again.
    this.#parts.backlog.append(
      `{"action":${actionText},"context":${contextText},"decided_at":"${decided_at}","policy_decision_id":"${policy_decision_id}","serial":${serial},"trace":${JSON.stringify(traced)}}`,
    );
    return accept({
      policy_decision_id,
      verdict: 'allow',
      action_digest,
      policy_rule_id: evaluation.policy_rule_id,
      policy_rule_ids: [...evaluation.policy_rule_ids],
      policy_version: evaluation.policy_version,
      approval_chain_id: null,
      approval_chain_version: null,
      risk: evaluation.risk,
      annotations: [...evaluation.annotations],
      reasons: [...evaluation.reasons],
      context: evaluation.context,
      decided_at,
      trace: traced as PolicyDecision['trace'],
    });
  }

  /** No decision is dated earlier than the one before it. The server checks that order. */
  #now(): Timestamp {
    this.#decidedAt = Math.max(this.#decidedAt, Math.floor(this.#parts.clock.now()));
    return timestampFromMilliseconds(this.#decidedAt);
  }

  #moment(): EdgeMoment {
    const { clock } = this.#parts;
    return { wall: clock.now(), elapsed: clock.elapsed() };
  }

  #heldSerial(): number | null {
    return this.#held?.snapshot.serial ?? null;
  }

  #current(): Result<Held> {
    const held = this.#held;
    if (held === null) return refuse('edge_snapshot_expired', 'the edge has no snapshot');
    const time = judgeSnapshotTime(held.snapshot, held.asked, this.#moment());
    if (time.ok) return accept(held);
    this.#held = null;
    if (time.refusal.code !== 'edge_snapshot_expired') this.#tell(time.refusal);
    return time;
  }

  /** Whether there is no snapshot, or half of its life is over. */
  #isStale(): boolean {
    const held = this.#current();
    if (!held.ok) return true;
    const { snapshot, asked } = held.value;
    const life = Date.parse(snapshot.expires_at) - Date.parse(snapshot.issued_at);
    return this.#parts.clock.elapsed() - asked.elapsed >= life / 2;
  }

  async #sync(): Promise<void> {
    // Drops a snapshot that has expired, so that the server is told it is complete.
    this.#current();
    const { backlog, clock } = this.#parts;
    if (backlog.waiting > 0 || backlog.owesClosing(this.#heldSerial())) {
      const edgeId = await this.#identity();
      if (edgeId === null || !(await this.#upload(edgeId))) return;
    }
    if (this.#isWanted && clock.elapsed() >= this.#askNotBefore && this.#isStale()) {
      this.#isWanted = false;
      await this.#fetch();
    }
  }

  async #identity(): Promise<string | null> {
    if (this.#edgeId !== null) return this.#edgeId;
    const found = await this.#parts.identify();
    if (!found.ok) this.#tell(found.refusal);
    else this.#edgeId = found.value;
    return this.#edgeId;
  }

  /** Sends the waiting batches in order. False if the server did not accept all of them. */
  async #upload(edgeId: string): Promise<boolean> {
    const { backlog, calls, key } = this.#parts;
    backlog.seal({ edge_id: edgeId, seal: key.seal }, this.#heldSerial());
    for (const batch of [...backlog.sealed]) {
      const answer = await calls.upload(batch.jws);
      if (!answer.ok) return this.#notTaken(answer.refusal);
      if (answer.value.contradicted > 0) this.#contradicted(batch, answer.value.contradicted);
      backlog.accepted(batch);
    }
    return true;
  }

  #notTaken(refusal: Refusal): boolean {
    this.#tell(refusal);
    if (endsRun(refusal.code)) this.#beginRun();
    return false;
  }

  #beginRun(): void {
    this.#held = null;
    this.#parts.backlog.beginRun();
  }

  /** The server would have decided otherwise. This edge stops deciding until the server gives it a new snapshot. */
  #contradicted({ sequence }: SealedBatch, count: number): void {
    this.#held = null;
    this.#askNotBefore = this.#parts.clock.elapsed() + notOfferedMilliseconds;
    const detail = `the server would not have allowed ${count} actions of batch ${sequence}`;
    this.#tell({ code: 'edge_evaluator_mismatch', detail });
  }

  async #fetch(): Promise<void> {
    const fetched = await this.#fetchSnapshot();
    const { clock } = this.#parts;
    if (fetched.ok) {
      this.#held = fetched.value;
      this.#fault = null;
      this.#isMissing = false;
      return;
    }
    const { code } = fetched.refusal;
    this.#tell(fetched.refusal);
    const isLasting = code === 'edge_not_offered' || code === 'edge_evaluator_mismatch';
    const pause = isLasting ? notOfferedMilliseconds : askAgainMilliseconds;
    this.#askNotBefore = clock.elapsed() + pause;
    this.#isWanted = true;
    if (code === 'edge_batch_missing') this.#answerMissing();
    if (code === 'epoch_changed') this.#beginRun();
  }

  /**
   * The server waits for decisions of this run. If none are left here, the next sync tells the server so. If the server
   * still waits after that, the decisions are lost and a new run begins.
   */
  #answerMissing(): void {
    const { backlog } = this.#parts;
    if (backlog.waiting > 0) return;
    if (this.#isMissing) this.#beginRun();
    this.#isMissing = !this.#isMissing;
  }

  async #fetchSnapshot(): Promise<Result<Held>> {
    const { calls, trust, backlog, uuid } = this.#parts;
    const edge_id = await this.#identity();
    if (edge_id === null) return refuse('server_unreachable', 'the edge does not know its name');
    const [nonce, run] = [uuid(), backlog.run];
    backlog.asks();
    const asked = this.#moment();
    const answer = await calls.snapshot({ run, nonce, has: this.#documents?.digest ?? null });
    if (!answer.ok) return answer;
    const trusted = await trust.current();
    if (!trusted.ok) return trusted;
    const expected = { jws: answer.value.snapshot, edge_id, run, nonce, newest: this.#seen };
    let verified = verifySnapshot({ ...expected, ...trusted.value });
    if (!verified.ok && verified.refusal.code === 'jws_key_unknown') {
      const newer = await trust.newer();
      if (newer?.ok) verified = verifySnapshot({ ...expected, ...newer.value });
    }
    if (!verified.ok) return verified;
    return this.#take(verified.value, answer.value.policy_text, asked);
  }

  #take(snapshot: VerifiedSnapshot, text: string | null, asked: EdgeMoment): Result<Held> {
    const { backlog, evaluator } = this.#parts;
    const { epoch, serial, store_id } = snapshot;
    const { place } = backlog;
    if (place !== null && (place.epoch !== epoch || place.store_id !== store_id)) {
      return refuse('epoch_changed', `expected epoch ${place.epoch}, found ${epoch}`);
    }
    this.#seen = { epoch, serial };
    backlog.received({ store_id, epoch });
    if (snapshot.evaluator !== evaluator) {
      return refuse(
        'edge_evaluator_mismatch',
        `expected ${evaluator}, found ${snapshot.evaluator}`,
      );
    }
    const time = judgeSnapshotTime(snapshot, asked, this.#moment());
    if (!time.ok) return time;
    const policy = this.#policyOf(snapshot, text);
    return policy.ok ? accept({ snapshot, policy: policy.value, asked }) : policy;
  }

  #policyOf(snapshot: VerifiedSnapshot, text: string | null): Result<Policy> {
    const own = canonicalize(snapshot.own);
    const known = this.#documents;
    if (known?.digest === snapshot.policy_text && known.own === own) return accept(known.policy);
    this.#documents = null;
    if (text === null) return refuse('edge_snapshot_malformed', 'it came without its documents');
    const policy = this.#parts.loadPolicy(snapshot, text);
    if (policy.ok) this.#documents = { digest: snapshot.policy_text, own, policy: policy.value };
    return policy;
  }

  #tell(why: Refusal): void {
    if (this.#fault === why.code) return;
    this.#fault = why.code;
    this.#parts.onFault?.(why);
  }
}
