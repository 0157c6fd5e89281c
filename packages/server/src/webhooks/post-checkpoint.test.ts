import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { postedCheckpoints } from '@countersign/outside';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { Webhook } from 'standardwebhooks';
import { parseAllowances } from './address-rules.ts';
import { createDispatcher } from './dispatch.ts';
import { checkpointPost } from './post-checkpoint.ts';
import { startReceiver } from './testing/receiver.ts';

test('a checkpoint is posted unchanged and signed, with the same id at every attempt', async context => {
  const receiver = await startReceiver(context);
  const clock = {
    now: () => timestampFromMilliseconds(Date.now()),
    pause: (_milliseconds: number, signal: AbortSignal) =>
      new Promise<void>(resolve => signal.addEventListener('abort', () => resolve())),
  };
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const allowances = parseAllowances([`127.0.0.1:${receiver.port}`]);
  const post = checkpointPost(
    { secrets: [secret], asymmetric: false },
    {
      clock,
      dispatcher: createDispatcher({ clock, allowances }),
      webhookSigner: { signBytes: () => Promise.reject(new Error('not asked for')) },
    },
  );
  const note = 'store/1\n5\nroot\n\n— log signature\n';
  const sink = postedCheckpoints({ post, url: `http://127.0.0.1:${receiver.port}/checkpoints` });
  await sink.publish(note);
  receiver.answerWith(response => response.writeHead(503).end());
  await assert.rejects(sink.publish(note), /503/);
  const [first, second] = receiver.received;
  assert.equal(first?.text, note);
  assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id']);
  // What the receiver's own library verifies need not be JSON; it only reads it after that.
  assert.throws(() => new Webhook(secret).verify(note, first?.headers ?? {}), SyntaxError);
  const tampered = note.replace('5', '6');
  assert.throws(() => new Webhook(secret).verify(tampered, first?.headers ?? {}), /signature/i);
});
