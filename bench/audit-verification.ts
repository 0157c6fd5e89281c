// How fast a log of a million events is audited, and in how much memory: every digest, every link of every stream, and
// the root against a signed checkpoint. The limit are the three hashes that each event cannot do without (its text, its
// leaf, a node of the tree), of bytes that lie ready, compared with nothing. The same rows are hashed before and after
// they are verified, and only that is timed, not the making of the rows.

import { hash } from 'node:crypto';
import { loadavg } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type LogRow, logVerifier, verifyCheckpoint } from '@countersign/protocol/log';
import { isUnstable, verdict } from './measure/durable-rounds.ts';
import { type GeneratedLog, generateLog, type LogShape } from './measure/generated-log.ts';
import { printTable } from './measure/print-table.ts';
import { count, median } from './measure/rounds.ts';
import { scaled } from './measure/scale.ts';

const parts = 10;
const events = parts * scaled(100_000, 100);
const rowsAtOnce = Math.min(10_000, events / parts);
const promised = {
  perSecond: { atLeast: 200_000, stretch: 300_000 },
  // Nothing but where each stream ends may be kept, so a log of few streams must not grow at all.
  growth: { atMost: 1.1 },
};

const shapes: readonly (LogShape & { readonly name: string; readonly isFlat: boolean })[] = [
  { name: 'streams of 8 events', events, open: 64, eventsPerStream: 8, isFlat: false },
  { name: 'long streams', events, open: 100, eventsPerStream: events, isFlat: true },
];

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const node = new Uint8Array(65);

interface Elapsed {
  milliseconds: number;
  cpuMilliseconds: number;
}

/** What one tenth of the log took. */
interface Part {
  readonly before: Elapsed;
  readonly ours: Elapsed;
  readonly after: Elapsed;
  readonly heapBytes: number;
}

for (const { name, isFlat, ...shape } of shapes) {
  const log = generateLog(shape);
  const measured = await audit(log);
  tell(`${count(events)} events in ${count(log.streams())} ${name}`, log, measured, isFlat);
}
refuseForgeries();

async function audit(log: GeneratedLog): Promise<Part[]> {
  const verifier = logVerifier();
  const measured: Part[] = [];
  for (let part = 0; part < parts; part++) {
    const before = { milliseconds: 0, cpuMilliseconds: 0 };
    const ours = { milliseconds: 0, cpuMilliseconds: 0 };
    const after = { milliseconds: 0, cpuMilliseconds: 0 };
    for (let done = 0; done < events / parts; done += rowsAtOnce) {
      const rows = log.next(rowsAtOnce);
      const leaves = rows.map(leafOf);
      // What making the rows has left behind is not to be cleared away during a reading.
      collectGarbage();
      timed(before, () => hashAll(rows, leaves));
      timed(ours, () => {
        for (const row of rows) {
          const added = verifier.add(row);
          if (!added.ok) throw new Error(`${added.refusal.code}: ${added.refusal.detail}`);
        }
      });
      timed(after, () => hashAll(rows, leaves));
    }
    collectGarbage();
    measured.push({ before, ours, after, heapBytes: process.memoryUsage().heapUsed });
  }
  const { origin, keys } = log;
  const note = await log.checkpoint();
  const verified = verifyCheckpoint({ note, origin, keys });
  if (!verified.ok) throw new Error(verified.refusal.code);
  const checked = verifier.check(verified.value);
  if (!checked.ok) throw new Error(`the log does not verify: ${checked.refusal.code}`);
  return measured;
}

/** The text of the leaf as it is hashed, without a look at what it says. */
function leafOf({ stream, version, event_digest }: LogRow): string {
  return `\0{"event_digest":"${event_digest}","stream":"${stream}","version":${version}}`;
}

function hashAll(rows: readonly LogRow[], leaves: readonly string[]): void {
  let sum = 0;
  for (const [place, { text }] of rows.entries()) {
    sum += hash('sha256', text).length;
    sum += hash('sha256', leaves[place] ?? '').length;
    sum += hash('sha256', node).length;
  }
  if (sum !== 192 * rows.length) throw new Error('nothing was hashed');
}

function timed(sum: Elapsed, work: () => void): void {
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  work();
  sum.milliseconds += performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  sum.cpuMilliseconds += (user + system) / 1000;
}

function tell(title: string, log: GeneratedLog, measured: readonly Part[], isFlat: boolean): void {
  const perPart = events / parts;
  const rates = (of: (part: Part) => number) => measured.map(part => (1000 * perPart) / of(part));
  const before = rates(part => part.before.milliseconds);
  const after = rates(part => part.after.milliseconds);
  const limit = median([...before, ...after]);
  const ours = median(rates(part => part.ours.milliseconds));
  const limitOfCpu = median([
    ...rates(part => part.before.cpuMilliseconds),
    ...rates(part => part.after.cpuMilliseconds),
  ]);
  const oursOfCpu = median(rates(part => part.ours.cpuMilliseconds));
  const unstable = isUnstable(before, after);
  const heapAt = (part: number) => measured[part - 1]?.heapBytes ?? Number.NaN;
  const growth = heapAt(10) / heapAt(1);
  const write = (rate: number) => `${count(rate)}/s`;

  console.log(
    `\nAudit of ${title}   (load ${loadavg()[0]?.toFixed(1)})${unstable ? '   UNSTABLE' : ''}`,
  );
  const share = (part: number, of: number) => `${((100 * part) / of).toFixed(0)} %`;
  printTable(
    ['', 'events/s', 'of the limit', 'events per CPU second', 'of the limit'],
    [
      ['limit: the hashes alone', count(limit), '100 %', count(limitOfCpu), '100 %'],
      [
        'ours: logVerifier, checkpoint, key',
        count(ours),
        share(ours, limit),
        count(oursOfCpu),
        share(oursOfCpu, limitOfCpu),
      ],
    ],
  );
  const judged = unstable ? 'not judged' : verdict(ours, promised.perSecond, write);
  console.log(`  ${write(ours)}: ${judged}`);
  const heaps = [1, 5, 10].map(part => `${megabytes(heapAt(part))} at ${10 * part} %`).join(', ');
  const peak = megabytes(1024 * process.resourceUsage().maxRSS);
  const perStream = (heapAt(10) - heapAt(1)) / (0.9 * log.streams());
  const memory = isFlat
    ? verdict(growth, promised.growth, ratio => `${ratio.toFixed(2)}x`)
    : `${perStream.toFixed(0)} bytes for each stream`;
  console.log(`  heap ${heaps}; ${memory}; peak of the process ${peak}, its rows included`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/** A speed at which forgeries pass would say nothing. */
function refuseForgeries(): void {
  const rows = generateLog({ events: 100, open: 4, eventsPerStream: 8 }).next(100);
  for (const [place, row] of rows.entries()) {
    const forged = { ...row, text: row.text.replace('"memo":"x', '"memo":"y') };
    const verifier = logVerifier();
    const verdicts = rows.map((each, index) => verifier.add(index === place ? forged : each));
    if (forged.text !== row.text && verdicts.some(({ ok }) => !ok)) continue;
    throw new Error(`the altered event ${place} was not found`);
  }
  console.log('\n  100 of 100 altered events were found');
}
