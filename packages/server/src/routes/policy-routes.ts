import { readRequest } from '@countersign/coordinator';
import {
  checkPolicy,
  explain,
  explainText,
  type HistoryItem,
  layers,
  type PolicyFile,
  type PolicyProblem,
  problemText,
  replay,
} from '@countersign/policy';
import { parseActionBinding } from '@countersign/protocol/action';
import { Chain } from '@countersign/protocol/chain';
import { type JsonObject, parseStrict } from '@countersign/protocol/json';
import { PolicyVerdict } from '@countersign/protocol/request';
import { RiskLevel } from '@countersign/protocol/value';
import * as z from 'zod';
import type { App } from '../app.ts';
import { json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

const Open = z.record(z.string(), z.unknown());
const File = z.strictObject({
  name: z.string().min(1).max(256),
  text: z.string().max(1_048_576),
  layer: z.enum(layers).default('operator'),
});
/** A rule as its document states it. */
const StatedRule = z.strictObject({
  id: z.string(),
  file: z.string(),
  line: z.int(),
  layer: z.enum(layers),
  mode: z.enum(['enforce', 'observe']),
  outcome: PolicyVerdict.nullable(),
  match: z.array(z.strictObject({ dimension: z.string(), patterns: z.array(z.string()) })),
  condition: z.string().nullable(),
  chain: z.string().nullable(),
  risk: RiskLevel.nullable(),
  sealed: z.array(z.string()),
  reason: z.string().nullable(),
});
const Files = z.array(File).min(1).max(64);
const Checked = z.strictObject({ problems: z.array(z.string()), warnings: z.array(z.string()) });

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
      200: z.strictObject({
        version: z.string(),
        files: z.array(File),
        observing: z.array(z.string()),
        warnings: z.array(z.string()),
        rules: z.array(StatedRule),
        defaults: z.array(z.strictObject({ layer: z.enum(layers), outcome: PolicyVerdict })),
        chains: z.array(Chain),
      }),
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
    body: z.strictObject({ files: Files }),
    answers: { 200: Checked },
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
    body: z.strictObject({ action: Open, context: Open.default({}), files: Files.optional() }),
    answers: { 200: z.strictObject({ explanation: Open, text: z.string() }) },
    handle: (app, { body }) => {
      const action = parseActionBinding(body.action);
      const loaded = policyFor(app, body.files);
      if (!loaded.ok) return refuseCall('object_malformed', texts(loaded.problems).join('\n'));
      const explanation = explain(loaded.policy, action, body.context as JsonObject);
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
    body: z.strictObject({ files: Files, limit: z.int().min(1).max(2000).default(500) }),
    answers: { 200: Open },
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
