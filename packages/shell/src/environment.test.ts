import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chooseEnvironment, inheritedNames, mayLoadCode } from './environment.ts';

const present = { PATH: '/bin', HOME: '/h', AWS_SECRET_ACCESS_KEY: 's3cret', LD_PRELOAD: 'x.so' };

describe('the environment of a command', () => {
  test('only listed variables reach a command', () => {
    const { values, names } = chooseEnvironment({}, present);
    assert.deepEqual(values, { HOME: '/h', PATH: '/bin' });
    assert.deepEqual(names, ['HOME', 'PATH']);
    assert.ok(!mayLoadCode(inheritedNames));
  });

  test('a named variable is passed on when it exists, and an explicit value overrides it', () => {
    const choice = { inherit: ['AWS_SECRET_ACCESS_KEY', 'NOT_THERE'], set: { HOME: '/elsewhere' } };
    const { values } = chooseEnvironment(choice, present);
    assert.deepEqual(values, { AWS_SECRET_ACCESS_KEY: 's3cret', HOME: '/elsewhere', PATH: '/bin' });
  });

  test('the environment has one digest, which any other value, name or boundary changes', () => {
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

  test('a variable that makes programs load code is recognised', () => {
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
