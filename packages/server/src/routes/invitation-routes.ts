import { type Context, loadDirectory, readProfile } from '@countersign/coordinator';
import { type Digest, importPublicKey } from '@countersign/protocol/crypto';
import {
  activePerson,
  type DirectoryState,
  emailDigest,
  findByEmail,
} from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import { browserKeyDigest } from '@countersign/protocol/session';
import { actorOf, idFromUuid, PersonId } from '@countersign/protocol/value';
import {
  InvitationBody,
  InvitationFacts,
  RedemptionBody,
  RedemptionStart,
  RedemptionStartBody,
} from '@countersign/wire/invitations';
import {
  InvitationList,
  InvitationParams,
  InvitationRevoked,
} from '@countersign/wire/listed-invitations';
import { SessionFacts } from '@countersign/wire/sessions';
import type * as z from 'zod';
import type { App } from '../app.ts';
import { governed } from '../house/governed-route.ts';
import { invitationAction } from '../house/invitation-change.ts';
import { answerOpened, ask, type Opened } from '../house/open-change.ts';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { isLoopbackAddress } from '../http/loopback-name.ts';
import { ofDirectory, ofSignIn } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { judgeStored } from '../http/stored-sign-in.ts';
import { uuidFor } from '../identity/call-uuid.ts';
import {
  canSignIn,
  findInvitation,
  type Invitation,
  type InvitationOffer,
  invitationKey,
  invitationLink,
  type MadeInvitation,
  makeInvitation,
  makeToken,
  readInvitation,
} from '../identity/invitation.ts';
import { listInvitations, revokeInvitation } from '../identity/listed-invitations.ts';
import { startRegistration, verifyRegistration } from '../identity/passkey-registration.ts';
import { redeemInvitation } from '../identity/redeem-invitation.ts';
import { startSession } from '../identity/session.ts';
import { answerStarted } from './session-routes.ts';

/** Operators invite people; the holder of the link becomes that person, once, by making a passkey. */
export const invitationRoutes: readonly Route[] = [
  governed(
    route({
      method: 'POST',
      path: '/v1/invitations',
      id: 'invite',
      stored: 'judged',
      tag: 'people',
      summary: 'Make a link that lets one person in, once',
      access: ['recent_operator'],
      problems: [...ofDirectory, 'invitation_not_valid'],
      body: InvitationBody,
      answers: { 201: InvitationFacts },
      effects: ['invitation.made'],
      handle: async (app, call) => {
        const { caller } = call;
        if (caller.kind !== 'person')
          return refuseCall('not_permitted', 'only an operator may invite');
        return answerTo(await invite(app, call, caller), made => {
          const link = invitationLink(app.origin, made.token);
          if ('opened' in made) return answerOpened(made.opened, { link });
          const { invitation_id, person_id, expires_at } = made.invitation;
          return json({ invitation_id, person_id, link, expires_at }, 201);
        });
      },
      replay: async ({ context }, _call, stream) => {
        const invitation = await readInvitation(context, stream);
        if (invitation === null) return refuseCall('invitation_not_valid', 'there is no such link');
        const { invitation_id, person_id, expires_at } = invitation;
        return json({ invitation_id, person_id, link: null, expires_at }, 201);
      },
    }),
  ),
  route({
    method: 'GET',
    path: '/v1/invitations',
    id: 'listInvitations',
    tag: 'people',
    summary: 'The links that no one has used, also those that expired in the last seven days',
    access: ['operator'],
    answers: { 200: InvitationList },
    handle: async (app, { context }) => {
      const invitations = await listInvitations(context);
      return json({ invitations, leads_to_localhost: isLoopbackAddress(app.origin) });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/invitations/:invitation_id/revoke',
    id: 'revokeInvitation',
    stored: 'stops',
    tag: 'people',
    summary: 'Make a link open nothing any more',
    access: ['recent_operator'],
    problems: ['invitation_not_valid'],
    params: InvitationParams,
    answers: { 200: InvitationRevoked },
    effects: ['invitation.revoked'],
    handle: async (_app, { context, caller, params: { invitation_id } }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'expected an operator');
      const revoked = await revokeInvitation(context, invitation_id, actorOf(caller.principal));
      return answerTo(revoked, () => json({ invitation_id }));
    },
    replay: (_app, { params: { invitation_id } }) => json({ invitation_id }),
  }),
  route({
    method: 'POST',
    path: '/v1/invitations/redeem/options',
    id: 'startRedemption',
    tag: 'people',
    summary: 'What a browser needs to make the passkey of the invited person',
    access: ['anyone'],
    purpose: 'redeem',
    problems: ['invitation_not_valid'],
    body: RedemptionStartBody,
    answers: {
      200: RedemptionStart,
    },
    handle: async (app, { context, body }) =>
      answerTo(await findInvitation(context, body.token), async invitation => {
        const name = await nameOf(app, invitation);
        const { person_id, roles, invitation_id } = invitation;
        const use = ['redeem', invitation_id, body.key_digest] as const;
        const started = await startRegistration(app, use, {
          person_id,
          name: name ?? 'Countersign',
          passkeys: [],
        });
        return json({ name, roles, ...started });
      }),
  }),
  route({
    method: 'POST',
    path: '/v1/invitations/redeem',
    id: 'redeemInvitation',
    tag: 'people',
    summary: 'Accept the invitation: register the passkey and sign in',
    access: ['anyone'],
    purpose: 'redeem',
    problems: [...ofDirectory, ...ofSignIn, 'invitation_not_valid'],
    cookie: true,
    body: RedemptionBody,
    answers: { 201: SessionFacts },
    handle: async (app, { context, caller, body }) =>
      answerTo(await findInvitation(context, body.token), async invitation => {
        const { invitation_id, person_id } = invitation;
        const { challenge, response, token, browser_key, name = null } = body;
        importPublicKey(browser_key);
        const use = ['redeem', invitation_id, browserKeyDigest(browser_key)] as const;
        const made = { challenge, response, person_id, label: 'passkey' };
        return answerTo(await verifyRegistration(app, use, made), async registered => {
          const redemption = { token, invitation, registered, name };
          return answerTo(await redeemInvitation(context, redemption), async () => {
            const started = await startSession(context, {
              personId: person_id,
              credentialId: registered.credential.credential_id,
              assurance: 'session',
              seconds: app.settings.session_seconds,
              replaces: caller.kind === 'person' ? caller.session_id : null,
              browserKey: browser_key,
            });
            return answerStarted(app, started);
          });
        });
      }),
  }),
];

