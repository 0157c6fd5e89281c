// Goal: a user who has just installed the command line finds their way, and learns the remedy for each obstacle.
// Method: the program as it is installed, in a real pseudo-terminal whose screen an emulator draws, and without a
// terminal where a script would run it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { exitCodes } from '@countersign/cli';
import { freePort } from '@countersign/server/testing';
import { CliPlace } from './testing/cli-program.ts';
import { findOldNode } from './testing/machine-node.ts';
import { ServerProgram } from './testing/server-program.ts';
import { keys, TerminalScreen } from './testing/terminal-screen.ts';

const bin = fileURLToPath(new URL('../packages/cli/bin/countersign.js', import.meta.url));
const place = new CliPlace();
after(async () => {
  TerminalScreen.endAll();
  await ServerProgram.endAll();
  place.remove();
});

const commands = [
  'demo init serve inbox show approve reject cancel wait exec policy log bundle verify',
  'sign-in sign-out whoami people keys lock unlock doctor backup restore new-epoch dead-letters completion',
].flatMap(line => line.split(' '));

test('without arguments the program explains itself on one screen', async () => {
  const screen = place.screen([]);
  assert.equal(await screen.ended, 0);
  const shown = screen.text();
  assert.match(shown, /^Countersign decides whether one exact action/);
  assert.match(shown, /Start here\n {2}countersign demo/);
  for (const name of commands) assert.match(shown, new RegExp(`^ {2}(countersign )?${name} `, 'm'));
  assert.ok(shown.split('\n').length <= 60, 'it fits a screen of 60 rows');
});

test('every command has examples and exit codes in its help, and answers in JSON on request', async () => {
  for (const name of commands) {
    const { code, output } = await place.run([name, '--help']);
    assert.equal(code, 0, name);
    const nested = ['dead-letters', 'keys', 'lock', 'people', 'policy'].includes(name);
    if (nested) continue;
    assert.match(output, /\nExamples:\n {2}\S/, name);
    assert.match(output, /\nExit codes:\n {4}0 {2}success\n/, name);
    assert.match(output, /--json/, name);
  }
});

test('an unknown command or option is answered with the nearest one, and exit code 2', async () => {
  const command = await place.run(['servve']);
  assert.equal(command.code, exitCodes.usage.status);
  assert.match(command.errors, /Unknown command 'servve'\. Did you mean serve\?/);
  assert.equal(command.output, '');
  const option = await place.run(['serve', '--prt', '1', '--json']);
  assert.equal(option.code, exitCodes.usage.status);
  const told = JSON.parse(option.output) as { refused: { exit: string; problem: string } };
  assert.equal(told.refused.exit, 'usage');
  assert.match(told.refused.problem, /Did you mean --port\?/);
});

test('the demo tells the story, and states that all of it held', async () => {
  const screen = place.screen(['demo']);
  assert.equal(await screen.ended, 0);
  const shown = screen.text();
  assert.match(shown, /approvers are simulated/);
  assert.match(shown, /Refused \(grant_already_consumed\)/);
  assert.match(shown, /Refused \(action_digest_mismatch\); nothing ran/);
  assert.match(shown, /Every step went as described, in \d+\.\d s\./);
  assert.doesNotMatch(shown, /✗|exactly once/);
  const { code, output, errors } = await place.run(['demo', '--json']);
  const told = JSON.parse(output) as { held: boolean; scenes: { checks: { held: boolean }[] }[] };
  assert.deepEqual([code, errors, told.held, told.scenes.length], [0, '', true, 6]);
  assert.ok(
    told.scenes.every(({ checks }) => checks.length > 0 && checks.every(({ held }) => held)),
  );
});

