import { loadAction, previewPolicy, type StoredRow } from '@countersign/coordinator';
import type { PolicyFile } from '@countersign/policy';
import { ThreadedPolicies } from '@countersign/policy/workers';
import { houseKindOf } from '@countersign/protocol/action';
import { PolicyCheckBody, PolicyPreview } from '@countersign/wire/policy';
import { RequestParams } from '@countersign/wire/requests';
import type { App } from '../app.ts';
import { readAskedDocuments } from '../house/policy-change.ts';
import { type Answer, answerTo, json, refusedWith } from '../http/answer.ts';
import { callerName } from '../http/caller.ts';
import { ofEvaluation, ofRequest } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { readVisible } from './reach.ts';

/** Which pending requests another policy would end, and why, before it is in force (GT-10). */
export const previewRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/policy/preview',
    id: 'previewPolicy',
    tag: 'policy',
    summary: 'Which pending requests would end, once the files of the operator are in force',
    access: ['operator'],
    problems: ofEvaluation,
    answers: { 200: PolicyPreview },
    handle: (app, call) => {
      const pending = app.policySource.pending();
      return pending?.version == null ? nothing(call) : preview(app, call, pending.files);
    },
  }),
  route({
    method: 'POST',
    path: '/v1/policy/preview',
    id: 'previewGivenPolicy',
    stored: 'reads',
    tag: 'policy',
    summary: 'Which pending requests would end, once the given documents are in force',
    access: ['operator'],
    problems: ofEvaluation,
    body: PolicyCheckBody,
    answers: { 200: PolicyPreview },
    handle: (app, call) => preview(app, call, call.body.files),
  }),
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/policy-preview',
    id: 'previewRequestedPolicy',
    tag: 'policy',
    summary:
      'Which pending requests would end, once the policy that a house request asks for is in force',
    access: ['person'],
    problems: [...ofEvaluation, ...ofRequest, 'house_change_outdated'],
    params: RequestParams,
    answers: { 200: PolicyPreview },
    handle: async (app, call) => {
      const { context, caller, params } = call;
      const read = await readVisible(context, caller, params.approval_request_id);
      return answerTo(read, async ({ state, status }) => {
        const { request } = state;
        if (houseKindOf(request.operation) !== 'policy' || status !== 'pending')
          return nothing(call);
        const action = await loadAction(context, request.action_digest);
        if (action === null) return nothing(call);
        const files = await readAskedDocuments(context, action);
        if (!files.ok) return refusedWith(files.refusal);
        return preview(app, call, files.value, request.approval_request_id);
      });
    },
  }),
];

type Asked = Pick<Call, 'caller' | 'context' | 'ended'>;

function nothing({ context }: Asked): Answer {
  const evaluated_at = context.clock.now();
  return json({ version: null, ends: [], stays: [], evaluated_at, is_complete: true });
}

/** `besides` is the request that asks for the documents. It does not end: it is carried out. */
async function preview(
  app: App,
  { caller, context, ended }: Asked,
  files: readonly PolicyFile[],
  besides: string | null = null,
): Promise<Answer> {
  const evaluated_at = context.clock.now();
  const policies = app.policySource.policiesOf(files);
  if (!policies.ok) return refusedWith(policies.refusal);
  const threaded = new ThreadedPolicies(policies.value, () => files, app.evaluations);
  const asked = { caller: callerName(caller) ?? 'nobody', signal: ended() };
  return answerTo(await previewPolicy(context, threaded, asked), found => {
    const ends = found.ends.filter(({ row }) => row.approval_request_id !== besides);
    const stays = found.stays.filter(row => row.approval_request_id !== besides);
    return json({
      version: policies.value.version(),
      ends: ends.map(({ row, reason }) => ({ ...previewed(row), reason })),
      stays: stays.map(previewed),
      evaluated_at,
      is_complete: found.isComplete,
    });
  });
}

/** That something waits, from which agent and tool: who decides about a policy need not see the values (DR-4). */
function previewed({ approval_request_id, agent_id, tool_name }: StoredRow) {
  return { approval_request_id, agent_id, tool_name };
}
