import { type ActionBinding, houseAgentId, houseKindOf } from '@countersign/protocol/action';
import type { Risk } from '@countersign/protocol/value';
import { noApproval } from './choose-approval.ts';
import type { Judgement } from './judge-action.ts';
import type { PolicyProgram } from './policy-program.ts';

/** People may be asleep when somebody asks for a change of the policy. */
const expiresInSeconds = 86_400;

/** How the ground of such a judgement is named. No rule may be named so. */
export const housePrefix = 'governance.';

const quiet = {
  matched: [],
  audit_sync: false,
  observed: [],
  reversibility: 'reversible',
} as const;

/**
 * The judgement of an action that the server itself would carry out. No rule can allow it or choose its chain: that
 * is for `governance` alone. Null for every other action.
 */
export function judgeHouse(
  { governance }: Pick<PolicyProgram, 'governance'>,
  { operation, agent_id, target }: ActionBinding,
): Judgement | null {
  const kind = houseKindOf(operation);
  if (kind === null || agent_id !== houseAgentId || target.tool_name !== operation) return null;
  const risk: Risk = { level: 'high', signals: [] };
  const chain = governance?.get(kind);
  const id = `${housePrefix}${kind}`;
  if (chain === undefined) {
    const reason = `the policy puts no change of ${kind} under a chain`;
    const grounds = [{ id, verdict: 'deny', reason }] as const;
    return { verdict: 'deny', grounds, risk, ...quiet, ...noApproval };
  }
  const reason = `a change of ${kind} needs people who did not ask for it`;
  return {
    verdict: 'require_approval',
    grounds: [{ id, verdict: 'require_approval', reason }],
    risk,
    ...quiet,
    ...noApproval,
    chain,
    route: { kind: 'admin_channel', name: null },
    expires_in_seconds: expiresInSeconds,
  };
}
