// Goal: the guard is written into the settings of each agent and taken out again, and nothing else of them changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectSettings, weaknessesIn } from '../check/other-settings.ts';
import { withTrust } from './codex.ts';
import { type Installation, SettingsUnreadable } from './installation.ts';
import { installers } from './installers.ts';

const place = { home: '/h', cwd: '/p', platform: 'linux' };
const installation: Installation = {
  scope: 'user',
  server: 'https://approve.example.com',
  key: 'the-key',
  agentName: 'agent.machine',
  node: '/bin/node',
  program: "/h/it's/countersign-hook.cjs",
  setup: '/h/setup.json',
  isHeadless: false,
  source: "const setupFile = '__COUNTERSIGN_SETUP__';\n",
};
/** Those that keep their hooks in a file of JSON. */
const withHooks = installers.filter(({ agent }) => agent !== 'opencode' && agent !== 'pi');
const settings = JSON.stringify(
  {
    theme: 'dark',
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'lint' }] }],
      Stop: [{ hooks: [{ type: 'command', command: 'bell' }] }],
    },
  },
  null,
  4,
);

for (const installer of withHooks) {
  const { agent, scopes, waits } = installer;
  const [file = ''] = installer.files(place, 'user');

  test(`${agent}: installing twice is installing once, and removing gives the settings back`, () => {
    const once = installer.install(file, settings, installation) ?? assert.fail();
    assert.equal(installer.install(file, once, installation), once);
    assert.deepEqual(installer.examine(file, once), []);
    const removed = JSON.parse(installer.remove(file, once) ?? assert.fail());
    const { version: _, ...rest } = removed;
    assert.deepEqual(rest, JSON.parse(settings));
    // The indentation is that of the file.
    assert.match(once, /^\{\n {4}"/);
  });

  test(`${agent}: a file that the guard made is removed with it`, () => {
    const made = installer.install(file, null, installation) ?? assert.fail();
    assert.equal(installer.remove(file, made), null);
  });

  test(`${agent}: settings that are no plain JSON are left alone`, () => {
    for (const text of [
      '{ // dark\n}',
      '{"a":1,"a":2}',
      '[]',
      '{"hooks":[]}',
      '{"hooks":{"PreToolUse":{}}}',
    ]) {
      if (text.includes('PreToolUse') && !['claude-code', 'codex'].includes(agent)) continue;
      assert.throws(() => installer.install(file, text, installation), SettingsUnreadable, text);
    }
  });

  test(`${agent}: a guard that was weakened or doubled is noticed`, () => {
    const once = installer.install(file, null, installation) ?? assert.fail();
    const value = JSON.parse(once) as { hooks: Record<string, object[]> };
    const [before = ''] = Object.keys(value.hooks);
    const [group = {}] = value.hooks[before] ?? [];
    const changed = (groups: object[]) =>
      installer.examine(
        file,
        JSON.stringify({ ...value, hooks: { ...value.hooks, [before]: groups } }),
      );
    assert.match(changed([]).join(), /no hook of the guard/);
    assert.match(changed([group, group]).join(), /two hooks of the guard/);
    const weaker = { ...group, matcher: 'Read', failClosed: false, timeoutSec: 1 };
    assert.match(changed([weaker]).join(), /was changed/);
  });

  test(`${agent}: our own deadline is below the agent's, and a person may take less than that`, () => {
    assert.ok(waits.hold < waits.deadline && waits.deadline < waits.timeout);
    assert.ok(scopes.includes('user'));
  });
}

test('a program that is missing or crashes refuses, and odd paths are quoted', () => {
  for (const installer of installers.filter(({ startsProgram }) => startsProgram)) {
    const [file = ''] = installer.files(place, 'user');
    const text = installer.install(file, null, installation) ?? '';
    assert.ok(text.includes("'/h/it'\\\\''s/countersign-hook.cjs'"), text);
    assert.ok(text.includes('>&2; exit 2; }'), installer.agent);
  }
});

test('with managed settings of Claude Code no one can switch the guard off', () => {
  const installer = installers.find(({ agent }) => agent === 'claude-code') ?? assert.fail();
  const [file = ''] = installer.files(place, 'managed');
  const text = installer.install(file, null, { ...installation, scope: 'managed' }) ?? '';
  assert.equal(JSON.parse(text).allowManagedHooksOnly, true);
  assert.equal(installer.remove(file, text), null);
  const off = JSON.stringify({ ...JSON.parse(text), disableAllHooks: true });
  assert.match(installer.examine(file, off).join(), /switches every hook off/);
});

test('Codex: the configuration keeps its text, and the ways past the hooks are closed', () => {
  const installer = installers.find(({ agent }) => agent === 'codex') ?? assert.fail();
  const [, config = ''] = installer.files(place, 'user');
  for (const before of [
    '',
    'model = "m"\n',
    'model = "m"\n\n[features]\nhooks = true\n\n[tui]\nx = 1\n',
    '[features]\nunified_exec_tty = true\n',
  ]) {
    const closed = installer.install(config, before, installation) ?? assert.fail();
    assert.equal(installer.install(config, closed, installation), closed);
    assert.equal(closed.match(/unified_exec_tty/gu)?.length, 1, closed);
    assert.deepEqual(installer.examine(config, closed), []);
    const trusted = withTrust(closed, [
      { key: '/h/hooks.json:pre_tool_use:0:0', hash: 'sha256:x' },
    ]);
    assert.equal(
      withTrust(trusted, [{ key: '/h/hooks.json:pre_tool_use:0:0', hash: 'sha256:x' }]),
      trusted,
    );
    const removed = installer.remove(config, trusted) ?? '';
    assert.equal(
      removed.trim(),
      before
        .replace('unified_exec_tty = true\n', '')
        .replace(/^\[features\]\n$/u, '')
        .trim(),
    );
  }
  assert.match(installer.examine(config, 'model = "m"\n').join(), /type into programs/);
});

test('settings that a project brings along to weaken the guard are named', () => {
  const weak: readonly (readonly [agent: string, file: string, text: string, why: RegExp])[] = [
    ['claude-code', '.claude/settings.json', '{"disableAllHooks":true}', /every hook off/],
    ['claude-code', '.claude/settings.local.json', '{"disable\\u0041llHooks":true}', /every hook/],
    ['claude-code', '.claude/settings.json', '{"hooks":{"PreToolUse":[{}]}}', /another hook/],
    ['claude-code', '.claude/settings.json', '{"hooks":{"PreToolUse":{}}}', /another hook/],
    ['gemini', '.gemini/settings.json', '{"hooksConfig":{"enabled":false}}', /every hook off/],
    ['gemini', '.gemini/settings.json', '{"tools":{"enableHooks":false}}', /enableHooks/],
    ['gemini', '.gemini/settings.json', '{ // mine\n}', /not plain JSON/],
    ['codex', '.codex/config.toml', '[features]\nhooks = false\n', /every hook off/],
    ['codex', '.codex/config.toml', 'features.unified_exec_tty = true\n', /type into programs/],
    ['codex', '.codex/hooks.json', '{"hooks":{"PreToolUse":[{"a":1}]}}', /another hook/],
    ['copilot', '.github/hooks/hooks.json', '{"hooks":{"preToolUse":[{}]}}', /another hook/],
    ['cursor', '.cursor/hooks.json', '{"hooks":{"preToolUse":[{}]}}', /another hook/],
    ['opencode', 'opencode.json', '{"permission":"allow"}', /without a question/],
    ['opencode', 'opencode.json', '{"permission":{"bash":{"*":"allow"}}}', /without a question/],
    ['opencode', 'opencode.jsonc', '{"agent":{"x":{"permission":{"edit":"allow"}}}}', /without/],
  ];
  for (const [agent, file, text, why] of weak) {
    const path = `/p/${file}`;
    assert.ok(projectSettings(agent, '/p').includes(path), path);
    assert.match(weaknessesIn(agent, path, text).join(), why, text);
    assert.deepEqual(weaknessesIn(agent, path, file.endsWith('toml') ? '' : '{}'), []);
  }
  for (const installer of installers) {
    for (const file of installer.files(place, 'user').filter(path => path.endsWith('.json'))) {
      const text = installer.install(file, null, installation) ?? assert.fail();
      assert.deepEqual(weaknessesIn(installer.agent, file, text), [], installer.agent);
    }
  }
});

test('OpenCode and pi: the program knows its set-up, and a changed one is noticed', () => {
  for (const installer of installers.filter(
    ({ agent }) => agent === 'opencode' || agent === 'pi',
  )) {
    const [file = ''] = installer.files(place, 'user');
    const text = installer.install(file, null, installation) ?? '';
    assert.ok(text.includes('"/h/setup.json"'), text);
    assert.deepEqual(installer.examine(file, text), []);
    assert.match(installer.examine(file, 'export {}').join(), /was changed/);
    assert.equal(installer.remove(file, text), null);
  }
});

test('OpenCode: without the plugin nothing runs, and what was denied stays denied', () => {
  const installer = installers.find(({ agent }) => agent === 'opencode') ?? assert.fail();
  const [, file = ''] = installer.files(place, 'user');
  const before = JSON.stringify({ model: 'm', permission: { bash: 'allow', webfetch: 'deny' } });
  const text = installer.install(file, before, installation) ?? '';
  assert.deepEqual(JSON.parse(text), { model: 'm', permission: { '*': 'ask', webfetch: 'deny' } });
  assert.deepEqual(installer.examine(file, text), []);
  for (const open of [{}, { '*': 'allow' }, { '*': 'ask', bash: 'allow' }]) {
    assert.match(
      installer.examine(file, JSON.stringify({ permission: open })).join(),
      /without the plugin/,
    );
  }
});
