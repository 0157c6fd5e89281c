import type { Context, StoredRow } from '@countersign/coordinator';
import type { ApprovalRequest, OpenedRequest } from '@countersign/protocol/request';
import { ShownStatus } from '@countersign/wire/agent-answers';
import type { EarlierAction, PreviousRound, SimilarRequest } from '@countersign/wire/views';
import type { Caller } from '../http/caller.ts';
import { readVisible } from './reach.ts';

const decidedStatuses = ['allowed', 'consumed', 'denied', 'expired', 'cancelled', 'revoked'];
const similarMax = 20;

/** Earlier outcomes of the same tool of the same agent, latest first: a page of each status, from an index. */
export async function similarTo(
  { store }: Context,
  { request, tool_name: toolName }: OpenedRequest,
): Promise<SimilarRequest[]> {
  const { agent_id: agentId, approval_request_id: own } = request;
  const pages = await Promise.all(
    decidedStatuses.map(status =>
      store.listRequests({ status, agentId, toolName, limit: similarMax + 1 }),
    ),
  );
  const keyOf = (row: StoredRow) => `${row.requested_at} ${row.approval_request_id}`;
  return pages
    .flatMap(({ rows }) => rows)
    .filter(row => row.approval_request_id !== own)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
    .slice(0, similarMax)
    .map(({ approval_request_id, status, requested_at }) => ({
      approval_request_id,
      status: ShownStatus.parse(status),
      at: requested_at,
    }));
}

export async function previousOf(
  context: Context,
  caller: Caller,
  { supersedes }: ApprovalRequest,
): Promise<PreviousRound | null> {
  if (supersedes === null) return null;
  // The round before may have had another chain, so it has readers of its own.
  const read = await readVisible(context, caller, supersedes);
  if (!read.ok) return { approval_request_id: supersedes, action_text: null };
  const { action_digest } = read.value.state.request;
  const action_text = await context.store.readAction(action_digest);
  return { approval_request_id: supersedes, action_text };
}

/** The versions before an amended request. Each had a chain of its own, and with it readers of its own. */
export async function earlierActions(
  context: Context,
  caller: Caller,
  { amends = [] }: ApprovalRequest,
): Promise<EarlierAction[]> {
  return Promise.all(
    amends.map(async ({ approval_request_id, action_digest }) => {
      const read = await readVisible(context, caller, approval_request_id);
      if (!read.ok) return { approval_request_id, requested_at: null, action_text: null };
      const { requested_at } = read.value.state.request;
      const action_text = await context.store.readAction(action_digest);
      return { approval_request_id, requested_at, action_text };
    }),
  );
}