type PersonCaller = Extract<Caller, { kind: 'person' }>;

async function invite(
  { settings }: App,
  call: Pick<
    Call<unknown, unknown, z.infer<typeof InvitationBody>>,
    'body' | 'caller' | 'context' | 'idempotencyKey'
  >,
  caller: PersonCaller,
): Promise<Result<MadeInvitation | AskedLink>> {
  const { body, context } = call;
  const uuid = uuidFor(call);
  const invitationId = `invitation_${uuid.replaceAll('-', '')}`;
  const facts = { seconds: settings.invitation_seconds, by: actorOf(caller.principal) };
  if (!('person_id' in body)) {
    const { name, email, roles } = body;
    const known = await loadDirectory(context);
    if (email !== null && findByEmail(known.state, emailDigest(email)) !== null) {
      return no('person_email_taken', 'a person with this address was added before');
    }
    return offer(context, known.state, invitationId, caller, {
      kind: 'new_person',
      personId: idFromUuid(PersonId, 'person', uuid),
      roles: [...new Set(roles)].sort(),
      profile: { name, email },
      ...facts,
    });
  }
  const { state } = await loadDirectory(context);
  const person = activePerson(state, body.person_id);
  if (person === null) return no('person_not_found', 'no such person is active');
  if (canSignIn(person)) {
    return no(
      'credential_already_registered',
      'a person who can sign in adds further passkeys without a link',
    );
  }
  return offer(context, state, invitationId, caller, {
    kind: 'person',
    personId: person.person_id,
    roles: person.roles,
    profile: null,
    ...facts,
  });
}

/** A link whose making waits for approval. */
interface AskedLink {
  readonly token: string;
  readonly opened: Opened;
}

/** Makes the link or, where invitations are under a chain, asks for it. It opens nothing before the approval. */
async function offer(
  context: Context,
  { governs, people }: DirectoryState,
  invitation_id: string,
  caller: PersonCaller,
  offered: InvitationOffer,
): Promise<Result<MadeInvitation | AskedLink>> {
  if (!governs.includes('invitations')) {
    const refusal = judgeStored(caller);
    if (refusal !== null) return { ok: false, refusal };
    return makeInvitation(context, invitation_id, offered);
  }
  const token = makeToken();
  const { by: _by, ...asked } = offered;
  const digest = people.get(offered.personId)?.profile_digest ?? null;
  const known = digest === null ? null : await readProfile(context, digest as Digest);
  const action = invitationAction({
    ...asked,
    profile: offered.profile ?? known,
    invitation_id,
    token_digest: invitationKey(token),
  });
  const opened = await ask(context, 'invitations', action, caller.principal);
  return opened.ok ? { ok: true, value: { token, opened: opened.value } } : opened;
}

function no(
  code: 'person_not_found' | 'person_email_taken' | 'credential_already_registered',
  detail: string,
): Result<never> {
  return { ok: false, refusal: { code, detail } };
}

async function nameOf(
  { context }: App,
  { person_id, profile_digest }: Invitation,
): Promise<string | null> {
  const { state } = await loadDirectory(context);
  const digest = profile_digest ?? state.people.get(person_id)?.profile_digest ?? null;
  return digest === null ? null : ((await readProfile(context, digest as Digest))?.name ?? null);
}
