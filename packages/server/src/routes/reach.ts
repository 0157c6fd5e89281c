import { type Context, type ReadRequest, readRequest } from '@countersign/coordinator';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { PersonId } from '@countersign/protocol/value';
import type { Caller } from '../http/caller.ts';

/**
 * Whether a request is this caller's business. What is not is answered like what does not exist, so that ids tell
 * nothing.
 */
function isWithinReach(caller: Caller, { request, chain }: OpenedRequest): boolean {
  switch (caller.kind) {
    case 'person':
      return true;
    case 'agent':
      return caller.agent_ids.includes(request.agent_id) || caller.executor === request.audience;
    case 'service':
      return chain.stages.some(({ approvers }) => approvers.identities.includes(caller.service_id));
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
