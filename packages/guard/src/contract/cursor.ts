import type { JsonObject } from '@countersign/protocol/json';
import type { Contract } from './contract.ts';
import { ContractBroken, type HookCall } from './hook-call.ts';
import { Members } from './read-members.ts';
import { edits, tools, toolTable, usual } from './tool-table.ts';

const events = ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution', 'postToolUse'] as const;

/** Cursor: command hooks. Checked against recorded inputs only. */
export const cursor: Contract = {
  agent: 'cursor',
  title: 'Cursor',
  version: '1',
  tools: toolTable(
    tools('shell.exec', 'Shell run_terminal_cmd run_terminal_command', {}, ['command']),
    tools('file.read', 'Read read_file', usual.path),
    tools(
      'file.read',
      'Grep Glob LS SemanticSearch ReadLints codebase_search grep_search file_search list_dir read_lints',
      usual.path,
    ),
    tools('file.write', 'Write write', edits, ['path', 'content']),
    tools(
      'file.edit',
      'StrReplace EditNotebook Edit edit_file search_replace reapply edit_notebook',
      { ...edits, target_notebook: 'path' },
      ['path'],
    ),
    tools('file.delete', 'Delete delete_file', usual.path, ['path']),
    tools('web.fetch', 'WebFetch WebSearch web_search fetch_pull_request', {
      search_term: 'query',
    }),
    tools('task.delegate', 'Task', {}, ['prompt']),
    tools(
      null,
      'TodoWrite AskQuestion SwitchMode todo_write create_diagram update_memory create_plan fetch_rules diff_history',
    ),
  ),
  parse(value): HookCall {
    const members = new Members(value);
    const event = members.oneOf('hook_event_name', events);
    const call = callOf(event, members);
    return {
      ...call,
      event: event === 'postToolUse' ? 'after' : 'before',
      session: members.text('conversation_id'),
      callId: members.textOr('tool_use_id', null),
      cwd: cwdOf(members),
      takesChanges: false,
      subagent: null,
      ended:
        event === 'postToolUse'
          ? { outcome: 'succeeded', result: members.any('tool_output') }
          : null,
    };
  },
  render(verdict) {
    if (verdict.kind === 'noted') return {};
    if (verdict.kind === 'allow') return { permission: 'allow' };
    const { text } = verdict;
    // Older versions read the other spelling.
    return {
      permission: 'deny',
      user_message: text,
      agent_message: text,
      userMessage: text,
      agentMessage: text,
    };
  },
};

function callOf(
  event: (typeof events)[number],
  members: Members,
): Pick<HookCall, 'tool' | 'input' | 'mcp'> {
  if (event === 'beforeShellExecution') {
    return { tool: 'Shell', input: { command: members.text('command') }, mcp: null };
  }
  const name = members.text('tool_name');
  const input: JsonObject = members.objectOrText('tool_input');
  if (event === 'beforeMCPExecution') {
    const server = members.textOr('server_name', null) ?? serverOf(members);
    return { tool: name, input, mcp: { server, tool: name.replace(/^MCP:\s*/u, '') } };
  }
  const [, tool] = /^MCP:\s*(.+)$/su.exec(name) ?? [];
  return { tool: name, input, mcp: tool === undefined ? null : { server: 'cursor', tool } };
}

/** The program or the address of the server, as one name. */
function serverOf(members: Members): string {
  const place = members.textOr('url', null) ?? members.textOr('command', null);
  if (place === null) throw new ContractBroken('expected the address or the command of the server');
  return place.replaceAll(/[^A-Za-z0-9.-]+/gu, '-').slice(0, 100);
}

function cwdOf(members: Members): string {
  const own = members.textOr('cwd', null);
  if (own !== null) return own;
  const roots = members.any('workspace_roots');
  const [first] = Array.isArray(roots) ? roots : [];
  if (typeof first === 'string' && first !== '') return first;
  throw new ContractBroken('expected the folder in cwd or workspace_roots');
}
