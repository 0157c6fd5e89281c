import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idOf } from '../testing/samples.ts';
import { type AnchorMark, isFurther, parseAnchorMark } from './anchor-mark.ts';

const mark = parseAnchorMark({
  version: '1',
  store_id: idOf('store', 1),
  epoch: 2,
  consumed_count: 7,
  last: { stream: 'request/ar_1', version: 6, event_digest: `sha256:${'0'.repeat(64)}` },
  advanced_at: '2026-06-01T12:00:00.000Z',
});

test('[EV-10] a mark is further in a later epoch, or with more consumes in the same epoch', () => {
  const at = (epoch: number, consumed_count: number): AnchorMark => ({
    ...mark,
    epoch,
    consumed_count,
  });
  for (const further of [at(2, 8), at(3, 7), at(3, 0)])
    assert.equal(isFurther(further, mark), true);
  for (const not of [mark, at(2, 6), at(1, 8), at(1, 99)])
    assert.equal(isFurther(not, mark), false);
});

test('a mark may have no last event, and only a place in a stream can name one', () => {
  assert.equal(parseAnchorMark({ ...mark, last: null }).last, null);
  const { last: _last, ...without } = mark;
  const malformed = [
    without,
    { ...mark, last: { stream: 'request/ar_1', version: 0 } },
    { ...mark, epoch: 0 },
    { ...mark, consumed_count: -1 },
    { ...mark, consumed_count: 1.5 },
    { ...mark, store_id: 'elsewhere' },
    { ...mark, version: '2' },
    { ...mark, note: 'more' },
  ];
  for (const value of malformed)
    assert.throws(() => parseAnchorMark(value), { name: 'ProtocolError' });
});
