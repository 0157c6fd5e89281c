import { houseKinds } from '@countersign/protocol/action';
import * as z from 'zod';
import { RegisteredCredential } from './credentials.ts';
import { InvitationFacts } from './invitations.ts';
import { LiftedLock } from './locks.ts';
import { PersonFacts } from './people.ts';

/** A change waits for approval. Nothing has changed yet. */
export const HouseRequestOpened = z.object({
  house_request: z.object({ approval_request_id: z.string(), kind: z.enum(houseKinds) }),
  /** Of a key that is to be made: told once, and of use only once the request was approved. */
  secret: z.string().nullable(),
  /** Of an invitation that is to be made, likewise. */
  link: z.string().nullable(),
});
export type HouseRequestOpened = z.infer<typeof HouseRequestOpened>;

/** What a change is answered with: what it made, or the house request that was opened for it. */
export const AnsweredPerson = z.union([HouseRequestOpened, PersonFacts]);
export const AnsweredCredential = z.union([HouseRequestOpened, RegisteredCredential]);
export const AnsweredLift = z.union([HouseRequestOpened, LiftedLock]);
export const AnsweredInvitation = z.union([HouseRequestOpened, InvitationFacts]);
