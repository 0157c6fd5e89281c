import * as z from 'zod';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { DelegationId, PersonId } from '../value/ids.ts';
import { Name } from '../value/wire-text.ts';
import type { Separation, Stage } from './chain.ts';
import { type Approver, judgeAdmission, type Parties, separationOf } from './eligibility.ts';

/** Form 2 of a submission: whom the approver decides for, and by which delegation. */
export const OnBehalf = z.strictObject({ delegation_id: DelegationId, person_id: PersonId });
export type OnBehalf = z.infer<typeof OnBehalf>;

/** Form 2 of an entry: the same, and the roles that count by it: lent, and held by the delegator at the time (DG-2). */
export const RecordedBehalf = z.strictObject({
  delegation_id: DelegationId,
  person_id: PersonId,
  roles: z.array(Name).min(1).max(256),
});
export type RecordedBehalf = z.infer<typeof RecordedBehalf>;

/** The roles of one person in the hands of another. Listed identities are not lent (DG-2). */
export function asLent(approver: Approver, { roles }: Pick<RecordedBehalf, 'roles'>): Approver {
  return { ...approver, identity: '', roles };
}

/**
 * Whether a stage may be decided on behalf of another person: the stage lists a lent role, and neither of the two is
 * a party to the action or its author, whatever the separation of the stage (DG-3). A denial is judged without
 * separation, like every denial (ID-13).
 */
export function judgeDelegate(
  stage: Stage,
  approver: Approver,
  behalf: RecordedBehalf,
  parties: Parties,
  decision: 'allow' | 'deny',
): Result<Separation> {
  if (approver.kind !== 'human' || approver.identity === behalf.person_id) {
    return refuse('delegation_not_permitted', 'expected a person who decides for another person');
  }
  const admitted = judgeAdmission(stage, asLent(approver, behalf));
  if (!admitted.ok) return admitted;
  const isParty = [approver.identity, behalf.person_id].some(
    identity => separationOf(identity, parties) === 'self_confirm',
  );
  if (!isParty) return accept('other_person');
  return decision === 'deny'
    ? accept('self_confirm')
    : refuse('approver_not_independent', 'the action concerns the delegate or the delegator');
}

/** The people whose one voice in a request a decision takes (DG-4). */
export function voicesOf({
  approver_identity,
  on_behalf_of,
}: {
  readonly approver_identity: string;
  readonly on_behalf_of?: Pick<OnBehalf, 'person_id'> | undefined;
}): readonly string[] {
  return on_behalf_of === undefined
    ? [approver_identity]
    : [approver_identity, on_behalf_of.person_id];
}
