import {
  type Context,
  changeStream,
  decideInOrder,
  failClosed,
  invitationStream,
  type Loaded,
  loadDirectory,
  loadStream,
  profileBytes,
  readProfile,
  storeStream,
} from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import {
  type AddPerson,
  type DirectoryCommand,
  type DirectoryState,
  emptyDirectory,
  type Profile,
  type StoreEvent,
} from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import { sealEvents } from '@countersign/protocol/stream';
import {
  type Invitation,
  type InvitationEvent,
  type InvitationState,
  invitationFolding,
  invitationKey,
  judgeInvitation,
} from './invitation.ts';
import type { RegisteredNow } from './passkey-registration.ts';

interface Redemption {
  readonly token: string;
  readonly invitation: Invitation;
  readonly registered: RegisteredNow;
  /** What the person calls themselves; it counts where the invitation has no name. */
  readonly name: string | null;
}

/**
 * Admits a person: the person, their passkey and the use of the link are one commit, so none of them is ever there
 * without the others. The versions that guard the commit decide that the link was not used, and that there was no
 * one before a first person; of any number of concurrent attempts one succeeds.
 */
export function redeemInvitation(
  context: Context,
  redemption: Redemption,
): Promise<Result<InvitationState>> {
  const { invitation, registered } = redemption;
  const { invitation_id, person_id } = invitation;
  const { credential_id } = registered.credential;
  const stream = invitationStream(invitation_id);
  let directory: Loaded<DirectoryState> = { state: emptyDirectory, version: 0, head: null };
  let joining: readonly StoreEvent[] = [];
  return failClosed(async () => {
    const added = await personToAdd(context, redemption);
    return changeStream<InvitationState, InvitationEvent>(context, {
      stream,
      folding: invitationFolding,
      load: async () => {
        directory = await loadDirectory(context);
        return loadStream(context.store, stream, invitationFolding);
      },
      decide: (state, at) => {
        const refusal = judgeInvitation(state, directory.state, at);
        if (refusal !== null) return { ok: false, refusal, events: [] };
        const decision = decideInOrder(directory.state, commandsOf(redemption, added), at);
        if (!decision.ok) return { ok: false, refusal: decision.refusal, events: [] };
        joining = decision.events;
        return {
          ok: true,
          events: [{ type: 'invitation.used', at, data: { person_id, credential_id } }],
        };
      },
      also: async () => [
        {
          stream: storeStream,
          expectedVersion: directory.version,
          events: sealEvents(storeStream, directory.head, joining),
          row: null,
        },
      ],
      actions: at => (added === null ? [] : profileBytes(added, at)),
      claims: [registered.answered.claim],
      claimEnds: () => [
        { scope: 'invitation', key: invitationKey(redemption.token), until: context.clock.now() },
      ],
      onClaimTaken: () => ({ code: 'sign_in_failed', detail: 'this proof was used before' }),
      window: () => ({ notAfter: invitation.expires_at, tooLate: 'invitation_not_valid' }),
    });
  });
}

function commandsOf(
  { invitation, registered }: Redemption,
  added: AddPerson | null,
): DirectoryCommand[] {
  const { by, person_id, approval_request_id } = invitation;
  const { credential } = registered;
  const self = { kind: 'human', identity: person_id } as const;
  const register: DirectoryCommand = { type: 'register_credential', credential, by: self };
  if (added === null) return [register];
  // The people who approved the invitation approved the roles in it.
  const approved = approval_request_id === undefined ? {} : ({ approved: 'roles' } as const);
  return [{ ...added, by, ...approved }, register];
}

async function personToAdd(
  context: Context,
  { invitation, name }: Redemption,
): Promise<AddPerson | null> {
  if (invitation.kind === 'person') return null;
  const { person_id, roles, profile_digest } = invitation;
  const invited =
    profile_digest === null ? null : await readProfile(context, profile_digest as Digest);
  const named: Profile | null = name === null ? null : { name, email: null };
  return { type: 'add_person', person_id, roles, profile: invited ?? named };
}
