import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { atLeastRisk } from '@countersign/protocol/value';
import { detectIntent } from './intent/detect-intent.ts';
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
