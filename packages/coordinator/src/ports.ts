import type { ActionBinding, HouseKind } from '@countersign/protocol/action';
import type { ApproverDirectory, Parties, PasskeyTrust } from '@countersign/protocol/chain';
import type { Digest, ImportedKey } from '@countersign/protocol/crypto';
import type { Covered, LentRoles, Lock } from '@countersign/protocol/directory';
import type { JsonObject } from '@countersign/protocol/json';
import type { AnchorMark } from '@countersign/protocol/log';
import { roundsMaxDefault } from '@countersign/protocol/plan';
import type {
  ApprovalRequest,
  Evaluation,
  OpenedRequest,
  RequestEvent,
} from '@countersign/protocol/request';
import type { PersonId, Principal, Timestamp } from '@countersign/protocol/value';
import type { PresentedView } from '@countersign/protocol/view';
import type { OutboxMessage } from './commit.ts';
import type { Store } from './store.ts';
import type { TimeWatch } from './time-watch.ts';

/** Time of this process. The store's clock has the last word at commit (TM-5). */
export interface Clock {
  now(): Timestamp;
  /** Resolves after that time or as soon as the signal aborts, whichever comes first. Never rejects. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface Ids {
  /** A UUID v4, never the same twice. */
  uuid(): string;
}

/** Signs artifacts. It holds the private key; the keys it trusts are public. */
export interface Signer {
  /** The issuer that its artifacts name. */
  readonly issuer: string;
  /** A compact JWS of the type over the canonical form of the payload. */
  sign(typ: string, payload: object): Promise<string>;
  /** Every key that an artifact of this issuer may be signed with now, by key id. */
  keys(): ReadonlyMap<string, ImportedKey>;
}

export interface Policies {
  /**
   * Throws where no policy can be evaluated; that is a deny (GT-1). The caller is the credential that asks. Its limit
   * is checked first, and a ProtocolError says that the limit is used up (HI-3).
   */
  evaluate(
    action: ActionBinding,
    context: JsonObject,
    caller?: string,
  ): Evaluation | Promise<Evaluation>;
  /** The version this process would evaluate with. */
  version(): string;
  /** The version of a chain in the policy of this process, or null where it has none of that id. */
  chainVersion(chainId: string): string | null;
  /** The documents themselves, which are kept with their version; absent where there are none to keep. */
  documents?(): PolicyDocuments;
  /** How often one may ask, where the policy says so; null leaves it to the settings of the process. */
  readonly settings: {
    readonly cooldown_seconds: number | null;
    readonly fatigue: { readonly requests: number; readonly window_seconds: number } | null;
  };
}

/** Makes large views outside the thread that answers calls. Throws where one takes too long (HI-2). */
export interface Views {
  view(
    request: ApprovalRequest,
    action: ActionBinding,
  ): Promise<{ readonly view: PresentedView; readonly view_digest: Digest }>;
  digest(request: ApprovalRequest, action: ActionBinding): Promise<Digest>;
}

/** What is kept of a policy, so that every process evaluates with the same one. */
export interface PolicyDocuments {
  /** All documents, in the canonical form. */
  readonly text: string;
  /** The kinds of change that they put under a chain, in the order of code units. */
  readonly governs: readonly HouseKind[];
}

/**
 * A model or service with an opinion about the risk of actions. It can only raise: an answer that is late, fails or is
 * milder than the policy changes nothing (GT-12).
 */
export interface Advisor {
  readonly name: string;
  readonly deadlineMilliseconds: number;
  /** Answers with an AdvisorAnswer, which is checked. The signal aborts once the answer no longer counts. */
  advise(
    question: { readonly action: ActionBinding; readonly context: JsonObject },
    signal: AbortSignal,
  ): Promise<unknown>;
}

