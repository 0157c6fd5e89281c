import type { LaterMessage } from '@countersign/coordinator';
import type { Database } from './database.ts';

export async function enqueueLater(
  database: Database,
  messages: readonly LaterMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await database.query(
    {
      name: 'enqueue_later',
      text: `INSERT INTO :schema.outbox (topic, stream, payload, due_at, key)
        SELECT m.topic, m.stream, m.payload,
          :schema.store_clock() + m.seconds * interval '1 second', m.key
        FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::text[])
          AS m(topic, stream, payload, seconds, key)
        ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING`,
    },
    [
      messages.map(({ topic }) => topic),
      messages.map(({ stream }) => stream),
      messages.map(({ payload }) => payload),
      messages.map(({ inSeconds }) => inSeconds),
      messages.map(({ key }) => key),
    ],
  );
}
