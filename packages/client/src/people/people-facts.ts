import type { Chain } from '@countersign/protocol/chain';
import type { PublicKey } from '@countersign/protocol/crypto';
import type { Hold, HoldStatus } from '@countersign/protocol/hold';
import type { JsonObject } from '@countersign/protocol/json';
import type { LogLeaf } from '@countersign/protocol/log';
import type { PolicyVerdict } from '@countersign/protocol/request';
import type { RiskLevel } from '@countersign/protocol/value';

/** Who is signed in. */
export interface SessionFacts {
  readonly session_id: string;
  readonly person_id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly credential_id: string;
  readonly assurance: 'session' | 'oidc';
  readonly proven_at: string;
  /** Until then the last proof is fresh enough for what needs a fresh one. */
  readonly recent_until: string;
  readonly is_recent: boolean;
  readonly expires_at: string;
}

export interface SignInWays {
  readonly passkey: boolean;
  readonly oidc: boolean;
  /** Where people can link an account of theirs. */
  readonly channels: readonly LinkableChannel[];
}

export interface LinkableChannel {
  readonly name: string;
  readonly title: string;
  /** What the person fills in first. */
  readonly details: readonly { readonly name: string; readonly label: string }[];
}

/** What to do next to link an account, once and soon. */
export interface LinkStep {
  readonly instruction: string;
  /** To be copied as it is, where there is something to copy. */
  readonly copy: string | null;
  readonly expires_at: string;
}

/** What a browser's authenticator is asked with. `challenge` goes back with what it answers. */
export interface CeremonyStart {
  readonly challenge: string;
  /** For navigator.credentials, in its JSON form. */
  readonly options: JsonObject;
}

/** What an authenticator answered, in its JSON form. */
export interface CeremonyAnswer {
  readonly challenge: string;
  readonly response: object;
}

export interface RedemptionStart extends CeremonyStart {
  readonly name: string | null;
  readonly roles: readonly string[];
}

export interface HoldFacts {
  readonly status: HoldStatus;
  readonly hold: Hold | null;
  readonly proceed: boolean;
}

export interface PersonFacts {
  readonly person_id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly active: boolean;
  readonly passkeys: number;
  readonly oidc_accounts: number;
  readonly linked_accounts: number;
}

export interface PeoplePage {
  readonly people: readonly PersonFacts[];
  readonly next: string | null;
}

export interface NewPerson {
  readonly name: string;
  readonly email?: string | null;
  readonly roles: readonly string[];
}

export interface PersonChange {
  readonly roles?: readonly string[];
  readonly active?: boolean;
  /** Both together, or null to forget who this is. */
  readonly profile?: { readonly name: string; readonly email: string | null } | null;
}

export interface InvitationFacts {
  readonly invitation_id: string;
  readonly person_id: string;
  /** Told once; null where the call is repeated. */
  readonly link: string | null;
  readonly expires_at: string;
}

export interface CredentialFacts {
  readonly credential_id: string;
  readonly kind: 'passkey' | 'oidc' | 'account' | 'api_key' | 'host' | 'service';
  /** The channel that a linked account is in. */
  readonly channel: string | null;
  readonly label: string | null;
  readonly person_id: string | null;
  readonly owner: string | null;
  readonly agent_ids: readonly string[];
  readonly executor: string | null;
  readonly verbs: readonly string[];
  readonly service_id: string | null;
  readonly expires_at: string | null;
  readonly registered_at: string;
  readonly revoked_at: string | null;
}

export interface CredentialPage {
  readonly credentials: readonly CredentialFacts[];
  readonly next: string | null;
}

export interface RegisteredCredential {
  readonly credential: CredentialFacts;
  /** Shown once; null where there is none or the call is repeated. */
  readonly secret: string | null;
}

export interface NewApiKey {
  readonly label: string;
  readonly verbs: readonly ('propose' | 'consume' | 'observe')[];
  readonly agent_ids?: readonly string[];
  readonly executor?: string | null;
  readonly owner?: string | null;
  readonly expires_at?: string | null;
}

