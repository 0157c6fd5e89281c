// Goal: one command guards an agent, says what it changes and undoes it; `guard check` says whether the guard is really there.
// Method: the command line in a home of its own, with a real server and without the agents.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { after, before, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { canaryCall, canaryHook } from '@countersign/guard';
import { CliPlace } from './testing/cli-program.ts';
import { GuardedSite } from './testing/guarded-site.ts';

describe('countersign guard', { timeout: 120_000 }, () => {
  let site: GuardedSite;
  let place: CliPlace;
  before(async () => {
    site = await GuardedSite.start('claude-code.test');
  });
  after(() => site.server.remove());
  beforeEach(() => {
    place = new CliPlace({ PATH: '' });
    writeFileSync(place.path('key'), site.key);
  });

  const guard = (...words: string[]) =>
    place.run([
      ...['guard', 'claude-code', '--url', site.server.origin, '--name', 'claude-code.test'],
      ...['--key-file', place.path('key'), ...words],
    ]);
  const check = async (...words: string[]) =>
    place.run(['guard', 'check', 'claude-code', ...words]);
  const settings = () => place.path('.claude', 'settings.json');
  const write = (text: string) => {
    mkdirSync(place.path('.claude'), { recursive: true });
    writeFileSync(settings(), text);
  };

  test('install shows the change, and changes nothing without --write', async () => {
    const { code, output } = await guard();
    assert.equal(code, 0);
    assert.match(output, /\+ .*"onFailure": "block"/);
    assert.match(output, /repeat the command with --write/);
    assert.ok(!output.includes(site.key), 'the key is not shown');
    assert.ok(!existsSync(settings()));
  });

  test('install keeps a copy, and removing the guard restores the file byte for byte', async () => {
    const original = '{\n\t"theme": "dark"\n}';
    write(original);
    assert.equal((await guard('--write')).code, 0);
    assert.match(readFileSync(settings(), 'utf8'), /\/hooks\/claude-code\/1/);
    assert.equal(statSync(settings()).mode & 0o777, 0o600);
    assert.equal(readFileSync(`${settings()}.before-countersign`, 'utf8'), original);
    const { output } = await check();
    assert.match(output, /claude-code: guarded, with a gap/);
    assert.match(output, /a project can switch hooks off/);
    const removed = await place.run(['guard', 'claude-code', '--remove', '--write']);
    assert.equal(removed.code, 0);
    assert.equal(readFileSync(settings(), 'utf8'), original);
    assert.ok(!existsSync(`${settings()}.before-countersign`));
    const gone = await check();
    assert.equal(gone.code, 1);
    assert.match(gone.output, /not guarded[\s\S]*it is not installed/);
  });

  test('install refuses a settings file that is a link', async () => {
    mkdirSync(place.path('.claude'));
    writeFileSync(place.path('elsewhere.json'), '{}');
    symlinkSync(place.path('elsewhere.json'), settings());
    const { code, errors } = await guard('--write');
    assert.equal(code, 1);
    assert.match(errors, /is a link/);
    assert.equal(readFileSync(place.path('elsewhere.json'), 'utf8'), '{}');
  });

  test('install refuses unreadable settings and an unknown agent', async () => {
    write('{ "theme": "dark", // mine\n}');
    const { code, errors } = await guard('--write');
    assert.equal(code, 1);
    assert.match(errors, /is not plain JSON/);
    const unknown = await place.run(['guard', 'hal']);
    assert.equal(unknown.code, 2);
    assert.match(unknown.errors, /Expected one of claude-code, codex/);
  });

  test('check says what is wrong: changed, missing, linked, switched off, or another hook beside it', async () => {
    assert.equal((await guard('--write')).code, 0);
    const whole = readFileSync(settings(), 'utf8');
    const wrong: readonly (readonly [string, RegExp])[] = [
      [whole.replace('"block"', '"continue"'), /the hook of the guard was changed/],
      ['{}', /there is no hook of the guard/],
      [whole.replace('{', '{ "disableAllHooks": true,'), /disableAllHooks switches every hook off/],
    ];
    for (const [text, why] of wrong) {
      write(text);
      const { code, output } = await check();
      assert.equal(code, 1, output);
      assert.match(output, why);
    }
    rmSync(settings());
    assert.match((await check()).output, /settings\.json is missing/);
    symlinkSync(place.path('key'), settings());
    assert.match((await check()).output, /is a link/);
    rmSync(settings());
    write(whole);
    mkdirSync(place.path('shop', '.claude'), { recursive: true });
    const cwd = place.path('shop');
    writeFileSync(place.path('shop', '.claude', 'settings.json'), '{"disableAllHooks": true}');
    const off = await place.run(['guard', 'check', 'claude-code'], { cwd });
    assert.match(off.output, /switches every hook off/);
    const another = {
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'rewrite' }] }] },
    };
    writeFileSync(place.path('shop', '.claude', 'settings.json'), JSON.stringify(another));
    const beside = await place.run(['guard', 'check', 'claude-code'], { cwd });
    assert.match(beside.output, /another hook, which may change a call/);
  });

  test('check says that the server is away, or does not know the key', async () => {
    writeFileSync(place.path('key'), 'cs_wrong');
    assert.equal((await guard('--write')).code, 0);
    assert.match((await check()).output, /the server does not answer for this key/);
    const setup = place.path('.config', 'countersign', 'guard', 'claude-code.json');
    const text = readFileSync(setup, 'utf8').replace(site.server.origin, 'http://127.0.0.1:9');
    writeFileSync(setup, text);
    assert.match((await check()).output, /cannot be reached/);
  });

  test('a pause is asked for in the browser, and without a server there is none', async () => {
    const pause = (...words: string[]) => place.run(['guard', 'pause', ...words]);
    assert.match((await pause('10m', '--reason', 'x')).errors, /No agent is guarded/);
    assert.equal((await guard('--write')).code, 0);
    for (const time of ['0m', '61m', '2h', 'soon']) {
      assert.match((await pause(time, '--reason', 'x')).errors, /Expected a time from 1m to 60m/);
    }
    assert.match((await pause('10m')).errors, /Expected --reason/);
    const other = await pause('10m', '--reason', 'x', '--agent', 'codex');
    assert.match(other.errors, /codex is not guarded on this machine/);
    const setup = place.path('.config', 'countersign', 'guard', 'claude-code.json');
    const text = readFileSync(setup, 'utf8').replace(site.server.origin, 'http://127.0.0.1:9');
    writeFileSync(setup, text);
    const away = await pause('10m', '--reason', 'x');
    assert.match(away.errors, /Without it there is no pause/);
    assert.match(away.errors, /countersign guard claude-code --remove/);
  });

  test('check tells the server what it found', async () => {
    assert.equal((await guard('--write')).code, 0);
    await check();
    const { headers } = site.reviewer;
    const { body } = await site.server.call('GET', '/v1/guards', { headers });
    const [found] = (body as { guards: { agent_id: string; state: string }[] }).guards;
    assert.equal(found?.agent_id, 'claude-code.test');
    assert.equal(found?.state, 'guarded_with_a_gap');
  });

  test('an agent that starts a program gets it, and check notices when it is gone or another', async () => {
    const words = ['guard', 'gemini', '--url', site.server.origin, '--name', 'claude-code.test'];
    const { code } = await place.run([...words, '--key-file', place.path('key'), '--write']);
    assert.equal(code, 0);
    const program = place.path('.config', 'countersign', 'guard', 'countersign-hook.cjs');
    const examine = () => place.run(['guard', 'check', 'gemini']);
    assert.match((await examine()).output, /gemini: guarded/);
    const setup = place.path('.config', 'countersign', 'guard', 'gemini.json');
    const canary = canaryCall((JSON.parse(readFileSync(setup, 'utf8')) as { key: string }).key);
    const started = promisify(execFile)(process.execPath, [program, 'gemini', setup]);
    started.child.stdin?.end(JSON.stringify(canaryHook('gemini', canary)));
    const { stdout } = await started;
    const { decision, reason } = JSON.parse(stdout) as Record<'decision' | 'reason', string>;
    assert.equal(decision, 'deny');
    assert.ok(reason.includes(canary.mark), reason);
    writeFileSync(program, 'process.exit(0)');
    assert.match((await examine()).output, /of another version, or was changed/);
    rmSync(program);
    assert.match((await examine()).output, /countersign-hook\.cjs is missing/);
  });
});
