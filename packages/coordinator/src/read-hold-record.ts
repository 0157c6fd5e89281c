import type { ActionBinding } from '@countersign/protocol/action';
import type { Hold } from '@countersign/protocol/hold';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import { loadRequest } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadAction } from './load-action.ts';
import { loadHold, type StandingHold } from './load-hold.ts';
import { requestStream } from './stream-name.ts';

/** What is known of a hold: how it was answered, what the agent wrote, and what was started after a Proceed. */
export interface HoldRecord {
  readonly state: StandingHold;
  /** What the agent wrote; null where only its digest is kept, or its bytes were erased. */
  readonly words: string | null;
  readonly started: StartedAction | null;
}

interface StartedAction {
  readonly request: OpenedRequest;
  /** Null where its bytes were erased. */
  readonly action: ActionBinding | null;
}

/** How many consumed requests of the agent are looked through, newest first. */
const searched = 200;

export function readHoldRecord(context: Context, holdId: string): Promise<Result<HoldRecord>> {
  return failClosed(async () => {
    const { state } = await loadHold(context, holdId);
    if (state.status === 'absent') return refuse('hold_not_found', 'there is no such hold');
    const { hold, sessions, answered } = state;
    const words =
      hold.admits === undefined ? null : await context.store.readAction(hold.message_digest);
    const started =
      answered?.answer === 'proceed'
        ? await firstStarted(context, hold, sessions, answered.at)
        : null;
    return accept({ state, words, started });
  });
}

/**
 * The first action that was started in the sessions of the hold after its answer. A hold binds no action, so this is
 * what followed it, and not what it permitted. What policy allowed without a request leaves no receipt.
 */
async function firstStarted(
  context: Context,
  { agent_id }: Hold,
  sessions: readonly string[],
  since: Timestamp,
): Promise<StartedAction | null> {
  if (agent_id === undefined) return null;
  const { rows } = await context.store.listRequests({
    status: 'consumed',
    agentId: agent_id,
    limit: searched,
  });
  let first: OpenedRequest | null = null;
  for (const { approval_request_id } of rows) {
    const { state } = await loadRequest(context, requestStream(approval_request_id));
    if (state.status === 'absent') continue;
    const { session_id } = state.request.scope;
    const at = startedAt(state);
    if (session_id === null || !sessions.includes(session_id) || at === null || at < since)
      continue;
    if (first === null || at < (startedAt(first) ?? at)) first = state;
  }
  if (first === null) return null;
  return { request: first, action: await loadAction(context, first.request.action_digest) };
}

function startedAt({ receipts }: OpenedRequest): Timestamp | null {
  return receipts[0]?.consumed_at ?? null;
}