export interface NewHost {
  readonly label: string;
  readonly agent_ids: readonly string[];
  readonly public_key: PublicKey;
}

export interface NewService {
  readonly label: string;
  readonly service_id: string;
  /** Of the key that it signs with; without one it is given a secret. */
  readonly public_key?: PublicKey;
}

export interface SigningKeyFacts {
  readonly kid: string;
  readonly public_key: PublicKey;
  readonly not_before: string;
  readonly not_after: string | null;
  readonly revoked_at: string | null;
  readonly reason?: string | null;
}

export interface KeyList {
  readonly issuer: string;
  readonly log_name: string;
  readonly store_id: string;
  readonly webhook_public_key: string;
  readonly keys: readonly SigningKeyFacts[];
}

/** A signed head of the log; `note` is its text. */
export interface CheckpointFacts {
  readonly epoch: number;
  readonly size: number;
  readonly note: string;
}

export interface InclusionFacts {
  readonly leaf: LogLeaf;
  readonly leaf_index: number;
  readonly proof: readonly string[];
  readonly checkpoint: CheckpointFacts;
}

export interface ConsistencyFacts {
  readonly proof: readonly string[];
  readonly checkpoint: CheckpointFacts;
}

export interface PolicyFile {
  readonly name: string;
  readonly text: string;
  /** `operator` where nothing is said. */
  readonly layer?: string;
}

export interface PolicyFacts {
  readonly version: string;
  readonly files: readonly Required<PolicyFile>[];
  readonly observing: readonly string[];
  readonly warnings: readonly string[];
  readonly rules: readonly PolicyRule[];
  /** What holds where no rule of a layer speaks. */
  readonly defaults: readonly { readonly layer: string; readonly outcome: PolicyVerdict }[];
  readonly chains: readonly Chain[];
}

/** A rule as its document states it. */
export interface PolicyRule {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly layer: string;
  readonly mode: 'enforce' | 'observe';
  /** Null for a rule that only annotates, raises the risk, or demands seals or durable audit. */
  readonly outcome: PolicyVerdict | null;
  readonly match: readonly { readonly dimension: string; readonly patterns: readonly string[] }[];
  readonly condition: string | null;
  readonly chain: string | null;
  readonly risk: RiskLevel | null;
  readonly sealed: readonly string[];
  readonly reason: string | null;
}

export interface PolicyCheck {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

export interface PolicyExplanation {
  readonly explanation: JsonObject & { readonly verdict: PolicyVerdict };
  readonly text: string;
}

export interface ReplayedDecision {
  readonly id: string;
  readonly before: PolicyVerdict;
  readonly after: PolicyVerdict;
  readonly policy_rule_id: string;
  readonly reason: string;
  readonly resolution: 'allowed' | 'denied' | 'expired' | 'cancelled' | null;
}

export interface PolicyReplay {
  readonly policy_version: string;
  readonly total: number;
  readonly unchanged: number;
  readonly newly_asked: readonly ReplayedDecision[];
  readonly newly_allowed: readonly ReplayedDecision[];
  readonly newly_denied: readonly ReplayedDecision[];
  readonly newly_allowed_that_a_person_denied: readonly ReplayedDecision[];
  readonly newly_asked_that_policy_denied: readonly ReplayedDecision[];
}

export interface DeadLetter {
  readonly id: number;
  readonly topic: string;
  readonly stream: string;
  readonly tries: number;
  readonly problem: string;
  readonly died_at: string;
}

/** A terminal asks to be signed in; a person confirms it in a browser, where the code is shown. */
export interface TerminalSignInStart {
  readonly device_code: string;
  /** Such as `WXYZ-1234`. */
  readonly user_code: string;
  readonly verification_url: string;
  readonly expires_at: string;
  readonly interval_seconds: number;
}

export type TerminalToken =
  | { readonly status: 'waiting' }
  | { readonly status: 'signed_in'; readonly token: string; readonly session: SessionFacts };

export interface TerminalSignInFacts {
  readonly label: string;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly status: string;
}
