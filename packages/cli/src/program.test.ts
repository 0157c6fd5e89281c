import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import type { Command, CommandIo } from './command.ts';
import { commandGroups } from './command-groups.ts';
import { exitCodes, exitNames } from './exit-codes.ts';
import { asRefused, exitOfCode } from './explain-error.ts';
import { buildProgram, runProgram } from './program.ts';

function testIo(): CommandIo & { readonly said: () => string; readonly ends: unknown[] } {
  const stdout = new PassThrough();
  const ends: unknown[] = [];
  return {
    stdout,
    stderr: new PassThrough(),
    stdin: new PassThrough(),
    env: {},
    cwd: '.',
    homeFolder: '.',
    isTty: false,
    columns: 100,
    rows: 40,
    colours: { stdout: false, stderr: false },
    now: () => new Date(0),
    signal: new AbortController().signal,
    endWith: end => ends.push(end),
    said: () => String(stdout.read() ?? ''),
    ends,
  };
}

function everyCommand(command: Command, path: string): [string, Command][] {
  return command.commands.flatMap(child => {
    const name = `${path} ${child.name()}`;
    return [[name, child] as [string, Command], ...everyCommand(child, name)];
  });
}

describe('the program', () => {
  test('the program lists every command with the description of the command itself', async () => {
    const program = await buildProgram(testIo());
    for (const { commands } of commandGroups) {
      for (const { name, summary } of commands) {
        const found = program.commands.find(command => command.name() === name);
        assert.ok(found !== undefined, name);
        if (found.summary() !== '') assert.equal(found.summary(), summary, name);
        assert.doesNotMatch(summary, /^[A-Z](?!PI)|\.$/, `${name}: a phrase, no sentence`);
      }
    }
  });

  test('each command that acts has examples, exit codes, --json and a description', async () => {
    for (const [name, command] of everyCommand(await buildProgram(testIo()), 'countersign')) {
      if (command.commands.length > 0) continue;
      let help = '';
      command.configureOutput({
        writeOut: words => {
          help += words;
        },
      });
      command.outputHelp();
      assert.match(help, /\nExamples:\n/, name);
      assert.match(help, /\nExit codes:\n {4}0 /, name);
      assert.match(help, /\n {2}--json /, name);
      assert.match(command.description(), /^[A-Z]/, name);
      assert.doesNotMatch(help, /!|please/i, name);
    }
  });

  test('a refused command ends with its documented exit code and prints one JSON document', async () => {
    const io = testIo();
    await runProgram(io, ['whoami', '--url', 'nonsense', '--json']);
    const { refused } = JSON.parse(io.said()) as { refused: Record<string, unknown> };
    assert.deepEqual([refused['exit'], refused['status'], io.ends], ['usage', 2, ['usage']]);
  });
});

describe('exit codes', () => {
  test('each exit code has its own number', () => {
    const numbers = exitNames.map(name => exitCodes[name].status);
    assert.equal(new Set(numbers).size, numbers.length);
    assert.deepEqual(
      exitNames.map(name => `${exitCodes[name].status} ${name}`),
      [
        '0 ok',
        '1 failed',
        '2 usage',
        '3 denied',
        '4 pending',
        '5 not_permitted',
        '6 unreachable',
        '7 lapsed',
        '8 unknown_outcome',
        '9 not_trusted',
        '125 not_run',
        '130 interrupted',
      ],
    );
  });

  test('each refusal of a server has an exit code', () => {
    assert.equal(exitOfCode('server_unreachable', 0), 'unreachable');
    assert.equal(exitOfCode('not_authenticated', 401), 'not_permitted');
    assert.equal(exitOfCode('step_up_missing', 403), 'not_permitted');
    assert.equal(exitOfCode('request_denied', 409), 'denied');
    assert.equal(exitOfCode('grant_already_consumed', 409), 'lapsed');
    assert.equal(exitOfCode('request_pending', 409), 'pending');
    assert.equal(exitOfCode('object_malformed', 400), 'failed');
    assert.equal(asRefused(new Error('ours')), null);
  });
});
