// For each demand of docs/coverage: a change of one place that takes the feature away. A test that carries the demand fails by
// assertion under it. demand-patches.test.ts applies them; nothing on disk changes.

import type { DemandPatch } from './demand-patch.ts';
import { agtPatches } from './demand-patches-agt.table.ts';

const dialects = 'packages/dialects/src';
const mplp = `${dialects}/mplp`;
const flow = `${dialects}/approval-flow`;
const confirmation = `${dialects}/confirmation`;
const operator = `${dialects}/operator`;
const hold = 'packages/protocol/src/hold/hold';

const document000: readonly DemandPatch[] = [
  {
    demands: ['D0-4', 'D0-9', 'D0-13'],
    name: 'a pending Confirm blocks nothing',
    file: `${mplp}/judge-tool.ts`,
    find: `      return refuse('plan_blocked', 'a Confirm on this step is pending');`,
    replace: `      continue;`,
    test: `${mplp}/judge-tool.test.ts`,
  },
  {
    demands: ['D0-10'],
    name: 'an approved Confirm does not resume',
    file: `${mplp}/judge-tool.ts`,
    find: `      return 'RESUME';`,
    replace: `      return 'BLOCK';`,
    test: `${mplp}/judge-tool.test.ts`,
  },
  {
    demands: ['D0-11'],
    name: 'a rejected Confirm resumes',
    file: `${mplp}/judge-tool.ts`,
    find: `      return plan.status === 'recovering' ? 'RECOVER' : 'ABORT';`,
    replace: `      return 'RESUME';`,
    test: `${mplp}/judge-tool.test.ts`,
  },
  {
    demands: ['D0-12'],
    name: 'a cancelled Confirm is not cleaned up',
    file: `${mplp}/judge-tool.ts`,
    find: `      return 'CLEANUP';`,
    replace: `      return 'BLOCK';`,
    test: `${mplp}/judge-tool.test.ts`,
  },
  {
    demands: ['D0-5', 'D0-8'],
    name: 'every decision of a Confirm is an approval',
    file: `${mplp}/to-confirm.ts`,
    find: `      status: entry.decision === 'allow' ? ('approved' as const) : ('rejected' as const),`,
    replace: `      status: 'approved' as const,`,
    test: `${mplp}/confirm.test.ts`,
  },
  {
    demands: ['D0-6'],
    name: 'an approved Confirm blocks like a pending one',
    file: `${mplp}/judge-tool.ts`,
    find: `    if (confirm.status === 'approved' || !covers(confirm, plan, step_id)) continue;`,
    replace: `    if (!covers(confirm, plan, step_id)) continue;`,
    test: `${mplp}/judge-tool.test.ts`,
  },
  {
    demands: ['D0-14'],
    name: 'a Confirm names another trace',
    file: `${mplp}/to-confirm.ts`,
    find: `      trace_id: mplpCase.trace_id,`,
    replace: `      trace_id: mplpCase.span_id,`,
    test: `${mplp}/confirm.test.ts`,
  },
  {
    demands: ['D0-16'],
    name: 'the golden flow does not submit its Confirm',
    file: `${mplp}/to-events.ts`,
    find: `    return event.data.request.round === 1`,
    replace: `    return event.data.request.round === 0`,
    test: `${mplp}/golden-flow.test.ts`,
  },
];

