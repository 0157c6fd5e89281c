import type { ApproverDirectory } from '../chain/approver-directory.ts';
import { judgeReleaseAdmission } from '../chain/break-glass.ts';
import type { Stage } from '../chain/chain.ts';
import type { ChainEntry } from '../chain/chain-entry.ts';
import { type Approver, judgeAdmission } from '../chain/eligibility.ts';
import { stageAt } from '../chain/escalation.ts';
import { asLent } from '../chain/on-behalf.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import type { OpenedRequest } from './request-state.ts';

type Voted = Pick<OpenedRequest, 'request' | 'chain' | 'entries'>;

/**
 * Whether every approver of a request may still decide the stage that they decided (ID-12). `voters` are those of
 * them who may act now, with their present roles and the best assurance that they can reach. An approver who is not
 * among them has left.
 */
export function judgeVoters(state: Voted, voters: ApproverDirectory): Result<null> {
  const { chain, entries } = state;
  for (const entry of entries) {
    const { chain_entry_id, stage_index, approver_identity, approver_kind } = entry;
    const stage = chain.stages[stage_index];
    const voter = voters.find(
      ({ identity, kind }) => identity === approver_identity && kind === approver_kind,
    );
    if (stage === undefined || voter === undefined) {
      return refuse('approver_left', `the approver of ${chain_entry_id} may no longer act`);
    }
    const admitted = admittedNow(state, entry, stage, voter, voters);
    if (!admitted.ok) {
      return refuse('approver_left', `${chain_entry_id}: ${admitted.refusal.detail}`);
    }
  }
  return accept(null);
}

/** Whether the approver is still admitted: alone for all stages, on behalf of another person, or in their own name. */
function admittedNow(
  { request, chain }: Voted,
  { decided_at, break_glass, on_behalf_of }: ChainEntry,
  stage: Stage,
  voter: Approver,
  voters: ApproverDirectory,
): Result<null> {
  if (break_glass !== undefined) return judgeReleaseAdmission({ request, chain }, voter);
  const standing = stageAt(stage, request, decided_at);
  if (on_behalf_of === undefined) return judgeAdmission(standing, voter);
  const { person_id, delegation_id, roles } = on_behalf_of;
  const delegator = voters.find(({ identity, kind }) => identity === person_id && kind === 'human');
  if (delegator?.lends?.includes(delegation_id) !== true) {
    return refuse('delegation_not_in_force', 'the delegator left, or the delegation was revoked');
  }
  const held = roles.filter(role => delegator.roles.includes(role));
  return judgeAdmission(standing, asLent(voter, { roles: held }));
}
