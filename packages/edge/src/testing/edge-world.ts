import { createHash, createPrivateKey } from 'node:crypto';
import type { GateClock, ProposalCall } from '@countersign/client';
import type { EdgeCalls } from '@countersign/client/edge-calls';
import {
  activatePolicy,
  type Context,
  changeDirectory,
  createContext,
  directoryPeople,
  type EdgeCaller,
  issueSnapshot,
  loadEdge,
  recordEdgeBatch,
  type Store,
  type StreamRow,
  startEpoch,
} from '@countersign/coordinator';
import {
  createModelStore,
  createSamplePorts,
  sampleAction,
} from '@countersign/coordinator/testing';
import { documentsText, loadPolicy, PoliciesInForce, readDocuments } from '@countersign/policy';
import { type Digest, importArtifactKey, sha256OfText } from '@countersign/protocol/crypto';
import type { EdgeState } from '@countersign/protocol/edge';
import {
  accept,
  ProtocolError,
  type ReasonCode,
  type Refusal,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import {
  authenticated,
  idFromUuid,
  LockId,
  systemActor,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import { Backlog, usualLimits } from '../backlog.ts';
import { Edge } from '../edge.ts';
import { type EdgeKey, edgeKeyOf } from '../edge-key.ts';
import { type MemoryFiles, memoryFiles } from './memory-files.ts';

export type Outcome = 'allow' | 'deny' | 'require_approval';
export const tools = ['alpha', 'beta', 'gamma'] as const;
type Rules = Readonly<Record<(typeof tools)[number], Outcome>>;

/** What happens to the next call between an edge and the server. */
export type Fault = 'none' | 'away' | 'answer_lost' | 'twice';

const start = Date.UTC(2026, 10, 15, 12);
export const lifeSeconds = 20;
const agentId = 'billing-bot';
const evaluator = 'test/1';
const inputs = {
  assessor: () => () => ({
    level: 'low' as const,
    findings: [],
    action_type: null,
    production: false,
    reads_only: true,
  }),
};

function policyFile(rules: Rules): string {
  const lines = tools.map(
    tool => `  - { id: ${tool}, outcome: ${rules[tool]}, match: { tool: [${tool}] } }\n`,
  );
  return `version: "1"\ndefault: deny\ndefault_chain: team\nchain_by_risk: { low: team, medium: team, high: team, critical: team }\nchains:\n  - id: team\n    stages: [{ name: team, approvers: { roles: [operator] } }]\nrules:\n${lines.join('')}`;
}

function readPolicy(text: string) {
  const loaded = loadPolicy(readDocuments(text), inputs);
  if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join());
  return loaded.policy;
}

/** A key made from text, so that a history is the same each time. */
export function keyFrom(seed: string): EdgeKey {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([prefix, createHash('sha256').update(seed).digest()]);
  return edgeKeyOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

function seededUuids(seed: string): () => string {
  let number = 0;
  return () => {
    const hex = createHash('sha256').update(`${seed}/${number++}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

/** What was in force, and since when. */
interface InForce {
  readonly at: number;
  readonly rules: Rules;
  readonly locked: boolean;
}

/** What an edge allowed by itself, and when that really was. */
export interface LocalAllow {
  readonly at: number;
  readonly tool: (typeof tools)[number];
  readonly id: string;
}

/**
 * A store with the real use cases, and an edge with its disk, its clock and a line to the server that can fail. The
 * world also records what the operators did and what the edge allowed. A checker that shares no code with either reads
 * that record.
 */
export class EdgeWorld {
  readonly store: Store;
  readonly context: Context;
  readonly files: MemoryFiles = memoryFiles();
  readonly key = keyFrom('edge');
  readonly caller: EdgeCaller;
  readonly inForce: InForce[] = [];
  readonly allows: LocalAllow[] = [];
  readonly faults: Refusal[] = [];
  /** Signed texts that crossed the line, so that an attacker can replay them. */
  readonly snapshots: string[] = [];
  readonly batches: string[] = [];
  fault: Fault = 'none';
  /** What the server answers to each batch, instead of reading it. */
  answersBatches: ReasonCode | null = null;
  edge: Edge;
  backlog: Backlog;
  /** Seconds that the wall clock of the edge is ahead. */
  skew = 0;
  #now = start;
  #sleep = 0;
  #policies: PoliciesInForce;
  #text = '';
  readonly #uuid = seededUuids('world');
  readonly #locksPlaced: string[] = [];

  private constructor() {
    const clock = { now: () => timestampFromMilliseconds(this.#now), pause: async () => undefined };
    const ids = { uuid: this.#uuid };
    this.store = createModelStore({ clock, ids });
    const { key } = this;
    this.caller = {
      edge_id: 'key_edge',
      principal: authenticated({ kind: 'agent', principal_id: 'key_edge', roles: [] }),
      key: importArtifactKey(key.publicKey),
      agent_ids: [agentId],
      subject_ids: [],
      tool_server: null,
    };
    this.#policies = new PoliciesInForce(readPolicy(this.#textOf(allowAll)), inputs);
    const { policies: _, people: _people, ...ports } = createSamplePorts(this.store, clock, ids);
    this.context = createContext({
      ...ports,
      people: directoryPeople(
        { store: this.store },
        { origin: 'http://localhost', rpId: 'localhost', assurances: ['session', 'webauthn'] },
      ),
      policies: {
        evaluate: (action, told) => this.#policies.evaluate(action, told),
        version: () => this.#policies.version(),
        chainVersion: id => this.#policies.chainVersion(id),
        documents: () => ({ text: this.#text, governs: [] }),
        settings: { cooldown_seconds: null, fatigue: null },
      },
    });
    this.backlog = this.#openBacklog();
    this.edge = this.#openEdge();
  }

  static async open(): Promise<EdgeWorld> {
    const world = new EdgeWorld();
    await world.activate(allowAll);
    return world;
  }

  /** The true time, in milliseconds since 1970. */
  get now(): number {
    return this.#now;
  }

  advance(seconds: number): void {
    this.#now += Math.round(seconds * 1000);
  }

  /** The machine of the edge sleeps: time passes, and the clock that only grows does not notice. */
  sleep(seconds: number): void {
    this.advance(seconds);
    this.#sleep += Math.round(seconds * 1000);
  }

  async activate(rules: Rules): Promise<void> {
    this.#text = this.#textOf(rules);
    this.#policies = new PoliciesInForce(readPolicy(this.#text), inputs);
    must(await activatePolicy(this.context));
    this.#nowInForce({ rules });
  }

  async lock(): Promise<void> {
    const lock_id = idFromUuid(LockId, 'lock', this.#uuid());
    const target = { kind: 'agent', agent_id: agentId } as const;
    const place = { type: 'place_lock', lock_id, target, reason: 'a test' } as const;
    must(await changeDirectory(this.context, place, systemActor));
    this.#locksPlaced.push(lock_id);
    this.#nowInForce({ locked: true });
  }

  async lift(): Promise<void> {
    const lock_id = this.#locksPlaced.pop();
    if (lock_id === undefined) return;
    const lift = { type: 'lift_lock', lock_id, reason: 'over', credential_id: null } as const;
    must(await changeDirectory(this.context, lift, systemActor));
    this.#nowInForce({ locked: false });
  }

  async newEpoch(): Promise<void> {
    must(await startEpoch(this.context, { reason: 'a test', by: systemActor }));
    this.context.memory.store = null;
  }

  /** A call of the agent. The world records only what the edge allows by itself. */
  propose(tool: (typeof tools)[number], change: Partial<ProposalCall> = {}): Result<string> {
    const { action: _, ...more } = change;
    const call: ProposalCall = { action: callOf(tool), audience: agentId, ...more };
    const decided = this.edge.decide(call);
    if (!decided.ok) return decided;
    const { policy_decision_id: id } = decided.value;
    this.allows.push({ at: this.#now, tool, id });
    return accept(id);
  }

  /** The process of the edge ends without closing anything, and another one begins. */
  restart(): void {
    this.backlog = this.#openBacklog();
    this.edge = this.#openEdge();
  }

  state(): Promise<EdgeState> {
    return loadEdge(this.context, this.caller.edge_id).then(({ state }) => state);
  }

  upload(batch: string, caller: EdgeCaller = this.caller) {
    return recordEdgeBatch(this.context, caller, batch, (digest, action, facts) =>
      this.#evaluatePast(digest, action, facts),
    );
  }

  snapshot(asked: { readonly run: string; readonly nonce: string }) {
    const settings = { seconds: lifeSeconds, evaluator, own: null };
    return issueSnapshot(this.context, this.caller, asked, settings);
  }

  /** Every decision in the log that needed no approver, in the order of recording. */
  async recorded(): Promise<readonly { readonly id: string; readonly warned: boolean }[]> {
    const rows: StreamRow[] = [];
    const unsequenced = await this.store.listUnsequenced(100_000);
    for (const stream of new Set(unsequenced.map(leaf => leaf.stream))) {
      if (stream.startsWith('segment/')) rows.push(...(await this.store.readStream(stream)));
    }
    const isWarned = (notes: readonly { readonly policy_rule_id: string }[]) =>
      notes.some(({ policy_rule_id }) => policy_rule_id === 'edge.contradicted');
    return rows.flatMap(({ text }) => {
      const { decision, shared = [], answers = [] } = JSON.parse(text).data as RawAnswers;
      const alone = decision === undefined ? [] : [decision];
      const together = answers.map(answer => ({
        policy_decision_id: answer.policy_decision_id,
        annotations: shared[answer.shared]?.annotations ?? [],
      }));
      return [...alone, ...together].map(({ policy_decision_id, annotations }) => ({
        id: policy_decision_id,
        warned: isWarned(annotations),
      }));
    });
  }

  #nowInForce(change: Partial<InForce>): void {
    const before = this.inForce.at(-1) ?? { rules: allowAll, locked: false };
    this.inForce.push({ ...before, ...change, at: this.#now });
  }

  #textOf(rules: Rules): string {
    return documentsText([{ name: 'p.yaml', layer: 'operator', text: policyFile(rules) }]);
  }

  async #evaluatePast(
    digest: Digest,
    action: Parameters<PoliciesInForce['evaluate']>[0],
    facts: Parameters<PoliciesInForce['evaluate']>[1],
  ) {
    const text = await this.store.readAction(digest);
    if (text === null) throw new Error('no documents');
    return readPolicy(text).evaluate(action, facts);
  }

  #openBacklog(): Backlog {
    return new Backlog(this.files, usualLimits, this.#uuid);
  }

  #openEdge(): Edge {
    const { issuer } = this.context.signer;
    const trusted = async () => {
      const { storeId: store_id } = await this.store.readState();
      return accept({ issuer, store_id, keys: this.context.signer.keys() });
    };
    return new Edge({
      calls: this.#calls(),
      trust: { current: trusted, newer: async () => null },
      clock: this.#clock(),
      backlog: this.backlog,
      key: this.key,
      uuid: this.#uuid,
      identify: async () => accept(this.caller.edge_id),
      evaluator,
      loadPolicy: (snapshot, text) => {
        if (sha256OfText(text) !== snapshot.policy_text) {
          return refuse('edge_snapshot_malformed', 'other documents');
        }
        return accept(readPolicy(text));
      },
      onFault: why => this.faults.push(why),
    });
  }

  #clock(): GateClock {
    return {
      now: () => this.#now + this.skew * 1000,
      elapsed: () => this.#now - start - this.#sleep,
      pause: async () => undefined,
    };
  }

  #calls(): EdgeCalls {
    return {
      snapshot: async ({ run, nonce, has }) =>
        this.#across(async () => {
          const issued = await this.snapshot({ run, nonce });
          if (!issued.ok) return issued;
          this.snapshots.push(issued.value.jws);
          const { jws: snapshot, policy_text } = issued.value;
          const text = policy_text === has ? null : await this.store.readAction(policy_text);
          return accept({ snapshot, policy_text: text });
        }),
      upload: async batch =>
        this.#across(async () => {
          if (this.answersBatches !== null) return refuse(this.answersBatches, 'a test');
          this.batches.push(batch);
          return this.upload(batch);
        }),
    };
  }

  async #across<T>(call: () => Promise<Result<T>>): Promise<Result<T>> {
    const lost: Result<T> = refuse('server_unreachable', 'the line is down');
    if (this.fault === 'away') return lost;
    if (this.fault === 'twice') await call();
    const answer = await call();
    return this.fault === 'answer_lost' ? lost : answer;
  }
}

export const allowAll: Rules = { alpha: 'allow', beta: 'allow', gamma: 'allow' };

export function callOf(tool: string): ProposalCall['action'] {
  const target = { tool_name: tool, tool_schema_version: '1', resource: null };
  return sampleAction({ agent_id: agentId, target, parameters: { id: 1 } });
}

function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new ProtocolError(result.refusal.code, '', result.refusal.detail);
}

/** A time of the edge as it is written down. */
export function timeOf(milliseconds: number): Timestamp {
  return timestampFromMilliseconds(milliseconds);
}

interface RawNotes {
  readonly annotations: readonly { readonly policy_rule_id: string }[];
}

/** What the two events of a segment hold: one answer, or several. */
interface RawAnswers {
  readonly decision?: RawNotes & { readonly policy_decision_id: string };
  readonly shared?: readonly RawNotes[];
  readonly answers?: readonly { readonly shared: number; readonly policy_decision_id: string }[];
}
