import { sha256OfPlain, sha256OfText } from '../crypto/digest.ts';
import type { ReadTrust } from './bundle-trust.ts';
import type { RequestPath } from './check-path.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { disagreement, failed, notShown, proven, type StatementResult } from './statement.ts';

/** Version and chain are those of the stream. Only a verifier who knows the digests can vouch for the documents. */
export function checkPolicy(
  { policy }: EvidenceBundle,
  { state }: RequestPath,
  trust: ReadTrust,
): StatementResult {
  const differing = disagreement('bundle_inconsistent', [
    ['policy version', policy.version, state.request.policy_version],
    ['chain', sha256OfPlain(policy.chain), sha256OfPlain(state.chain)],
  ]);
  if (differing !== null) return differing;
  const known = trust.given.policy_documents;
  if (policy.documents === null) {
    return notShown('Version and chain are those of the decision; the documents are left out.');
  }
  let last = '';
  for (const { digest, text } of policy.documents) {
    if (sha256OfText(text) !== digest || digest <= last) {
      return failed('bundle_inconsistent', 'a policy document does not have its digest');
    }
    last = digest;
  }
  if (known === undefined) {
    return notShown(
      'Version and chain are those of the decision; whether the documents are of that version is for the policy engine to say.',
    );
  }
  const digests = policy.documents.map(({ digest }) => digest);
  return sha256OfPlain(digests) === sha256OfPlain([...known].sort())
    ? proven(`${digests.length} documents, with the digests that were known.`)
    : failed('bundle_inconsistent', 'the policy documents are not the known ones');
}
