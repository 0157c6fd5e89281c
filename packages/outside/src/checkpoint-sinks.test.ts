import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CheckpointSink } from '@countersign/coordinator';
import { ProtocolError } from '@countersign/protocol/reason';
import { CheckpointNotTaken } from './checkpoint-not-taken.ts';
import { allSinks, type Post, postedCheckpoints, printedCheckpoints } from './checkpoint-sinks.ts';
import { signNote } from './testing/sample-notes.ts';

const note = await signNote({ origin: 'log.example/1', size: 5 });
const next = await signNote({ origin: 'log.example/1', size: 6 });

/** A sink that remembers, and is down while it is told to be. */
function collecting(): CheckpointSink & { readonly notes: string[]; isDown: boolean } {
  const notes: string[] = [];
  const sink = {
    notes,
    isDown: false,
    publish: async (given: string) => {
      if (sink.isDown) throw new Error('it is down');
      notes.push(given);
    },
  };
  return sink;
}

describe('printed checkpoints', () => {
  test('each printed checkpoint is one line of JSON', async () => {
    const lines: string[] = [];
    const sink = printedCheckpoints({ write: line => void lines.push(line) });
    await sink.publish(note);
    await sink.publish(next);
    assert.deepEqual(
      lines.map(line => JSON.parse(line)),
      [{ checkpoint: note }, { checkpoint: next }],
    );
    for (const line of lines) assert.equal(line.indexOf('\n'), line.length - 1);
  });

  test('a checkpoint counts as not taken when printing fails', async () => {
    const write = async () => {
      throw new Error('the pipe is closed');
    };
    await assert.rejects(printedCheckpoints({ write }).publish(note), /the pipe is closed/);
  });
});

describe('posted checkpoints', () => {
  const url = 'https://user:secret@witness.example:8443/hook?token=secret';

  test('checkpoints are posted unchanged, with a time limit', async () => {
    const calls: Parameters<Post>[] = [];
    const post: Post = async (...call) => {
      calls.push(call);
      return { status: 204 };
    };
    await postedCheckpoints({ post, url }).publish(note);
    await postedCheckpoints({ post, url, timeoutMilliseconds: 50 }).publish(next);
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    assert.deepEqual(calls, [
      [url, { body: note, headers, timeoutMilliseconds: 10_000 }],
      [url, { body: next, headers, timeoutMilliseconds: 50 }],
    ]);
  });

  test('a posted checkpoint counts as taken only with a status of 200 to 299', async () => {
    for (const status of [200, 201, 202, 204, 299]) {
      await postedCheckpoints({ post: async () => ({ status }), url }).publish(note);
    }
    for (const status of [100, 199, 300, 301, 302, 304, 400, 404, 500, 503, 200.5, Number.NaN]) {
      const sink = postedCheckpoints({ post: async () => ({ status }), url });
      await assert.rejects(sink.publish(note), (error: Error) => {
        assert.ok(error instanceof CheckpointNotTaken);
        assert.match(error.message, /witness\.example:8443 .*expected .*found/);
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    }
  });

  test('the error of a failed post names the host and never the full address', async () => {
    const post: Post = async () => {
      throw new Error('no answer in time');
    };
    await assert.rejects(postedCheckpoints({ post, url }).publish(note), (error: Error) => {
      assert.equal(
        error.message,
        'witness.example:8443 could not be given a checkpoint: no answer in time',
      );
      return true;
    });
  });

  test('an invalid address is refused at once', () => {
    const post: Post = async () => ({ status: 200 });
    for (const wrong of ['', 'witness.example', 'file:///x', 'ftp://x/', 'javascript:1']) {
      assert.throws(() => postedCheckpoints({ post, url: wrong }), ProtocolError, wrong);
    }
  });
});

describe('all sinks', () => {
  test('every sink gets every checkpoint', async () => {
    const [one, two] = [collecting(), collecting()];
    const sink = allSinks({ one, two });
    await sink.publish(note);
    await sink.publish(next);
    assert.deepEqual(
      [one.notes, two.notes],
      [
        [note, next],
        [note, next],
      ],
    );
  });

  test('failed sinks are named, and only they get the checkpoint again', async () => {
    const sinks = { file: collecting(), hook: collecting(), pager: collecting() };
    const sink = allSinks(sinks);
    sinks.hook.isDown = true;
    sinks.pager.isDown = true;
    await assert.rejects(sink.publish(note), (error: Error) => {
      assert.ok(error instanceof CheckpointNotTaken);
      assert.equal(error.message, 'hook: it is down; pager: it is down');
      return true;
    });
    sinks.pager.isDown = false;
    await assert.rejects(sink.publish(note), /^CheckpointNotTaken: hook: it is down$/);
    sinks.hook.isDown = false;
    await sink.publish(note);
    await sink.publish(next);
    for (const { notes } of Object.values(sinks)) assert.deepEqual(notes, [note, next]);
  });
});
