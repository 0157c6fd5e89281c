// An agent that is killed while it waits for an approval, and killed again right after its tool had its effect. Each
// time it starts over from the top, finds the same ticket, and the tool has run once. The server is a process of its own
// and goes on meanwhile. Exits non-zero if any part of the story does not hold.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide, startServerProcess } from '@countersign/server/testing';
import { live } from './agent-life.ts';

const policy = `version: "2026-11"
default: require_approval
default_chain: owner
chain_by_risk: { low: owner, medium: owner, high: owner, critical: owner }
chains:
  - id: owner
    stages:
      - name: owner
        approvers: { roles: [owner] }
`;

const folder = mkdtempSync(join(tmpdir(), 'countersign-example-'));
const server = await startServerProcess({ folder: join(folder, 'server'), policy });
try {
  const owner = await server.person(['owner']);
  const agent = 'billing-bot';
  const { authorization = '' } = await server.apiKey({
    verbs: ['propose', 'consume'],
    agent_ids: [agent],
    executor: agent,
  });
  const key = authorization.slice('Bearer '.length);
  const ledger = join(folder, 'ledger');
  const payments = () =>
    existsSync(ledger) ? (readFileSync(ledger, 'utf8').match(/^gave/gm)?.length ?? 0) : 0;
  const nextLife = (killedAt?: string) =>
    live({
      url: server.origin,
      key,
      ledger,
      invoice: 7,
      ...(killedAt === undefined ? {} : { killedAt }),
      onWaiting: ticket => decide(server, owner.headers, ticket, 'allow'),
    });

  const first = await nextLife('waiting');
  assert.ok(first.killed);
  assert.equal(payments(), 0);
  console.log('The agent asks, and is killed while it waits. Nothing was paid.');

  const second = await nextLife('paid');
  assert.ok(second.killed);
  assert.equal(second.ticket, first.ticket);
  assert.equal(payments(), 1);
  console.log(
    'It starts again and finds the same ticket. The owner approves, it pays, and is killed before it can say so.',
  );

  const third = await nextLife();
  assert.deepEqual(third, { ticket: first.ticket, outcome: 'consumed', killed: false });
  assert.equal(payments(), 1);
  console.log('It starts once more and hears that the approval was used. It was paid once.');
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
