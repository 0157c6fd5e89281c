import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { freePort } from './free-port.ts';

test('each port is handed out once, and none that an outgoing connection could take', async () => {
  const ports = [];
  for (let count = 0; count < 20; count++) ports.push(await freePort());
  assert.equal(new Set(ports).size, ports.length);
  for (const port of ports) assert.ok(port >= 12_000 && port < 28_000, `${port}`);
});

test('a port that another server has is passed over', async () => {
  const holder = createServer();
  const taken = (await freePort()) + 1;
  // Another process may have it already, which is as good.
  await new Promise<void>(done => {
    holder.once('error', () => done());
    holder.listen(taken, '127.0.0.1', done);
  });
  try {
    assert.notEqual(await freePort(), taken);
  } finally {
    holder.close();
  }
});
