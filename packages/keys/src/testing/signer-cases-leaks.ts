import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { grantType } from '@countersign/protocol/request';
import { sampleGrant } from './sample-artifacts.ts';
import { badPayloads } from './signer-cases-artifacts.ts';
import type { DefineCase } from './signer-under-test.ts';

/** Everything that printing a value could show, hidden members and causes too. */
function everythingIn(value: unknown): string {
  const options = { depth: 12, showHidden: true, maxArrayLength: null, maxStringLength: null };
  return value instanceof Error
    ? `${value.message}\n${value.stack}\n${inspect(value, options)}`
    : inspect(value, options);
}

export function assertHidden(secrets: readonly string[], value: unknown): void {
  const text = everythingIn(value);
  const found = secrets.findIndex(secret => text.includes(secret));
  assert.equal(found, -1, `form ${found} of a secret is in what would be printed`);
}

/** That private keys and passphrases stay where they are. */
export function leakCases(test: DefineCase): void {
  test('no error, no answer and no property of the signer contains a secret', async opened => {
    const { signer, now } = opened;
    await opened.rotate({ publishSeconds: 0, overlapSeconds: 900 });
    await signer.reload();
    const secrets = await opened.secrets();
    assert.ok(secrets.length >= 12, 'the forms of two keys at least');
    const failures: unknown[] = [];
    const collect = async (run: () => unknown): Promise<void> => {
      try {
        await run();
        assert.fail('expected a failure');
      } catch (error) {
        failures.push(error);
      }
    };
    for (const payload of Object.values(badPayloads)) {
      await collect(() => signer.sign(grantType, payload));
    }
    await collect(() => signer.sign('\ud800', {}));
    await collect(() => signer.noteSigner('two words'));
    await collect(() => signer.noteSigner('log').sign('no line'));
    await collect(() => opened.revoke('nobody', 'x'));
    assert.equal(failures.length, Object.keys(badPayloads).length + 4);
    const answers = [
      await signer.sign(grantType, sampleGrant(now())),
      await signer.noteSigner('log').sign('a line\n'),
      signer.records(),
      signer.jwks(),
      signer.keys(),
      signer.noteKeys('log'),
      JSON.stringify(signer.records()),
    ];
    for (const value of [...failures, ...answers, signer]) assertHidden(secrets, value);
  });
}
