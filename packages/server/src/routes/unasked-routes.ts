import {
  createToolIndex,
  listUnasked,
  readKept,
  readTools,
  seenToolsMax,
  type ToolIndex,
  type UnaskedRow as UnaskedAnswered,
  type UnaskedPlace,
} from '@countersign/coordinator';
import { canonicalize } from '@countersign/protocol/json';
import { rateTool } from '@countersign/risk';
import {
  PolicyProposals,
  ProposalsQuery,
  SeenTools,
  UnaskedPage,
  UnaskedQuery,
  type UnaskedRow,
} from '@countersign/wire/unasked';
import type { App } from '../app.ts';
import { json } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { type Route, route } from '../http/route.ts';
import { findProposals } from './find-proposals.ts';
import { seesUnasked } from './reach.ts';

/** What ran or was denied without a question, which tools there were, and what is asked again and again. */
export const unaskedRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/unasked',
    id: 'listUnasked',
    tag: 'policy',
    summary: 'Actions that policy allowed or denied without asking anyone, newest first',
    access: ['person'],
    query: UnaskedQuery,
    answers: { 200: UnaskedPage },
    handle: async (app, { context, caller, query }) => {
      const { agent_id, tool_name, limit, after } = query;
      const page = await listUnasked(context, {
        limit,
        ...(agent_id === undefined ? {} : { agentId: agent_id }),
        ...(tool_name === undefined ? {} : { toolName: tool_name }),
        ...(after === undefined ? {} : { after: placeOf(after) }),
      });
      const rows = await Promise.all(page.rows.map(row => representUnasked(app, caller, row)));
      const { next, looked } = page;
      return json({ rows, next: next === null ? null : placeText(next), looked });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/tools',
    id: 'listTools',
    tag: 'policy',
    summary: 'Every tool that was seen, its rating and why, and the declaration to propose',
    access: ['person'],
    answers: { 200: SeenTools },
    handle: async (app, { context }) => {
      const index = indexOf(app);
      const is_complete = await readTools(context, index);
      const { tools: declared = [] } = app.policies.policy.riskSettings;
      const tools = [...index.tools]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([tool, seen]) => ({ ...rateTool(tool, declared), ...seen }));
      return json({ tools, is_complete, tools_max: seenToolsMax });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/policy/proposals',
    id: 'listProposals',
    tag: 'policy',
    summary: 'Actions that people approved again and again and never rejected; nothing is changed',
    access: ['operator'],
    query: ProposalsQuery,
    answers: { 200: PolicyProposals },
    handle: async (app, { caller, query, ended }) =>
      json(await findProposals(app, caller, query.approvals_min, ended())),
  }),
];

const indexes = new WeakMap<App, ToolIndex>();

/** What this process read of the logs so far. Every process reads for itself. */
function indexOf(app: App): ToolIndex {
  const index = indexes.get(app) ?? createToolIndex();
  indexes.set(app, index);
  return index;
}

function placeOf(after: string): UnaskedPlace {
  const [epoch, index, within] = after.split('.').map(Number);
  return { epoch: epoch ?? 1, index: index ?? 0, ...(within === undefined ? {} : { within }) };
}

function placeText({ epoch, index, within }: UnaskedPlace): string {
  return [epoch, index, ...(within === undefined ? [] : [within])].join('.');
}

async function representUnasked(
  { context }: App,
  caller: Caller,
  { answer }: UnaskedAnswered,
): Promise<UnaskedRow> {
  const { decision, agent_id, tool_name, kept } = answer.data;
  const values = await seesUnasked(context, caller, agent_id);
  const found = values ? await readKept(context, answer.data) : null;
  return {
    policy_decision_id: decision.policy_decision_id,
    verdict: decision.verdict,
    agent_id,
    tool_name,
    decided_at: decision.decided_at,
    action_digest: decision.action_digest,
    risk_level: decision.risk.level,
    policy_rule_id: decision.policy_rule_id,
    policy_version: decision.policy_version,
    kept: kept?.part ?? null,
    kept_until: kept?.until ?? null,
    values,
    reasons: values ? decision.reasons : [],
    resource: found?.resource ?? null,
    action_text: found === null || found.action === null ? null : canonicalize(found.action),
  };
}
