import type { StreamRow } from '@countersign/coordinator';
import { betweenEvents } from './commit-rows.ts';
import type { Database, Statement } from './database.ts';
import { digestOfHex } from './digest-hex.ts';

interface AppendRow {
  /** Which of the questions it answers, from 1. */
  readonly place: number;
  readonly version: number;
  readonly digests: string;
  readonly bodies: string;
}

export interface StreamQuestion {
  readonly stream: string;
  readonly after: number;
}

/** From the append in which `after` lies, because it may lie within one. */
const readStreamsStatement: Statement = {
  name: 'read_streams',
  text: `SELECT q.place::integer, e.version, encode(e.digests, 'hex') AS digests, e.bodies
    FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS q(stream, after, place),
      LATERAL (
        SELECT version, digests, bodies FROM :schema.events
        WHERE stream = q.stream AND version >= coalesce((
          SELECT version FROM :schema.events WHERE stream = q.stream AND version <= q.after
          ORDER BY version DESC LIMIT 1), 1)
        ORDER BY version
      ) AS e`,
};

/** The rows of several streams at once, in the order of the questions. */
export async function readStreams(
  database: Database,
  questions: readonly StreamQuestion[],
): Promise<StreamRow[][]> {
  const rows = await database.query<AppendRow>(readStreamsStatement, [
    questions.map(({ stream }) => stream),
    questions.map(({ after }) => after),
  ]);
  const answers = questions.map((): StreamRow[] => []);
  for (const { place, version, digests, bodies } of rows) {
    const after = questions[place - 1]?.after ?? 0;
    for (const [index, text] of bodies.split(betweenEvents).entries()) {
      if (version + index <= after) continue;
      const event_digest = digestOfHex(digests.slice(index * 64, index * 64 + 64));
      answers[place - 1]?.push({ version: version + index, event_digest, text });
    }
  }
  return answers;
}
