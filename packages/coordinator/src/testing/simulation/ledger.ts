import type { Commit } from '../../commit.ts';
import type { Settings } from '../../ports.ts';
import { type AllowanceRecord, checkAllowanceEvent, checkUseEvent } from './check-allowance.ts';
import { checkEvidenceEvent, type EvidenceRecord } from './check-evidence.ts';
import { checkConversationEvent, checkHoldEvent, type HoldRecord } from './check-hold.ts';
import { checkPlanEvent, type PlanRecord } from './check-plan.ts';
import { checkReviewEvent } from './check-release.ts';
import { checkRequestEvent } from './check-request.ts';
import { type Standing, takeDirectoryEvent } from './check-standing.ts';
import { checkTogether } from './check-together.ts';
import type { Operation } from './operation.ts';
import { digestOfText } from './plain-digest.ts';
import type {
  KnownEvent,
  RawChain,
  RawEntry,
  RawGrant,
  RawParties,
  RawReceipt,
  RawRequest,
  RawResolution,
} from './raw-events.ts';
import { must } from './violation.ts';

type Status =
  | 'absent'
  | 'pending'
  | 'allowed'
  | 'denied'
  | 'expired'
  | 'cancelled'
  | 'revoked'
  | 'consumed'
  | 'amended';

/** What the events say of one request. */
export interface RequestRecord {
  readonly id: string;
  readonly stream: string;
  readonly tool: string;
  readonly request: RawRequest;
  readonly chain: RawChain;
  readonly parties: RawParties;
  /** The life of the store that it belongs to. */
  readonly epoch: number;
  status: Status;
  readonly entries: RawEntry[];
  resolution: RawResolution | null;
  grant: RawGrant | null;
  readonly receipts: RawReceipt[];
  /** Which status it had from which commit on. */
  readonly timeline: { readonly from: number; readonly status: Status }[];
  /** How often an executor began to run it. */
  starts: number;
  /** How many had been used up once it was. */
  consumedAs: number;
  /** The request that took its place, where a reviewer changed it. */
  supersededBy: string | null;
}

/** Who made a commit, and what is known about that call from outside. */
export interface Caller {
  readonly operation: Operation;
  readonly process: string;
  /** The policy that the process has loaded. */
  readonly policyLoaded: string;
  /** How often the chains had been edited when the call began. */
  readonly chainsAtStart: number;
}

export interface AppliedCommit {
  readonly number: number;
  /** The store's clock when it was written. */
  readonly at: string;
  readonly caller: Caller;
  readonly events: readonly KnownEvent[];
}

interface StreamRecord {
  readonly texts: string[];
  digest: string | null;
}

/** What holds in the world of a history, besides what its events say. */
export interface Circumstances {
  readonly settings: Settings;
  readonly expiresInSeconds: number;
  readonly executeWithinSeconds: number;
  /** Identity, roles, kind and best assurance of all principals that could decide. */
  readonly directory: readonly {
    readonly kind: string;
    readonly identity: string;
    readonly roles: readonly string[];
    readonly assurance: string;
  }[];
  /** By how many seconds the clocks of processes differ from the store's at most. */
  readonly clocksOffBy: number;
  /** How often the chains were edited without a new policy version. */
  chainRevision: number;
  /** Whether its people are those of the directory of the store, who come and leave. */
  readonly staffed: boolean;
}

/**
 * An account of everything that was ever written, kept from the bytes of the events alone. It judges each
 * commit by the rules of the protocol as it is written, in the order in which the store wrote them.
 */
export class Ledger {
  readonly circumstances: Circumstances;
  commits = 0;
  policyVersion: string | null = null;
  epoch = 1;
  /** How many approvals have been used up. */
  consumed = 0;
  lastCommitAt = '';
  readonly streams = new Map<string, StreamRecord>();
  readonly requests = new Map<string, RequestRecord>();
  readonly cases = new Map<string, RequestRecord[]>();
  readonly plans = new Map<string, PlanRecord>();
  readonly holds = new Map<string, HoldRecord>();
  /** The sessions of each conversation. */
  readonly conversations = new Map<string, readonly string[]>();
  readonly evidence = new Map<string, EvidenceRecord>();
  readonly allowances = new Map<string, AllowanceRecord>();
  /** Releases that wait for another person. */
  readonly reviews = new Map<string, string>();
  /** Who is who by the events of the directory, where a history has one. */
  readonly standing: Standing = { people: new Map(), delegations: new Map() };
  /** The texts of actions by their digest, as commits brought them. */
  readonly texts = new Map<string, string>();
  /** Requests by the credential and the idempotency key that opened them. */
  readonly keys = new Map<string, { readonly id: string; readonly since: number }>();
  readonly nonces = new Set<string>();
  /** Entries by their id, and the commit that recorded them. */
  readonly entries = new Map<string, number>();
  /** Decisions that needed no approval and were recorded. */
  readonly decided = new Set<string>();
  /** Policy versions in the order in which they came into force, from which commit and true time on. */
  readonly policies: { readonly from: number; readonly since: number; readonly version: string }[] =
    [];
  requestCommits = 0;
  #time = 0;

