import { accept, type Result, refuse } from '../reason/refusal.ts';
import type { StoreId } from '../value/ids.ts';
import type { ApprovalRequest } from './approval-request.ts';

/** What holds in the store at this moment; compared with what held when the request was opened. */
export interface InForce {
  readonly store_id: StoreId;
  readonly epoch: number;
  readonly policy_version: string;
  /** The version of the request's chain, or null where that chain is gone. */
  readonly approval_chain_version: string | null;
}

/** What was opened in an earlier life of the store is void: it may have been decided in what that life lost (EV-10). */
export function judgeEpoch(opened: { readonly epoch: number }, inForce: InForce): Result<null> {
  return opened.epoch === inForce.epoch
    ? accept(null)
    : refuse('epoch_changed', `opened in epoch ${opened.epoch}, now is epoch ${inForce.epoch}`);
}

/**
 * Policy and chain are fixed at opening, and compared at every entry and at execution (CH-7, AB-6). A request that was
 * reaffirmed stands under the policy that answered the same (GT-10).
 */
export function judgeVersions(
  {
    request,
    reaffirmed,
  }: {
    readonly request: ApprovalRequest;
    readonly reaffirmed: { readonly policy_version: string } | null;
  },
  inForce: InForce,
): Result<null> {
  const { policy_version } = reaffirmed ?? request;
  const sameChain = inForce.approval_chain_version === request.approval_chain_version;
  const samePolicy =
    inForce.policy_version === policy_version ||
    // The chains are part of the policy. Where nothing else of it changed, the chain is the reason.
    (!sameChain && haveSameRules(inForce.policy_version, policy_version));
  if (!samePolicy) {
    return refuse(
      'policy_changed',
      `opened under ${policy_version}, in force is ${inForce.policy_version}`,
    );
  }
  if (!sameChain) {
    return refuse(
      'chain_changed',
      `opened under ${request.approval_chain_version}, in force is ${inForce.approval_chain_version ?? 'none'}`,
    );
  }
  return accept(null);
}

/** A version that a policy computes for itself: what was stated, a digest of the rules and one of the chains. */
const computedVersion = /^(.+\+[0-9a-f]{16})\.[0-9a-f]{16}$/;

function haveSameRules(one: string, other: string): boolean {
  const rules = computedVersion.exec(one)?.[1];
  return rules !== undefined && rules === computedVersion.exec(other)?.[1];
}
