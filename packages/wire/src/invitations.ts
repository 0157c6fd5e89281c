import type {} from '@countersign/protocol/json';
import { Name, PersonId } from '@countersign/protocol/value';
import * as z from 'zod';
import { NewPerson } from './people.ts';
import { CeremonyStart, RegistrationResponse } from './sessions.ts';

const Token = z.string().min(1).max(64);

/** Somebody who was added before, or somebody new. */
export const InvitationBody = z.union([z.strictObject({ person_id: PersonId }), NewPerson]);

export const InvitationFacts = z.object({
  invitation_id: z.string(),
  person_id: z.string(),
  /** Told once. Null where the call is repeated. */
  link: z.string().nullable(),
  expires_at: z.string(),
});
export type InvitationFacts = z.infer<typeof InvitationFacts>;

export const RedemptionStartBody = z.strictObject({ token: Token });

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
  name: Name.optional(),
});
