import { randomBytes } from 'node:crypto';
import {
  type ClaimTaken,
  type Context,
  changeStream,
  type Folding,
  failClosed,
  invitationStream,
  loadDirectory,
  loadStream,
} from '@countersign/coordinator';
import { type Digest, sha256OfText } from '@countersign/protocol/crypto';
import {
  activePerson,
  type DirectoryState,
  keptProfile,
  type Profile,
} from '@countersign/protocol/directory';
import type { Decision, Refusal, Result } from '@countersign/protocol/reason';
import {
  type Actor,
  addSeconds,
  isDue,
  operatorRole,
  type PersonId,
  type Timestamp,
} from '@countersign/protocol/value';

/**
 * A link that admits a person, once. `first_person` holds only while the store has no person; `person` is for an
 * existing person who cannot sign in, since a person who can adds further passkeys themselves.
 */
export interface Invitation {
  readonly invitation_id: string;
  readonly kind: 'first_person' | 'new_person' | 'person';
  readonly person_id: PersonId;
  readonly roles: readonly string[];
  readonly profile_digest: string | null;
  readonly expires_at: Timestamp;
  readonly by: Actor;
  /** The house request that was approved for it; absent where none was needed. */
  readonly approval_request_id?: string;
}

export type InvitationEvent =
  | { readonly type: 'invitation.made'; readonly at: Timestamp; readonly data: Invitation }
  | {
      readonly type: 'invitation.used';
      readonly at: Timestamp;
      readonly data: { readonly person_id: PersonId; readonly credential_id: string };
    }
  | {
      readonly type: 'invitation.revoked';
      readonly at: Timestamp;
      readonly data: { readonly by: Actor };
    };

export interface InvitationState {
  readonly invitation: Invitation | null;
  readonly used: boolean;
  readonly revoked: boolean;
}

export const invitationFolding: Folding<InvitationState, InvitationEvent> = {
  initial: { invitation: null, used: false, revoked: false },
  evolve: (state, event) =>
    event.type === 'invitation.made'
      ? { invitation: event.data, used: false, revoked: false }
      : event.type === 'invitation.used'
        ? { ...state, used: true }
        : { ...state, revoked: true },
};

export interface InvitationOffer {
  readonly kind: Invitation['kind'];
  readonly personId: PersonId;
  readonly roles: readonly string[];
  readonly profile: Profile | null;
  readonly seconds: number;
  readonly by: Actor;
}

export interface MadeInvitation {
  /** Told once. It stands behind the `#` of the link, which browsers send to no server. */
  readonly token: string;
  readonly invitation: Invitation;
}

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The invitation of an offer that is made at that time. */
export function invitationOf(
  invitationId: string,
  { kind, personId, roles, profile, seconds, by }: InvitationOffer,
  now: Timestamp,
): Invitation {
  return {
    invitation_id: invitationId,
    kind,
    person_id: personId,
    roles,
    profile_digest: profile === null ? null : keptProfile(profile).digest,
    expires_at: addSeconds(now, seconds),
    by,
  };
}

export function makeInvitation(
  context: Context,
  invitationId: string,
  offer: InvitationOffer,
): Promise<Result<MadeInvitation>> {
  const token = makeToken();
  const { profile } = offer;
  const invitation = invitationOf(invitationId, offer, context.clock.now());
  const { expires_at } = invitation;
  return failClosed(async () => {
    const made = await changeStream<InvitationState, InvitationEvent>(context, {
      stream: invitationStream(invitationId),
      folding: invitationFolding,
      decide: ({ invitation: before }, at): Decision<InvitationEvent> =>
        before === null
          ? { ok: true, events: [{ type: 'invitation.made', at, data: invitation }] }
          : { ok: false, refusal: notValid, events: [] },
      claims: [invitationClaim(invitationKey(token), expires_at)],
      // A person who never enters is forgotten with the link; a person who enters is recorded by that commit.
      actions: () =>
        profile === null ? [] : [{ ...keptProfile(profile), retainUntil: expires_at }],
    });
    return made.ok ? { ok: true, value: { token, invitation } } : made;
  });
}

/** The address of the page where an invitation is redeemed. */
export function invitationLink(origin: string, token: string): string {
  return `${origin}/join#${token}`;
}

/** One answer for every link that does not open: a used one, an expired one and one that never existed. */
const notValid: Refusal = {
  code: 'invitation_not_valid',
  detail: 'the link is not valid',
};

const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** What a link stands for, where it can still be used. */
export async function findInvitation(context: Context, token: string): Promise<Result<Invitation>> {
  if (!tokenForm.test(token)) return { ok: false, refusal: notValid };
  const claim = await context.store.findClaim({ scope: 'invitation', key: invitationKey(token) });
  if (claim === null) return { ok: false, refusal: notValid };
  const { state } = await loadStream(context.store, claim.owner, invitationFolding);
  const { state: directory } = await loadDirectory(context);
  const refusal = judgeInvitation(state, directory, context.clock.now());
  if (state.invitation === null || refusal !== null) return { ok: false, refusal: notValid };
  return { ok: true, value: state.invitation };
}

/** The invitation of this stream, in any state. */
export async function readInvitation(
  { store }: Context,
  stream: string,
): Promise<Invitation | null> {
  const { state } = await loadStream(store, stream, invitationFolding);
  return state.invitation;
}

/** Why it cannot be used now, or null. Judged again in the commit that uses it. */
export function judgeInvitation(
  { invitation, used, revoked }: InvitationState,
  directory: DirectoryState,
  now: Timestamp,
): Refusal | null {
  if (invitation === null || used || revoked) return notValid;
  if (isDue(invitation.expires_at, now)) return notValid;
  if (!mayInvite(directory, invitation.by) || !isApproved(directory, invitation)) return notValid;
  const person = directory.people.get(invitation.person_id);
  switch (invitation.kind) {
    case 'first_person':
      return directory.people.size === 0 ? null : notValid;
    case 'new_person':
      return person === undefined ? null : notValid;
    case 'person': {
      const cannotSignIn = person?.active === true && !canSignIn(person);
      return cannotSignIn ? null : notValid;
    }
  }
}

/** Where invitations are under a chain, a link that was made without it opens no more (HR-7). */
function isApproved({ governs, people }: DirectoryState, invitation: Invitation): boolean {
  if (invitation.kind === 'first_person') return people.size === 0;
  return !governs.includes('invitations') || invitation.approval_request_id !== undefined;
}

/** A former operator admits no one, with earlier links either. */
function mayInvite(directory: DirectoryState, { kind, identity }: Actor): boolean {
  if (kind === 'system') return true;
  return activePerson(directory, identity)?.roles.includes(operatorRole) === true;
}

/** A person who can sign in adds passkeys themselves: a link would let another person become them. */
export function canSignIn(person: {
  readonly passkeys: number;
  readonly oidc_accounts: number;
}): boolean {
  return person.passkeys + person.oidc_accounts > 0;
}

/** So long after its end a link is still listed as expired. It opens nothing meanwhile. */
const listedSeconds = 7 * 86_400;

/** What finds the link by its token. It outlives the link, so that operators see that it expired. */
export function invitationClaim(key: Digest, expiresAt: Timestamp): ClaimTaken {
  return { scope: 'invitation', key, until: addSeconds(expiresAt, listedSeconds) };
}

export function invitationKey(token: string): Digest {
  return sha256OfText(token);
}
