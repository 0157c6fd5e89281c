import assert from 'node:assert/strict';
import { assembleCheckpoint, checkpointText, verifyCheckpoint } from '@countersign/protocol/log';
import { ProtocolError } from '@countersign/protocol/reason';
import { grantType } from '@countersign/protocol/request';
import type { KeyedSigner } from '../keyed-signer.ts';
import { SignerUnavailable } from '../signer-error.ts';
import { sampleCheckpoint, sampleGrant } from './sample-artifacts.ts';
import type { DefineCase } from './signer-under-test.ts';

const { origin } = sampleCheckpoint;

async function signCheckpoint(signer: KeyedSigner, name = origin): Promise<string> {
  const text = checkpointText(sampleCheckpoint);
  const noteSigner = signer.noteSigner(name);
  const { key_id } = noteSigner;
  return assembleCheckpoint(text, [{ name, key_id, signature: await noteSigner.sign(text) }]);
}

function judge(signer: KeyedSigner, note: string, name = origin): string {
  const verdict = verifyCheckpoint({ note, origin, keys: signer.noteKeys(name) });
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

/** Notes, such as the checkpoints of a log. */
export function noteCases(test: DefineCase): void {
  test('a checkpoint verifies under the name it was signed with, and under no other', async opened => {
    const { signer } = opened;
    const note = await signCheckpoint(signer);
    assert.equal(judge(signer, note), 'ok');
    assert.equal(judge(signer, note, 'log.example/epoch-2'), 'checkpoint_key_unknown');
    assert.equal(judge(signer, note.replace('epoch-1\n0', 'epoch-1\n1')) === 'ok', false);
  });

  test('checkpoints of the old key verify beside those of the new one', async opened => {
    const { signer, advance } = opened;
    const before = await signCheckpoint(signer);
    await opened.rotate({ publishSeconds: 300, overlapSeconds: 900 });
    await signer.reload();
    advance(300);
    const after = await signCheckpoint(signer);
    assert.notEqual(after, before);
    assert.deepEqual([judge(signer, before), judge(signer, after)], ['ok', 'ok']);
    advance(900);
    assert.equal(judge(signer, before), 'checkpoint_key_unknown');
    assert.equal(judge(signer, after), 'ok');
  });

  test('a log can continue from a checkpoint whose key ended or was revoked', async opened => {
    const { signer, advance } = opened;
    const before = await signCheckpoint(signer);
    await opened.rotate({ publishSeconds: 300, overlapSeconds: 900 });
    await signer.reload();
    advance(1200);
    assert.equal(judge(signer, before), 'checkpoint_key_unknown');
    const { keys } = signer.noteSigner(origin);
    assert.equal(verifyCheckpoint({ note: before, origin, keys: keys() }).ok, true);
  });

  test('a note signer refuses after another key has taken over', async opened => {
    const { signer, advance } = opened;
    const noteSigner = signer.noteSigner(origin);
    await opened.rotate({ publishSeconds: 300, overlapSeconds: 900 });
    await signer.reload();
    assert.equal((await noteSigner.sign('a line\n')).length, 64);
    advance(300);
    await assert.rejects(noteSigner.sign('a line\n'), SignerUnavailable);
  });

  test('the signing input of an artifact is never signed as a note', async ({ signer, now }) => {
    const jws = await signer.sign(grantType, sampleGrant(now()));
    const input = jws.slice(0, jws.lastIndexOf('.'));
    const noteSigner = signer.noteSigner(origin);
    for (const text of [input, '', 'half a line', 'ill-formed \ud800\n', 7 as never]) {
      await assert.rejects(noteSigner.sign(text), ProtocolError);
    }
  });

  test('a name that is invalid for a note key is refused', async ({ signer }) => {
    for (const name of ['', 'two words', 'a+b']) {
      assert.throws(() => signer.noteSigner(name), ProtocolError);
    }
  });
}
