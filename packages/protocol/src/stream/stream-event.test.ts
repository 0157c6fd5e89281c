import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { decideRequest } from '../request/decide-request.ts';
import { parseRequestEvent } from '../request/request-event.ts';
import { absentRequest, foldRequest } from '../request/request-state.ts';
import { alice, apply, entryCommand, noon, openCommand } from '../testing/samples.ts';
import { type SealedEvent, sealEvents, verifyStream } from './stream-event.ts';

const stream = 'request/ar_1';
const events = (() => {
  const opening = decideRequest(absentRequest, openCommand(), noon).events;
  const state = apply(absentRequest, opening);
  return [...opening, ...decideRequest(state, entryCommand(state, alice), noon).events];
})();
const sealed = sealEvents(stream, null, events);
const head = { version: 3, event_digest: (sealed[2] as SealedEvent).event_digest };

test('a stream verifies from its stored bytes and gives the same state', () => {
  const verdict = verifyStream(stream, sealed, head);
  assert.ok(verdict.ok);
  assert.deepEqual(verdict.value.head, head);
  const read = verdict.value.events.map(({ type, at, data }) =>
    parseRequestEvent({ type, at, data }),
  );
  assert.deepEqual(foldRequest(read), foldRequest(events));
});

test('sealing in two commits gives the same stream as sealing in one', () => {
  const [first, ...rest] = events;
  assert.ok(first);
  const one = sealEvents(stream, null, [first]);
  const more = sealEvents(
    stream,
    { version: 1, event_digest: (one[0] as SealedEvent).event_digest },
    rest,
  );
  assert.deepEqual([...one, ...more], sealed);
});

test('a gap, a swap, a repetition, a missing head or tail, and a foreign stream are found', () => {
  const [a, b, c] = sealed as [SealedEvent, SealedEvent, SealedEvent];
  for (const rows of [
    [a, c],
    [b, a, c],
    [a, a, b, c],
    [b, c],
    [a, b, c, c],
  ]) {
    assert.ok(!verifyStream(stream, rows, head).ok);
  }
  assert.ok(!verifyStream(stream, [a, b], head).ok, 'a cut tail shows against the known head');
  assert.ok(verifyStream(stream, [a, b]).ok, 'and only against it');
  assert.ok(!verifyStream('request/ar_2', sealed).ok);
  assert.ok(!verifyStream(stream, [], head).ok);
});

test('any changed character of any event is detected, even when its digest is adapted', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.boolean(), (which, place, refit) => {
      const rows: Pick<SealedEvent, 'text' | 'event_digest'>[] = [...sealed];
      const index = which % rows.length;
      const row = rows[index] as SealedEvent;
      const at = place % row.text.length;
      const text = `${row.text.slice(0, at)}${row.text[at] === 'x' ? 'y' : 'x'}${row.text.slice(at + 1)}`;
      const [forged] = refit ? tryReseal(text) : [{ text, event_digest: row.event_digest }];
      // Sealing again can undo the exact change that was made, such as one to the stream's name.
      if (forged === undefined || forged.text === row.text) return;
      rows[index] = forged;
      assert.ok(!verifyStream(stream, rows, head).ok);
    }),
    { seed, numRuns: effort({ fast: 500, full: 50_000 }) },
  );
});

function tryReseal(text: string): Pick<SealedEvent, 'text' | 'event_digest'>[] {
  try {
    const { type, at, data } = JSON.parse(text);
    return sealEvents(stream, null, [{ type, at, data }]);
  } catch {
    return [];
  }
}
