import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { type Digest, sha256, sha256OfText } from '@countersign/protocol/crypto';
import { canonicalize, type JsonValue, parseStrict } from '@countersign/protocol/json';
import {
  type ApprovalRequest,
  inputDigest,
  parseApprovalRequest,
} from '@countersign/protocol/request';
import {
  type PresentedView,
  presentedView,
  shortCode,
  viewDigest,
} from '@countersign/protocol/view';

/** What a server handed over, and what of it this page is about to believe. */
interface Handed {
  readonly approval_request_id: string;
  readonly request: unknown;
  readonly policy_decision: { readonly policy_decision_id: string; readonly action_digest: string };
  readonly chain: { readonly chain_id: string; readonly version: string };
  readonly view: {
    readonly approval_request_id: string;
    readonly action_text: string | null;
    readonly action_digest: string;
    readonly input_digest: string;
    readonly view_digest: string | null;
    readonly short_code: string | null;
  };
}

/** What was recomputed here, from the bytes alone. Nothing else is shown as a fact or sent with a decision. */
export interface Shown {
  readonly ok: true;
  readonly request: ApprovalRequest;
  readonly action: ActionBinding;
  readonly actionText: string;
  readonly view: PresentedView;
  readonly inputDigest: Digest;
  readonly viewDigest: Digest;
  readonly shortCode: string;
}

export interface Mismatch {
  readonly ok: false;
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

/**
 * Computes every digest of a request again from what is about to be shown (EV-7). The first thing that does not fit
 * ends it: a card whose bytes are not those that were asked about cannot be approved.
 */
export function checkShown(handed: Handed): Shown | Mismatch {
  try {
    return check(handed);
  } catch {
    // A parser says which member is wrong, but its words could quote the value.
    return mismatch('the form of the action', 'strict, complete JSON', 'something else');
  }
}

function check({ view, ...handed }: Handed): Shown | Mismatch {
  const request = parseApprovalRequest(handed.request);
  const text = view.action_text;
  if (text === null) return mismatch('the bytes of the action', 'the bytes', 'nothing');
  const action = parseActionBinding(parseStrict(text));
  const actionDigest = sha256(action);
  if (actionDigest !== request.action_digest) {
    return mismatch('the digest of the action', request.action_digest, actionDigest);
  }
  const input = inputDigest(request);
  const shown = presentedView(request, action);
  const view_digest = viewDigest(shown);
  const code = shortCode({ ...request, view_digest });
  const chainOf = ({ chain_id, version }: Handed['chain']) => `${chain_id} ${version}`;
  const pairs: readonly (readonly [what: string, expected: unknown, found: unknown])[] = [
    ['the id of the request', handed.approval_request_id, request.approval_request_id],
    ['the id of the view', handed.approval_request_id, view.approval_request_id],
    ['the canonical bytes of the action', sha256OfText(canonicalize(action)), sha256OfText(text)],
    ['the digest of the action in the view', actionDigest, view.action_digest],
    [
      'the digest of the action in the policy decision',
      actionDigest,
      handed.policy_decision.action_digest,
    ],
    ['the policy decision', request.policy_decision_id, handed.policy_decision.policy_decision_id],
    ['the agent', request.agent_id, action.agent_id],
    [
      'the chain',
      `${request.approval_chain_id} ${request.approval_chain_version}`,
      chainOf(handed.chain),
    ],
    ['the digest of the question', input, view.input_digest],
    ['the digest of what is shown', view_digest, view.view_digest],
    ['the short code', code, view.short_code],
  ];
  const wrong = pairs.find(([, expected, found]) => expected !== found);
  if (wrong !== undefined) return mismatch(wrong[0], String(wrong[1]), String(wrong[2]));
  return {
    ok: true,
    request,
    action,
    actionText: text,
    view: shown,
    inputDigest: input,
    viewDigest: view_digest,
    shortCode: code,
  };
}

function mismatch(what: string, expected: string, found: string): Mismatch {
  return { ok: false, what, expected, found };
}

/** The action of an earlier round, to compare with; null where it cannot be read. */
export function readAction(text: string | null): JsonValue | null {
  if (text === null) return null;
  try {
    return parseActionBinding(parseStrict(text)) as JsonValue;
  } catch {
    return null;
  }
}
