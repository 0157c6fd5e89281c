import { loadDirectory, readProfile } from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import { passkeysOf } from '@countersign/protocol/directory';
import { actorOf } from '@countersign/protocol/value';
import { CredentialFacts } from '@countersign/wire/credentials';
import { CeremonyStart, PasskeyBody } from '@countersign/wire/sessions';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { ofDirectory } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { startRegistration, verifyRegistration } from '../identity/passkey-registration.ts';
import { registerPasskey } from '../identity/register-passkey.ts';
import { representCredential } from './credential-representation.ts';

/** A further passkey needs an existing one: the person who adds it has just proved who they are. */
export const passkeyRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/credentials/passkeys/options',
    id: 'startPasskey',
    tag: 'credentials',
    summary: 'What a browser needs to make a further passkey',
    access: ['recent_browser'],
    problems: ofDirectory,
    answers: {
      200: CeremonyStart,
    },
    handle: async (app, { caller, context }) => {
      if (caller.kind !== 'person')
        return refuseCall('not_permitted', 'only a person has passkeys');
      const { person_id } = caller;
      const { state } = await loadDirectory(context);
      const digest = state.people.get(person_id)?.profile_digest ?? null;
      const profile = digest === null ? null : await readProfile(context, digest as Digest);
      const passkeys = passkeysOf(state, [person_id]).map(({ credential_id }) => credential_id);
      const person = { person_id, name: profile?.name ?? 'Countersign', passkeys };
      return json(await startRegistration(app, ['add_passkey', person_id], person));
    },
  }),
  route({
    method: 'POST',
    path: '/v1/credentials/passkeys',
    id: 'addPasskey',
    tag: 'credentials',
    summary: 'Register a further passkey',
    access: ['recent_browser'],
    problems: [...ofDirectory, 'sign_in_failed'],
    body: PasskeyBody,
    answers: { 201: CredentialFacts },
    effects: ['credential.registered'],
    handle: async (app, { caller, context, body }) => {
      if (caller.kind !== 'person')
        return refuseCall('not_permitted', 'only a person has passkeys');
      const { person_id } = caller;
      const made = { ...body, person_id };
      const verified = await verifyRegistration(app, ['add_passkey', person_id], made);
      return answerTo(verified, async registered => {
        const by = actorOf(caller.principal);
        return answerTo(await registerPasskey(context, registered, by), state => {
          const found = state.credentials.get(registered.credential.credential_id);
          return found === undefined
            ? refuseCall('credential_not_found', 'there is no such credential')
            : json(representCredential(found), 201);
        });
      });
    },
    replay: async (_app, { context, body }) => {
      const { state } = await loadDirectory(context);
      const found = state.credentials.get(body.response.id);
      return found === undefined
        ? refuseCall('credential_not_found', 'there is no such credential')
        : json(representCredential(found), 201);
    },
  }),
];
