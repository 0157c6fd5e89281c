// Goal: a terminal says how many requests wait as the pages do, also where its list is shorter. Method: pages of rows that a
// function hands out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListQuery, RequestPage, RequestRow } from '@countersign/client/people';
import { countWords, cutWords, readInbox } from './inbox-rows.ts';

/** Every fourth one is for someone else. */
const waiting = (count: number): RequestRow[] =>
  Array.from({ length: count }, (_, index) => ({ eligible: index % 4 !== 0 }) as RequestRow);

async function read(count: number, limit: number) {
  const rows = waiting(count);
  const listRequests = async (query: ListQuery = {}): Promise<RequestPage> => {
    const { limit: size = 0, after = null } = query;
    const from = after === null ? 0 : Number(after);
    const next = from + size < rows.length ? String(from + size) : null;
    return { rows: rows.slice(from, from + size), next };
  };
  const query = {
    status: 'pending',
    forMe: false,
    agent: undefined,
    tool: undefined,
    limit,
  } as const;
  const inbox = await readInbox({ listRequests }, query, new AbortController().signal);
  return [inbox.rows.length, countWords(inbox, 'pending'), cutWords(inbox)];
}

test('the number of what waits is not that of the rows that are listed', async () => {
  assert.deepEqual(await read(0, 50), [0, 'none waiting', null]);
  assert.deepEqual(await read(4, 50), [4, '4 waiting, 3 for you', null]);
  const cut = '50 listed; --limit lists more.';
  assert.deepEqual(await read(72, 50), [50, '72 waiting, 54 for you', cut]);
  assert.deepEqual(await read(72, 100), [72, '72 waiting, 54 for you', null]);
});

test('what no one counted is said as a plus, as on the pages', async () => {
  const cut = '50 listed; --limit lists more.';
  assert.deepEqual(await read(400, 50), [50, '100+ waiting, 75+ for you', cut]);
  assert.deepEqual(await read(400, 400), [400, '400 waiting, 300 for you', null]);
});
