import type { Timestamp } from '@countersign/protocol/value';
import type { Tally } from '../insights/tally.ts';
import type { Store } from '../store.ts';
import type { ModelData } from './model-data.ts';

type Call = <T>(name: keyof Store, change: (now: Timestamp) => T) => Promise<T>;

/** The tallies of the model store. */
export function modelTallies(
  data: ModelData,
  call: Call,
): Pick<Store, 'readTallied' | 'readTallies' | 'addTallies'> {
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
