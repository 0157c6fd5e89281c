import { findUncovered } from '@countersign/protocol/allowance';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import type { StreamAppend } from '../commit.ts';
import type { Context } from '../context.ts';
import { loadAction } from '../load-action.ts';
import { findAllowances } from './allowance-claims.ts';
import { suspensionAppend } from './change-allowance.ts';
import { loadAllowance, loadEvidence } from './load-allowance.ts';

/**
 * What a rejection writes besides: every allowance that covers the rejected action is suspended in the same commit (AL-11).
 * An action whose bytes are gone could be any, so that all of them are.
 */
export async function suspendRejected(
  context: Context,
  state: OpenedRequest,
  now: Timestamp,
): Promise<StreamAppend[]> {
  const { agent_id, action_digest } = state.request;
  const ids = await findAllowances(context, { agent_id, tool_name: state.tool_name });
  if (ids.length === 0) return [];
  const action = await loadAction(context, action_digest);
  const appends: StreamAppend[] = [];
  for (const id of ids) {
    const evidence = await loadEvidence(context, id);
    const covers =
      action === null ||
      evidence === null ||
      findUncovered(evidence.terms.template, action.parameters) === null;
    const append = covers ? suspensionAppend(await loadAllowance(context, id), state, now) : null;
    if (append !== null) appends.push(append);
  }
  return appends;
}
