import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readEvents, type ServerEvent } from './event-stream.ts';

async function eventsOf(pieces: readonly string[]): Promise<readonly ServerEvent[]> {
  const bytes = pieces.map(piece => new TextEncoder().encode(piece));
  const found: ServerEvent[] = [];
  for await (const event of readEvents(ReadableStream.from(bytes), 10_000)) {
    if (event !== 'alive') found.push(event);
  }
  return found;
}

describe('server-sent events', () => {
  const text = (end: string) =>
    [
      ': hello',
      '',
      'event: changed',
      'data: {"a":',
      'data: 1}',
      'id: 7',
      '',
      'data: é',
      '',
      '',
    ].join(end);
  const expected: readonly ServerEvent[] = [
    { id: '7', event: 'changed', data: '{"a":\n1}' },
    { id: null, event: 'message', data: 'é' },
  ];

  for (const [name, end] of [
    ['LF', '\n'],
    ['CR LF', '\r\n'],
    ['CR', '\r'],
  ] as const) {
    test(`events with lines that end in ${name} are the same wherever they are cut`, async () => {
      const whole = text(end);
      assert.deepEqual(await eventsOf([whole]), expected);
      assert.deepEqual(await eventsOf([...whole]), expected);
      for (let at = 1; at < whole.length; at++) {
        assert.deepEqual(await eventsOf([whole.slice(0, at), whole.slice(at)]), expected);
      }
    });
  }

  test('an event without an end is given up, even when it arrives in small pieces', async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: controller => {
        sent += 512;
        controller.enqueue(new Uint8Array(512).fill(0x61));
      },
    });
    await assert.rejects(async () => {
      for await (const event of readEvents(body, 10_000)) assert.equal(event, 'alive');
    }, /too long/);
    assert.ok(sent <= 9 * 2 ** 20);
  });
});
