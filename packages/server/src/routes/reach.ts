import { type Context, type ReadRequest, readRequest } from '@countersign/coordinator';
import type { Result } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
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

/** An agent credential speaks for the agents it lists, and for no others. */
export function speaksFor(caller: Caller, agentId: string): boolean {
  return caller.kind === 'agent' && caller.agent_ids.includes(agentId);
}
