import { loadAction, type StoredRow } from '@countersign/coordinator';
import { type ActionBinding, isReservedForHouse } from '@countersign/protocol/action';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { Language } from '@countersign/wire/language';
import type { PolicyProposal, PolicyProposals } from '@countersign/wire/unasked';
import type { App } from '../app.ts';
import type { Caller } from '../http/caller.ts';
import { readVisible } from './reach.ts';
import { languageOf, titleOf } from './request-title.ts';

/** So many of the latest requests of each status are looked at. */
const rowsMax = 200;
const allowing = ['consumed', 'allowed'] as const;
const statuses = [...allowing, 'denied', 'revoked'] as const;
const conditionMax = 4000;

/** The decided requests for one exact action. */
interface Group {
  approvals: number;
  rejected: boolean;
  firstAt: string;
  lastAt: string;
  last: OpenedRequest;
}

/**
 * Actions that people approved so often and never rejected, as far as the latest requests show. It only reads. An
 * operator who follows a proposal changes the policy in the usual way (UA-3).
 */
export async function findProposals(
  app: App,
  caller: Caller,
  approvalsMin: number,
  signal: AbortSignal,
): Promise<PolicyProposals> {
  const groups = new Map<string, Group>();
  let looked = 0;
  for (const status of statuses) {
    const { rows } = await app.context.store.listRequests({ status, limit: rowsMax });
    for (const row of rows) {
      signal.throwIfAborted();
      looked += 1;
      await addTo(groups, app, caller, row);
    }
  }
  const often = [...groups.values()]
    .filter(({ approvals, rejected }) => approvals >= approvalsMin && !rejected)
    .toSorted((a, b) => b.approvals - a.approvals || (a.lastAt < b.lastAt ? 1 : -1));
  const proposals: PolicyProposal[] = [];
  for (const group of often) {
    const proposal = await proposalOf(app, group, languageOf(caller));
    if (proposal !== null) proposals.push(proposal);
  }
  return { proposals, approvals_min: approvalsMin, looked };
}

async function addTo(
  groups: Map<string, Group>,
  app: App,
  caller: Caller,
  { approval_request_id, requested_at, status }: StoredRow,
): Promise<void> {
  const read = await readVisible(app.context, caller, approval_request_id);
  if (!read.ok) return;
  const { state } = read.value;
  const digest = state.request.action_digest;
  const approved = (allowing as readonly string[]).includes(status);
  const group = groups.get(digest);
  if (group === undefined) {
    groups.set(digest, {
      approvals: approved ? 1 : 0,
      rejected: !approved,
      firstAt: requested_at,
      lastAt: requested_at,
      last: state,
    });
    return;
  }
  group.approvals += approved ? 1 : 0;
  group.rejected ||= !approved;
  if (requested_at < group.firstAt) group.firstAt = requested_at;
  if (requested_at > group.lastAt) {
    group.lastAt = requested_at;
    group.last = state;
  }
}

async function proposalOf(
  app: App,
  { approvals, firstAt, lastAt, last }: Group,
  language: Language,
): Promise<PolicyProposal | null> {
  const { request, policy_decision, tool_name } = last;
  const action = await loadAction(app.context, request.action_digest);
  // A change of Countersign itself is always decided by people.
  if (action !== null && isReservedForHouse(action)) return null;
  return {
    action_digest: request.action_digest,
    agent_id: request.agent_id,
    tool_name,
    policy_rule_id: policy_decision.policy_rule_id,
    risk_level: request.risk.level,
    approvals,
    first_at: firstAt,
    last_at: lastAt,
    last_request_id: request.approval_request_id,
    title: await titleOf(app, last, language),
    condition: action === null ? null : conditionOf(action),
  };
}

/** A condition that is true for this action alone. JSON is CEL, but for numbers, which CEL tells apart by their form. */
function conditionOf({ agent_id, target, parameters }: ActionBinding): string | null {
  const { tool_name, resource } = target;
  const parts = [
    `action.agent_id == ${JSON.stringify(agent_id)}`,
    `action.tool_name == ${JSON.stringify(tool_name)}`,
    ...(resource === null ? [] : [`action.resource == ${JSON.stringify(resource)}`]),
    `parameters == ${JSON.stringify(parameters)}`,
  ];
  const text = parts.join(' && ');
  return text.length > conditionMax ? null : text;
}
