import {
  type Context,
  changeStream,
  failClosed,
  invitationStream,
  loadDirectory,
  loadStream,
  readProfile,
} from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import type { DirectoryState } from '@countersign/protocol/directory';
import { type Result, refuse } from '@countersign/protocol/reason';
import { type Actor, isDue } from '@countersign/protocol/value';
import type { ListedInvitation } from '@countersign/wire/listed-invitations';
import {
  type Invitation,
  type InvitationEvent,
  type InvitationState,
  invitationFolding,
  judgeInvitation,
} from './invitation.ts';

/** The links that no person has used and no operator has revoked, the ones that end soonest first. */
export async function listInvitations(context: Context): Promise<ListedInvitation[]> {
  const [claims, { state: directory }] = await Promise.all([
    context.store.listClaims('invitation', ''),
    loadDirectory(context),
  ]);
  const listed = await Promise.all(
    claims.map(async ({ owner }) => {
      const { state } = await loadStream(context.store, owner, invitationFolding);
      const { invitation, used, revoked } = state;
      if (invitation === null || used || revoked) return null;
      return describe(context, directory, state, invitation);
    }),
  );
  return listed
    .filter(each => each !== null)
    .sort((a, b) => (a.expires_at < b.expires_at ? -1 : a.expires_at > b.expires_at ? 1 : 0));
}

async function describe(
  context: Context,
  directory: DirectoryState,
  state: InvitationState,
  invitation: Invitation,
): Promise<ListedInvitation> {
  const { invitation_id, person_id, roles, by, expires_at, profile_digest } = invitation;
  const now = context.clock.now();
  const digest = profile_digest ?? directory.people.get(person_id)?.profile_digest ?? null;
  const profile = digest === null ? null : await readProfile(context, digest as Digest);
  const isOver = isDue(expires_at, now);
  const refusal = judgeInvitation(state, directory, now);
  return {
    invitation_id,
    person_id,
    name: profile?.name ?? null,
    roles: [...roles],
    invited_by: by.identity,
    expires_at,
    state: isOver ? 'expired' : refusal === null ? 'valid' : 'void',
  };
}

export function revokeInvitation(
  context: Context,
  invitationId: string,
  by: Actor,
): Promise<Result<InvitationState>> {
  return failClosed(() =>
    changeStream<InvitationState, InvitationEvent>(context, {
      stream: invitationStream(invitationId),
      folding: invitationFolding,
      decide: ({ invitation, used, revoked }, at) =>
        invitation === null || used || revoked
          ? {
              ...refuse('invitation_not_valid', 'expected a link that is still listed'),
              events: [],
            }
          : { ok: true, events: [{ type: 'invitation.revoked', at, data: { by } }] },
    }),
  );
}