/** Who could decide, and who is involved, as configuration and verified identities say. */
export interface People {
  directory(): Promise<ApproverDirectory>;
  parties(about: {
    readonly agent_id: string;
    readonly subject_id: string | null;
    readonly requester: Principal;
  }): Promise<Parties>;
  /** What passkey decisions of these people are checked against. */
  passkeyTrust(identities: readonly string[]): Promise<PasskeyTrust>;
  /**
   * Those of these approvers who may decide anything now, with their present roles, and the version of the store's own
   * stream that says so, or null where no event does. A consume is guarded by that version (ID-12). Without this
   * method `directory` is asked, and nothing is guarded.
   */
  present?(identities: readonly string[]): Promise<{
    readonly approvers: ApproverDirectory;
    readonly version: number | null;
  }>;
  /**
   * The lock that covers any of these, and the version of the store's own stream that says so, which the commit is then
   * guarded by (LK-2). Without this method there are no locks.
   */
  locked?(covered: readonly Covered[]): Promise<{
    readonly lock: Lock | null;
    readonly version: number | null;
  }>;
  /**
   * The roles that people have lent to others and that count at this time, and the version of the store's own stream
   * that says so. Without this method no one decides on behalf of another person (DG-1).
   */
  lending?(now: Timestamp): Promise<{
    readonly lent: readonly LentRoles[];
    readonly version: number;
  }>;
  /**
   * Whether a person may still act and still has the roles that they were authenticated with: the version of the
   * store's own stream that says so, which a decision is then guarded by, or null. Without it, who was authenticated
   * stays so until the decision is written.
   */
  standing?(person: {
    readonly person_id: PersonId;
    readonly roles: readonly string[];
  }): Promise<number | null>;
}

/**
 * What to send to whom because of a change, one message for each receiver, so that an unreachable receiver delays no
 * other. It is written in the commit of the change. Without this port there is one message for each change, for the
 * reader of the outbox.
 */
export type Deliveries = (change: {
  readonly state: OpenedRequest;
  readonly events: readonly RequestEvent[];
  /** The version of the first of the events. */
  readonly from: number;
}) => readonly OutboxMessage[];

/** Told after a commit, so that deliveries need not wait for their next poll. Losing a call costs a poll. */
export interface Notifier {
  committed(streams: readonly string[]): void;
}

/**
 * A mark outside the store, so that restoring a copy of the store does not restore a copy of the mark (EV-10). Each
 * process has its own, or all share one.
 */
export interface Anchor {
  /** The furthest mark that was kept; null where there never was one. Throws AnchorUnavailable. */
  read(): Promise<AnchorMark | null>;
  /**
   * Resolves once the mark is on stable storage. One that is further already stays: a later epoch is further, and
   * in one epoch the greater count. Throws AnchorUnavailable.
   */
  advance(mark: AnchorMark): Promise<void>;
}

/** What is kept outside could not be reached, so nothing may be released. */
export class AnchorUnavailable extends Error {
  override readonly name = 'AnchorUnavailable';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

export interface Ports {
  readonly store: Store;
  readonly policies: Policies;
  /** Absent where every view is made at once. */
  readonly views?: Views;
  readonly people: People;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly signer: Signer;
  readonly notifier: Notifier;
  /** Null where nothing is kept outside: then a restored store is not noticed. */
  readonly anchor: Anchor | null;
  readonly deliveries?: Deliveries;
  /** Absent by default. */
  readonly advisor?: Advisor;
  /** Absent where the process has no second clock: then a clock that jumps ahead is not noticed (TM-8). */
  readonly time?: TimeWatch;
}

/** The numbers that an operator may set. docs/protocol.md lists the defaults. */
export interface Settings {
  /** GT-5 */
  readonly cooldownSeconds: number;
  /** GT-8 */
  readonly requestsPerWindow: number;
  readonly windowSeconds: number;
  /** HI-5: bytes that one agent may keep in a day. */
  readonly agentBytesPerDay: number;
  readonly roundsMax: number;
  /** How long after its consume an executor may start, and how long after that it may report. */
  readonly startWithinSeconds: number;
  readonly reportWithinSeconds: number;
  /** How long the bytes of an action are kept. */
  readonly retainActionsSeconds: number;
  /** Whether every change of policy ends what is pending, as AGT's ADR 0030 says; otherwise only what it changes. */
  readonly strictAdr0030: boolean;
  /** Whether a grant also ends with its request, as AGT's ADR 0030 says; otherwise it has a window of its own. */
  readonly singleWindow: boolean;
  /** How often a change is decided again after losing a race. */
  readonly triesMax: number;
}

export const defaultSettings: Settings = {
  cooldownSeconds: 600,
  requestsPerWindow: 20,
  windowSeconds: 600,
  agentBytesPerDay: 2 ** 30,
  roundsMax: roundsMaxDefault,
  startWithinSeconds: 30,
  reportWithinSeconds: 900,
  retainActionsSeconds: 400 * 86_400,
  strictAdr0030: false,
  singleWindow: false,
  triesMax: 16,
};
