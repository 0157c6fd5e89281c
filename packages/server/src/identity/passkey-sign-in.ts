import { loadDirectory } from '@countersign/coordinator';
import { importPublicKey, verifyAssertion } from '@countersign/protocol/crypto';
import {
  type CredentialOf,
  findPasskey,
  passkeysOf,
  withoutLocks,
} from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { PersonId } from '@countersign/protocol/value';
import type { AssertionResponse } from '@countersign/wire/sessions';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import type { App } from '../app.ts';
import {
  type AnsweredChallenge,
  type ChallengeUse,
  ceremonyMilliseconds,
  issueChallenge,
  readChallenge,
} from './passkey-challenge.ts';

interface AssertionStart {
  readonly challenge: string;
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** What the browser needs to ask for a passkey: any that it has for this host, or one of these. */
export async function startAssertion(
  app: Pick<App, 'secrets' | 'context' | 'origin'>,
  use: ChallengeUse,
  passkeys: readonly string[] = [],
): Promise<AssertionStart> {
  const { token, challenge } = issueChallenge(app, use);
  // The library takes a tenth of the time in which a server starts, and only people with a browser need it.
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: new URL(app.origin).hostname,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: ceremonyMilliseconds,
    userVerification: 'required',
    allowCredentials: passkeys.map(id => ({ id })),
  });
  return { challenge: token, options };
}

/** What a browser needs to ask a signed-in person for one of their own passkeys. */
export async function startOwnAssertion(
  app: Pick<App, 'secrets' | 'context' | 'origin'>,
  use: ChallengeUse,
  personId: PersonId,
): Promise<Result<AssertionStart>> {
  const { state } = await loadDirectory(app.context);
  const ids = passkeysOf(state, [personId]).map(({ credential_id }) => credential_id);
  return ids.length === 0
    ? refuse('credential_not_found', 'expected a passkey of the person, who has none')
    : accept(await startAssertion(app, use, ids));
}

interface ProvenPasskey {
  readonly passkey: CredentialOf<'passkey'>;
  /** To be used up in the commit that starts the session. */
  readonly answered: AnsweredChallenge;
}

/**
 * The person who is present, by their passkey. The protocol itself verifies it, as it verifies decisions. The reason
 * of a refusal is not told: an unknown passkey and a wrong signature look the same. The counter of the authenticator
 * is not compared, since synchronised passkeys have none; the challenge makes sure that an answer counts once.
 */
export async function verifyPasskey(
  app: Pick<App, 'secrets' | 'context' | 'origin'>,
  use: ChallengeUse,
  sent: { readonly challenge: string; readonly response: AssertionResponse },
): Promise<Result<ProvenPasskey>> {
  const answered = readChallenge(app, use, sent.challenge);
  const { state } = await loadDirectory(app.context);
  // A locked passkey is verified like any other, so that only its holder learns of the lock, from the session.
  const passkey = findPasskey(withoutLocks(state), sent.response.id);
  if (answered === null || passkey === null || !isConsistent(sent.response, passkey.person_id)) {
    return failed;
  }
  const { authenticatorData, clientDataJSON, signature } = sent.response.response;
  const verdict = verifyAssertion({
    assertion: {
      credential_id: sent.response.id,
      authenticator_data: authenticatorData,
      client_data_json: clientDataJSON,
      signature,
    },
    publicKey: importPublicKey(passkey.public_key),
    challenge: answered.bytes,
    origin: app.origin,
    rpId: new URL(app.origin).hostname,
  });
  return verdict.ok ? { ok: true, value: { passkey, answered } } : failed;
}

const failed: Result<never> = {
  ok: false,
  refusal: { code: 'sign_in_failed', detail: 'the passkey could not be verified' },
};

/** Where the authenticator names the owner of the passkey, it must be the owner that the store knows. */
function isConsistent({ id, rawId, response }: AssertionResponse, personId: string): boolean {
  const { userHandle } = response;
  const isOwner =
    userHandle === null ||
    userHandle === undefined ||
    userHandle === Buffer.from(personId).toString('base64url');
  return id === rawId && isOwner;
}
