import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSegments, segmentText } from '@countersign/protocol/view';
import { readableSegments } from './emoji.ts';

test('a family emoji is one character and not a row of hidden ones', () => {
  const family = 'Photos of the 👨‍👩‍👧 and a ❤️ and 🏴󠁧󠁢󠁥󠁮󠁧󠁿';
  assert.deepEqual(readableSegments(family), [{ text: family }]);
  assert.ok(segmentText(family).length > 1, 'the hashed view writes the joiners out');
});

test('a joiner that joins no known emoji stays a hidden character', () => {
  for (const text of ['pay\u200dpal', '👨\u200d', '\ufe0fx', '👩‍👧\u200d\u200d']) {
    const segments = readableSegments(text);
    assert.ok(
      segments.some(segment => 'mark' in segment),
      text,
    );
    assert.equal(joinSegments(segments), text);
  }
});
