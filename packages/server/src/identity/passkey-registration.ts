import { importPublicKey, PublicKey } from '@countersign/protocol/crypto';
import type { CredentialFacts } from '@countersign/protocol/directory';
import { parseStrict } from '@countersign/protocol/json';
import { ProtocolError, type Refusal, type Result } from '@countersign/protocol/reason';
import type { PersonId } from '@countersign/protocol/value';
import type { RegistrationResponse } from '@countersign/wire/sessions';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { App } from '../app.ts';
import {
  type AnsweredChallenge,
  type ChallengeUse,
  ceremonyMilliseconds,
  issueChallenge,
  readChallenge,
} from './passkey-challenge.ts';

/** Exactly those that decisions are verified with, offline too (decision 9), as COSE numbers them: EdDSA and ES256. */
const algorithms = [-8, -7];

type Library = typeof import('@simplewebauthn/server') &
  typeof import('@simplewebauthn/server/helpers');

/** Loaded for the first person: it takes a tenth of the time in which a server starts. */
async function loadLibrary(): Promise<Library> {
  const [library, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...library, ...helpers };
}

interface RegistrationStart {
  readonly challenge: string;
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}

/** What the browser of this person needs to make a passkey. */
export async function startRegistration(
  app: Pick<App, 'secrets' | 'context' | 'origin'>,
  use: ChallengeUse,
  person: {
    readonly person_id: PersonId;
    readonly name: string;
    readonly passkeys: readonly string[];
  },
): Promise<RegistrationStart> {
  const { token, challenge } = issueChallenge(app, use);
  const rpID = new URL(app.origin).hostname;
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: `Countersign on ${rpID}`,
    rpID,
    userName: person.name,
    userDisplayName: person.name,
    userID: Uint8Array.from(Buffer.from(person.person_id)),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: ceremonyMilliseconds,
    attestationType: 'none',
    excludeCredentials: person.passkeys.map(id => ({ id })),
    // The person types no name, so the authenticator has to know it.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return { challenge: token, options };
}

export interface RegisteredNow {
  readonly credential: Extract<CredentialFacts, { kind: 'passkey' }>;
  /** To be used up in the commit that registers the passkey. */
  readonly answered: AnsweredChallenge;
}

/** Checks what the authenticator made. Nothing is registered yet. */
export async function verifyRegistration(
  app: Pick<App, 'secrets' | 'context' | 'origin'>,
  use: ChallengeUse,
  made: {
    readonly challenge: string;
    readonly response: RegistrationResponse;
    readonly person_id: PersonId;
    readonly label: string;
  },
): Promise<Result<RegisteredNow>> {
  const answered = readChallenge(app, use, made.challenge);
  if (answered === null) return failed('the challenge is not one of this server, or too old');
  try {
    refuseForeignPage(made.response);
    const library = await loadLibrary();
    if (!isUnattested(library, made.response))
      return failed('expected no attestation, or that of the key itself');
    const { verified, registrationInfo } = await library.verifyRegistrationResponse({
      response: { ...made.response, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: answered.challenge,
      expectedOrigin: app.origin,
      expectedRPID: new URL(app.origin).hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return failed('the registration could not be verified');
    const { id, publicKey } = registrationInfo.credential;
    if (id !== made.response.id) return failed('the registration could not be verified');
    const public_key = publicKeyOf(library, publicKey);
    importPublicKey(public_key);
    const { person_id, label } = made;
    const { transports } = made.response.response;
    return {
      ok: true,
      value: {
        credential: {
          kind: 'passkey',
          credential_id: id,
          person_id,
          public_key,
          label,
          transports,
        },
        answered,
      },
    };
  } catch (error) {
    // A weak or foreign key keeps its code. Everything else is untrusted bytes that a decoder choked on.
    if (error instanceof ProtocolError) {
      return { ok: false, refusal: { code: error.code, detail: error.message } };
    }
    return failed('the registration could not be verified');
  }
}

/** A page that another origin frames could have been made to look like something else. */
function refuseForeignPage({ response }: RegistrationResponse): void {
  const data = parseStrict(Buffer.from(response.clientDataJSON, 'base64url'));
  const { crossOrigin = false, topOrigin } = data as { crossOrigin?: unknown; topOrigin?: unknown };
  if (crossOrigin !== false || topOrigin !== undefined) {
    throw new Error('expected a page that is not framed by another origin');
  }
}

/**
 * The browser was asked for no attestation, so it sends none, or that of the new key itself. Certificates are not even
 * read: they name addresses, and a check would call those.
 */
function isUnattested(
  { decodeAttestationObject }: Library,
  { response }: RegistrationResponse,
): boolean {
  const bytes = Uint8Array.from(Buffer.from(response.attestationObject, 'base64url'));
  const attestation = decodeAttestationObject(bytes);
  const format = attestation.get('fmt');
  const ofItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return format === 'none' || ofItself;
}

/** The key in the one form that the protocol has for it. */
function publicKeyOf(
  { cose, decodeCredentialPublicKey }: Library,
  bytes: Uint8Array<ArrayBuffer>,
): PublicKey {
  const key = decodeCredentialPublicKey(bytes);
  const { COSEKEYS, COSEKTY, COSECRV } = cose;
  const text = (coordinate: unknown): string | undefined =>
    coordinate instanceof Uint8Array ? Buffer.from(coordinate).toString('base64url') : undefined;
  const read = (label: number): unknown => (key as unknown as Map<number, unknown>).get(label);
  const kty = read(COSEKEYS.kty);
  const crv = read(COSEKEYS.crv);
  const x = text(read(COSEKEYS.x));
  const parsed = PublicKey.safeParse(
    kty === COSEKTY.OKP && crv === COSECRV.ED25519
      ? { kty: 'OKP', crv: 'Ed25519', x }
      : kty === COSEKTY.EC2 && crv === COSECRV.P256
        ? { kty: 'EC', crv: 'P-256', x, y: text(read(COSEKEYS.y)) }
        : null,
  );
  if (parsed.success) return parsed.data;
  throw new ProtocolError('key_malformed', '', 'expected a key for ES256 or EdDSA (Ed25519)');
}

function failed(detail: string): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code: 'sign_in_failed', detail } };
}
