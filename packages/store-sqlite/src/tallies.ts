import type {
  SummedBy,
  TalliedPlace,
  Tally,
  TallyQuery,
  TallyStep,
  TallySum,
} from '@countersign/coordinator';
import type { Connection } from './connection.ts';
import type { Operation } from './transaction.ts';

export function readTallied(connection: Connection): TalliedPlace {
  const place = connection.get<TalliedPlace>(
    'SELECT epoch, leaf_index AS "index", up_to FROM tallied WHERE only_row = 1',
  );
  return place ?? { epoch: 1, index: 0, up_to: null };
}

export function readTallies(connection: Connection, query: TallyQuery): Tally[] {
  const { scope, kind, from, to, limit } = query;
  return connection.all<Tally>(
    `SELECT scope, kind, day, name, measure, count FROM tallies
     WHERE scope = ? AND kind = ? AND day BETWEEN ? AND ?
     ORDER BY day DESC, name DESC, measure DESC LIMIT ?`,
    scope,
    kind,
    from,
    to,
    limit,
  );
}

export function sumTallies(
  connection: Connection,
  query: TallyQuery & { readonly by: SummedBy },
): TallySum[] {
  const { by, scope, kind, from, to, limit } = query;
  return connection.all<TallySum>(sumBy[by], scope, kind, from, to, limit);
}

const sumBy = { day: sumOver('day'), name: sumOver('name') } as const;

function sumOver(column: SummedBy): string {
  return `SELECT ${column} AS "key", measure, SUM(count) AS count FROM tallies
     WHERE scope = ? AND kind = ? AND day BETWEEN ? AND ?
     GROUP BY ${column}, measure
     ORDER BY SUM(SUM(count)) OVER (PARTITION BY ${column}) DESC, ${column}, measure LIMIT ?`;
}

export function addTallies({ from, to, tallies }: TallyStep): Operation<boolean> {
  return {
    apply: transaction => {
      const { connection } = transaction;
      const place = readTallied(connection);
      if (place.epoch !== from.epoch || place.index !== from.index) return false;
      transaction.changed = true;
      for (const { scope, kind, day, name, measure, count } of tallies) {
        connection.run(
          `INSERT INTO tallies (scope, kind, day, name, measure, count) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (scope, kind, day, name, measure) DO UPDATE SET count = count + excluded.count`,
          scope,
          kind,
          day,
          name,
          measure,
          count,
        );
      }
      connection.run(
        'INSERT OR REPLACE INTO tallied (only_row, epoch, leaf_index, up_to) VALUES (1, ?, ?, ?)',
        to.epoch,
        to.index,
        to.up_to,
      );
      return true;
    },
  };
}
