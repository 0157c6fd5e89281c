import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { assessCommand } from './assess-command.ts';
import { readCommand } from './command.ts';
import { measureCommand } from './measure-command.ts';

const present = { cwd: '/', env: { PATH: '/usr/bin:/bin', HOME: '/' } };

function levelOf(command: string | readonly string[], context: JsonObject = {}) {
  const measured = measureCommand(
    {
      text: readCommand(command),
      cwd: undefined,
      shell: '/bin/sh',
      environment: {},
      stdin: null,
      showStdin: false,
    },
    present,
  );
  return assessCommand(measured, context).then(({ level }) => level);
}

describe('the risk of a command', () => {
  test('the risk comes from the words of a command in either form, and not from the bound facts beside them', async () => {
    assert.equal(await levelOf(['ls', '-l']), 'low');
    assert.equal(await levelOf('ls -l | wc -l'), 'low');
    assert.equal(await levelOf(['rm', '-rf', '/']), 'critical');
    assert.equal(await levelOf('rm -rf /'), 'critical');
    assert.equal(await levelOf(['sh', '-c', 'rm -rf /']), 'critical');
  });

  test('the risk is higher when the caller states production', async () => {
    assert.equal(await levelOf(['touch', 'released'], { environment: 'staging' }), 'low');
    assert.equal(await levelOf(['touch', 'released'], { environment: 'production' }), 'high');
  });
});
