import { accept, type Result } from '@countersign/protocol/reason';
import { judgeVersions } from '@countersign/protocol/request';
import type { EventType } from '@countersign/protocol/stream';
import type { Timestamp } from '@countersign/protocol/value';
import { cancelOvertaken } from './cancel-request.ts';
import { loadRequest } from './change-request.ts';
import { changeStream } from './change-stream.ts';
import { type Context, inForceFor, storeState } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { requestStream, storeStream } from './stream-name.ts';

interface StoreEvent {
  readonly type: EventType;
  readonly at: Timestamp;
  readonly data: object;
}

function activeAfter(active: string | null, { type, data }: StoreEvent): string | null {
  return type === 'policy.activated' ? (data as { policy_version: string }).policy_version : active;
}

/**
 * Brings the policy of this process into force for the whole store, in one commit. Replicas that evaluate with
 * another version refuse from then on, and so does everything that was opened under another one.
 */
export function activatePolicy(context: Context): Promise<Result<string>> {
  return failClosed(async () => {
    const policy_version = context.policies.version();
    const { policyVersion } = await storeState(context, true);
    if (policyVersion === policy_version) return accept(policy_version);
    const changed = await changeStream<string | null, StoreEvent>(context, {
      stream: storeStream,
      folding: { initial: null, evolve: activeAfter },
      // Another process may have brought one into force since; the stream knows which came before.
      decide: (previous, at) => ({
        ok: true,
        events:
          previous === policy_version
            ? []
            : [{ type: 'policy.activated', at, data: { policy_version, previous } }],
      }),
      brings: { policyVersion: policy_version },
    });
    if (!changed.ok) return changed;
    context.memory.store = null;
    return accept(policy_version);
  });
}

/** Ends pending requests that a change of policy has overtaken, a page at a time; answers where to go on. */
export function cancelAllOvertaken(
  context: Context,
  after?: string,
): Promise<Result<string | null>> {
  return failClosed(async () => {
    const page = await context.store.listRequests({
      status: 'pending',
      limit: 100,
      ...(after === undefined ? {} : { after }),
    });
    const store = await storeState(context, true);
    for (const { approval_request_id } of page.rows) {
      const { state } = await loadRequest(context, requestStream(approval_request_id));
      if (state.status === 'absent') continue;
      const { chain_id: id, version } = state.chain;
      const fixed = judgeVersions(state, inForceFor(context, store, { id, version }));
      if (!fixed.ok) await cancelOvertaken(context, approval_request_id, fixed.refusal);
    }
    return accept(page.next);
  });
}
