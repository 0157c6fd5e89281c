import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { App } from '../../app.ts';

/** The key by which push services recognise this server, and by which browsers bind a subscription to it (RFC 8292). */
interface VapidKey {
  /** The point, as a browser takes it. */
  readonly public_key: string;
  readonly key: KeyObject;
}

const known = new WeakMap<App, VapidKey>();
const validSeconds = 12 * 3600;

/**
 * The key follows from the secret of the server. So all replicas have the same key, and the operator keeps no further
 * file.
 */
export function vapidKeyOf(app: App): VapidKey {
  const found = known.get(app) ?? makeKey(app);
  known.set(app, found);
  return found;
}

function makeKey({ secrets }: App): VapidKey {
  for (let round = 0; ; round++) {
    const scalar = Buffer.from(secrets.derive('push_key', 'vapid', String(round)));
    const pair = createECDH('prime256v1');
    try {
      pair.setPrivateKey(scalar);
    } catch {
      // Not below the order of the curve, which happens once in four thousand million times.
      continue;
    }
    const point = pair.getPublicKey();
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: scalar.toString('base64url'),
    };
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    return { public_key: point.toString('base64url'), key };
  }
}

/** The header that a push service takes for proof of the sender, for one origin and half a day. */
export function vapidHeader(
  app: App,
  endpoint: string,
  contact: string,
  nowSeconds: number,
): string {
  const { key, public_key } = vapidKeyOf(app);
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowSeconds) + validSeconds,
    sub: contact,
  };
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${public_key}`;
}
