import * as z from 'zod';
import { base64urlText } from '../json/base64url.ts';

/** What an authenticator answers to navigator.credentials.get, each member in base64url. */
export const WebAuthnResponse = z.strictObject({
  credential_id: base64urlText({ min: 1, max: 1023 }),
  authenticator_data: base64urlText({ min: 37, max: 4096 }),
  client_data_json: base64urlText({ min: 2, max: 8192 }),
  signature: base64urlText({ min: 8, max: 72 }),
});
export type WebAuthnResponse = z.infer<typeof WebAuthnResponse>;