test('init asks what the agents do, writes a policy with its cases, and never overwrites one', async () => {
  const folder = place.path('init');
  mkdirSync(folder);
  const screen = place.screen(['init'], { cwd: folder });
  await screen.shows(/What do your agents do\?/);
  screen.type(keys.down);
  await screen.shows(/● Write code and run commands/);
  screen.type(keys.enter);
  assert.equal(await screen.ended, 0);
  assert.match(screen.text(), /✓ {2}policy\.yaml .*\n✓ {2}policy\.test\.yaml/);
  assert.match(screen.text(), /countersign serve/);
  assert.match(readFileSync(`${folder}/policy.yaml`, 'utf8'), /For an agent that writes code/);

  const [, next = ''] = /countersign (policy test \S+)/.exec(screen.text()) ?? [];
  const tested = await place.run(next.split(' '), { cwd: folder });
  assert.equal(tested.code, 0, `${next}: ${tested.output}${tested.errors}`);

  writeFileSync(`${folder}/policy.yaml`, 'mine');
  const again = await place.run(['init', '--starter', 'finance'], { cwd: folder });
  assert.equal(again.code, 1);
  assert.match(
    again.errors,
    /policy\.yaml and policy\.test\.yaml already exist; nothing was written/,
  );
  assert.equal(readFileSync(`${folder}/policy.yaml`, 'utf8'), 'mine');
  const forced = await place.run(['init', '--starter', 'finance', '--force', '--json'], {
    cwd: folder,
  });
  assert.deepEqual(JSON.parse(forced.output), {
    starter: 'finance',
    written: ['policy.yaml', 'policy.test.yaml'],
  });
  const unasked = await place.run(['init']);
  assert.equal(unasked.code, exitCodes.usage.status);
  assert.match(unasked.errors, /--starter/);
});

test('the person who ran init can decide under the rules that it wrote, with the command that it names', async () => {
  const folder = place.path('beside');
  mkdirSync(folder);
  const screen = place.screen(['init'], { cwd: folder, columns: 160 });
  await screen.shows(/What do your agents do\?/);
  await screen.shows(/○ Run commands beside me/);
  const options = screen.text().match(/[●○] .*/g) ?? [];
  screen.type(keys.down.repeat(options.findIndex(each => each.includes('beside me'))));
  await screen.shows(/● Run commands beside me/);
  screen.type(keys.enter);
  assert.equal(await screen.ended, 0);
  const [, next = ''] = /countersign (exec .* -- git push --force)/.exec(screen.text()) ?? [];
  const asked = place.screen(next.split(' '), { cwd: folder });
  await asked.shows(/Run this command\?.*\n.*Cancel\n.*Proceed/);
  asked.type(keys.down + keys.enter);
  assert.equal(await asked.ended, 128, asked.text());
  assert.match(asked.text(), /not a git repository/, 'git itself answered');
});

test('rules that need a passkey refuse at a terminal, and say where to decide', async () => {
  const folder = place.path('inbox-rules');
  await place.run(['init', 'inbox-rules', '--starter', 'coding-agent']);
  const here = 'exec --policy policy.yaml --data approvals -- git push --force';
  const refused = place.screen(here.split(' '), { cwd: folder, columns: 160 });
  assert.equal(await refused.ended, exitCodes.not_run.status);
  assert.match(refused.text(), /countersign serve\).*countersign init --starter terminal/);
  assert.doesNotMatch(refused.text(), /Run this command/);
});

test('a question that is left with Ctrl-C ends with 130 and leaves nothing behind', async () => {
  const folder = place.path('left');
  mkdirSync(folder);
  const screen = place.screen(['init'], { cwd: folder });
  await screen.shows(/What do your agents do\?/);
  screen.type(keys.interrupt);
  assert.equal(await screen.ended, exitCodes.interrupted.status);
  assert.ok(!existsSync(`${folder}/policy.yaml`));
});

