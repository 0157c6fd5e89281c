import { PublicKey } from '@countersign/protocol/crypto';
import { DelegationAssertion, DelegationTerms } from '@countersign/protocol/directory';
import type {} from '@countersign/protocol/json';
import { DelegationId, Prose } from '@countersign/protocol/value';
import * as z from 'zod';

export const DelegationParams = z.strictObject({ delegation_id: DelegationId });

const NamedPerson = z.object({ person_id: z.string(), name: z.string() });

/** Who decides on behalf of whom, as what and when. */
export const DelegationFacts = z.object({
  delegation_id: z.string(),
  person: NamedPerson,
  delegate: NamedPerson,
  roles: z.array(z.string()),
  starts_at: z.string(),
  ends_at: z.string(),
  /** Whether its time has come. */
  in_force: z.boolean(),
  /** Whether the caller may end it. */
  may_revoke: z.boolean(),
});
export type DelegationFacts = z.infer<typeof DelegationFacts>;

/** The delegations that are not over, and what a browser needs to sign another one. */
export const DelegationList = z.object({
  delegations: z.array(DelegationFacts),
  store_id: z.string(),
  epoch: z.int(),
  origin: z.string(),
  rp_id: z.string(),
  /** The caller's own. */
  passkeys: z.array(z.object({ credential_id: z.string(), public_key: PublicKey })),
  /** Whom the caller may name, by name. */
  people: z.array(NamedPerson),
});
export type DelegationList = z.infer<typeof DelegationList>;

/** The terms, and the signature of the delegator over them. */
export const NewDelegation = z.strictObject({
  terms: DelegationTerms,
  assertion: DelegationAssertion,
});

export const EndDelegationBody = z.strictObject({
  reason: Prose.max(2000).refine(text => text.trim() !== '', 'expected a reason'),
});

export const EndedDelegation = z.object({ delegation_id: z.string() });
