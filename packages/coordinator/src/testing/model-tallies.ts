import type { Timestamp } from '@countersign/protocol/value';
import type { Tally, TallySum } from '../insights/tally.ts';
import type { Store } from '../store.ts';
import type { ModelData } from './model-data.ts';

type Call = <T>(name: keyof Store, change: (now: Timestamp) => T) => Promise<T>;

/** The tallies of the model store. */
export function modelTallies(
  data: ModelData,
  call: Call,
): Pick<Store, 'readTallied' | 'readTallies' | 'sumTallies' | 'addTallies'> {
  return {
    readTallied: () => call('readTallied', () => data.tallied),
    readTallies: ({ scope, kind, from, to, limit }) =>
      call('readTallies', () =>
        [...data.tallies.values()]
          .filter(tally => tally.scope === scope && tally.kind === kind)
          .filter(({ day }) => day >= from && day <= to)
          .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
          .slice(0, limit),
      ),
    sumTallies: ({ by, scope, kind, from, to, limit }) =>
      call('sumTallies', () => {
        const sums = new Map<string, Map<string, number>>();
        for (const tally of data.tallies.values()) {
          const { day, measure, count } = tally;
          const isAsked = tally.scope === scope && tally.kind === kind && day >= from && day <= to;
          if (!isAsked) continue;
          const measures = sums.get(tally[by]) ?? new Map<string, number>();
          sums.set(tally[by], measures.set(measure, (measures.get(measure) ?? 0) + count));
        }
        const totalOf = (measures: ReadonlyMap<string, number>) =>
          [...measures.values()].reduce((sum, count) => sum + count, 0);
        return [...sums]
          .sort(([a, one], [b, other]) => totalOf(other) - totalOf(one) || (a < b ? -1 : 1))
          .flatMap(([key, measures]) =>
            [...measures]
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([measure, count]): TallySum => ({ key, measure, count })),
          )
          .slice(0, limit);
      }),
    addTallies: ({ from, to, tallies }) =>
      call('addTallies', () => {
        if (data.tallied.epoch !== from.epoch || data.tallied.index !== from.index) return false;
        for (const tally of tallies) {
          const count = (data.tallies.get(keyOf(tally))?.count ?? 0) + tally.count;
          data.tallies.set(keyOf(tally), { ...tally, count });
        }
        data.tallied = to;
        return true;
      }),
  };
}

function keyOf({ scope, kind, day, name, measure }: Tally): string {
  return [scope, kind, day, name, measure].join('\u0000');
}
