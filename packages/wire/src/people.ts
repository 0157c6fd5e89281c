import { Name, PersonId } from '@countersign/protocol/value';
import * as z from 'zod';
import { pageQuery } from './sent.ts';

const roles = z.array(Name).max(256);
const email = z.email().max(320).nullable().default(null);

export const PersonParams = z.strictObject({ person_id: PersonId });
export const PeopleQuery = pageQuery(PersonId, { limit: 100, limitMax: 500 });

export const PersonFacts = z.object({
  person_id: z.string(),
  name: z.string().nullable(),
  /** Shown to operators and to the person. */
  email: z.string().nullable(),
  roles: z.array(z.string()),
  active: z.boolean(),
  passkeys: z.int(),
  oidc_accounts: z.int(),
  linked_accounts: z.int(),
  /** Until when the person is away; null where the person is not. */
  away_until: z.string().nullable(),
});
export type PersonFacts = z.infer<typeof PersonFacts>;

export const PeoplePage = z.object({
  people: z.array(PersonFacts),
  next: z.string().nullable(),
});
export type PeoplePage = z.infer<typeof PeoplePage>;

export const NewPerson = z.strictObject({ name: Name, email, roles });

export const PersonChange = z.strictObject({
  roles: roles.optional(),
  active: z.boolean().optional(),
  /** Both together, or null to forget who this is. */
  profile: z.strictObject({ name: Name, email }).nullable().optional(),
});
