import { emptyFrontier, type Frontier, rootOf, verifyCheckpoint } from '@countersign/protocol/log';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { checkRows } from './check-rows.ts';
import { logOrigin } from './log-origin.ts';
import type { NoteSigner } from './log-ports.ts';
import type { LogHead, LogStore } from './log-store.ts';
import { loadFrontier } from './tree-nodes.ts';

const pageSize = 512;

/**
 * Checks that the end of a log follows from its last signed checkpoint and the events after it. A signature after
 * this contradicts no remaining checkpoint, whatever else was edited. Where the checkpoints were removed too, or the
 * whole store was restored, only the copies outside show it (EV-10).
 */
export async function checkLog(
  store: Pick<LogStore, 'readLeaves' | 'readLogRows' | 'findLeaves'>,
  signer: Pick<NoteSigner, 'keys'>,
  head: LogHead,
): Promise<Result<Frontier>> {
  const signed = await signedFrontier(store, signer, head);
  if (!signed.ok) return signed;
  const { size } = head.frontier;
  let frontier = signed.value;
  while (frontier.size < size) {
    const limit = Math.min(pageSize, size - frontier.size);
    const rows = await store.readLogRows({ epoch: head.epoch, from: frontier.size, limit });
    if (rows.length === 0) return refuse('log_size_mismatch', `event ${frontier.size} is missing`);
    const checked = await checkRows(store, frontier, rows);
    if (!checked.ok) return checked;
    frontier = checked.value;
  }
  return rootOf(frontier) === rootOf(head.frontier) && frontier.size === size
    ? accept(frontier)
    : refuse('log_root_mismatch', `the root over ${size} events is not the one kept`);
}

/** The tree that the last checkpoint speaks of. Its signature is what makes it trusted, not where it was kept. */
async function signedFrontier(
  store: Pick<LogStore, 'readLeaves'>,
  signer: Pick<NoteSigner, 'keys'>,
  head: LogHead,
): Promise<Result<Frontier>> {
  const { checkpoint, frontier, epoch } = head;
  if (checkpoint === null) return accept(emptyFrontier);
  const verified = verifyCheckpoint({
    note: checkpoint.note,
    origin: logOrigin(head),
    keys: signer.keys(),
  });
  if (!verified.ok) return verified;
  const { size, root } = verified.value;
  if (size !== checkpoint.size) {
    return refuse('log_size_mismatch', `the checkpoint kept for ${checkpoint.size} says ${size}`);
  }
  if (size > frontier.size) {
    return refuse('log_rolled_back', `expected at least ${size} events, found ${frontier.size}`);
  }
  const then = size === frontier.size ? frontier : await loadFrontier(store, epoch, size);
  return then !== null && rootOf(then) === root
    ? accept(then)
    : refuse('log_root_mismatch', `the root over ${size} events is not the one that was signed`);
}
