import type { EvidenceBundle } from '@countersign/protocol/bundle';
import { bundleState } from '../card/bundle-state.ts';
import { loadPolicyFiles } from './policy-files.ts';

/** A line about a bundle: what it is, and the words. */
export type Told = readonly (readonly [key: string, value: string])[];

/** What a bundle that stood the test is about, in a few lines. */
export async function tellBundle(bundle: EvidenceBundle): Promise<Told> {
  const { parseActionText } = await import('@countersign/protocol/action');
  const state = await bundleState(bundle);
  if (state === null) return [];
  const { request, entries, receipts, status } = state;
  const action = bundle.action === null ? null : parseActionText(bundle.action);
  const tool = action?.target.tool_name ?? request.operation;
  const resource = request.target_resource === null ? '' : ` on ${request.target_resource}`;
  const receipt = receipts.at(-1);
  return [
    ['request', bundle.approval_request_id],
    ['agent', request.agent_id],
    ['action', `${tool}${resource}`],
    ...entries.map(({ decision, approver_identity, decided_at, ...entry }) => {
      const self = entry.separation === 'self_confirm' ? ', self-confirmed, not independent' : '';
      const words = `by ${approver_identity} at ${decided_at}, ${entry.identity_assurance}${self}`;
      return [decision === 'allow' ? 'approved' : 'rejected', words] as const;
    }),
    ['outcome', receipt === undefined ? status : `${status}, ${receipt.outcome}`],
  ];
}

/**
 * Whether the policy documents give the version that the decision names. Who they are from is no part of a bundle, so
 * where they do not, nothing follows from it. Only for a bundle that stood the test: documents are read by an engine.
 */
export async function policyAgrees({ policy }: EvidenceBundle): Promise<boolean> {
  const files = (policy.documents ?? []).map(({ digest, text }) => ({
    name: digest,
    text,
    layer: 'operator' as const,
  }));
  if (files.length === 0) return false;
  try {
    return (await loadPolicyFiles(files)).version() === policy.version;
  } catch {
    return false;
  }
}
