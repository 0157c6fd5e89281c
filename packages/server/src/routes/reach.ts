import { type Context, loadPlan, type ReadRequest, readRequest } from '@countersign/coordinator';
import { everyoneOf } from '@countersign/protocol/chain';
import type { Hold } from '@countersign/protocol/hold';
import type { PlanState } from '@countersign/protocol/plan';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { maySeeUnasked, maySeeValues, type OpenedRequest } from '@countersign/protocol/request';
import { PersonId } from '@countersign/protocol/value';
import type { Caller } from '../http/caller.ts';

/**
 * Whether a request concerns this caller. Any other request is answered like one that does not exist, so that ids
 * reveal nothing.
 */
function isWithinReach(caller: Caller, { request, chain }: OpenedRequest): boolean {
  switch (caller.kind) {
    case 'person':
      return true;
    case 'agent':
      return caller.agent_ids.includes(request.agent_id) || caller.executor === request.audience;
    case 'service':
      return chain.stages.some(stage => everyoneOf(stage).identities.includes(caller.service_id));
    case 'host':
      return caller.agent_ids.includes(request.agent_id);
    case 'nobody':
      return false;
  }
}

export async function readWithinReach(
  context: Context,
  caller: Caller,
  approvalRequestId: string,
): Promise<Result<ReadRequest>> {
  const read = await readRequest(context, approvalRequestId);
  if (!read.ok || isWithinReach(caller, read.value.state)) return read;
  return { ok: false, refusal: { code: 'request_not_found', detail: 'there is no such request' } };
}

/**
 * The same for calls in the name of the agent that asked. An executor reaches the requests that it carries out. It does
 * not speak for the agents of these requests.
 */
export async function readSpokenFor(
  context: Context,
  caller: Caller,
  approvalRequestId: string,
): Promise<Result<ReadRequest>> {
  const read = await readRequest(context, approvalRequestId);
  if (!read.ok || speaksFor(caller, read.value.state.request.agent_id)) return read;
  return { ok: false, refusal: { code: 'request_not_found', detail: 'there is no such request' } };
}

/** The roles that others lend to a person now. */
export function lentRolesOf({ lent = [] }: Extract<Caller, { kind: 'person' }>): readonly string[] {
  return lent.flatMap(({ roles }) => roles);
}

/** Whether the caller sees the values of a request (DR-4). What an agent or a service reaches is its own. */
export function seesValues(caller: Caller, state: OpenedRequest): boolean {
  if (caller.kind !== 'person') return true;
  return maySeeValues(state, {
    identity: caller.person_id,
    roles: caller.roles,
    lent: lentRolesOf(caller),
  });
}

/** Whether the caller sees what is kept of an action that policy answered alone (UA-2). */
export async function seesUnasked(
  { people }: Pick<Context, 'people'>,
  caller: Caller,
  agentId: string,
): Promise<boolean> {
  if (caller.kind !== 'person') return false;
  const { roles, person_id, principal } = caller;
  const about = { agent_id: agentId, subject_id: null, requester: principal };
  const { agent_owner } = await people.parties(about);
  return maySeeUnasked(agent_owner, { identity: person_id, roles });
}

/** A request with its values, for a caller who may see them. */
export async function readVisible(
  context: Context,
  caller: Caller,
  approvalRequestId: string,
): Promise<Result<ReadRequest>> {
  const read = await readWithinReach(context, caller, approvalRequestId);
  if (!read.ok || seesValues(caller, read.value.state)) return read;
  return refuse(
    'values_not_visible',
    'expected a person whom a stage lists, whom the request concerns, or an auditor',
  );
}

/**
 * Whether a credential may name this subject. The subject of an action may confirm it where a stage asks for
 * `self_confirm`, and may not approve it otherwise, so an agent must not choose it (ID-14). Any other name than that of
 * a person says nothing here.
 */
export function actsFor(caller: Caller, subjectId: unknown): boolean {
  if (!PersonId.safeParse(subjectId).success) return true;
  return caller.kind === 'agent' && caller.subject_ids.includes(String(subjectId));
}

/** An agent credential speaks for the agents it lists, and for no others. */
export function speaksFor(caller: Caller, agentId: string): boolean {
  return caller.kind === 'agent' && caller.agent_ids.includes(agentId);
}

/**
 * The agent whose plan a caller means (GT-11). Agents have their own plans and see no others; a person says whose it is,
 * and names no agent for a plan from before plans had owners.
 */
function agentMeant(caller: Caller, agentId: string | undefined): Result<string | null> {
  if (caller.kind === 'person') return accept(agentId ?? null);
  const own = caller.kind === 'agent' ? caller.agent_ids : [];
  if (agentId !== undefined && !own.includes(agentId)) {
    return refuse('not_permitted', 'the credential does not cover this agent');
  }
  const meant = agentId ?? (own.length === 1 ? own[0] : undefined);
  return meant === undefined
    ? refuse('parameter_malformed', 'agent_id: expected one of the agents of the credential')
    : accept(meant);
}

/** The plan that a caller means, where it is this caller's business. */
export async function planWithinReach(
  context: Context,
  caller: Caller,
  planId: string,
  agentId: string | undefined,
): Promise<Result<PlanState>> {
  const meant = agentMeant(caller, agentId);
  if (!meant.ok) return meant;
  const { state } = await loadPlan(context, { plan_id: planId, agent_id: meant.value });
  return state.agent_id === null && caller.kind !== 'person'
    ? refuse('not_permitted', 'only people see and change a plan that has no owner')
    : accept(state);
}

/** Whether a hold concerns this caller: people answer it, and the agent whose session it halts waits for it. */
export function holdWithinReach(caller: Caller, { agent_id }: Hold): boolean {
  switch (caller.kind) {
    case 'person':
      return true;
    case 'agent':
    case 'host':
      return agent_id !== undefined && caller.agent_ids.includes(agent_id);
    default:
      return false;
  }
}
