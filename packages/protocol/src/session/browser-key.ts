import type * as z from 'zod';
import { PublicKey } from '../crypto/jwk.ts';

/** The public half of the key of a browser: P-256, which the WebCrypto of every browser has. */
export const BrowserKey = PublicKey.options[1];
export type BrowserKey = z.infer<typeof BrowserKey>;
