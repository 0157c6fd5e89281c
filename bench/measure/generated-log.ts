// A log that never existed in a store: made row by row, the same in every run, and never whole in memory.

import {
  appendLeaf,
  assembleCheckpoint,
  checkpointText,
  emptyFrontier,
  type LogRow,
  leafHash,
  rootOf,
} from '@countersign/protocol/log';
import { type StreamHead, sealEvents } from '@countersign/protocol/stream';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { sampleNoteSigner } from '../../packages/coordinator/src/testing/sample-log.ts';

export interface LogShape {
  readonly events: number;
  /** How many streams grow side by side. */
  readonly open: number;
  /** After so many events a stream is over and another one begins. */
  readonly eventsPerStream: number;
}

export interface GeneratedLog {
  readonly origin: string;
  readonly keys: ReturnType<ReturnType<typeof sampleNoteSigner>['keys']>;
  /** How many streams there are by now. */
  streams(): number;
  /** The next rows; fewer where the log ends. */
  next(rows: number): LogRow[];
  /** The signed note over all rows so far. */
  checkpoint(): Promise<string>;
}

/** What an event of a request takes on average: eight of them are 6.6 KB. */
const bytesPerEvent = 830;
const noon = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12));

export function generateLog({ events, open, eventsPerStream }: LogShape): GeneratedLog {
  const origin = 'bench.example/1';
  const signer = sampleNoteSigner();
  const growing: { stream: string; head: StreamHead }[] = [];
  const memo = 'x'.repeat(bytesPerEvent - 300);
  let frontier = emptyFrontier;
  let streams = 0;

  const nextRow = (): LogRow => {
    const number = frontier.size;
    const lane = number % open;
    const last = growing[lane];
    const goesOn = last !== undefined && last.head.version < eventsPerStream;
    const stream = goesOn
      ? last.stream
      : `request/ar_${(streams++).toString(16).padStart(32, '0')}`;
    const [sealed] = sealEvents(stream, goesOn ? last.head : null, [
      { type: 'evidence.recorded', at: noon, data: { number, memo } },
    ]);
    if (sealed === undefined) throw new Error('expected an event');
    const { text, event_digest, event } = sealed;
    const row: LogRow = { stream, version: event.version, event_digest, text };
    growing[lane] = { stream, head: row };
    frontier = appendLeaf(frontier, leafHash(row)).frontier;
    return row;
  };

  return {
    origin,
    keys: signer.keys(),
    streams: () => streams,
    next: rows => Array.from({ length: Math.min(rows, events - frontier.size) }, nextRow),
    checkpoint: async () => {
      const text = checkpointText({ origin, size: frontier.size, root: rootOf(frontier) });
      const { name, key_id } = signer;
      return assembleCheckpoint(text, [{ name, key_id, signature: await signer.sign(text) }]);
    },
  };
}
