import type { Digest } from '@countersign/protocol/crypto';
import { rejectionKey } from '@countersign/protocol/edge';
import { type ApprovalRequest, isClosed } from '@countersign/protocol/request';
import { loadRequest } from '../change-request.ts';
import { type Context, remember } from '../context.ts';
import { holdSlots, loadHoldStream } from '../load-hold.ts';
import { requestStream } from '../stream-name.ts';

/** Rejected requests of an agent that are looked through. An agent with more is judged by the server alone. */
const rejectedMax = 1000;
const pageRows = 200;

interface AgentStanding {
  readonly may_decide: boolean;
  readonly rejected: readonly Digest[];
}

const halted: AgentStanding = { may_decide: false, rejected: [] };

/** What an edge has to know of an agent besides policy and locks: holds on its sessions, and rejections for good. */
export async function agentStanding(context: Context, agentId: string): Promise<AgentStanding> {
  if (await isHeld(context, agentId)) return halted;
  const rejected = await closedActions(context, agentId);
  return rejected === null ? halted : { may_decide: true, rejected };
}

/** Any hold that stands halts the agent as a whole here; the server knows which of its calls are meant (GT-9). */
async function isHeld(context: Context, agentId: string): Promise<boolean> {
  const claims = await context.store.listClaims('slot', holdSlots(agentId));
  for (const owner of new Set(claims.map(claim => claim.owner))) {
    const { state } = await loadHoldStream(context, owner);
    if (state.status === 'placed') return true;
  }
  // A hold from before sessions had owners halts the session of that name, whatever its agent.
  const holds = await context.store.listClaims('hold', '');
  return holds.some(({ key }) => !key.startsWith('sha256:'));
}

/** The actions that an approver of this agent rejected for good; null where there are too many to look through. */
export async function closedActions(
  context: Context,
  agentId: string,
): Promise<readonly Digest[] | null> {
  const keys = new Set<Digest>();
  let seen = 0;
  let after: string | null | undefined;
  while (after !== null) {
    const page = await context.store.listRequests({
      status: 'denied',
      agentId,
      limit: pageRows,
      ...(after === undefined ? {} : { after }),
    });
    seen += page.rows.length;
    if (seen > rejectedMax) return null;
    for (const { approval_request_id } of page.rows) {
      const closed = await closedBy(context, approval_request_id);
      for (const key of closed ?? []) keys.add(key);
    }
    after = page.next;
  }
  return [...keys];
}

/** A rejection is for good from its decision on. A lift is not noticed here: the server is asked, and knows. */
async function closedBy(context: Context, id: string): Promise<readonly Digest[] | null> {
  const { rejections } = context.memory;
  const known = rejections.get(id);
  if (known !== undefined) return known;
  const { state } = await loadRequest(context, requestStream(id));
  const closed = state.status !== 'absent' && isClosed(state) ? keysOf(state.request) : null;
  remember(rejections, id, closed);
  return closed;
}

/** Of the action, and of each version of it before a reviewer changed it. */
function keysOf({ agent_id, subject_id, action_digest, amends = [] }: ApprovalRequest): Digest[] {
  const digests = [action_digest, ...amends.map(version => version.action_digest)];
  return digests.map(digest => rejectionKey({ agent_id, subject_id, action_digest: digest }));
}
