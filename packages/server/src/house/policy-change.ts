import {
  type Context,
  decideActivation,
  type HouseRun,
  loadDirectory,
  type PolicyBrought,
  policyBytes,
  storeStream,
} from '@countersign/coordinator';
import { documentsText, type Policy, type PolicyFile, readDocuments } from '@countersign/policy';
import type { ActionBinding } from '@countersign/protocol/action';
import { type Digest, equalDigests, sha256OfText } from '@countersign/protocol/crypto';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import { type Difference, houseAction } from './house-binding.ts';
import { lineDifference } from './line-difference.ts';

/** Documents, and the policy that they make. */
interface ReadPolicy {
  readonly files: readonly PolicyFile[];
  readonly policy: Policy;
}

/** The action that a card shows for another policy: what differs is computed from both texts, here and nowhere else. */
export function policyAction(before: ReadPolicy, after: ReadPolicy): ActionBinding {
  const version = { from: before.policy.version(), to: after.policy.version() };
  return houseAction('policy', {
    subject: null,
    resource: 'policy',
    summary: `Put policy version ${version.to} in force`,
    difference: [...describeFiles(before.files, after.files), ...describeGovernance(before, after)],
    content: { version, text_digest: sha256OfText(documentsText(after.files)) },
  });
}

/** The documents that a request for another policy asks for. They are kept beside it, and bound by their digest. */
export async function readAskedDocuments(
  { store }: Pick<Context, 'store'>,
  asked: ActionBinding,
): Promise<Result<readonly PolicyFile[]>> {
  const digest = asked.parameters['text_digest'] as Digest;
  const text = await store.readAction(digest);
  return text === null || !equalDigests(sha256OfText(text), digest)
    ? refuse('house_change_outdated', 'the documents are not kept any more')
    : accept(readDocuments(text));
}

/** What carrying out an approved policy does now. `read` makes a policy of documents, or refuses it. */
export async function runPolicyChange(
  context: Context,
  inForce: ReadPolicy,
  read: (files: readonly PolicyFile[]) => Promise<Result<Policy>>,
  asked: ActionBinding,
  { request }: OpenedRequest,
): Promise<Result<HouseRun>> {
  const documents = await readAskedDocuments(context, asked);
  if (!documents.ok) return documents;
  const files = documents.value;
  const policy = await read(files);
  if (!policy.ok) return policy;
  const directory = await loadDirectory(context);
  if (directory.state.policy_version !== inForce.policy.version()) {
    return refuse('policy_unavailable', 'this process has another policy than the one in force');
  }
  const governs = [...(policy.value.governance?.keys() ?? [])].sort();
  const brought: PolicyBrought = {
    version: policy.value.version(),
    documents: { text: documentsText(files), governs },
    approvalRequestId: request.approval_request_id,
  };
  const decision = decideActivation(directory.state, brought, context.clock.now());
  if (!decision.ok) return decision;
  return accept({
    action: policyAction(inForce, { files, policy: policy.value }),
    appends: [
      {
        stream: storeStream,
        expectedVersion: directory.version,
        events: sealEvents(storeStream, directory.head, decision.events),
        row: null,
      },
    ],
    actions: policyBytes(brought),
    brings: { policyVersion: brought.version },
  });
}

/** Every document that differs. One that comes or goes is shown whole. */
export function describeFiles(
  before: readonly PolicyFile[],
  after: readonly PolicyFile[],
): readonly Difference[] {
  const keyOf = ({ layer, name }: PolicyFile): string => `${layer}/${name}`;
  const old = new Map(before.map(file => [keyOf(file), file.text]));
  const fresh = new Map(after.map(file => [keyOf(file), file.text]));
  return [...new Set([...old.keys(), ...fresh.keys()])].sort().flatMap((of): Difference[] => {
    const [from, to] = [old.get(of), fresh.get(of)];
    if (from === to) return [];
    if (from === undefined) return [{ of, from: null, to: to ?? '' }];
    if (to === undefined) return [{ of, from, to: null }];
    return [
      { of, from: sha256OfText(from), to: sha256OfText(to), lines: lineDifference(from, to) },
    ];
  });
}

/** The card always says who decides changes of this kind from then on. */
function describeGovernance(before: ReadPolicy, after: ReadPolicy): readonly Difference[] {
  const chains = ({ policy }: ReadPolicy) =>
    policy.governance === null
      ? null
      : Object.fromEntries(
          [...policy.governance].map(([kind, { chain_id, version }]) => [
            kind,
            `${chain_id} ${version}`,
          ]),
        );
  const [from, to] = [chains(before), chains(after)];
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ of: 'governance', from, to }];
}
