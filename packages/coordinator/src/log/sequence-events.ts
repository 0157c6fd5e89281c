import { parseStrict } from '@countersign/protocol/json';
import {
  appendLeaf,
  assembleCheckpoint,
  checkpointText,
  type Frontier,
  type LogRow,
  leafHash,
  rootOf,
} from '@countersign/protocol/log';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { failClosed } from '../fail-closed.ts';
import type { Store } from '../store.ts';
import { storeStream } from '../stream-name.ts';
import { checkLog } from './check-log.ts';
import { checkRows } from './check-rows.ts';
import { logOrigin } from './log-origin.ts';
import type { CheckpointSink, NoteSigner } from './log-ports.ts';
import type { LogAppend, LogHead, LogStore } from './log-store.ts';
import { publishCheckpoints } from './publish-checkpoints.ts';

export interface SequencerPorts {
  readonly store: Pick<Store, keyof LogStore | 'readStream'>;
  readonly signer: NoteSigner;
  readonly sink: CheckpointSink;
}

/** What one step did. */
export interface Sequenced {
  readonly epoch: number;
  /** Of the log, as far as this step knows; there is a signed checkpoint of it. */
  readonly size: number;
  readonly added: number;
  /** Whether another step right now may have something to do. */
  readonly more: boolean;
  /** Why a checkpoint could not be published; it is tried again in the next step. */
  readonly unpublished: string | null;
}

const limitDefault = 512;

/**
 * One step of the sequencer: takes events that are in no log yet, checks them as an auditor will, adds them, and
 * signs what the log has become. Several may run at once, in any number of processes, and each may die anywhere:
 *
 * 1. Only what the store has already made durable is signed, and after a check against the last signature.
 * 2. Of steps that add at the same size one does; the others find another size and begin again.
 * 3. A step that died after adding and before signing left a log that the next step checks and signs first.
 *
 * It refuses, adds nothing and signs nothing where the store was tampered with.
 */
export function sequenceEvents(
  ports: SequencerPorts,
  { limit = limitDefault }: { readonly limit?: number } = {},
): Promise<Result<Sequenced>> {
  return failClosed(async () => {
    const { store, signer, sink } = ports;
    const head = await store.readLog();
    const { epoch } = head;
    const checked = await checkLog(store, signer, head);
    if (!checked.ok) return checked;
    let frontier = checked.value;
    if (frontier.size > (head.checkpoint?.size ?? 0)) {
      const signed = await signCheckpoint(ports, head, frontier);
      if (!signed.ok) return signed;
    }
    const { size } = frontier;
    const { rows, ...next } = await nextRows(store, head, limit);
    let { more } = next;
    if (rows.length > 0) {
      const sound = await checkRows(store, frontier, rows);
      if (!sound.ok) return sound;
      const append = leavesOf(epoch, frontier, rows);
      if ((await store.appendToLog(append)) === 'conflict') {
        const now = await store.readLog();
        if (now.epoch === epoch && now.frontier.size === size) {
          return refuse('store_unusable', `the log takes no event at ${size}, and has none there`);
        }
        more = true;
      } else {
        ({ frontier } = append);
        const signed = await signCheckpoint(ports, head, frontier);
        if (!signed.ok) return signed;
      }
    }
    const unpublished = await publishCheckpoints(store, sink);
    return accept({ epoch, size: frontier.size, added: frontier.size - size, more, unpublished });
  });
}

function leavesOf(epoch: number, start: Frontier, rows: readonly LogRow[]): LogAppend {
  let frontier = start;
  const leaves = rows.map(({ stream, version, event_digest }) => {
    const leaf = { stream, version, event_digest };
    const { nodes, ...grown } = appendLeaf(frontier, leafHash(leaf));
    ({ frontier } = grown);
    // The first node is the leaf itself.
    return { ...leaf, nodes: nodes.slice(1).map(({ hash }) => hash) };
  });
  return { epoch, expectedSize: start.size, leaves, frontier };
}

async function nextRows(
  store: SequencerPorts['store'],
  { epoch, frontier }: LogHead,
  limit: number,
): Promise<{ readonly rows: readonly LogRow[]; readonly more: boolean }> {
  const opening = frontier.size === 0 && epoch > 1 ? await openingRows(store, epoch) : [];
  if (opening.length > 0) return { rows: opening, more: true };
  const rows = await store.listUnsequenced(limit);
  return { rows, more: rows.length >= limit };
}

/**
 * What the log of a later epoch begins with: the event that started the epoch, behind whatever the logs lack of
 * the store's stream before it. Other events that the log of the epoch before did not get to come after it.
 */
async function openingRows(store: SequencerPorts['store'], epoch: number): Promise<LogRow[]> {
  const rows = (await store.readStream(storeStream)).map(row => ({ ...row, stream: storeStream }));
  const start = rows.findLastIndex(({ text }) => startsEpoch(text, epoch));
  const logged = new Set<number>();
  for (const { version } of await store.findLeaves(rows)) logged.add(version);
  return rows.slice(0, start + 1).filter(({ version }) => !logged.has(version));
}

function startsEpoch(text: string, epoch: number): boolean {
  if (!text.includes('"epoch.started"')) return false;
  const { type, data } = parseStrict(text) as { type?: unknown; data?: { epoch?: unknown } };
  return type === 'epoch.started' && data?.epoch === epoch;
}

/** Signs the log at a size that is durable. The first signature keeps the place; a second one must be the same. */
async function signCheckpoint(
  { store, signer }: SequencerPorts,
  head: LogHead,
  frontier: Frontier,
): Promise<Result<undefined>> {
  const { size } = frontier;
  const text = checkpointText({ origin: logOrigin(head), size, root: rootOf(frontier) });
  const { name, key_id } = signer;
  const signature = await signer.sign(text);
  const note = assembleCheckpoint(text, [{ name, key_id, signature }]);
  const saved = await store.saveCheckpoint({ epoch: head.epoch, size, note });
  // Another key may have signed the same text in between.
  if (saved.outcome === 'saved' || saved.note.startsWith(`${text}\n`)) return accept(undefined);
  return refuse('log_forked', `another root was signed over ${size} events`);
}
