import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerScan } from './answer-scan.ts';
import { SseReader, withId } from './sse-reader.ts';

const stream = Buffer.from(
  '\ufeffid: 1\r\nevent: é\r\ndata: {"a":1}\r\n\r\n: ping\n\ndata: x\rdata: y\r\rid\n\n\nretry: 5\nid:2\ndata:\n\n',
);

function eventsOf(parts: readonly Buffer[]) {
  const reader = new SseReader(1000);
  return parts.flatMap(part => [...reader.read(part)]);
}

test('a stream has the same events however it is cut into chunks', () => {
  const whole = eventsOf([stream]);
  assert.deepEqual(
    whole.map(({ data, id, retry }) => [data, id, retry]),
    [
      ['{"a":1}', '1', null],
      [null, null, null],
      ['x\ny', null, null],
      [null, '', null],
      [null, null, null],
      ['', '2', 5],
    ],
  );
  assert.equal(Buffer.concat(whole.map(({ raw }) => raw)).length, stream.length - 3);
  for (let first = 0; first <= stream.length; first++) {
    for (const second of [first + 1, first + 2, stream.length]) {
      const parts = [
        stream.subarray(0, first),
        stream.subarray(first, second),
        stream.subarray(second),
      ];
      assert.deepEqual(eventsOf(parts), whole, `${first} ${second}`);
    }
  }
});

test('an event that is too long is refused, also where it comes in small chunks', () => {
  const reader = new SseReader(100);
  const feed = () => {
    for (let at = 0; at < 200; at++) for (const _ of reader.read(Buffer.from('x'))) assert.fail();
  };
  assert.throws(feed, RangeError);
});

test('replacing the id of an event changes nothing else in the event', () => {
  const [event] = eventsOf([Buffer.from('id:a\r\nidle: 1\r\ndata: id: a é\r\nid: b\r\n\r\n')]);
  assert.ok(event);
  assert.equal(
    withId(event, id => `${id}.ü`).toString(),
    'id: b.ü\r\nidle: 1\r\ndata: id: a é\r\nid: b.ü\r\n\r\n',
  );
});

test('the id of an answer is found however the document is cut into chunks', () => {
  const id = 'é"\\';
  const own = Buffer.from(
    JSON.stringify({ jsonrpc: '2.0', result: { id: 9, a: ['}', '"\\', { id: 8 }] }, id }),
  );
  const foreign = Buffer.from(JSON.stringify({ id: 'e', result: { a: '\\"' } }));
  for (let at = 0; at <= own.length; at++) {
    for (const [document, isOwn] of [
      [own, true],
      [foreign, false],
    ] as const) {
      const scan = new AnswerScan(id);
      scan.read(document.subarray(0, at));
      scan.read(document.subarray(at));
      assert.equal(scan.isOwn, isOwn, `${at}`);
    }
    const cut = new AnswerScan(id);
    cut.read(own.subarray(0, at));
    assert.equal(cut.isOwn, at === 0 || at === own.length);
  }
});
