import { Digest } from '@countersign/protocol/crypto';
import type {} from '@countersign/protocol/json';
import { BrowserKey } from '@countersign/protocol/session';
import { Name, PersonId } from '@countersign/protocol/value';
import * as z from 'zod';
import { NewPerson } from './people.ts';
import { CeremonyStart, RegistrationResponse } from './sessions.ts';

const Token = z.string().min(1).max(64);

/** A person who was added before, or a new one. */
export const InvitationBody = z.union([z.strictObject({ person_id: PersonId }), NewPerson]);

export const InvitationFacts = z.object({
  invitation_id: z.string(),
  person_id: z.string(),
  /** Told once. Null where the call is repeated. */
  link: z.string().nullable(),
  expires_at: z.string(),
});
export type InvitationFacts = z.infer<typeof InvitationFacts>;

/** `key_digest`: of the key that the browser made. The passkey is made for a sign-in with that key alone. */
export const RedemptionStartBody = z.strictObject({ token: Token, key_digest: Digest });

/** What a browser needs to make the passkey of the invited person. */
export const RedemptionStart = CeremonyStart.extend({
  name: z.string().nullable(),
  roles: z.array(z.string()),
});
export type RedemptionStart = z.infer<typeof RedemptionStart>;

export const RedemptionBody = z.strictObject({
  token: Token,
  challenge: z.string().min(1).max(256),
  response: RegistrationResponse,
  /** The public half of the key that each call of this browser proves from now on. */
  browser_key: BrowserKey,
  name: Name.optional(),
});
