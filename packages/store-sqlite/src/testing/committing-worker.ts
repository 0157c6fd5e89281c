// Commits, and says so after each answer, until it has done as many as it was told or is killed. What cannot be
// committed is said and submitted again. Each lane has a stream of its own and waits for its answers.
//
//   node … committing-worker.ts <path> <lanes> <commits>

import { writeSync } from 'node:fs';
import { type Commit, StoreUnavailable, type StreamRow } from '@countersign/coordinator';
import { sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import { openStore } from './temporary-store.ts';

const [, , path = '', lanes = '1', commits = '0'] = process.argv;
const store = await openStore(path);
let left = Number(commits);

function nextCommit(lane: number, last: StreamRow | null): Commit {
  const stream = `request/${lane}`;
  const version = (last?.version ?? 0) + 1;
  const row = sampleRow(lane, { status: version % 2 === 0 ? 'allowed' : 'pending' });
  const append = sampleAppend(stream, { after: last, data: [{ text: 'x'.repeat(700) }], row });
  return sampleCommit(append, {
    claims: [{ scope: 'nonce', key: `${lane}/${version}`, until: null }],
    outbox: [{ topic: 'request.allowed', stream, payload: `${lane}/${version}` }],
  });
}

/** Written in one piece and before anything else happens, as the reply of a server would be. */
function say(what: string, lane: number, version: number): void {
  for (;;) {
    try {
      writeSync(1, `${what} ${lane} ${version}\n`);
      return;
    } catch (error) {
      // The pipe is full: the reader is slower.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}

async function run(lane: number): Promise<void> {
  let last = (await store.readStream(`request/${lane}`)).at(-1) ?? null;
  while (left-- > 0) {
    const commit = nextCommit(lane, last);
    const version = (last?.version ?? 0) + 1;
    for (let done = false; !done; ) {
      try {
        const { outcome } = await store.commit(commit);
        say(outcome, lane, version);
        if (outcome !== 'committed') throw new Error(outcome);
        done = true;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        say('unavailable', lane, version);
      }
    }
    const event_digest = commit.appends[0]?.events[0]?.event_digest;
    if (event_digest === undefined) throw new Error('a commit has an event');
    last = { version, event_digest, text: '' };
  }
}

await Promise.all(Array.from({ length: Number(lanes) }, (_, lane) => run(lane)));
await store.close();