  constructor(circumstances: Circumstances) {
    this.circumstances = circumstances;
  }

  /** Takes a commit that the store has just written. Throws the violation that it is, if it is one. */
  apply(commit: Commit, caller: Caller, at: string, time: number): AppliedCommit {
    this.#time = time;
    this.commits++;
    must(at >= this.lastCommitAt, 'TM-7', () => `committed at ${at}, after ${this.lastCommitAt}`);
    this.lastCommitAt = at;
    for (const { digest, text } of commit.actions) this.texts.set(digest, text);
    const events = commit.appends.flatMap(({ stream, events }) =>
      events.map(({ text, event_digest }) => this.#link(stream, text, event_digest)),
    );
    const applied = { number: this.commits, at, caller, events };
    for (const event of events) this.#check(applied, event);
    checkTogether(this, applied);
    return applied;
  }

  /** EV-6: each event names its place and the digest of the one before it. */
  #link(stream: string, text: string, event_digest: string): KnownEvent {
    const event = JSON.parse(text) as KnownEvent;
    const record = this.streams.get(stream) ?? { texts: [], digest: null };
    this.streams.set(stream, record);
    must(
      digestOfText(text) === event_digest &&
        event.stream === stream &&
        event.version === record.texts.length + 1 &&
        event.previous_event_digest === record.digest,
      'EV-6',
      () => `event ${event.version} of ${stream} does not follow event ${record.texts.length}`,
    );
    record.texts.push(text);
    record.digest = event_digest;
    return event;
  }

  #check(commit: AppliedCommit, event: KnownEvent): void {
    const [kind] = event.stream.split('/');
    switch (kind) {
      case 'request':
        checkRequestEvent(this, commit, event);
        return;
      case 'agent_plan':
        checkPlanEvent(this, commit, event);
        return;
      case 'hold':
        checkHoldEvent(this, commit, event);
        return;
      case 'conversation':
        checkConversationEvent(this, commit, event);
        return;
      case 'evidence':
        checkEvidenceEvent(this, commit, event);
        return;
      case 'allowance':
        checkAllowanceEvent(this, commit, event);
        return;
      case 'allowance-uses':
        checkUseEvent(this, commit, event);
        return;
      case 'reviews':
        checkReviewEvent(this, commit, event);
        return;
      case 'segment':
        this.#checkSegmentEvent(event);
        return;
      case 'store':
        this.#checkStoreEvent(event);
        return;
      default:
        must(false, 'EV-6', () => `the stream ${event.stream} is of an unknown kind`);
    }
  }

  #checkSegmentEvent(event: KnownEvent): void {
    if (event.type === 'policy.answered') {
      this.decided.add(event.data.decision.policy_decision_id);
    } else if (event.type === 'policy.answered_together') {
      const { shared, answers } = event.data;
      for (const answer of answers) {
        must(
          shared[answer.shared] !== undefined,
          'EV-6',
          () => `an answer in ${event.stream} shares nothing`,
        );
        this.decided.add(answer.policy_decision_id);
      }
    } else {
      must(false, 'EV-6', () => `${event.type} in ${event.stream}`);
    }
  }

  #checkStoreEvent(event: KnownEvent): void {
    if (event.type === 'policy.activated') {
      const { policy_version, previous } = event.data;
      must(
        previous === this.policyVersion,
        'EV-6',
        () => `${policy_version} came after ${previous}, but ${this.policyVersion} was in force`,
      );
      this.policyVersion = policy_version;
      this.policies.push({ from: this.commits, since: this.#time, version: policy_version });
    } else if (event.type === 'epoch.started') {
      this.epoch = event.data.epoch;
    } else {
      const isKnown = takeDirectoryEvent(this.standing, event);
      must(isKnown, 'EV-6', () => `${event.type} in the stream of the store`);
    }
  }

  requestOf(stream: string): RequestRecord | undefined {
    return this.requests.get(stream.slice('request/'.length));
  }

  become(record: RequestRecord, status: Status): void {
    record.status = status;
    record.timeline.push({ from: this.commits, status });
  }
}

/** Whether the request can still lead to an execution at a time, by the store's clock. */
export function isLive({ status, request, resolution }: RequestRecord, at: string): boolean {
  if (status === 'pending') return at < request.expires_at;
  return status === 'allowed' && at < (resolution?.grant_expires_at ?? '');
}
