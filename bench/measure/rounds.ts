// Ratios taken in one run: limit -> ours -> peers -> limit, several rounds, medians. Where the two readings of
// the limit differ by more than 30 % the machine was not calm and the row is marked UNSTABLE, not judged.

interface Contender {
  readonly name: string;
  /** Does the work once. */
  readonly run: () => unknown;
}

interface Comparison {
  readonly title: string;
  /** What no implementation of ours could beat: the bare work. */
  readonly limit: Contender;
  readonly ours: Contender;
  readonly peers?: readonly Contender[];
  /** What we promise, as a share of the limit. */
  readonly atLeast?: number;
}

const rounds = 5;
const millisecondsPerReading = 200;

export function compare({ title, limit, ours, peers = [], atLeast }: Comparison): void {
  const order = [limit, ours, ...peers, limit];
  for (const contender of order) perSecond(contender);
  const readings = order.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (const [place, contender] of order.entries()) readings[place]?.push(perSecond(contender));
  }
  const rates = readings.map(median);
  const [before = 0] = rates;
  const after = rates.at(-1) ?? 0;
  const base = (before + after) / 2;
  const unstable = Math.abs(before - after) / base > 0.3;
  console.log(`\n${title}${unstable ? '   UNSTABLE' : ''}`);
  for (const [place, { name }] of order.slice(0, -1).entries()) {
    const rate = place === 0 ? base : (rates[place] ?? 0);
    const role = place === 0 ? 'limit' : place === 1 ? 'ours' : 'peer';
    const share = `${((100 * rate) / base).toFixed(0)} %`.padStart(7);
    const promise = place === 1 && atLeast !== undefined ? verdict(rate / base, atLeast) : '';
    console.log(
      `  ${role.padEnd(6)}${name.padEnd(46)}${count(rate).padStart(12)} /s ${share}${promise}`,
    );
  }
}

function verdict(share: number, atLeast: number): string {
  return `   ${share >= atLeast ? 'kept' : 'MISSED'}: at least ${(100 * atLeast).toFixed(0)} %`;
}

function perSecond({ run }: Contender): number {
  let times = 0;
  const start = performance.now();
  let elapsed = 0;
  while (elapsed < millisecondsPerReading) {
    for (let burst = 0; burst < 16; burst++) run();
    times += 16;
    elapsed = performance.now() - start;
  }
  return (1000 * times) / elapsed;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

export function count(rate: number): string {
  return Math.round(rate).toLocaleString('en-US');
}
