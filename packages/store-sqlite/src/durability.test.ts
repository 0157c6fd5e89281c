import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { effort, proving } from '@countersign/testing';
import { readTrace, skipWithoutStrace, straceCommand } from './testing/syscall-trace.ts';
import { openStore, pathFor } from './testing/temporary-store.ts';
import { WorkerProcess } from './testing/worker-process.ts';

const skip = skipWithoutStrace();

interface Replies {
  readonly acknowledged: number;
  readonly refused: number;
  readonly injected: number;
}

/**
 * Walks through what a process that commits one at a time did: every acknowledgement comes after a sync of the
 * log that succeeded, and nothing was written to the log between that sync and the acknowledgement.
 */
function checkReplies(trace: string): Replies {
  let unsynced = false;
  let synced = 0;
  let acknowledged = 0;
  let refused = 0;
  let injected = 0;
  for (const call of readTrace(trace)) {
    if (call.injected) injected++;
    const isLog = call.file.endsWith('-wal');
    if (call.name === 'pwrite64' && isLog) unsynced = true;
    if (/^f(data)?sync$/.test(call.name) && isLog && !call.failed) {
      unsynced = false;
      synced++;
    }
    if (call.name === 'write' && call.line.includes('"unavailable ')) refused++;
    if (call.name !== 'write' || !call.line.includes('"committed ')) continue;
    assert.equal(unsynced, false, `acknowledged before the sync: ${call.line}`);
    assert.ok(synced > 0, `acknowledged without a sync of its own: ${call.line}`);
    synced = 0;
    acknowledged++;
  }
  return { acknowledged, refused, injected };
}

async function runTraced(context: TestContext, commits: number, inject?: string): Promise<Replies> {
  const path = pathFor(context);
  // Made before, so that the faults meet commits and not the making of the store.
  await (await openStore(path)).close();
  const trace = join(dirname(path), 'trace');
  const command = straceCommand(trace, inject);
  const worker = new WorkerProcess('committing-worker', [path, '1', `${commits}`], command);
  assert.equal((await worker.exited).code, 0);
  const replies = checkReplies(trace);
  assert.equal(worker.lines.filter(line => line.startsWith('committed ')).length, commits);
  assert.equal(replies.acknowledged, commits, 'the trace shows every acknowledgement');

  const store = await openStore(path);
  assert.equal((await store.readStream('request/0')).length, commits, 'each commit is there once');
  assert.equal((await store.listClaims('nonce', '0/')).length, commits);
  assert.deepEqual(await store.integrityCheck(), []);
  await store.close();
  return replies;
}

describe('an acknowledgement', { skip }, () => {
  test('each commit is acknowledged after the log was synced', async context => {
    const commits = effort({ fast: 50, full: 1_000, of: 'commits' });
    const { refused } = await runTraced(context, commits);
    assert.equal(refused, 0);
    context.diagnostic(`${commits} acknowledgements, each after its sync`);
  });

  for (const [calls, error] of [
    ['fsync,fdatasync', 'EIO'],
    ['fsync,fdatasync', 'ENOSPC'],
    ['pwrite64', 'EIO'],
    ['pwrite64', 'ENOSPC'],
  ] as const) {
    for (const step of proving ? [3, 5, 7, 11] : [3, 7]) {
      // A commit writes many frames, so that faults in writing are spread wider to let some through.
      const every = calls === 'pwrite64' ? step * 13 : step;
      test(`no acknowledgement comes when every ${every}th ${calls} fails with ${error}, and the failed commit succeeds later`, async context => {
        const commits = effort({ fast: 20, full: 1_000 });
        const inject = `${calls}:error=${error}:when=${every}+${every}`;
        const { refused, injected } = await runTraced(context, commits, inject);
        assert.ok(injected > 0 && refused > 0, `${injected} faults, ${refused} refusals`);
        context.diagnostic(
          `${injected} faults, ${refused} refused, ${commits} committed in the end`,
        );
      });
    }
  }
});
