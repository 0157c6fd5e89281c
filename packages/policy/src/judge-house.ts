import { type ActionBinding, houseAgentId, houseKindOf } from '@countersign/protocol/action';
import type { Chain } from '@countersign/protocol/chain';
import type { JsonObject } from '@countersign/protocol/json';
import type { Risk } from '@countersign/protocol/value';
import { allowanceChain } from './allowance-chain.ts';
import { noApproval } from './choose-approval.ts';
import type { Judgement } from './judge-action.ts';
import { operatorChain } from './operator-chain.ts';
import type { PolicyProgram } from './policy-program.ts';

/** A long time, because approvers may be asleep when an operator asks for a change of the policy. */
const expiresInSeconds = 86_400;

/** The name of the ground of such a judgement. No rule may have this name. */
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
  { governance, chains }: Pick<PolicyProgram, 'governance' | 'chains'>,
  { operation, agent_id, target, parameters }: ActionBinding,
): Judgement | null {
  const kind = houseKindOf(operation);
  if (kind === null || agent_id !== houseAgentId || target.tool_name !== operation) return null;
  const isCritical = kind === 'tools' && hasFindings(parameters);
  const risk: Risk = { level: isCritical ? 'critical' : 'high', signals: [] };
  const chain =
    kind === 'allowance'
      ? chainOfTerms(chains, parameters)
      : (governance?.get(kind) ?? (kind === 'tools' ? operatorChain : undefined));
  const id = `${housePrefix}${kind}`;
  if (chain === undefined) {
    const reason =
      kind === 'allowance'
        ? 'the chain of the allowance is not the one in force'
        : `the policy puts no change of ${kind} under a chain`;
    const grounds = [{ id, verdict: 'deny', reason }] as const;
    return { verdict: 'deny', grounds, risk, ...quiet, ...noApproval };
  }
  const reason =
    kind === 'allowance'
      ? 'more of the same kind is allowed by the people who decide each of them'
      : kind === 'tools'
        ? 'a new or changed definition of a tool counts once operators accept it'
        : `a change of ${kind} needs people who did not ask for it`;
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

/** The chain that would be asked about each action, with a passkey; undefined where another version is in force (AL-5). */
function chainOfTerms(
  chains: PolicyProgram['chains'],
  { terms }: ActionBinding['parameters'],
): Chain | undefined {
  if (typeof terms !== 'object' || terms === null || Array.isArray(terms)) return undefined;
  const { approval_chain_id, approval_chain_version } = terms as JsonObject;
  const chain = typeof approval_chain_id === 'string' ? chains.get(approval_chain_id) : undefined;
  return chain?.version === approval_chain_version && chain !== undefined
    ? allowanceChain(chain)
    : undefined;
}

/** Whether the server found something in a definition that an operator should look at. */
function hasFindings({ changes }: ActionBinding['parameters']): boolean {
  return (
    Array.isArray(changes) &&
    changes.some(change => {
      const findings =
        typeof change === 'object' && change !== null && 'findings' in change
          ? change['findings']
          : [];
      return Array.isArray(findings) && findings.length > 0;
    })
  );
}
