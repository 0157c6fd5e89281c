import { parseStrict } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import {
  type RequestEvent,
  type UnaskedAnswer,
  type UnaskedAnswers,
  unaskedTypes,
} from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import type { Context } from '../context.ts';
import type { LoggedRow } from '../log/log-store.ts';
import type { StreamRow } from '../store.ts';
import { requestStream, segmentStream } from '../stream-name.ts';
import type { TalliedPlace, Tally } from './tally.ts';
import {
  countedTypes,
  sumTallies,
  tallyRequest,
  tallyTogether,
  tallyUnasked,
} from './tally-event.ts';

/** One step reads no more of the log than this. The streams of its requests are read with it. */
const rowsAtOnce = 250;

/**
 * Counts the next events of the logs. True where there may be more. Any number of processes may count at once: a step
 * is added only by the process that read the place before it.
 */
export async function countEvents({ store }: Pick<Context, 'store'>): Promise<boolean> {
  const place = await store.readTallied();
  const { epoch, index } = place;
  const rows = await store.readLogRows({ epoch, from: index, limit: rowsAtOnce });
  const last = rows.at(-1);
  if (last === undefined) {
    // Only the log of the present epoch grows, so the ones before it are counted for good.
    if (epoch >= (await store.readState()).epoch) return false;
    await store.addTallies({ from: place, to: nextEpoch(place), tallies: [] });
    return true;
  }
  const tallies = sumTallies(await talliesOf(store, rows));
  const to = { epoch, index: last.index + 1, up_to: timeOf(last) ?? place.up_to };
  await store.addTallies({ from: place, to, tallies });
  return rows.length === rowsAtOnce || epoch < (await store.readState()).epoch;
}

function nextEpoch({ epoch, up_to }: TalliedPlace): TalliedPlace {
  return { epoch: epoch + 1, index: 0, up_to };
}

const requests = requestStream('');
const segments = segmentStream('');

async function talliesOf(store: Context['store'], rows: readonly LoggedRow[]): Promise<Tally[]> {
  const counted = rows.filter(
    ({ stream, text }) => stream.startsWith(requests) && countedTypes.has(typeOf(text)),
  );
  const streams = new Map<string, StreamRow[]>();
  await Promise.all(
    [...new Set(counted.map(({ stream }) => stream))].map(async stream => {
      streams.set(stream, await store.readStream(stream));
    }),
  );
  return [
    ...rows.flatMap(({ stream, text }) =>
      stream.startsWith(segments) && unaskedTypes.has(typeOf(text))
        ? readable(() =>
            tallySegment(parseStrict(text) as unknown as UnaskedAnswer | UnaskedAnswers),
          )
        : [],
    ),
    ...counted.flatMap(({ stream, version }) =>
      readable(() =>
        tallyRequest(
          (streams.get(stream) ?? [])
            .slice(0, version)
            .map(({ text }) => parseStrict(text) as unknown as RequestEvent),
        ),
      ),
    ),
  ];
}

function tallySegment(event: UnaskedAnswer | UnaskedAnswers): Tally[] {
  return event.type === 'policy.answered' ? tallyUnasked(event) : tallyTogether(event);
}

/** An event whose bytes were damaged is not counted. The checks of the log report it; here it must not stop the rest. */
function readable(read: () => Tally[]): Tally[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof TypeError) return [];
    throw error;
  }
}

/** The members of a canonical event are sorted, so its type and its version end it. No value inside it can. */
function typeOf(text: string): string {
  return /"type":"([a-z_.]+)","version":\d+\}$/.exec(text)?.[1] ?? '';
}

function timeOf({ text }: LoggedRow): Timestamp | null {
  const at = /^\{"at":"([0-9TZ:.-]+)"/.exec(text)?.[1];
  return at === undefined ? null : (at as Timestamp);
}
