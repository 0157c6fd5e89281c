import * as z from 'zod';
import { governedKinds } from '../action/house-action.ts';
import { Digest } from '../crypto/digest.ts';
import { PublicKey } from '../crypto/jwk.ts';
import { parserOf } from '../json/parse-object.ts';
import { AnchorMark } from '../log/anchor-mark.ts';
import { eventForm } from '../stream/event-form.ts';
import { Actor } from '../value/actor.ts';
import { ApprovalRequestId, DelegationId, LockId, PersonId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name, Prose } from '../value/wire-text.ts';
import { CredentialData, CredentialId } from './credential.ts';
import { DelegationAssertion, DelegationTerms } from './delegation.ts';
import { LockTarget } from './lock-target.ts';
import { sortedSet } from './sorted-set.ts';
import { AcceptedTools, RecordedTools, ToolServerId } from './tool-server.ts';

export const KeyPurpose = z.enum(['artifact', 'checkpoint']);
export type KeyPurpose = z.infer<typeof KeyPurpose>;

const PersonData = z.strictObject({
  person_id: PersonId,
  roles: sortedSet(Name, { max: 256 }),
  active: z.boolean(),
  /** Of the profile, whose text is kept elsewhere and may be gone. */
  profile_digest: Digest.nullable(),
  /** Of the address in the profile, by `emailDigest`. Absent where there is none, and in events of earlier versions. */
  email_digest: Digest.optional(),
  by: Actor,
});

const KeyData = z
  .strictObject({
    kid: Name,
    purpose: KeyPurpose,
    /** The name that a checkpoint key signs under. */
    name: Name.nullable(),
    public_key: PublicKey,
    not_before: Timestamp,
    not_after: Timestamp.nullable(),
  })
  .refine(({ purpose, name }) => (purpose === 'checkpoint') === (name !== null), {
    path: ['name'],
    message: 'expected a name for a checkpoint key, and for no other',
  });

/**
 * What may be in the one stream of the store: who is who, which keys sign, what is in force. The events of people
 * and credentials say all that held from then on, not what differs, so that one event alone proves it.
 */
export const StoreEvent = z.discriminatedUnion('type', [
  eventForm(
    'policy.activated',
    z.strictObject({
      policy_version: Name,
      previous: Name.nullable(),
      /** Of the documents, whose text is kept under it. Absent in events of earlier versions. */
      text_digest: Digest.optional(),
      /** The kinds of change that the documents put under a chain. Absent where they put none. */
      governs: sortedSet(z.enum(governedKinds), { min: 1, max: governedKinds.length }).optional(),
      /** The house request that was approved for it. */
      approval_request_id: ApprovalRequestId.optional(),
    }),
  ),
  eventForm(
    'epoch.started',
    z.strictObject({
      epoch: z.int().min(1),
      previous_epoch: z.int().min(0),
      reason: Prose,
      by: Actor,
      /** The last checkpoint that the store had kept. */
      last_checkpoint: z.string().nullable(),
      /** What was known outside about the epoch before. */
      anchor: AnchorMark.nullable(),
      consumed_count: z.int().min(0),
    }),
  ),
  // A key is added once for each purpose, and again where its end was moved.
  eventForm('key.added', KeyData),
  eventForm('key.revoked', z.strictObject({ kid: Name, revoked_at: Timestamp, reason: Prose })),
  eventForm('person.added', PersonData),
  eventForm('person.changed', PersonData),
  eventForm('credential.registered', CredentialData),
  eventForm(
    'credential.revoked',
    z.strictObject({
      credential_id: CredentialId,
      person_id: PersonId.nullable(),
      reason: Prose,
      by: Actor,
    }),
  ),
  // A lock ends what it covers at once, and holds until it is lifted.
  eventForm(
    'lock.placed',
    z.strictObject({ lock_id: LockId, target: LockTarget, reason: Prose, by: Actor }),
  ),
  eventForm(
    'lock.lifted',
    z.strictObject({
      lock_id: LockId,
      target: LockTarget,
      reason: Prose,
      /** What the person who lifted it had signed in with; null where it was lifted at the console. */
      credential_id: CredentialId.nullable(),
      by: Actor,
    }),
  ),
  // A person names another one who decides on their behalf (DG-1).
  eventForm(
    'delegation.made',
    DelegationTerms.extend({
      /** The life of the store that it belongs to; it ends with it. */
      epoch: z.int().min(1),
      assertion: DelegationAssertion,
      by: Actor,
    }),
  ),
  eventForm(
    'delegation.revoked',
    z.strictObject({ delegation_id: DelegationId, reason: Prose, by: Actor }),
  ),
  // The first complete list of a server of tools, as an agent saw it.
  eventForm(
    'tools.recorded',
    z.strictObject({ server: ToolServerId, tools: RecordedTools, agent_id: Name, by: Actor }),
  ),
  // Another agent lists the tools of a known server.
  eventForm(
    'tools.agent_added',
    z.strictObject({ server_digest: Digest, agent_id: Name, by: Actor }),
  ),
  eventForm(
    'tools.accepted',
    z.strictObject({
      server_digest: Digest,
      tools: AcceptedTools,
      /** The house request that was approved for it. */
      approval_request_id: ApprovalRequestId,
      by: Actor,
    }),
  ),
  // Only ever the first of its stream, so a store that was in use can never become one for tests, nor the reverse.
  eventForm('store.marked_for_tests', z.strictObject({ by: Actor })),
]);
export type StoreEvent = z.infer<typeof StoreEvent>;
export type StoreEventOf<Type extends StoreEvent['type']> = Extract<StoreEvent, { type: Type }>;

export const parseStoreEvent = parserOf('StoreEvent', StoreEvent);
