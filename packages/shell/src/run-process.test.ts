import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { measureCommand } from './measure-command.ts';
import { runProcess } from './run-process.ts';
import { presentSurroundings } from './surroundings.ts';

describe('a process', () => {
  // Longer than any timer of the system can be set to.
  for (const milliseconds of [2 ** 31, 31_536_000_000, Number.POSITIVE_INFINITY]) {
    test(`a process with a limit of ${milliseconds} milliseconds is not stopped at once`, async () => {
      const wanted = {
        text: { command: 'read line; echo "$line"' },
        cwd: undefined,
        shell: '/bin/sh',
        environment: {},
        stdin: new TextEncoder().encode('done\n'),
        showStdin: false,
      };
      const { signal } = new AbortController();
      const limits = { milliseconds, outputMax: 1024, signal, onOutput: undefined };
      const ended = await runProcess(measureCommand(wanted, presentSurroundings()), limits);
      assert.deepEqual([ended.exit_code, ended.stopped, ended.stdout.text], [0, null, 'done\n']);
    });
  }
});
