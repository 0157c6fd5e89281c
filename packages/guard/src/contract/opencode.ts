import type { Contract } from './contract.ts';
import type { HookCall } from './hook-call.ts';
import { mcpFromFirst } from './mcp-name.ts';
import { Members } from './read-members.ts';
import { edits, tools, toolTable, usual } from './tool-table.ts';

const table = toolTable(
  tools('shell.exec', 'bash', {}, ['command']),
  tools('file.read', 'read', usual.path, ['path']),
  tools('file.read', 'grep glob list codesearch lsp lsp_hover lsp_diagnostics', usual.path),
  tools('file.write', 'write', edits, ['path', 'content']),
  tools('file.edit', 'edit multiedit', edits, ['path']),
  tools('file.edit', 'patch apply_patch', { patchText: 'patch' }, ['patch']),
  tools('web.fetch', 'webfetch', {}, ['url']),
  tools('web.fetch', 'websearch', {}, ['query']),
  tools('task.delegate', 'task', {}, ['prompt']),
  tools(null, 'todowrite todoread skill plan_enter plan_exit question invalid'),
);

/** OpenCode 1.18: our plugin sends what it is given. */
export const opencode: Contract = {
  agent: 'opencode',
  title: 'OpenCode',
  version: '1',
  tools: table,
  parse(value): HookCall {
    const members = new Members(value);
    const event = members.oneOf('event', ['before', 'after']);
    const tool = members.text('tool');
    return {
      event,
      tool,
      input: members.object('args'),
      session: members.text('sessionID'),
      callId: members.text('callID'),
      cwd: members.text('directory'),
      mcp: table.has(tool) ? null : mcpFromFirst(tool, '_'),
      takesChanges: members.any('takesChanges') === true,
      subagent: null,
      ended: event === 'before' ? null : { outcome: 'succeeded', result: members.any('output') },
    };
  },
  render: pluginAnswer,
};

/** What our own plugins and extensions are answered. */
export function pluginAnswer(verdict: Parameters<Contract['render']>[0]) {
  if (verdict.kind === 'noted') return { decision: 'noted' };
  if (verdict.kind === 'allow') {
    const { notice, input } = verdict;
    return { decision: 'allow', ...(notice && { notice }), ...(input && { input }) };
  }
  const waits = verdict.kind === 'pending' && verdict.waits !== undefined ? verdict.waits : null;
  return { decision: 'deny', reason: verdict.text, ...(waits && { waits }) };
}
