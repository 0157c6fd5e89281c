import * as z from 'zod';
import type { Actor } from '../value/actor.ts';
import { type LockId, PersonId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import { CredentialId } from './credential.ts';

/** What a lock is on. A key is any credential. A token of an issuer is the key `token:` and its subject. */
export const LockTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('agent'), agent_id: Name }),
  z.strictObject({ kind: z.literal('person'), person_id: PersonId }),
  z.strictObject({ kind: z.literal('key'), credential_id: CredentialId }),
  z.strictObject({ kind: z.literal('everything') }),
]);
export type LockTarget = z.infer<typeof LockTarget>;

/** The last lock of a target. One that was lifted still counts for what was there before it. */
export interface Lock {
  readonly lock_id: LockId;
  readonly target: LockTarget;
  readonly reason: string;
  readonly by: Actor;
  readonly placed_at: Timestamp;
  readonly lifted_at: Timestamp | null;
}

/** The beginning of the names under which tokens of an issuer are known. No registered credential has it. */
export const tokenPrefix = 'token:';

/** Callers that the directory does not know: tokens of an issuer, and services of the configuration. */
export const outsidePrefixes: readonly string[] = [tokenPrefix, 'webhook:'];

/** What a lock is kept under. The kind comes first, so that two targets never share a key. */
export function targetKey(target: LockTarget): string {
  switch (target.kind) {
    case 'agent':
      return `agent/${target.agent_id}`;
    case 'person':
      return `person/${target.person_id}`;
    case 'key':
      return `key/${target.credential_id}`;
    case 'everything':
      return 'everything';
  }
}

export const everything = { kind: 'everything' } as const satisfies LockTarget;
