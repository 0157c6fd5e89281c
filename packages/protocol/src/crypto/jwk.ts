import * as z from 'zod';
import { base64urlText } from '../json/base64url.ts';

// Only the form, in a file of its own: a page that reads keys and verifies nothing loads no curves.

const Coordinate = base64urlText({ min: 32, max: 32 });

/** A public key as it is sent and stored: a closed subset of JWK, so one key has exactly one form. */
export const PublicKey = z.discriminatedUnion('kty', [
  z.strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: Coordinate,
  }),
  z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: Coordinate,
    y: Coordinate,
  }),
]);
export type PublicKey = z.infer<typeof PublicKey>;
