import type { Contract } from './contract.ts';
import type { HookCall } from './hook-call.ts';
import { Members } from './read-members.ts';
import { edits, tools, toolTable, usual } from './tool-table.ts';

/** Gemini CLI 0.61: command hooks. */
export const gemini: Contract = {
  agent: 'gemini',
  title: 'Gemini CLI',
  version: '1',
  tools: toolTable(
    tools('shell.exec', 'run_shell_command', {}, ['command']),
    tools('file.read', 'read_file', usual.path, ['path']),
    tools(
      'file.read',
      'read_many_files list_directory glob grep_search search_file_content',
      usual.path,
    ),
    tools('file.write', 'write_file', edits, ['path', 'content']),
    tools('file.edit', 'replace edit', edits, ['path']),
    tools('web.fetch', 'web_fetch', {}),
    tools('web.fetch', 'google_web_search', {}, ['query']),
    tools('task.delegate', 'invoke_agent codebase_investigator', { objective: 'prompt' }),
    tools(
      null,
      'ask_user get_internal_docs cli_help list_mcp_resources read_mcp_resource activate_skill',
    ),
    tools(
      null,
      'write_todos enter_plan_mode exit_plan_mode update_topic complete_task save_memory',
    ),
    tools(
      null,
      'tracker_get_task tracker_list_tasks tracker_visualize tracker_create_task tracker_update_task tracker_add_dependency',
    ),
  ),
  parse(value): HookCall {
    const members = new Members(value);
    const event = members.oneOf('hook_event_name', ['BeforeTool', 'AfterTool']);
    const tool = members.text('tool_name');
    return {
      event: event === 'BeforeTool' ? 'before' : 'after',
      tool,
      input: members.object('tool_input'),
      session: members.text('session_id'),
      callId: null,
      cwd: members.text('cwd'),
      mcp: mcpOf(tool, members),
      takesChanges: true,
      subagent: null,
      ended:
        event === 'BeforeTool'
          ? null
          : { outcome: 'succeeded', result: members.any('tool_response') },
    };
  },
  render(verdict) {
    if (verdict.kind === 'noted') return {};
    if (verdict.kind !== 'allow') return { decision: 'deny', reason: verdict.text };
    const { notice, input } = verdict;
    return {
      decision: 'allow',
      ...(notice && { systemMessage: notice }),
      ...(input && {
        hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: input },
      }),
    };
  },
};

/** `mcp_<server>_<tool>`; the context says where the server ends. */
function mcpOf(name: string, members: Members): HookCall['mcp'] {
  const context = members.objectOr('mcp_context', null);
  if (context !== null) {
    const said = new Members(context);
    return { server: said.text('server_name'), tool: said.text('tool_name') };
  }
  const [, server, tool] = /^mcp_([^_]+)_(.+)$/su.exec(name) ?? [];
  return server === undefined || tool === undefined ? null : { server, tool };
}
