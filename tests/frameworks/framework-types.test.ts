// Goal: what an adapter takes and gives fits the types of its framework. Adapters take the objects of a framework by
// structure, and the repository is compiled without any framework. Method: the programs that use an adapter together
// with its framework are compiled with both.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { installFramework } from './install-framework.ts';

const root = join(import.meta.dirname, '..', '..');
/** As paths, so that a change in one selects this file. */
const folders = [
  './ai-sdk',
  './claude-agent-sdk',
  './langchain',
  './mastra',
  './mcp-server',
  './openai-agents',
  './standard-schema',
];

test('every framework is compiled', () => {
  const found = readdirSync(import.meta.dirname, { withFileTypes: true });
  const names = found.filter(entry => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(
    folders.map(folder => basename(folder)),
    names.sort(),
  );
});

if (folders.map(folder => installFramework(basename(folder))).every(installed => installed)) {
  test('the adapters fit the types of their frameworks', () => {
    const compiler = join(root, 'node_modules/typescript-7/bin/tsc');
    const args = [compiler, '-p', 'tests/frameworks', '--checkers', '1'];
    const { stdout } = spawnSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      // A Go program, which by default spends a fifth of its CPU time on keeping its memory small.
      env: { ...process.env, GOGC: '400' },
    });
    // Some frameworks ship sources that our stricter settings do not accept; our own are compiled by `npm run check`.
    const ours = stdout
      .split('\n')
      .filter(line => /^tests\/frameworks\/(?!.*node_modules).* error TS/.test(line));
    assert.deepEqual(ours, []);
    assert.doesNotMatch(stdout, /No inputs were found|Cannot find type definition/);
  });
}