const document001: readonly DemandPatch[] = [
  {
    demands: ['D1-8'],
    name: 'a question is open for half an hour',
    file: `${flow}/approval-window.ts`,
    find: `export const approvalSecondsDefault = 900;`,
    replace: `export const approvalSecondsDefault = 1800;`,
    test: `${flow}/agent-notice.test.ts`,
  },
  {
    demands: ['D1-20'],
    name: 'an expiry is told as a rejection',
    file: `${flow}/agent-notice.ts`,
    find: `  expired: ['halted_denied', 'APPROVAL_TIMED_OUT', 'request_expired'],`,
    replace: `  expired: ['halted_denied', 'APPROVAL_REJECTED', 'request_denied'],`,
    test: `${flow}/agent-notice.test.ts`,
  },
  {
    demands: ['D1-23'],
    name: 'a rejection is told as an approval',
    file: `${flow}/agent-notice.ts`,
    find: `  denied: ['halted_denied', 'APPROVAL_REJECTED', 'request_denied'],`,
    replace: `  denied: ['awaiting_execution', 'APPROVAL_GRANTED', 'request_allowed'],`,
    test: `${flow}/agent-notice.test.ts`,
  },
  {
    demands: ['D1-24'],
    name: 'the agent is not told to suggest alternatives',
    file: `${flow}/agent-notice.ts`,
    find: ` Tell the user, and suggest alternatives; do not try`,
    replace: ` Do not try`,
    test: `${flow}/agent-notice.test.ts`,
  },
  {
    demands: ['D1-1'],
    name: 'a pending request is told as ready to execute',
    file: `${flow}/agent-notice.ts`,
    find: `  pending: ['awaiting_approval', 'APPROVAL_REQUIRED', 'request_pending'],`,
    replace: `  pending: ['awaiting_execution', 'APPROVAL_GRANTED', 'request_allowed'],`,
    test: `${flow}/agent-notice.test.ts`,
  },
  {
    demands: ['D1-15', 'D1-16'],
    name: 'the person concerned approves in the admin channel, and not inline',
    file: `${flow}/routing.ts`,
    find: `  return kind === 'same_conversation' ? 'self_confirm' : 'other_person';`,
    replace: `  return kind === 'admin_channel' ? 'self_confirm' : 'other_person';`,
    test: `${flow}/agent-notice.test.ts`,
  },
  {
    demands: ['D1-18'],
    name: 'the mildest place wins',
    file: `${flow}/routing.ts`,
    find: `strictness.indexOf(route.kind) > strictness.indexOf(strictest.kind)`,
    replace: `strictness.indexOf(route.kind) < strictness.indexOf(strictest.kind)`,
    test: `${flow}/agent-notice.test.ts`,
  },
  {
    demands: ['D1-17'],
    name: 'a webhook is taken for the admin channel',
    file: `${flow}/routing.ts`,
    find: `  webhook: 'webhook',
} as const satisfies Record<string, Route['kind']>;`,
    replace: `  webhook: 'admin_channel',
} as const satisfies Record<string, Route['kind']>;`,
    test: `${flow}/agent-notice.test.ts`,
  },
  {
    demands: ['D1-11'],
    name: 'an artifact is made of a grant for another action',
    file: `${flow}/approved-artifact.ts`,
    find: `  if (sha256(toAction(intent)) !== grant.action_digest) {`,
    replace: `  if (sha256(toAction(intent)) === '') {`,
    test: `${flow}/judge-execution.test.ts`,
  },
  {
    demands: ['D1-10'],
    name: 'the signed grant is not compared with its artifact',
    file: `${flow}/approved-artifact.ts`,
    find: `  const same = kid === signature.keyId && isArtifactOf(intent, grant, members);`,
    replace: `  const same = kid === signature.keyId;`,
    test: `${flow}/judge-execution.test.ts`,
  },
];

