// Goal: an export of a million rows needs no more memory than one of a thousand. Method: rows are made as they are asked for, and
// taken by a slow receiver over a real connection of HTTP; a receiver that takes nothing stops the reading.

import assert from 'node:assert/strict';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, test } from 'node:test';
import { effort } from '@countersign/testing';
import type { FoundRow } from '@countersign/wire/search';
import { type ExportFormat, exportedRows } from './exported-rows.ts';

const rowsMax = effort({ fast: 20_000, full: 1_000_000, of: 'rows' });

/** A row of about 700 bytes. */
function row(id: string): FoundRow {
  return {
    approval_request_id: id,
    requested_at: '2026-11-15T19:40:00.000Z',
    ended: 'allowed',
    risk_level: 'high',
    agent_id: 'billing-bot',
    tool_name: 'payments.wire',
    rule_id: 'wires',
    title: `=Wire 4,200.00 EUR, ${'to Nordvik Paper AB '.repeat(20)}`,
    target_resource: 'acct-42',
    decided_by: [{ person_id: 'p', name: 'Mara "M", Rossi', decision: 'allow', reason: 'fine' }],
    found: null,
  } as unknown as FoundRow;
}

/** Counts how far it was read. */
function made(rows: number, isPermitted = () => true) {
  const ended = new AbortController();
  const source = {
    read: 0,
    ended,
    signal: ended.signal,
    nextPage: async (limit: number, after: string | null) => {
      const from = Number(after ?? 0);
      const until = Math.min(rows, from + limit);
      source.read = until;
      const ids = Array.from({ length: until - from }, (_, index) => String(from + index));
      return { ids, next: until < rows ? String(until) : null };
    },
    rowOf: async (id: string) => row(id),
    isStillPermitted: async () => isPermitted(),
  };
  return source;
}

describe('the rows of an export', () => {
  for (const format of ['csv', 'json'] as const) {
    test(`the rows of an export are read no faster than a slow receiver takes them, and all arrive (${format})`, async () => {
      const source = made(rowsMax);
      let [lines, bytes, ahead, heap] = [0, 0, 0, 0];
      const before = process.memoryUsage().heapUsed;
      const receiver = new Writable({
        highWaterMark: 1,
        write: (chunk: Buffer, _encoding, done) => {
          bytes += chunk.length;
          for (const byte of chunk) lines += byte === 10 ? 1 : 0;
          ahead = Math.max(ahead, source.read - lines);
          heap = Math.max(heap, process.memoryUsage().heapUsed - before);
          setImmediate(done);
        },
      });
      await pipeline(Readable.from(exportedRows(format, source)), receiver);
      assert.equal(source.read, rowsMax);
      assert.equal(lines, rowsMax + (format === 'csv' ? 1 : 2));
      assert.ok(bytes > rowsMax * 500);
      assert.ok(ahead <= 20 * 50, `${ahead} rows were read before they were taken`);
      assert.ok(heap < 128 * 2 ** 20, `${heap} bytes`);
    });
  }

  /** Serves one export over HTTP. */
  async function served(format: ExportFormat, source: ReturnType<typeof made>) {
    let close: () => void = () => undefined;
    const closed = new Promise<void>(done => {
      close = done;
    });
    const server = createServer((_request, response) => {
      const rows = Readable.from(exportedRows(format, source));
      rows.once('close', () => close());
      response.once('close', () => source.ended.abort());
      void pipeline(rows, response).catch(() => undefined);
    });
    await new Promise<void>(done => void server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const answer = await new Promise<IncomingMessage>(done => {
      get({ host: '127.0.0.1', port }, done);
    });
    return { server, answer, closed };
  }

  test('the rows of an export are read no more once the receiver is gone, and the reading ends', async () => {
    const source = made(100_000_000);
    const { server, answer, closed } = await served('json', source);
    await new Promise(done => answer.once('data', done));
    answer.destroy();
    await closed;
    const readTo = source.read;
    await new Promise(done => setImmediate(done));
    assert.equal(source.read, readTo);
    assert.ok(readTo < 100_000, `${readTo} rows for a receiver that took one`);
    server.close();
  });

  test('an export ends broken, and not as a shorter list, where the rights of the caller end', async () => {
    let pages = 0;
    const source = made(1000, () => pages++ < 3);
    const { server, answer } = await served('json', source);
    await assert.rejects(async () => {
      for await (const _chunk of answer);
    });
    assert.equal(source.read, 150);
    server.close();
  });
});
