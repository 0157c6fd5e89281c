import { loadDirectory, type StoreReader } from '@countersign/coordinator';
import { locksInForce } from '@countersign/protocol/directory';
import { type Finding, fine, warning } from './finding.ts';

/** What is locked. A lock is never wrong by itself, but no one should wonder why nothing runs. */
export async function examineLocks(store: StoreReader): Promise<Finding[]> {
  const { state } = await loadDirectory({ store, memory: { directory: null } });
  const locks = locksInForce(state);
  if (locks.length === 0) return [fine('locks', 'nothing is locked')];
  return locks.map(({ lock_id, target, placed_at }) =>
    warning(
      'locks',
      `${target.kind === 'everything' ? 'everything is' : `1 ${target.kind} is`} locked since ${placed_at} (${lock_id})`,
      'an operator lifts it in the browser under People and keys',
    ),
  );
}
