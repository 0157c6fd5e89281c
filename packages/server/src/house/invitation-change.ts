import {
  type Context,
  type HouseRun,
  invitationStream,
  loadStream,
} from '@countersign/coordinator';
import type { ActionBinding } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import { keptProfile } from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import { PersonId } from '@countersign/protocol/value';
import {
  type InvitationOffer,
  type InvitationState,
  invitationClaim,
  invitationFolding,
  invitationOf,
} from '../identity/invitation.ts';
import { houseAction } from './house-binding.ts';

/** A link that is to be made. The person who asked for it holds its token; the server keeps the digest. */
interface AskedInvitation extends Omit<InvitationOffer, 'by'> {
  readonly invitation_id: string;
  readonly token_digest: Digest;
}

export function invitationAction(asked: AskedInvitation): ActionBinding {
  const { kind, personId, roles, profile } = asked;
  const name = profile?.name ?? personId;
  const isKnown = kind === 'person';
  return houseAction('invitations', {
    subject: isKnown ? personId : null,
    resource: null,
    summary: isKnown ? `Let ${name} make a new passkey` : `Invite ${name}`,
    difference: [
      {
        of: isKnown ? `passkeys of ${name}` : 'people',
        from: null,
        to: { name: profile?.name ?? null, email: profile?.email ?? null, roles },
      },
    ],
    content: { invitation: asked },
  });
}

/** What making an approved link does now. Its time runs from now on. */
export async function runInvitation(
  context: Context,
  asked: ActionBinding,
  { parties, request }: OpenedRequest,
): Promise<Result<HouseRun>> {
  const offer = asked.parameters['invitation'] as unknown as AskedInvitation;
  const { invitation_id, token_digest, profile } = offer;
  const stream = invitationStream(invitation_id);
  const loaded = await loadStream<InvitationState, never>(context.store, stream, invitationFolding);
  if (loaded.state.invitation !== null) {
    return refuse('house_change_outdated', 'the link was made already');
  }
  const now = context.clock.now();
  const by = { kind: 'human', identity: parties.requester ?? '' } as const;
  const personId = PersonId.parse(offer.personId);
  const invitation = {
    ...invitationOf(invitation_id, { ...offer, personId, by }, now),
    approval_request_id: request.approval_request_id,
  };
  const { expires_at } = invitation;
  // A known person's name is theirs already and is kept with them.
  const kept = profile === null || offer.kind === 'person' ? [] : [keptProfile(profile)];
  return accept({
    action: invitationAction(offer),
    appends: [
      {
        stream,
        expectedVersion: 0,
        events: sealEvents(stream, null, [{ type: 'invitation.made', at: now, data: invitation }]),
        row: null,
        claims: [invitationClaim(token_digest, expires_at)],
      },
    ],
    actions: kept.map(text => ({ ...text, retainUntil: expires_at })),
  });
}
