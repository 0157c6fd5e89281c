import { type ActionBinding, isReservedForHouse } from '@countersign/protocol/action';
import { judgeEligibility } from '@countersign/protocol/chain';
import { type Pause, pauseAt } from '@countersign/protocol/guard';
import type { Evaluation } from '@countersign/protocol/request';
import type { PersonId, Principal } from '@countersign/protocol/value';
import { loadGuard } from './change-guard.ts';
import type { Context } from './context.ts';
import { partiesOf } from './parties-of.ts';

/** The annotation of a decision that a pause answered. */
export const pauseNote = 'guard.paused';

/**
 * While a person has paused the guard of an agent, an action that this person could approve alone is allowed and
 * recorded (PA-2). A denial stays a denial. An action of critical risk, or one that requires another person, is asked
 * as always.
 */
export async function whilePaused(
  context: Context,
  action: ActionBinding,
  evaluation: Evaluation,
  proposal: { readonly principal: Principal; readonly owner?: PersonId },
): Promise<Evaluation> {
  const { verdict, chain, risk } = evaluation;
  if (verdict !== 'require_approval' || chain === null || risk.level === 'critical') {
    return evaluation;
  }
  if (isReservedForHouse(action)) return evaluation;
  const key = { scope: 'pause', key: action.agent_id } as const;
  if ((await context.store.findClaim(key)) === null) return evaluation;
  const pause = pauseAt(await loadGuard(context, action.agent_id), context.clock.now());
  if (pause === null || !(await decidesAlone(context, action, evaluation, pause, proposal))) {
    return evaluation;
  }
  const { annotations, reasons } = evaluation;
  const note = `paused until ${pause.ends_at}`;
  return {
    ...evaluation,
    verdict: 'allow',
    chain: null,
    annotations: [...annotations, { kind: 'audit', policy_rule_id: pauseNote, note }],
    reasons: [...reasons, `the guard of the agent is ${note}, so that no one was asked`],
    audit_sync: true,
  };
}

/** Whether the person who paused the guard may decide this now, alone, with the passkey that they used for the pause. */
async function decidesAlone(
  context: Context,
  action: ActionBinding,
  { chain }: Evaluation,
  { by }: Pause,
  proposal: { readonly principal: Principal; readonly owner?: PersonId },
): Promise<boolean> {
  const stages = (chain?.stages ?? []).filter(({ required }) => required);
  const [stage, ...more] = stages;
  if (stage === undefined || more.length > 0 || stage.quorum > 1) return false;
  const { people } = context;
  const present = await people.present?.([by.identity]);
  const approver = present?.approvers.find(
    ({ identity, kind }) => identity === by.identity && kind === 'human',
  );
  if (approver === undefined) return false;
  const parties = await partiesOf(context, action, proposal);
  return judgeEligibility(stage, { ...approver, assurance: 'webauthn' }, parties).ok;
}
