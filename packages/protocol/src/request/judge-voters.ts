import type { ApproverDirectory } from '../chain/approver-directory.ts';
import { judgeAdmission } from '../chain/eligibility.ts';
import { stageAt } from '../chain/escalation.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import type { OpenedRequest } from './request-state.ts';

/**
 * Whether every approver of a request may still decide the stage that they decided (ID-12). `voters` are those of
 * them who may act now, with their present roles and the best assurance that they can reach. An approver who is not
 * among them has left.
 */
export function judgeVoters(
  { request, chain, entries }: Pick<OpenedRequest, 'request' | 'chain' | 'entries'>,
  voters: ApproverDirectory,
): Result<null> {
  for (const entry of entries) {
    const { chain_entry_id, stage_index, approver_identity, approver_kind } = entry;
    const stage = chain.stages[stage_index];
    const voter = voters.find(
      ({ identity, kind }) => identity === approver_identity && kind === approver_kind,
    );
    if (stage === undefined || voter === undefined) {
      return refuse('approver_left', `the approver of ${chain_entry_id} may no longer act`);
    }
    const admitted = judgeAdmission(stageAt(stage, request, entry.decided_at), voter);
    if (!admitted.ok) {
      return refuse('approver_left', `${chain_entry_id}: ${admitted.refusal.detail}`);
    }
  }
  return accept(null);
}