test('serve prints its address, the data folder and a first link, and stops on Ctrl-C', async () => {
  const folder = place.path('serve');
  await place.run(['init', 'serve', '--starter', 'starter']);
  const port = await freePort();
  const screen = place.screen(['serve', '--port', `${port}`], { cwd: folder });
  await screen.shows(/Stop with Ctrl-C/);
  const answered = await fetch(`http://localhost:${port}/v1/requests`);
  assert.equal(answered.status, 401);
  const shown = screen.text();
  assert.match(shown, new RegExp(`Countersign is at http://localhost:${port}\\n`));
  assert.match(shown, new RegExp(`http://localhost:${port}/join#\\S+`));
  assert.match(shown, /Data: .*serve\/countersign-data/);
  const taken = await place.runProcess(['serve', '--port', `${port}`], { cwd: folder });
  assert.equal(taken.code, 1);
  assert.match(taken.errors, new RegExp(`Port ${port} is in use.+--port`));
  screen.type(keys.interrupt);
  assert.equal(await screen.ended, 0);
  assert.match(screen.text(), /Stopping/);
  assert.doesNotMatch(screen.text(), /^\{/m, 'a terminal is for words, not for log lines');
});

test('serve logs every call when its output is redirected, and on a terminal only on request', async () => {
  const folder = place.path('logging');
  await place.run(['init', 'logging', '--starter', 'starter']);
  const port = await freePort();
  const options = ['serve', '--port', `${port}`];
  const kept = new ServerProgram(options, { cwd: folder, env: place.env }, [bin]);
  await kept.said(/Stop with Ctrl-C/);
  await fetch(`http://localhost:${port}/v1/requests`);
  await kept.stop();
  assert.match(kept.errors, /^\{"level":30.*"status":401/m);
  const screen = place.screen([...options, '--log-level', 'info'], { cwd: folder, columns: 400 });
  await screen.shows(/Stop with Ctrl-C/);
  await fetch(`http://localhost:${port}/v1/requests`);
  await screen.shows(/^\{"level":30.*"status":401/m);
  screen.type(keys.interrupt);
  assert.equal(await screen.ended, 0);
});

test('obstacles are reported with a remedy: no policy, a broken one, a taken port, a folder', async () => {
  const folder = place.path('wrong');
  mkdirSync(folder);
  const run = (...args: string[]) => place.runProcess(['serve', ...args], { cwd: folder });
  const none = await run();
  assert.match(none.errors, /There is no policy at policy\.yaml.+\n.+countersign init/);

  writeFileSync(
    `${folder}/policy.yaml`,
    'version: "1"\ndefault: require_approval\nrules:\n  - id: x\n    outcome: maybe\n',
  );
  const broken = await run();
  assert.equal(broken.code, 1);
  assert.match(broken.errors, /policy\.yaml:5:\d+/);

  await place.run(['init', 'wrong', '--starter', 'starter', '--force']);
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise(ready => holder.once('listening', ready));
  const { port } = holder.address() as { port: number };
  const taken = await run('--port', `${port}`, '--json');
  assert.equal(taken.code, 1);
  assert.match(
    (JSON.parse(taken.output) as { refused: { problem: string } }).refused.problem,
    /in use/,
  );
  holder.close();

  writeFileSync(`${folder}/file`, '');
  const blocked = await run('--data', 'file/data', '--port', `${await freePort()}`);
  assert.equal(blocked.code, 1);
  assert.match(blocked.errors, /file.*cannot be created: a part of its path is a file/);
  assert.doesNotMatch(blocked.errors, /\n\s+at /, 'no stack');
});

test('a read-only folder is reported as such', async () => {
  const folder = place.path('locked');
  mkdirSync(folder);
  await place.run(['init', 'locked', '--starter', 'starter']);
  chmodSync(folder, 0o500);
  // The superuser may write everywhere but into what the kernel shows as files.
  const data = process.getuid?.() === 0 ? '/sys/countersign' : 'data';
  const { code, errors } = await place.runProcess(
    ['serve', '--data', data, '--port', `${await freePort()}`],
    { cwd: folder },
  );
  chmodSync(folder, 0o700);
  assert.equal(code, 1);
  assert.match(errors, /cannot be read or written by the user|read-only file system/);
});

test('doctor examines a folder without a server, and says what to do', async () => {
  const screen = place.screen(['doctor', '--policy', 'serve/policy.yaml']);
  assert.equal(await screen.ended, 1);
  assert.match(screen.text(), /✗ {2}store/);
  const { code, output } = await place.runProcess([
    'doctor',
    '--json',
    '--policy',
    'serve/policy.yaml',
  ]);
  assert.equal(code, 1);
  const { findings } = JSON.parse(output) as { findings: { check: string; level: string }[] };
  assert.ok(findings.some(({ check, level }) => check === 'store' && level === 'wrong'));
});

const oldNode = await findOldNode();

test('an old Node is reported in one sentence and without a stack', {
  skip: oldNode === null && 'no Node older than 22.18 on this machine',
}, async () => {
  const { code, stderr } = await promisify(execFile)(oldNode?.path ?? '', [bin, 'demo']).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  assert.equal(code, 1);
  assert.match(stderr, /^Countersign needs Node 22\.18 or newer; this is Node \d+/);
  assert.doesNotMatch(stderr, /\n\s+at /);
});

test('completion scripts name every command, and bash accepts its script', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, output } = await place.run(['completion', shell]);
    assert.equal(code, 0);
    for (const name of commands) assert.ok(output.includes(name), `${shell}: ${name}`);
  }
  const { output } = await place.run(['completion', 'bash']);
  const asked = `${output}\nCOMP_WORDS=(countersign keys si); COMP_CWORD=2; _countersign; echo "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', asked]);
  assert.equal(stdout.trim(), 'signing');
});
