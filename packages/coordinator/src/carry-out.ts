import {
  type ActionBinding,
  houseAgentId,
  houseExecutor,
  houseKindOf,
} from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import { activePerson } from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest, RequestCommand } from '@countersign/protocol/request';
import { idFromUuid, operatorRole, ReceiptId } from '@countersign/protocol/value';
import type { ChangedRequest, CommitEffect } from './change-request.ts';
import type { ActionBytes } from './commit.ts';
import { consumeHouse } from './consume-grant.ts';
import type { Context } from './context.ts';
import { loadDirectory } from './directory/load-directory.ts';
import { failClosed } from './fail-closed.ts';
import { issueGrant } from './issue-grant.ts';
import { loadAction } from './load-action.ts';

/** The effect that carrying out a house request would have now. */
export interface HouseRun extends CommitEffect {
  /** Made from the change and from what holds now; its digest must be the approved one (AB-3, HR-4). */
  readonly action: ActionBinding;
  readonly actions: readonly ActionBytes[];
}

/**
 * Carries out an approved house request: its effect, the consumption of its approval and the receipt are one commit
 * (HR-3). `makeRun` makes the change again from what holds now, so that a card that no longer tells the truth is
 * refused. It is asked again for each try.
 */
export function carryOut(
  context: Context,
  approvalRequestId: string,
  makeRun: (asked: ActionBinding, state: OpenedRequest) => Promise<Result<HouseRun>>,
): Promise<Result<ChangedRequest>> {
  return failClosed(async () => {
    const grant = await issueGrant(context, approvalRequestId);
    if (!grant.ok) return grant;
    const attempt = context.ids.uuid();
    const receipt_id = idFromUuid(ReceiptId, 'rc', context.ids.uuid());
    const consumption = { approvalRequestId, grant: grant.value, executor: houseExecutor, attempt };
    const carried = await consumeHouse(context, consumption, async state => {
      const asked = await loadAsked(context, state);
      if (!asked.ok) return asked;
      const run = await makeRun(asked.value, state);
      if (!run.ok) return run;
      const { action, actions, ...effect } = run.value;
      const report: RequestCommand = {
        type: 'report',
        receipt_id,
        attempt,
        outcome: 'succeeded',
        result_digest: null,
        final_action_digest: sha256(action),
        error: null,
      };
      return accept({ action, actions, effect, followedBy: report });
    });
    // Another policy may be in force now.
    if (carried.ok) context.memory.store = null;
    return carried;
  });
}

/** The action of a house request, where it is one and the person who asked for it still may. */
async function loadAsked(
  context: Context,
  { request, parties }: OpenedRequest,
): Promise<Result<ActionBinding>> {
  const { operation, agent_id, audience, action_digest } = request;
  if (houseKindOf(operation) === null || agent_id !== houseAgentId || audience !== houseExecutor) {
    return refuse('house_action_reserved', 'the request is not a house request');
  }
  const { state } = await loadDirectory(context);
  // The people of the chain answer for an allowance. It does not matter who asked for it (AL-6).
  const kind = houseKindOf(operation);
  const isAsked = kind !== 'tools' && kind !== 'allowance';
  const asker = parties.requester === null ? null : activePerson(state, parties.requester);
  // No person asks for the definitions of tools: the server found that they differ (TD-4).
  if (isAsked && asker?.roles.includes(operatorRole) !== true) {
    return refuse(
      'actor_not_permitted',
      'the person who asked for the change is no longer an operator',
    );
  }
  const action = await loadAction(context, action_digest);
  return action === null
    ? refuse('house_change_outdated', 'the bytes of the change were erased')
    : accept(action);
}
