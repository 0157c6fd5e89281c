import { type Context, loadDirectory, readRequest } from '@countersign/coordinator';
import {
  type DirectoryState,
  decideDirectory,
  evolveDirectory,
  findLock,
  type LockTarget,
  lockOn,
} from '@countersign/protocol/directory';
import { accept, type Result } from '@countersign/protocol/reason';
import { coveredOf } from '@countersign/protocol/request';
import { type Actor, idFromUuid, LockId } from '@countersign/protocol/value';
import type { LockPreview } from '@countersign/wire/locks';

/** More than fit on a screen, and few enough to count while a person waits. */
const countedMax = 200;

/** What a lock would end now: found with the lock as it would be, so that it is exactly what the lock would cover. */
export async function previewLock(
  context: Context,
  target: LockTarget,
  by: Actor,
): Promise<Result<Omit<LockPreview, 'lift_chain'>>> {
  const { state: before } = await loadDirectory(context);
  const now = context.clock.now();
  const lock_id = idFromUuid(LockId, 'lock', context.ids.uuid());
  const place = { type: 'place_lock', lock_id, target, reason: 'a preview', by } as const;
  const decision = decideDirectory(before, place, now);
  if (!decision.ok) return decision;
  const after = decision.events.reduce(evolveDirectory, before);
  const pending = await countCovered(context, after, 'pending');
  const allowed = await countCovered(context, after, 'allowed');
  const consumed = await countCovered(context, after, 'consumed');
  const keys = [...after.credentials.values()].filter(
    ({ kind, revoked_at, credential_id }) =>
      (kind === 'api_key' || kind === 'service' || kind === 'host') &&
      revoked_at === null &&
      (target.kind === 'everything' ||
        (lockOn(after, [{ kind: 'key', credential_id }]) !== null &&
          lockOn(before, [{ kind: 'key', credential_id }]) === null)),
  );
  return accept({
    pending: pending.found.length,
    allowed: allowed.found.length,
    keys: keys.length,
    pending_requests: pending.found,
    allowed_requests: allowed.found,
    refused_keys: keys.slice(0, countedMax).map(key => ({
      credential_id: key.credential_id,
      label: 'label' in key ? key.label : null,
    })),
    started: consumed.found,
    counted_at: now,
    is_complete: pending.isAll && allowed.isAll,
  });
}

async function countCovered(
  context: Context,
  after: DirectoryState,
  status: 'pending' | 'allowed' | 'consumed',
): Promise<{ readonly found: LockPreview['started']; readonly isAll: boolean }> {
  const page = await context.store.listRequests({ status, limit: countedMax });
  const found: LockPreview['started'] = [];
  for (const { approval_request_id, operation, report_by } of page.rows) {
    if (status === 'consumed' && report_by === null) continue;
    const read = await readRequest(context, approval_request_id);
    if (!read.ok || findLock(after, coveredOf(read.value.state)) === null) continue;
    found.push({ approval_request_id, operation });
  }
  return { found, isAll: page.next === null };
}
