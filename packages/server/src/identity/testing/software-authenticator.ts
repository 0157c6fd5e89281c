import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Algorithm = 'ES256' | 'EdDSA' | 'RS256';

/** What goes into one answer, for tests that change a part of it. */
export interface CeremonyChange {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly flags?: number;
  readonly clientData?: Record<string, unknown>;
  readonly fmt?: string;
  readonly attStmt?: Map<string, unknown>;
  readonly userHandle?: string | null;
}

export interface SoftwareAuthenticator {
  readonly credentialId: string;
  /** Answers what a server gave for navigator.credentials.create, as a browser would. */
  create(options: unknown, origin: string, change?: CeremonyChange): RegistrationAnswer;
  /** The same for navigator.credentials.get. */
  get(options: unknown, origin: string, change?: CeremonyChange): AssertionAnswer;
  readonly privateKey: KeyObject;
  /** The public key as authenticators write it. */
  readonly coseKey: Uint8Array<ArrayBuffer>;
}

interface RegistrationAnswer {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: string[];
  };
  readonly clientExtensionResults: Record<string, never>;
}

interface AssertionAnswer {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
  readonly clientExtensionResults: Record<string, never>;
}

interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

const present = 0x01;
const verified = 0x04;
const attested = 0x40;

/** A passkey in memory: answers registrations and sign-ins with real bytes and real signatures. */
export function softwareAuthenticator(algorithm: Algorithm = 'ES256'): SoftwareAuthenticator {
  const { publicKey, privateKey } =
    algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : algorithm === 'EdDSA'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('rsa', { modulusLength: 2048 });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  const coseKey = coseKeyOf(publicKey, algorithm);
  let userHandle: string | undefined;
  return {
    credentialId,
    privateKey,
    coseKey,
    create: (options, origin, change = {}) => {
      const { challenge, rp, user } = options as Asked;
      userHandle = user?.id;
      const authData = Buffer.concat([
        authenticatorData(rp?.id ?? '', present | verified | attested, change),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey,
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', change.fmt ?? 'none'],
        ['attStmt', change.attStmt ?? new Map()],
        ['authData', Uint8Array.from(authData)],
      ]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin, change).toString(
            'base64url',
          ),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString(
            'base64url',
          ),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    get: (options, origin, change = {}) => {
      const { challenge, rpId = '' } = options as Asked;
      const data = authenticatorData(rpId, present | verified, change);
      const client = clientData('webauthn.get', challenge, origin, change);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const handle = change.userHandle === undefined ? userHandle : change.userHandle;
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign(algorithm === 'EdDSA' ? null : 'sha256', signed, privateKey).toString(
            'base64url',
          ),
          ...(handle === undefined || handle === null ? {} : { userHandle: handle }),
        },
        clientExtensionResults: {},
      };
    },
  };
}

function clientData(
  type: string,
  challenge: string,
  origin: string,
  change: CeremonyChange,
): Buffer {
  return Buffer.from(
    JSON.stringify({
      type,
      challenge: change.challenge ?? challenge,
      origin: change.origin ?? origin,
      crossOrigin: false,
      ...change.clientData,
    }),
  );
}

function authenticatorData(rpId: string, flags: number, change: CeremonyChange): Buffer {
  const hash = createHash('sha256')
    .update(change.rpId ?? rpId)
    .digest();
  return Buffer.concat([hash, Buffer.from([change.flags ?? flags, 0, 0, 0, 0])]);
}

function coseKeyOf(publicKey: KeyObject, algorithm: Algorithm): Uint8Array<ArrayBuffer> {
  const jwk = publicKey.export({ format: 'jwk' });
  const bytes = (text: string | undefined) => Uint8Array.from(Buffer.from(text ?? '', 'base64url'));
  const members: [number, number | Uint8Array][] =
    algorithm === 'ES256'
      ? [
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, bytes(jwk.x)],
          [-3, bytes(jwk.y)],
        ]
      : algorithm === 'EdDSA'
        ? [
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, bytes(jwk.x)],
          ]
        : [
            [1, 3],
            [3, -257],
            [-1, bytes(jwk.n)],
            [-2, bytes(jwk.e)],
          ];
  return Uint8Array.from(isoCBOR.encode(new Map(members) as never));
}
