import { type ActionBinding, parseActionText } from '../action/action-binding.ts';
import { type Digest, sha256OfText } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import {
  type ApprovalRequest,
  inputDigest,
  parseApprovalRequest,
} from '../request/approval-request.ts';
import { type PresentedView, presentedView, shortCode, viewDigest } from './presented-view.ts';

/** What a server answered about one request. Any of it may be a lie. */
export interface Handed {
  /** The request that the person asked for. */
  readonly asked: string;
  readonly representation: {
    readonly approval_request_id: string;
    readonly request: unknown;
    readonly policy_decision: {
      readonly policy_decision_id: string;
      readonly action_digest: string;
      readonly verdict: string;
      readonly policy_version: string;
      readonly approval_chain_id: string | null;
      readonly approval_chain_version: string | null;
      readonly risk: unknown;
    };
    readonly chain: { readonly chain_id: string; readonly version: string };
  };
  readonly view: {
    readonly approval_request_id: string;
    readonly action_text: string | null;
    readonly action_digest: string;
    readonly input_digest: string;
    readonly view_digest: string | null;
    readonly short_code: string | null;
  };
}

/** What was computed here, from the bytes alone. Nothing else is shown as a fact or sent with a decision. */
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

/** What can be wrong with what a server shows. */
export const shownProblems = [
  'request_form',
  'request_id',
  'representation_id',
  'view_id',
  'input_digest',
  'decision_id',
  'decision_action',
  'decision_verdict',
  'decision_policy',
  'decision_chain',
  'decision_risk',
  'chain',
  'view_action',
  'action_erased',
  'action_digest',
  'action_form',
  'action_bytes',
  'agent',
  'subject',
  'operation',
  'target',
  'view_digest',
  'short_code',
] as const;
export type ShownProblem = (typeof shownProblems)[number];

export interface Mismatch {
  readonly ok: false;
  readonly code: ShownProblem;
  readonly expected: string;
  readonly found: string;
}

type Pair = readonly [code: ShownProblem, expected: unknown, found: unknown];

/**
 * Computes every digest of a request again from what is about to be shown, and compares (EV-7). The first thing that
 * does not fit ends it: a request whose bytes are not those that were asked about cannot be approved. `action_erased`
 * means that everything else fits and only the bytes are gone.
 */
export function checkShown(handed: Handed): Shown | Mismatch {
  const { view } = handed;
  const request = readOr(() => parseApprovalRequest(handed.representation.request));
  if (request === null) return malformed('request_form');
  const stated = firstMismatch(() => statedPairs(request, handed));
  if (stated !== null) return stated;
  const text = view.action_text;
  if (text === null) return mismatch('action_erased', 'the bytes', 'nothing');
  const written = firstMismatch(() => [
    ['action_digest', request.action_digest, sha256OfText(text)],
  ]);
  if (written !== null) return written;
  const action = readOr(() => parseActionText(text));
  if (action === null) return malformed('action_form');
  const bytes = firstMismatch(() => actionPairs(request, action, text));
  if (bytes !== null) return bytes;
  const rendered = readOr(() => {
    const shown = presentedView(request, action);
    return { shown, view_digest: viewDigest(shown) };
  });
  if (rendered === null) return malformed('action_form');
  const { shown, view_digest } = rendered;
  const code = shortCode({ ...request, view_digest });
  const wrong = firstMismatch(() => [
    ['view_digest', view_digest, view.view_digest],
    ['short_code', code, view.short_code],
  ]);
  if (wrong !== null) return wrong;
  return {
    ok: true,
    request,
    action,
    actionText: text,
    view: shown,
    inputDigest: inputDigest(request),
    viewDigest: view_digest,
    shortCode: code,
  };
}

/** What the server states beside the request. */
function statedPairs(request: ApprovalRequest, { asked, representation, view }: Handed): Pair[] {
  const { policy_decision: decision, chain } = representation;
  const { approval_chain_id, approval_chain_version } = request;
  const boundChain = canonicalize([approval_chain_id, approval_chain_version]);
  return [
    ['request_id', asked, request.approval_request_id],
    ['representation_id', asked, representation.approval_request_id],
    ['view_id', asked, view.approval_request_id],
    ['input_digest', inputDigest(request), view.input_digest],
    ['view_action', request.action_digest, view.action_digest],
    ['decision_id', request.policy_decision_id, decision.policy_decision_id],
    ['decision_action', request.action_digest, decision.action_digest],
    ['decision_verdict', 'require_approval', decision.verdict],
    ['decision_policy', request.policy_version, decision.policy_version],
    [
      'decision_chain',
      boundChain,
      canonicalize([decision.approval_chain_id, decision.approval_chain_version]),
    ],
    ['decision_risk', canonicalize(request.risk), canonicalize(decision.risk)],
    ['chain', boundChain, canonicalize([chain.chain_id, chain.version])],
  ];
}

/** What the request says about the action, and whether the text is the one form that the action has. */
function actionPairs(request: ApprovalRequest, action: ActionBinding, text: string): Pair[] {
  return [
    ['action_bytes', sha256OfText(canonicalize(action)), sha256OfText(text)],
    ['agent', action.agent_id, request.agent_id],
    ['subject', action.subject_id, request.subject_id],
    ['operation', action.operation, request.operation],
    ['target', action.target.resource, request.target_resource],
  ];
}

function firstMismatch(pairs: () => readonly Pair[]): Mismatch | null {
  const compared = readOr(pairs);
  if (compared === null) return malformed('request_form');
  const wrong = compared.find(([, expected, found]) => expected !== found);
  return wrong === undefined ? null : mismatch(wrong[0], String(wrong[1]), String(wrong[2]));
}

/** Null where it cannot be read. The words of the parser are dropped, because they could quote a value. */
function readOr<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function malformed(code: ShownProblem): Mismatch {
  return mismatch(code, 'strict, complete JSON', 'something else');
}

function mismatch(code: ShownProblem, expected: string, found: string): Mismatch {
  return { ok: false, code, expected, found };
}
