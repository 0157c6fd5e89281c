// Disproves: "A key that evaluates policy itself can allow what the server would not, or keep it from the log."

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createGate, NotAllowed } from '@countersign/client';
import { type EdgeTransport, openEdge, openEdgeKey } from '@countersign/edge';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

interface Edges {
  readonly edges: readonly {
    readonly decisions: number;
    readonly contradicted: number;
    readonly gap_count: number;
    readonly last_refusal: { readonly code: string } | null;
  }[];
}

describe('an edge over HTTP', () => {
  let server: StartedServer;
  let folder: string;
  let headers: Headers;
  let operator: SignedIn;
  let transport: EdgeTransport;
  const faults: string[] = [];
  const address = () => `http://localhost:${server.port}`;
  before(async () => {
    server = await startedServer();
    folder = mkdtempSync(join(tmpdir(), 'edge-'));
    operator = await server.person(['operator']);
    headers = await server.apiKey({
      verbs: ['consume', 'edge', 'observe', 'propose'],
      agent_ids: ['billing-bot'],
      executor: 'billing-bot',
      edge_key: openEdgeKey(folder).publicKey,
    });
    transport = await openEdge({
      url: address(),
      key: (headers['authorization'] ?? '').slice('Bearer '.length),
      folder,
      onFault: ({ code }) => faults.push(code),
    });
  });
  after(async () => {
    await transport?.close();
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const edges = async () => {
    const { body } = await server.call('GET', '/v1/edges', { headers: operator.headers });
    return body as Edges;
  };

  test('[EG-1, EG-7] allowed calls run without the server, and the edge reports them to its log', async () => {
    const gate = createGate(transport, { agent: 'billing-bot' });
    const read = (id: number) =>
      gate.run({ target: { tool_name: 'read.invoice' }, parameters: { id } }, async () => id);
    assert.equal(await read(1), 1);
    await transport.sync();
    for (let id = 2; id < 12; id++) assert.equal(await read(id), id);
    await transport.sync();
    const { edges: listed } = await edges();
    assert.equal(listed.length, 1);
    assert.deepEqual([listed[0]?.decisions, listed[0]?.contradicted], [10, 0]);
    assert.deepEqual(faults, []);
    const forbidden = { target: { tool_name: 'forbidden.thing' }, parameters: {} };
    await assert.rejects(
      gate.run(forbidden, async () => 'ran'),
      error => error instanceof NotAllowed && error.code === 'policy_denied',
    );
  });

  test('[EG-4] a key without the verb, a person and a stranger are no edge', async () => {
    const plain = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const asked = { run: 'run', nonce: 'nonce', has: null };
    for (const caller of [plain, operator.headers, {}]) {
      for (const [path, body] of [
        ['/v1/edge/snapshots', asked],
        ['/v1/edge/batches', { batch: 'a.b.c' }],
      ] as const) {
        const { status } = await server.call('POST', path, { headers: caller, body });
        assert.ok(status === 401 || status === 403, `${path}: ${status}`);
      }
    }
    const made = await server.call('POST', '/v1/credentials/api-keys', {
      headers: operator.headers,
      body: { label: 'no key', verbs: ['edge', 'propose'], agent_ids: ['billing-bot'] },
    });
    assert.equal(made.status, 400, JSON.stringify(made.body));
  });

  test('[EG-6] a batch of another edge is refused, and the log says so', async () => {
    const other = mkdtempSync(join(tmpdir(), 'edge-'));
    try {
      const batch = openEdgeKey(other).seal('key_x', 'countersign-edge-batch+jws', {});
      const sent = await server.call('POST', '/v1/edge/batches', { headers, body: { batch } });
      assert.equal(sent.status >= 400, true);
      const { edges: listed } = await edges();
      assert.match(listed[0]?.last_refusal?.code ?? '', /^jws_/);
    } finally {
      rmSync(other, { recursive: true });
    }
  });
});
