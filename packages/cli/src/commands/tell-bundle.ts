import type { EvidenceBundle } from '@countersign/protocol/bundle';
import { bundleState } from '../card/bundle-state.ts';
import { loadPolicyFiles } from './policy-files.ts';

/** A line about a bundle: what it is, and the words. */
export type Told = readonly (readonly [key: string, value: string])[];

/** The content of a verified bundle in a few lines. */
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
 * Whether the policy documents give the version that the decision names. A bundle does not say where the documents come
 * from, so a mismatch proves nothing. Call this only for a verified bundle, because an engine reads the documents.
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
