import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chooseEnvironment, inheritedNames, mayLoadCode } from './environment.ts';

const present = { PATH: '/bin', HOME: '/h', AWS_SECRET_ACCESS_KEY: 's3cret', LD_PRELOAD: 'x.so' };

describe('the environment of a command', () => {
  test('is a list of what passes, and what is not on it does not', () => {
    const { values, names } = chooseEnvironment({}, present);
    assert.deepEqual(values, { HOME: '/h', PATH: '/bin' });
    assert.deepEqual(names, ['HOME', 'PATH']);
    assert.ok(!mayLoadCode(inheritedNames));
  });

  test('passes on what is named where it is there, and what is set wins', () => {
    const choice = { inherit: ['AWS_SECRET_ACCESS_KEY', 'NOT_THERE'], set: { HOME: '/elsewhere' } };
    const { values } = chooseEnvironment(choice, present);
    assert.deepEqual(values, { AWS_SECRET_ACCESS_KEY: 's3cret', HOME: '/elsewhere', PATH: '/bin' });
  });

  test('has one digest, which another value, name or boundary between them changes', () => {
    const digestOf = (set: Record<string, string>) => chooseEnvironment({ set }, {}).digest;
    const digests = [
      {},
      { A: '' },
      { A: 'b' },
      { A: 'c' },
      { AB: '' },
      { A: 'b', C: 'd' },
      { A: 'b=C=d' },
    ];
    assert.equal(new Set(digests.map(each => digestOf(each as never))).size, digests.length);
    assert.equal(digestOf({ A: '1', B: '2' }), digestOf({ B: '2', A: '1' }));
  });

  test('with a variable by which programs load code is known as such', () => {
    for (const name of [
      'LD_PRELOAD',
      'DYLD_INSERT_LIBRARIES',
      'NODE_OPTIONS',
      'BASH_ENV',
      'ENV',
      'PYTHONPATH',
      'GIT_SSH_COMMAND',
      'PERL5OPT',
      'JAVA_TOOL_OPTIONS',
      'SSH_ASKPASS',
    ]) {
      assert.ok(mayLoadCode(['HOME', name]), name);
    }
    for (const name of ['TOKEN', 'AWS_SECRET_ACCESS_KEY', 'CI', 'COLUMNS']) {
      assert.ok(!mayLoadCode([name]), name);
    }
  });
});
