import { type ActionBinding, houseKindOf } from '@countersign/protocol/action';
import { type Covered, type Lock, lockedBy } from '@countersign/protocol/directory';
import { accept, type Result } from '@countersign/protocol/reason';
import type { PersonId, Principal } from '@countersign/protocol/value';
import type { Guards } from './commit.ts';
import type { Context } from './context.ts';
import { storeStream } from './stream-name.ts';

interface LocksRead {
  readonly lock: Lock | null;
  /** What a commit that depends on it is guarded by: a lock that is placed meanwhile makes it fail. */
  readonly streams: Guards['streams'];
}

/** The lock that covers any of these, as the store says now. A store without a directory has no locks. */
export async function loadLocks(
  { people }: Pick<Context, 'people'>,
  covered: readonly Covered[],
): Promise<LocksRead> {
  if (people.locked === undefined) return { lock: null, streams: [] };
  const { lock, version } = await people.locked(covered);
  return { lock, streams: version === null ? [] : [{ stream: storeStream, version }] };
}

/** Refuses with `locked`, or answers what the commit must be guarded by (LK-2). */
export async function passLocks(
  context: Pick<Context, 'people'>,
  covered: readonly Covered[],
): Promise<Result<Guards['streams']>> {
  const { lock, streams } = await loadLocks(context, covered);
  return lock === null ? accept(streams) : { ok: false, refusal: lockedBy(lock) };
}

/** Of two readings of the directory the older one: where they differ, the commit fails and both are read again. */
export function olderOf(one: Guards['streams'], other: Guards['streams']): Guards['streams'] {
  const [first] = one;
  const [second] = other;
  if (first === undefined || second === undefined) return first === undefined ? other : one;
  return first.version <= second.version ? one : other;
}

/** The caller, as far as a lock can be on them. */
export function coveredCaller(principal: Principal): Covered[] {
  const key = { kind: 'key', credential_id: principal.principal_id } as const;
  switch (principal.kind) {
    case 'human':
      return [{ kind: 'person', person_id: principal.person_id }, key];
    case 'service':
      return [{ kind: 'service', service_id: principal.principal_id }, key];
    case 'agent':
      return [key];
  }
}

/** Who asks, for which agent and for whom. The directory knows whose agents and keys these are. */
export function coveredProposal(
  { operation, agent_id, subject_id }: ActionBinding,
  principal: Principal,
  owner: PersonId | undefined,
): Covered[] {
  return [
    ...(houseKindOf(operation) === 'lock.lift' ? [{ kind: 'lift' } as const] : []),
    ...(owner === undefined ? [] : [{ kind: 'person', person_id: owner } as const]),
    { kind: 'agent', agent_id },
    { kind: 'subject', subject_id },
    ...coveredCaller(principal),
  ];
}
