import { type ActionBinding, parseActionBinding } from '../action/action-binding.ts';
import { type Digest, sha256OfPlain, sha256OfText } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { parseStrict } from '../json/strict-json.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { presentedView, viewDigest } from '../view/presented-view.ts';
import type { Established, RequestPath } from './check-path.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { disagreement, failed, notShown, proven, type StatementResult } from './statement.ts';

/** The kept bytes hash to the bound digest, and are an action with the members that the request repeats. */
export function checkAction(bundle: EvidenceBundle, path: RequestPath): Established<ActionBinding> {
  const { request, tool_name } = path.state;
  if (bundle.action === null) {
    const why = 'The bytes of the action were erased or left out; their digest still binds them.';
    return { statement: notShown(why), value: null };
  }
  const fail = (statement: StatementResult) => ({ statement, value: null });
  if (sha256OfText(bundle.action) !== request.action_digest) {
    return fail(failed('action_digest_mismatch', 'the action does not have the bound digest'));
  }
  const action = readAction(bundle.action);
  if (action === null) {
    return fail(failed('bundle_inconsistent', 'expected the canonical text of an action'));
  }
  const differing = disagreement('request_inconsistent', [
    ['agent_id', request.agent_id, action.agent_id],
    ['subject_id', request.subject_id, action.subject_id],
    ['operation', request.operation, action.operation],
    ['target_resource', request.target_resource, action.target.resource],
    ['tool_name', tool_name, action.target.tool_name],
  ]);
  if (differing !== null) return fail(differing);
  return { statement: proven(`It has the digest ${request.action_digest}.`), value: action };
}

/** The action of a kept text; null where the text was erased, and `altered` where it is not the bound one. */
export function readBoundAction(
  text: string | null,
  digest: Digest,
): ActionBinding | 'altered' | null {
  if (text === null) return null;
  return sha256OfText(text) === digest ? (readAction(text) ?? 'altered') : 'altered';
}

function readAction(text: string): ActionBinding | null {
  try {
    const value = parseStrict(text);
    if (canonicalize(value) !== text) return null;
    const action = parseActionBinding(value);
    // An action that would have to be completed is not the one that was hashed.
    return sha256OfPlain(action) === sha256OfText(text) ? action : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}

/** Renders once more what was decided on, and compares (EV-7). */
export function checkShown(path: RequestPath, action: ActionBinding | null): StatementResult {
  const { request, entries } = path.state;
  const claimed = new Set<Digest>();
  for (const { view_digest } of entries) if (view_digest !== null) claimed.add(view_digest);
  if (claimed.size > 1) {
    return failed('entry_view_mismatch', 'the decisions were made on different views');
  }
  if (claimed.size === 0) return notShown('No decision says what was shown.');
  if (action === null) {
    return notShown('Without the action it cannot be rendered; the digest of the view is kept.');
  }
  const shown = viewDigest(presentedView(request, action));
  if (!claimed.has(shown)) {
    return failed('entry_view_mismatch', 'what was shown is not what follows from the action');
  }
  const without = entries.filter(({ view_digest }) => view_digest === null).length;
  const rest = without === 0 ? '' : ` ${without} decisions do not say what was shown.`;
  return proven(`The view has the digest ${shown}.${rest}`);
}
