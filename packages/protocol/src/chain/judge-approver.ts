import { type Result, refuse } from '../reason/refusal.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { type BreakGlassCause, judgeRelease } from './break-glass.ts';
import type { Chain, Separation, Stage } from './chain.ts';
import type { ChainEntry } from './chain-entry.ts';
import { type Approver, judgeEligibility, type Parties } from './eligibility.ts';
import { type AskedSince, stageAt } from './escalation.ts';
import { judgeDelegate, type RecordedBehalf } from './on-behalf.ts';

/** What is decided: the question, its chain and the people whom it concerns. */
interface Decidable {
  readonly request: AskedSince & { readonly operation: string };
  readonly chain: Chain;
  readonly parties: Parties;
}

/** How it is decided: in which way, for whom, and when. */
interface Answer {
  readonly decision: 'allow' | 'deny';
  readonly break_glass?: BreakGlassCause | undefined;
  readonly on_behalf_of?: RecordedBehalf | undefined;
  readonly decided_at: Timestamp;
}

/**
 * Whether an approver may decide a stage so: in their own name, on behalf of another person, or alone for all stages. One
 * function judges a decision when it is made, before execution and offline, so that the three cannot drift apart.
 */
export function judgeApprover(
  decidable: Decidable,
  stage: Stage,
  approver: Approver,
  { decision, break_glass, on_behalf_of, decided_at }: Answer,
): Result<Separation> {
  if (break_glass !== undefined) {
    return decision === 'deny' || on_behalf_of !== undefined
      ? refuse('break_glass_not_permitted', 'a release is an approval in the own name')
      : judgeRelease(decidable, approver);
  }
  const standing = stageAt(stage, decidable.request, decided_at);
  return on_behalf_of === undefined
    ? judgeEligibility(standing, approver, decidable.parties, decision)
    : judgeDelegate(standing, approver, on_behalf_of, decidable.parties, decision);
}

/** The approver of an entry, as they were when they decided. */
export function approverOf(entry: ChainEntry): Approver {
  return {
    kind: entry.approver_kind,
    identity: entry.approver_identity,
    roles: entry.approver_roles,
    assurance: entry.identity_assurance,
  };
}
