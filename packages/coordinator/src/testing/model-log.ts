import { emptyFrontier } from '@countersign/protocol/log';
import type { Timestamp } from '@countersign/protocol/value';
import type { EventPlace, KeptCheckpoint, LogAppend, LogStore } from '../log/log-store.ts';
import type { Store } from '../store.ts';
import type { ModelData, ModelLog } from './model-data.ts';

type Call = <T>(name: keyof Store, change: (now: Timestamp) => T) => Promise<T>;

/** The log of the model store. */
export function modelLog(data: ModelData, call: Call): LogStore {
  return {
    listUnsequenced: limit =>
      call('listUnsequenced', () =>
        data.unsequenced.slice(0, limit).flatMap(place => {
          const event = eventAt(data, place);
          return event === undefined ? [] : [{ ...place, ...event }];
        }),
      ),
    readLog: epoch =>
      call('readLog', () => {
        const log = data.logs.get(epoch ?? data.epoch);
        const size = Math.max(...(log?.checkpoints.keys() ?? []));
        const kept = log?.checkpoints.get(size);
        return {
          storeId: data.storeId,
          epoch: epoch ?? data.epoch,
          frontier: log?.frontier ?? emptyFrontier,
          checkpoint:
            kept === undefined ? null : { epoch: epoch ?? data.epoch, size, note: kept.note },
        };
      }),
    appendToLog: append => call('appendToLog', () => appendLeaves(data, append)),
    readLeaves: (epoch, indexes) =>
      call('readLeaves', () =>
        (data.logs.get(epoch)?.leaves ?? []).filter(({ index }) => indexes.includes(index)),
      ),
    findLeaves: events =>
      call('findLeaves', () => {
        const asked = new Set(events.map(nameOf));
        return everyLeaf(data).filter(leaf => asked.has(nameOf(leaf)));
      }),
    readLogRows: ({ epoch, from, limit }) =>
      call('readLogRows', () =>
        (data.logs.get(epoch)?.leaves ?? [])
          .slice(from, from + limit)
          .flatMap(({ nodes: _, ...leaf }) => {
            const event = eventAt(data, leaf);
            return event === undefined ? [] : [{ ...leaf, text: event.text }];
          }),
      ),
    saveCheckpoint: ({ epoch, size, note }) =>
      call('saveCheckpoint', () => {
        const { checkpoints } = logOf(data, epoch);
        const kept = checkpoints.get(size);
        if (kept !== undefined && kept.note !== note) return { outcome: 'taken', note: kept.note };
        if (kept === undefined) checkpoints.set(size, { note, published: false });
        return { outcome: 'saved' };
      }),
    listUnpublished: limit => call('listUnpublished', () => unpublished(data).slice(0, limit)),
    markPublished: ({ epoch, size }) =>
      call('markPublished', () => {
        const checkpoints = data.logs.get(epoch)?.checkpoints;
        const kept = checkpoints?.get(size);
        if (kept !== undefined) checkpoints?.set(size, { ...kept, published: true });
      }),
  };
}

function appendLeaves(data: ModelData, append: LogAppend): 'appended' | 'conflict' {
  const { epoch, expectedSize, leaves, frontier } = append;
  const logged = new Set(everyLeaf(data).map(nameOf));
  const size = data.logs.get(epoch)?.frontier.size ?? 0;
  const conflicts = leaves.some(leaf => logged.has(nameOf(leaf)));
  if (epoch !== data.epoch || size !== expectedSize || conflicts) return 'conflict';
  const log = logOf(data, epoch);
  for (const [offset, leaf] of leaves.entries()) {
    log.leaves.push({ ...leaf, epoch, index: expectedSize + offset });
    logged.add(nameOf(leaf));
  }
  log.frontier = frontier;
  const waiting = data.unsequenced.filter(place => !logged.has(nameOf(place)));
  data.unsequenced.splice(0, data.unsequenced.length, ...waiting);
  return 'appended';
}

function logOf(data: ModelData, epoch: number): ModelLog {
  const log = data.logs.get(epoch) ?? {
    frontier: emptyFrontier,
    leaves: [],
    checkpoints: new Map(),
  };
  data.logs.set(epoch, log);
  return log;
}

function unpublished(data: ModelData): KeptCheckpoint[] {
  return [...data.logs]
    .flatMap(([epoch, { checkpoints }]) =>
      [...checkpoints].flatMap(([size, { note, published }]) =>
        published ? [] : [{ epoch, size, note }],
      ),
    )
    .sort((a, b) => a.epoch - b.epoch || a.size - b.size);
}

const everyLeaf = (data: ModelData) => [...data.logs.values()].flatMap(({ leaves }) => leaves);

const nameOf = ({ stream, version }: EventPlace): string => `${version} ${stream}`;

function eventAt(data: ModelData, { stream, version }: EventPlace) {
  const row = data.streams.get(stream)?.[version - 1];
  return row && { event_digest: row.event_digest, text: row.text };
}
