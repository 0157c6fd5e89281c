import type { HouseKind } from '../action/house-action.ts';
import type { PublicKey } from '../crypto/jwk.ts';
import type { Actor } from '../value/actor.ts';
import type { ApprovalRequestId, LockId, PersonId, StoreId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import type { CredentialFacts } from './credential.ts';
import type { DelegationAssertion, DelegationTerms } from './delegation.ts';
import type { LockTarget } from './lock-target.ts';
import type { Profile } from './profile.ts';
import type { KeyPurpose } from './store-event.ts';
import type { AcceptedTool, RecordedTool, ToolServerId } from './tool-server.ts';

export interface AddPerson {
  readonly type: 'add_person';
  readonly person_id: PersonId;
  readonly roles: readonly string[];
  readonly profile: Profile | null;
}

/** What is left out stays as it is. */
export interface ChangePerson {
  readonly type: 'change_person';
  readonly person_id: PersonId;
  readonly roles?: readonly string[];
  readonly active?: boolean;
  readonly profile?: Profile | null;
}

export interface RegisterCredential {
  readonly type: 'register_credential';
  /** Its lists are sets: order and repetition in them mean nothing. */
  readonly credential: CredentialFacts;
}

export interface RevokeCredential {
  readonly type: 'revoke_credential';
  readonly credential_id: string;
  readonly reason: string;
}

export interface AddKey {
  readonly type: 'add_key';
  readonly kid: string;
  readonly purpose: KeyPurpose;
  /** The name that a checkpoint key signs under; null for any other. */
  readonly name: string | null;
  readonly public_key: PublicKey;
  readonly not_before: Timestamp;
  readonly not_after: Timestamp | null;
}

export interface RevokeKey {
  readonly type: 'revoke_key';
  readonly kid: string;
  readonly revoked_at: Timestamp;
  readonly reason: string;
}

/** Makes a store that holds nothing yet one for tests. */
export interface MarkForTests {
  readonly type: 'mark_for_tests';
}

/** Locks an agent, a person, a key or everything, at once. */
export interface PlaceLock {
  readonly type: 'place_lock';
  readonly lock_id: LockId;
  readonly target: LockTarget;
  readonly reason: string;
}

export interface LiftLock {
  readonly type: 'lift_lock';
  readonly lock_id: string;
  readonly reason: string;
  /** What the person signed in with just now; null at the console. */
  readonly credential_id: string | null;
}

/** A person names another one who decides on their behalf. */
export interface MakeDelegation {
  readonly type: 'make_delegation';
  readonly terms: DelegationTerms;
  readonly assertion: DelegationAssertion;
  readonly store_id: StoreId;
  /** Where passkeys of this store sign. */
  readonly site: { readonly origin: string; readonly rp_id: string };
}

export interface RevokeDelegation {
  readonly type: 'revoke_delegation';
  readonly delegation_id: string;
  readonly reason: string;
}

/** An agent lists the tools of a server. The first complete list is recorded. */
export interface RecordTools {
  readonly type: 'record_tools';
  readonly server: ToolServerId;
  readonly tools: readonly RecordedTool[];
  readonly agent_id: string;
}

/** Other definitions of tools count from now on. */
export interface AcceptTools {
  readonly type: 'accept_tools';
  readonly server_digest: string;
  readonly tools: readonly AcceptedTool[];
  readonly approval_request_id: ApprovalRequestId;
}

/** What is to change. */
export type DirectoryChange =
  | AddPerson
  | ChangePerson
  | RegisterCredential
  | RevokeCredential
  | AddKey
  | RevokeKey
  | PlaceLock
  | LiftLock
  | MakeDelegation
  | RevokeDelegation
  | MarkForTests
  | RecordTools
  | AcceptTools;

/** A change, and the principal that asks for it. The caller checks whether they may. */
export type DirectoryCommand = DirectoryChange & {
  readonly by: Actor;
  /** The kind of the approved house request that carries it out; absent where none does. */
  readonly approved?: HouseKind;
};
