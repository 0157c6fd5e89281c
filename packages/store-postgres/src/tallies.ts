import type {
  SummedBy,
  TalliedPlace,
  Tally,
  TallyQuery,
  TallyStep,
  TallySum,
} from '@countersign/coordinator';
import type { Database } from './database.ts';

export async function readTallied(database: Database): Promise<TalliedPlace> {
  const [place] = await database.query<TalliedPlace>({
    name: 'read_tallied',
    text: 'SELECT epoch, leaf_index::float8 AS index, up_to FROM :schema.tallied WHERE singleton',
  });
  return place ?? { epoch: 1, index: 0, up_to: null };
}

export function readTallies(database: Database, query: TallyQuery): Promise<Tally[]> {
  const { scope, kind, from, to, limit } = query;
  return database.query<Tally>(
    {
      name: 'read_tallies',
      text: `SELECT scope, kind, day, name, measure, count::float8 AS count FROM :schema.tallies
        WHERE scope = $1 AND kind = $2 AND day BETWEEN $3 AND $4
        ORDER BY day DESC, name DESC, measure DESC LIMIT $5`,
    },
    [scope, kind, from, to, limit],
  );
}

export function sumTallies(
  database: Database,
  query: TallyQuery & { readonly by: SummedBy },
): Promise<TallySum[]> {
  const { by, scope, kind, from, to, limit } = query;
  return database.query<TallySum>(sumBy[by], [scope, kind, from, to, limit]);
}

const sumBy = { day: sumOver('day'), name: sumOver('name') } as const;

function sumOver(column: SummedBy): { readonly name: string; readonly text: string } {
  return {
    name: `sum_tallies_by_${column}`,
    text: `SELECT ${column} AS key, measure, SUM(count)::float8 AS count FROM :schema.tallies
      WHERE scope = $1 AND kind = $2 AND day BETWEEN $3 AND $4
      GROUP BY ${column}, measure
      ORDER BY SUM(SUM(count)) OVER (PARTITION BY ${column}) DESC, ${column}, measure LIMIT $5`,
  };
}

/** One statement, so that the place and the counts move together. Of two processes at one place, the second waits and adds nothing. */
export async function addTallies(
  database: Database,
  { from, to, tallies }: TallyStep,
): Promise<boolean> {
  const rows = await database.query(
    {
      name: 'add_tallies',
      text: `WITH moved AS (
          INSERT INTO :schema.tallied AS place (epoch, leaf_index, up_to)
          SELECT $3, $4, $5
          WHERE ($1::integer = 1 AND $2::bigint = 0)
            OR EXISTS (SELECT FROM :schema.tallied WHERE singleton)
          ON CONFLICT (singleton) DO UPDATE
          SET epoch = excluded.epoch, leaf_index = excluded.leaf_index, up_to = excluded.up_to
          WHERE place.epoch = $1 AND place.leaf_index = $2
          RETURNING singleton
        ), added AS (
          INSERT INTO :schema.tallies AS kept (scope, kind, day, name, measure, count)
          SELECT t.scope, t.kind, t.day, t.name, t.measure, t.count
          FROM moved, json_to_recordset($6::json)
            AS t(scope text, kind text, day text, name text, measure text, count bigint)
          ON CONFLICT (scope, kind, day, name, measure)
          DO UPDATE SET count = kept.count + excluded.count
        )
        SELECT singleton FROM moved`,
    },
    [from.epoch, from.index, to.epoch, to.index, to.up_to, JSON.stringify(tallies)],
  );
  return rows.length > 0;
}