const document003: readonly DemandPatch[] = [
  {
    demands: ['D3-2'],
    name: 'the metadata of a message loses its number of records',
    file: `${confirmation}/intent-metadata.ts`,
    find: `    scope: { records: scope.records, type: scope.type },`,
    replace: `    scope: { records: null, type: scope.type },`,
    test: `${confirmation}/confirmation.test.ts`,
  },
  {
    demands: ['D3-3'],
    name: 'a held session makes tool calls',
    file: `${hold}.ts`,
    find: `  return state.status === 'placed'
    ? refuse('session_on_hold'`,
    replace: `  return state.status === 'absent'
    ? refuse('session_on_hold'`,
    test: `${hold}.test.ts`,
  },
  {
    demands: ['D3-4', 'D3-13'],
    name: 'the view shows the kind of the action only',
    file: `${confirmation}/confirmation-ui.ts`,
    find: `    action: toActionDetail(action),
    risk_level,`,
    replace: `    action: { type: action.target.tool_name },
    risk_level,`,
    test: `${confirmation}/confirmation.test.ts`,
  },
  {
    demands: ['D3-5'],
    name: 'whatever is not Cancel is a yes',
    file: `${confirmation}/confirmation-ui.ts`,
    find: `  return choice === confirmationChoices[0];`,
    replace: `  return choice !== confirmationChoices[1];`,
    test: `${confirmation}/confirmation.test.ts`,
  },
  {
    demands: ['D3-6'],
    name: 'the agent resumes with the opposite answer',
    file: `${hold}.ts`,
    find: `  return state.status === 'lifted';`,
    replace: `  return state.status !== 'lifted';`,
    test: `${hold}.test.ts`,
  },
  {
    demands: ['D3-12'],
    name: 'a high level does not ask by itself',
    file: `${confirmation}/intent-metadata.ts`,
    find: `    confirmation_required: confirmation_required || atLeastRisk(risk_level, 'high'),`,
    replace: `    confirmation_required,`,
    test: `${confirmation}/confirmation.test.ts`,
  },
  {
    demands: ['D3-14'],
    name: 'the event does not say what ran',
    file: `${confirmation}/confirmation-event.ts`,
    find: `    final_action: receipts.length === 0 ? null : detail,`,
    replace: `    final_action: null,`,
    test: `${confirmation}/confirmation.test.ts`,
  },
  {
    demands: ['D3-8'],
    name: 'a hundred thousand dollars do not ask',
    file: 'packages/risk/src/risk-settings.ts',
    find: `  amount_max: 1000,`,
    replace: `  amount_max: 100_000,`,
    test: 'packages/risk/src/document-heuristics.test.ts',
  },
  {
    demands: ['D3-18'],
    name: 'a dangerous command is low in the dialect',
    file: 'packages/risk/src/assess-risk.ts',
    find: `  if (command !== null) find('critical',`,
    replace: `  if (command !== null) find('low',`,
    test: 'packages/risk/src/document-heuristics.test.ts',
  },
  {
    demands: ['D3-9'],
    name: 'production in the context does not count',
    file: 'packages/risk/src/assess-risk.ts',
    find: `  if (isSaid(context['production'])) return 'production';`,
    replace: ``,
    test: 'packages/risk/src/document-heuristics.test.ts',
  },
  {
    demands: ['D3-11'],
    name: 'a pattern of the document needs its parts in one word',
    file: 'packages/risk/src/intent/document-patterns.ts',
    find: `    if (found === null) return null;`,
    replace: `    if (found === null || found.start > 0) return null;`,
    test: 'packages/risk/src/document-heuristics.test.ts',
  },
];

const document004: readonly DemandPatch[] = [
  {
    demands: ['D4-3'],
    name: 'the members of an action are not compared',
    file: `${operator}/fingerprint.ts`,
    find: `      .filter(([member]) => comparable(a[member]) !== comparable(b[member]))`,
    replace: `      .filter(() => false)`,
    test: `${operator}/operator.test.ts`,
  },
  {
    demands: ['D4-5'],
    name: 'consumed evidence is used again',
    file: `${operator}/evidence-match.ts`,
    find: `    return ['consumed', ['confirmation-already-consumed']];`,
    replace: ``,
    test: `${operator}/operator.test.ts`,
  },
  {
    demands: ['D4-2', 'D4-6'],
    name: 'a result permits its dispatch',
    file: `${operator}/non-authorizing.ts`,
    find: `  authorization: 'none',
  dispatchAllowed: false,`,
    replace: `  authorization: 'none',
  dispatchAllowed: true,`,
    test: `${operator}/operator.test.ts`,
  },
  {
    demands: ['D4-7'],
    name: 'patches in place are not blocked',
    file: `${operator}/channel-plans.ts`,
    find: `    ...(input.directNodeModulesPatchRequested === true
      ? ['direct-node-modules-patch-prohibited']`,
    replace: `    ...(input.directNodeModulesPatchRequested === undefined
      ? []`,
    test: `${operator}/operator.test.ts`,
  },
  {
    demands: ['D4-1'],
    name: 'evidence does not name the payload',
    file: `${operator}/ui-decision.ts`,
    find: `    payloadHash,
    createdAtIso: nowIso,`,
    replace: `    createdAtIso: nowIso,`,
    test: `${operator}/operator.test.ts`,
  },
  {
    demands: ['D4-15'],
    name: 'an action without a path throws',
    file: `${operator}/fingerprint.ts`,
    find: `  return typeof value === 'string' ? value.replaceAll`,
    replace: `  return value !== undefined ? String(value).replaceAll`,
    test: `${operator}/tool-call-field.test.ts`,
  },
  {
    demands: ['D4-16'],
    name: 'a field of a tool call lives for an hour',
    file: `${operator}/ui-decision.ts`,
    find: `const confirmationMilliseconds: number = 30_000;`,
    replace: `const confirmationMilliseconds: number = 3_600_000;`,
    test: `${operator}/tool-call-field.test.ts`,
  },
];

export const demandPatches: readonly DemandPatch[] = [
  ...document000,
  ...document001,
  ...agtPatches,
  ...document003,
  ...document004,
];
