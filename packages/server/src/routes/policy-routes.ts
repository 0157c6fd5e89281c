import { readRequest } from '@countersign/coordinator';
import {
  checkPolicy,
  explain,
  explainText,
  type HistoryItem,
  type PolicyFile,
  type PolicyProblem,
  problemText,
  replay,
} from '@countersign/policy';
import { parseActionBinding } from '@countersign/protocol/action';
import { parseStrict } from '@countersign/protocol/json';
import {
  PolicyCheck,
  PolicyCheckBody,
  PolicyExplainBody,
  PolicyExplanation,
  PolicyFacts,
  PolicyReplay,
  PolicyReplayBody,
} from '@countersign/wire/policy';
import type { App } from '../app.ts';
import { json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

/** The rules in force, and what others would do. Nothing here changes them. */
export const policyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/policy',
    id: 'getPolicy',
    tag: 'policy',
    summary: 'The documents in force',
    access: ['person'],
    answers: {
      200: PolicyFacts,
    },
    handle: app => {
      const files = app.policyFiles();
      const { observing, rules, defaults, chains } = app.policies.policy;
      const warnings = texts(checkPolicy(files).warnings);
      const version = app.policies.version();
      return json({ version, files, observing, warnings, rules, defaults, chains });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/policy/check',
    id: 'checkPolicy',
    tag: 'policy',
    summary: 'Every problem of the given documents',
    access: ['person'],
    body: PolicyCheckBody,
    answers: { 200: PolicyCheck },
    handle: (_app, { body }) => {
      const { problems, warnings } = checkPolicy(body.files);
      return json({ problems: texts(problems), warnings: texts(warnings) });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/policy/explain',
    id: 'explainPolicy',
    tag: 'policy',
    summary: 'What the policy in force, or a given one, answers to an action, and why',
    access: ['person'],
    problems: ['sealed_value_malformed', 'sealed_value_literal', 'options_malformed'],
    body: PolicyExplainBody,
    answers: { 200: PolicyExplanation },
    handle: (app, { body }) => {
      const action = parseActionBinding(body.action);
      const loaded = policyFor(app, body.files);
      if (!loaded.ok) return refuseCall('object_malformed', texts(loaded.problems).join('\n'));
      const explanation = explain(loaded.policy, action, body.context);
      return json({ explanation, text: explainText(explanation).join('\n') });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/policy/replay',
    id: 'replayPolicy',
    tag: 'policy',
    summary: 'What other documents would have answered to past requests',
    access: ['person'],
    body: PolicyReplayBody,
    answers: { 200: PolicyReplay },
    handle: async (app, { body, ended }) => {
      const loaded = policyFor(app, body.files);
      if (!loaded.ok) return refuseCall('object_malformed', texts(loaded.problems).join('\n'));
      return json(replay(await history(app, body.limit, ended()), loaded.policy));
    },
  }),
];

function texts(problems: readonly PolicyProblem[]): string[] {
  return problems.map(problemText);
}

function policyFor(app: App, files: readonly PolicyFile[] | undefined) {
  return files === undefined
    ? { ok: true as const, policy: app.policies.policy }
    : app.tryPolicy(files);
}

/** The latest requests whose action bytes are still there. */
async function history(app: App, limit: number, signal: AbortSignal): Promise<HistoryItem[]> {
  const { context } = app;
  const items: HistoryItem[] = [];
  let after: string | undefined;
  while (items.length < limit && !signal.aborted) {
    const page = await context.store.listRequests({
      limit: Math.min(200, limit - items.length),
      ...(after === undefined ? {} : { after }),
    });
    for (const { approval_request_id } of page.rows) {
      const item = await historyItem(app, approval_request_id);
      if (item !== null) items.push(item);
    }
    if (page.next === null) break;
    after = page.next;
  }
  return items;
}

async function historyItem(app: App, id: string): Promise<HistoryItem | null> {
  const read = await readRequest(app.context, id);
  if (!read.ok) return null;
  const { policy_decision, request, resolution } = read.value.state;
  const text = await app.context.store.readAction(request.action_digest);
  if (text === null) return null;
  const outcomes = { allow: 'allowed', deny: 'denied' } as const;
  const outcome = resolution?.outcome ?? null;
  return {
    id: policy_decision.policy_decision_id,
    action: parseActionBinding(parseStrict(text)),
    context: policy_decision.context,
    verdict: policy_decision.verdict,
    resolution: outcome === 'allow' || outcome === 'deny' ? outcomes[outcome] : outcome,
  };
}
