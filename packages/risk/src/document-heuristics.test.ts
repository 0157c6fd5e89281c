import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk } from '@countersign/protocol/value';
import { detectIntent, detectInWords } from './intent/detect-intent.ts';
import { dangerousCommands } from './intent/document-patterns.ts';
import { assessSample } from './testing/sample-risk.ts';

const asks = (tool: string, parameters: JsonObject, environment: string | null = null): boolean =>
  atLeastRisk(assessSample({ tool, parameters, environment }).level, 'high');

test('[D3-7] an action without a simple undo asks, and one with an undo does not', () => {
  assert.ok(asks('shell', { command: 'rm -rf ~/projects' }));
  assert.ok(asks('db.query', { sql: 'DROP TABLE orders' }));
  assert.ok(asks('shell', { command: 'git push --force origin main' }));
  assert.ok(!asks('shell', { command: 'git commit -m wip' }));
  assert.ok(!asks('shell', { command: 'rm -rf node_modules' }));
});

test('[D3-8] more than a hundred records or a thousand dollars asks, and exactly that many does not', () => {
  assert.ok(asks('records.delete', { count: 101 }));
  assert.ok(asks('orders.create', { total: 1001, currency: 'USD' }));
  assert.ok(!asks('records.update', { count: 100 }));
  assert.ok(!asks('orders.create', { total: 1000, currency: 'USD' }));
});

test('[D3-9] the same change asks in production and not in a sandbox', () => {
  const command = { command: 'touch ready' };
  assert.ok(asks('shell', command, 'production'));
  assert.ok(!asks('shell', command, 'sandbox'));
});

test('[D3-18] dangerous commands are critical or ask, a change in production asks, and other commands are low', () => {
  const levelOf = (command: string, environment: string | null = null) =>
    assessSample({ tool: 'shell', parameters: { command }, environment }).level;
  for (const command of [
    'rm -rf /',
    'sudo rm -rf /var',
    'shutdown -h now',
    'reboot',
    'kill -9 1',
  ]) {
    assert.equal(levelOf(command), 'critical', command);
  }
  for (const command of ['rmdir x', 'su root -c id', 'killall postgres', 'del /s x']) {
    assert.ok(atLeastRisk(levelOf(command), 'high'), command);
  }
  assert.ok(atLeastRisk(levelOf('touch ready', 'production'), 'high'));
  // Words that only contain such a command are none: "issue" is not "su".
  for (const command of ['touch ready', 'echo issue', 'ls', 'cat summary.txt']) {
    assert.equal(levelOf(command), 'low', command);
  }
});

test('[D3-10] an agent that says it is unsure is stopped', () => {
  for (const text of [
    "I'm not sure this is right. Should I go ahead?",
    'I might be wrong about this, but I will overwrite the file.',
  ]) {
    const { confirmation_required, patterns } = detectIntent(text);
    assert.ok(confirmation_required, text);
    assert.ok(
      patterns.some(({ name }) => name === 'agent_uncertain'),
      text,
    );
  }
});

test('[D3-17] routine work asks no question', () => {
  for (const command of ['git status', 'ls -la', 'npm test', 'cat README.md']) {
    assert.ok(!asks('shell', { command }), command);
  }
  assert.equal(detectIntent('I read the file and found two typos.').confirmation_required, false);
});

test("[D3-11] each of the document's five patterns always stops words, in any case, and a long line costs no time", () => {
  const texts = {
    bulk_delete_count: [
      'Let me delete 2 temp files',
      'DELETE these 500 Users',
      'delete 7 old records',
    ],
    recursive_remove: [
      'rm -r build',
      'I will remove it with -rf',
      'Please confirm the pre-release',
    ],
    drop_structure: ['drop table users', 'Drop the idea of a new database'],
    asks_to_proceed: ['Should I proceed', 'so should I proceed or not'],
    announces_effect: ['this will delete it', 'This will remove all', 'this will overwrite x'],
  };
  for (const [name, each] of Object.entries(texts)) {
    for (const text of each) {
      const found = detectInWords(text);
      assert.ok(found.confirmation_required, text);
      assert.ok(atLeastRisk(found.risk_level, 'medium'), `${name}: ${text}`);
    }
  }
  for (const text of [
    'delete\n2 files',
    'I read the file.',
    'the drop is small',
    'proceed',
    'rm x',
  ]) {
    assert.equal(
      detectInWords(text).patterns.some(({ name }) => name === 'bulk_delete_count'),
      false,
    );
  }
  assert.equal(detectInWords('I read the file and found two typos.').confirmation_required, false);
  const long = detectInWords(`delete ${'1'.repeat(30_000)}`);
  assert.equal(long.confirmation_required, false);
});

test("[D3-12] [D3-18] in the document's dialect its dangerous commands are critical, and production asks", () => {
  const levelOf = (command: string, context: JsonObject = {}) =>
    assessSample(
      { tool: 'shell', parameters: { command } },
      { confirmation_message: `Execute: ${command}`, ...context },
    ).level;
  for (const command of dangerousCommands) {
    assert.equal(levelOf(`${command} 123`), 'critical', command);
    assert.equal(levelOf(`/usr/bin/${command} x`), 'critical', command);
  }
  assert.equal(levelOf('echo issue'), 'low');
  assert.ok(atLeastRisk(levelOf('ls', { production: true }), 'high'));
  assert.ok(atLeastRisk(levelOf('ls', { risk_level: 'HIGH' }), 'high'));
  assert.ok(atLeastRisk(levelOf('ls', { action_type: 'batch_delete' }), 'high'));
  assert.ok(atLeastRisk(levelOf('ls', { scope: { records: 500, type: 'accounts' } }), 'high'));
  assert.ok(!atLeastRisk(levelOf('ls', { action_type: 'message', scope: { records: 2 } }), 'high'));
  assert.ok(atLeastRisk(levelOf('ls', { confirmation_required: true }), 'high'));
  assert.ok(!atLeastRisk(levelOf('ls', { production: false }), 'high'));
  assert.ok(!atLeastRisk(levelOf('ls', { production: 'no', risk_level: 'low' }), 'high'));
});

test('[D3-9] production in the context counts under its own name, also beside another environment', () => {
  const levelOf = (context: JsonObject) =>
    assessSample({ tool: 'shell', parameters: { command: 'touch ready' } }, context).level;
  for (const production of [true, 'true', 'yes', 1]) {
    assert.ok(atLeastRisk(levelOf({ production }), 'high'), String(production));
    assert.ok(atLeastRisk(levelOf({ production, environment: 'sandbox' }), 'high'));
  }
  for (const production of [false, 'false', '', 0, null]) {
    assert.ok(!atLeastRisk(levelOf({ production }), 'high'), String(production));
  }
});
