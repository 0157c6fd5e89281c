// The story of a mail that a reviewer changed, made only with the public API of the package.

import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { parseEntrySubmission } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import { emptyCase } from '@countersign/protocol/plan';
import {
  type ApprovalRequest,
  inputDigest,
  type OpenedRequest,
  type OpenRequest,
  parseApprovalRequest,
  parsePolicyDecision,
  partiesAfter,
  type RequestCommand,
} from '@countersign/protocol/request';
import type { PersonId } from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import { action, after, decision, idOf, in_force, open, person, request, tell } from './story.ts';

const amendable = { mode: 'any' as const, lower: [], subset: ['/copies'], becomes: [] };

const original = parseApprovalRequest({ ...request, amendable });
const changedBy = idOf('person', 1) as PersonId;

/** A mail with fewer copies: a narrowing; or to another person: not one. */
export const narrowed: ActionBinding = parseActionBinding({
  ...action,
  parameters: { ...action.parameters, copies: [1, 2.5] },
});
export const redirected: ActionBinding = parseActionBinding({
  ...action,
  parameters: { ...action.parameters, to: 'eve@example.com' },
});

export interface AmendedStory {
  readonly steps: readonly (RequestCommand | ((state: OpenedRequest) => RequestCommand))[];
  readonly action: ActionBinding;
  readonly versions: readonly {
    readonly steps: AmendedStory['steps'];
    readonly action: ActionBinding;
  }[];
}

const opensOriginal: OpenRequest = { ...open, request: original };

/** The mail was changed, and the changed one was rejected by another person of the desk. */
export function amendedStory(
  amended: ActionBinding,
  narrowing: boolean,
  change: Partial<ApprovalRequest> = {},
): AmendedStory {
  const superseded_by = idOf('ar', 2) as never;
  const amend: RequestCommand = {
    type: 'amend',
    principal: person(1, ['desk']),
    reason: 'fewer copies',
    action,
    amended,
    superseded_by,
    approval_case: emptyCase,
    in_force,
    ids: { approval_resolution_id: idOf('apr', 9) as never },
  };
  const before = tell([opensOriginal]).state;
  const version = {
    approval_request_id: original.approval_request_id,
    action_digest: original.action_digest,
    changed_by: changedBy,
    reason: 'fewer copies',
    narrowing,
  };
  const policy_decision = parsePolicyDecision({
    ...decision,
    policy_decision_id: idOf('pd', 3),
    action_digest: sha256(amended),
    decided_at: after(0),
  });
  const next = parseApprovalRequest({
    ...original,
    approval_request_id: superseded_by,
    intent_id: idOf('intent', 2),
    policy_decision_id: policy_decision.policy_decision_id,
    action_digest: sha256(amended),
    requested_at: after(0),
    amends: [version],
    ...change,
  });
  const opensAmended: OpenRequest = {
    ...open,
    request: next,
    policy_decision,
    action: amended,
    parties: partiesAfter(open.parties, version),
    directory: [
      ...open.directory,
      { kind: 'human', identity: idOf('person', 3), roles: ['desk'], assurance: 'session' },
    ],
    amends: { before, action },
  };
  const shown = viewDigest(presentedView(next, amended));
  const reject: RequestCommand = {
    type: 'record_entry',
    submission: parseEntrySubmission({
      chain_entry_id: idOf('ace', 1),
      stage_index: 0,
      decision: 'deny',
      reason_code: 'reviewed',
      reason: 'still too many',
      input_digest: inputDigest(next),
      view_digest: shown,
    }),
    principal: person(3, ['desk']),
    in_force,
    passkeys: { origin: 'https://approvals.example', rp_id: 'approvals.example', passkeys: [] },
    view_digest: shown,
    issuer: 'countersign-test',
    ids: {
      approval_resolution_id: idOf('apr', 1) as never,
      grant_id: idOf('grant', 1) as never,
    },
  };
  return {
    steps: [opensAmended, reject],
    action: amended,
    versions: [{ steps: [opensOriginal, amend], action }],
  };
}
