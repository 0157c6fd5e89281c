import { accept, type Result, refuse } from '../reason/refusal.ts';
import { type Assurance, meetsPersonAssurance, meetsServiceAssurance } from '../value/assurance.ts';
import type { PersonId } from '../value/ids.ts';
import type { ApproverKind, Separation, Stage } from './chain.ts';

/** The people an action is about, found when it was asked for. They are not independent of it. */
export interface Parties {
  /** The person behind the credential that asked, where it was a person. */
  readonly requester: PersonId | null;
  /** The person the agent acts for. */
  readonly subject: PersonId | null;
  /** The person answerable for the agent. */
  readonly agent_owner: PersonId | null;
  /** Form 2: the reviewers who changed the action beyond a pure narrowing (AM-3). */
  readonly authors?: PersonId[] | undefined;
}

/** A person or service that wants to decide, or did. */
export interface Approver {
  readonly kind: ApproverKind;
  readonly identity: string;
  readonly roles: readonly string[];
  readonly assurance: Assurance;
  /** The delegations of this person that stand: not revoked, and of the present epoch (DG-5). */
  readonly lends?: readonly string[] | undefined;
}

/** The person who confirms their own agent: the person acted for, or else its owner, or else the requester. */
export function selfOf(parties: Parties): PersonId | null {
  return parties.subject ?? parties.agent_owner ?? parties.requester;
}

/**
 * Whether a stage may be decided by this approver: kind, identity or role, separation, assurance, in that
 * order, each with its own code. The same function judges a decision when it is made and every recorded
 * entry again before execution, so the two can never drift apart. On success it says what the decision is
 * to be called: `self_confirm` is never shown as independent (ID-5). A denial is judged without separation: naming a
 * person as the subject would otherwise take the denial away from them (ID-13).
 */
export function judgeEligibility(
  stage: Stage,
  approver: Approver,
  parties: Parties,
  decision: 'allow' | 'deny' = 'allow',
): Result<Separation> {
  const listed = judgeListing(stage, approver);
  if (!listed.ok) return listed;
  const separation = separationOf(approver.identity, parties);
  if (separation === 'self_confirm' && decision === 'allow') {
    if (stage.separation === 'other_person' || approver.identity !== selfOf(parties)) {
      return refuse('approver_not_independent', `stage "${stage.name}" demands another person`);
    }
  }
  const assured = judgeAssurance(stage, approver);
  return assured.ok ? accept(separation) : assured;
}

/** Whether a stage admits this approver by kind, identity or role, and assurance. The parties of the action do not matter here. */
export function judgeAdmission(stage: Stage, approver: Approver): Result<null> {
  const listed = judgeListing(stage, approver);
  return listed.ok ? judgeAssurance(stage, approver) : listed;
}

/** Whether a stage lists this approver by kind and by identity or role. */
export function judgeListing(stage: Stage, approver: Approver): Result<null> {
  if (!stage.approver_kinds.includes(approver.kind)) {
    return refuse(
      'approver_kind_not_permitted',
      `stage "${stage.name}" takes ${stage.approver_kinds.join(' or ')}, found ${approver.kind}`,
    );
  }
  if (isListed(stage.approvers, approver)) return accept(null);
  // A stage as it stands at a time has those who join later in `escalation`.
  return stage.escalation?.some(({ approvers }) => isListed(approvers, approver)) === true
    ? refuse('approver_joins_later', `stage "${stage.name}" admits this approver later`)
    : refuse('approver_not_eligible', `stage "${stage.name}" does not list this approver`);
}

function judgeAssurance(stage: Stage, approver: Approver): Result<null> {
  const minimum = approver.kind === 'human' ? stage.min_assurance : stage.min_service_assurance;
  const sureEnough =
    approver.kind === 'human'
      ? meetsPersonAssurance(approver.assurance, stage.min_assurance)
      : meetsServiceAssurance(approver.assurance, stage.min_service_assurance);
  if (!sureEnough) {
    return refuse(
      'approver_assurance_too_low',
      `stage "${stage.name}" demands ${minimum}, found ${approver.assurance}`,
    );
  }
  return accept(null);
}

/** Roles admit people only: a service decides where a stage names it, and nowhere else (ID-7). */
export function isListed(
  { identities, roles }: Stage['approvers'],
  approver: Pick<Approver, 'kind' | 'identity' | 'roles'>,
): boolean {
  if (identities.includes(approver.identity)) return true;
  return approver.kind === 'human' && approver.roles.some(role => roles.includes(role));
}

/** Whether a person is independent of an action, or one of those whom it is about. */
export function separationOf(identity: string, parties: Parties): Separation {
  const self: readonly (string | null)[] = [
    parties.requester,
    parties.subject,
    parties.agent_owner,
    ...(parties.authors ?? []),
  ];
  return self.includes(identity) ? 'self_confirm' : 'other_person';
}
