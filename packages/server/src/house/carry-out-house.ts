import { carryOut, endEveryLocked, type HouseRun, runAllowance } from '@countersign/coordinator';
import { type ActionBinding, houseAgentId, houseKindOf } from '@countersign/protocol/action';
import { type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { App } from '../app.ts';
import type { Job } from '../background/run-jobs.ts';
import { runDirectoryChange } from './directory-change.ts';
import { runInvitation } from './invitation-change.ts';
import { runPolicyChange } from './policy-change.ts';
import { readGovernable } from './request-policy.ts';
import { runToolsChange } from './tools-change.ts';

const batch = 50;

/** Refusals that may not hold at the next try. Every other refusal stands until an operator asks again. */
const passing: ReadonlySet<string> = new Set([
  'commit_contended',
  'store_unavailable',
  'anchor_unavailable',
  'signer_unavailable',
  'policy_unavailable',
  'internal_error',
]);

/**
 * Carries out approved house requests. They are found in the store, at each start and after each change, so that one
 * that was approved just before a restart is carried out after it. Of several replicas one does it.
 */
export function carryOutHouse(app: App): Job {
  const refused = new Set<string>();
  const { context, log } = app;
  return {
    name: 'house',
    everyMilliseconds: 2000,
    run: async signal => {
      const { rows } = await context.store.listRequests({
        status: 'allowed',
        agentId: houseAgentId,
        limit: batch,
      });
      for (const { approval_request_id } of rows) {
        if (signal.aborted) return false;
        if (refused.has(approval_request_id)) continue;
        const carried = await carryOut(context, approval_request_id, (asked, state) =>
          runOf(app, asked, state),
        );
        if (carried.ok) {
          await app.policySource.follow(context);
          continue;
        }
        const { code, detail } = carried.refusal;
        log.warn({ approval_request_id, code, detail }, 'an approved change was not carried out');
        if (refused.size >= 1000) refused.clear();
        if (!passing.has(code)) refused.add(approval_request_id);
      }
      return false;
    },
  };
}

async function runOf(
  app: App,
  asked: ActionBinding,
  state: OpenedRequest,
): Promise<Result<HouseRun>> {
  const { context, policies, policySource } = app;
  const kind = houseKindOf(asked.operation);
  switch (kind) {
    case 'policy': {
      const inForce = { files: policySource.files(), policy: policies.policy };
      return runPolicyChange(context, inForce, files => readGovernable(app, files), asked, state);
    }
    case 'invitations':
      return runInvitation(context, asked, state);
    case 'lock.lift': {
      const ended = await endEveryLocked(context);
      return ended.ok ? runDirectoryChange(context, kind, asked, state) : ended;
    }
    case 'roles':
    case 'owners':
    case 'credentials':
      return runDirectoryChange(context, kind, asked, state);
    case 'tools':
      return runToolsChange(context, asked, state);
    case 'allowance':
      return runAllowance(context, asked, state);
    case null:
      return refuse('house_action_reserved', 'this server carries out no such action');
  }
}
