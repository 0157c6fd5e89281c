import type { Contract } from './contract.ts';
import type { HookCall } from './hook-call.ts';
import { mcpFromFirst } from './mcp-name.ts';
import { Members } from './read-members.ts';
import { edits, tools, toolTable, usual } from './tool-table.ts';

const table = toolTable(
  tools('shell.exec', 'bash powershell run_in_terminal', {}, ['command']),
  tools('shell.exec', 'write_bash write_powershell', { input: 'command' }, ['command']),
  tools('file.read', 'view show_file', usual.path, ['path']),
  tools(
    'file.read',
    'grep glob rg get_errors semantic_search file_search grep_search list_code_usages',
    usual.path,
  ),
  tools('file.write', 'create create_file', edits, ['path']),
  tools(
    'file.edit',
    'edit str_replace_editor insert_edit_into_file replace_string_in_file',
    edits,
    ['path'],
  ),
  tools('file.edit', 'apply_patch', { input: 'patch' }, ['patch']),
  tools('web.fetch', 'web_fetch', {}, ['url']),
  tools('web.fetch', 'web_search', {}),
  tools('task.delegate', 'task runSubagent', {}, ['prompt']),
  tools('task.delegate', 'write_agent', { message: 'prompt' }),
  tools(
    null,
    'read_bash list_bash read_powershell list_powershell stop_bash stop_powershell get_terminal_output',
  ),
  tools(
    null,
    'report_intent update_todo manage_todo_list ask_user fetch_copilot_cli_documentation skill sql session_store_sql read_agent list_agents',
  ),
);

/** Copilot CLI 1.0: command hooks. */
export const copilot: Contract = {
  agent: 'copilot',
  title: 'Copilot CLI',
  version: '1',
  tools: table,
  parse(value): HookCall {
    const members = new Members(value);
    const result = members.any('toolResult');
    const tool = members.text('toolName');
    return {
      // The two events have no name in their input. Only a call that has ended has a result.
      event: result === undefined ? 'before' : 'after',
      tool,
      input: members.objectOrText('toolArgs'),
      session: members.text('sessionId'),
      callId: null,
      cwd: members.text('cwd'),
      mcp: table.has(tool) ? null : mcpFromFirst(tool, '-'),
      takesChanges: true,
      subagent: null,
      ended: result === undefined ? null : { outcome: outcomeOf(members), result },
    };
  },
  render(verdict) {
    if (verdict.kind === 'noted') return {};
    return verdict.kind === 'allow'
      ? {
          permissionDecision: 'allow',
          ...(verdict.input && { modifiedArgs: verdict.input }),
        }
      : { permissionDecision: 'deny', permissionDecisionReason: verdict.text };
  },
};

function outcomeOf(members: Members): 'succeeded' | 'failed' | 'unknown' {
  const result = members.objectOr('toolResult', null);
  const type = result?.['resultType'];
  if (type === 'success') return 'succeeded';
  return type === undefined ? 'unknown' : 'failed';
}
