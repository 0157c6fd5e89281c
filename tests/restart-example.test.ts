// Goal: the agent of examples/restart-safe-agent may be killed at any moment, and its tool has run at most once, exactly
// once where that was reported. Method: a server in a process of its own, the agent's program killed with SIGKILL at ten
// moments and then run to its end, and the record read by a server that looks at it after the time to report is over.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { addSeconds, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  decide,
  type RequestRepresentation,
  type ServerProcess,
  type SignedIn,
  samplePolicy,
  startedServer,
  startServerProcess,
} from '@countersign/server/testing';
import { live } from '../examples/restart-safe-agent/agent-life.ts';

/** When it is killed, how much of the tool has happened in the end, what the next life is told, what the record says. */
const moments = [
  ['not asked', 'all', 'paid', 'succeeded'],
  ['asked', 'all', 'paid', 'succeeded'],
  ['waiting', 'all', 'paid', 'succeeded'],
  ['decided', 'all', 'paid', 'succeeded'],
  ['grant fetched', 'all', 'paid', 'succeeded'],
  // From here on the tool may have been started, so it is not started again.
  ['consumed', 'nothing', 'consumed', 'unknown'],
  ['about to pay', 'nothing', 'consumed', 'unknown'],
  ['half paid', 'half', 'consumed', 'unknown'],
  ['paid', 'all', 'consumed', 'unknown'],
  ['reported', 'all', 'consumed', 'succeeded'],
] as const;

describe('the agent of the restart example', { timeout: 180_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-restart-'));
  const place = { folder: join(folder, 'server'), policy: samplePolicy };
  const tickets = new Map<string, string>();
  let server: ServerProcess;
  let reviewer: SignedIn;
  let key: string;
  before(async () => {
    server = await startServerProcess(place);
    reviewer = await server.person(['reviewer']);
    const agent = 'billing-bot';
    const verbs = ['propose', 'consume'] as const;
    const made = await server.apiKey({ verbs, agent_ids: [agent], executor: agent });
    key = (made['authorization'] ?? '').slice('Bearer '.length);
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('killed', { concurrency: 2 }, () => {
    for (const [invoice, [moment, happened, told]] of moments.entries()) {
      test(`[SU-6] an agent that was killed at "${moment}" has run its tool at most once after its restart`, async () => {
        const ledger = join(folder, `${invoice}`);
        const birth = {
          url: server.origin,
          key,
          ledger,
          invoice,
          onWaiting: (id: string) => decide(server, reviewer.headers, id, 'allow'),
        };
        assert.equal((await live({ ...birth, killedAt: moment })).killed, true);
        const { ticket, ...ended } = await live(birth);
        assert.deepEqual(ended, { killed: false, outcome: told });
        const took = 'took 4200 from acct-42\n';
        const written = {
          nothing: '',
          half: took,
          all: `${took}gave 4200 for invoice ${invoice}\n`,
        };
        const found = existsSync(ledger) ? readFileSync(ledger, 'utf8') : '';
        assert.equal(found, written[happened]);
        tickets.set(moment, ticket ?? assert.fail());
      });
    }
  });

  test('[SU-6] an execution is succeeded when it was reported, and unknown when the agent was killed before', async () => {
    await server.stop();
    // Two hours later, when a report is no longer possible.
    const now = () => addSeconds(timestampFromMilliseconds(Date.now()), 7200);
    const later = await startedServer({ ...place, clock: { now, pause: untilAborted } });
    const { headers } = await later.person(['reviewer']);
    const read = async (id: string): Promise<string | undefined> => {
      const { body } = await later.call('GET', `/v1/requests/${id}`, { headers });
      const { receipts, outcome } = body as RequestRepresentation;
      const last = receipts.at(-1)?.outcome;
      return last === 'started' ? outcome : last;
    };
    const listed = await later.call('GET', '/v1/requests', { headers });
    const records: [string, string | undefined][] = [];
    for (const [moment] of moments) records.push([moment, await read(tickets.get(moment) ?? '')]);
    await later.close();
    assert.deepEqual(
      records,
      moments.map(([moment, , , record]) => [moment, record]),
    );
    const { rows } = listed.body as { rows: unknown[] };
    assert.equal(rows.length, moments.length, 'each was one question all along');
  });
});

/** Background work waits for its turn, which does not come here. */
function untilAborted(_milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => signal.addEventListener('abort', () => done(), { once: true }));
}
