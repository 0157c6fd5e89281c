import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { readKey } from '../action/parameter-key.ts';
import { readName } from '../action/tool-name.ts';
import { riskAssessor } from '../assess-risk.ts';
import { loadGrammars } from '../grammars.ts';
import { defaultRiskSettings } from '../risk-settings.ts';
import type { ActionKind } from './action-kind.ts';
import { toolIdentity } from './tool-identity.ts';
import type { KnownTool, ToolRow } from './tool-row.ts';
import { translateCall } from './translate-call.ts';

function kindOf(tool: string, parameters: JsonObject): ActionKind {
  const call = {
    tool,
    operation: null,
    resource: null,
    environment: null,
    agent: 'agent-7',
    parameters,
  };
  return translateCall(call, { readName, readKey }, true).kind;
}

const rows: readonly (readonly [ActionKind, string, JsonObject])[] = [
  ['shell.exec', 'Bash', { command: 'ls -la' }],
  ['shell.exec', 'local_shell', { action: { type: 'exec', command: ['bash', '-lc', 'ls'] } }],
  ['sql.execute', 'postgres.query', { sql: 'SELECT 1' }],
  ['code.execute', 'run_python', { code: 'print(1)' }],
  ['file.read', 'read_file', { path: 'README.md' }],
  ['file.edit', 'edit_file', { path: 'README.md', new_string: 'x', old_string: 'y' }],
  ['file.write', 'write_file', { path: 'README.md', content: 'x' }],
  ['file.delete', 'delete_file', { path: 'README.md' }],
  ['web.fetch', 'web_fetch', { url: 'https://example.com/' }],
  ['http.request', 'http_request', { method: 'DELETE', url: 'https://example.com/a/1' }],
  ['message.send', 'send_email', { to: 'a@example.com', body: 'x' }],
  ['payment.send', 'create_payout', { amount: 10 }],
  ['task.delegate', 'delegate_to_agent', { prompt: 'tidy the folder' }],
  ['screen.act', 'browser_click', { element: 'Save' }],
  ['mcp.call', 'linear_list_issues', { team: 'core' }],
];

test('a call is translated to its kind whatever its tool is named', () => {
  for (const [kind, tool, parameters] of rows) assert.equal(kindOf(tool, parameters), kind, tool);
});

test('the name of a tool says which server it belongs to', () => {
  const tools = ['mcp__github__create_issue', 'github.create_issue', 'GitHub/create_issue'];
  for (const name of tools)
    assert.deepEqual(toolIdentity(name), { server: 'github', tool: 'create_issue' });
  assert.deepEqual(toolIdentity('Bash'), { server: null, tool: 'bash' });
});

const grammar = await loadGrammars();

function levelWith(known: KnownTool, tool: string, parameters: JsonObject): string {
  const assess = riskAssessor({ settings: defaultRiskSettings, grammar, knownTool: () => known });
  const target = { tool_name: tool, tool_schema_version: '1', resource: null };
  const action = {
    schema_version: '1.0' as const,
    operation: 'tool.invoke',
    agent_id: 'agent-7',
    subject_id: null,
    target,
    parameters,
  };
  return assess(action, {}).level;
}

test('a row of a catalogue says what a parameter means', () => {
  const row: ToolRow = {
    tool: 'shift',
    kind: 'payment.send',
    effect: 'pay',
    reversibility: 'externally_reversible',
    parts: { figure: 'amount_cents', goes_to: 'to' },
  };
  const parameters = { figure: 9_000_000, goes_to: 'acct_9' };
  assert.equal(levelWith({ row, trust: 'fill' }, 'acme.shift', parameters), 'critical');
});

test('a row lowers what a name says only for an attested server', () => {
  const row: ToolRow = {
    tool: 'purge_view',
    kind: 'mcp.call',
    effect: 'read',
    reversibility: 'read_only',
  };
  const known = (attested: boolean): KnownTool => ({ row, trust: attested ? 'lower' : 'fill' });
  const level = (attested: boolean) =>
    levelWith(known(attested), 'acme.purge_all_accounts', { filter: '*' });
  assert.notEqual(level(false), 'low');
  assert.equal(level(true), 'low');
});
