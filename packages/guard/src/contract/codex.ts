import type { Contract } from './contract.ts';
import { ContractBroken, type HookCall } from './hook-call.ts';
import { mcpFromName } from './mcp-name.ts';
import { Members } from './read-members.ts';
import { edits, tools, toolTable, usual } from './tool-table.ts';

/** Programs that, without a script, run what is typed into them. */
const reading =
  /^(?:\S*\/)?(?:(?:ba|da|z|k|fi|c|tc)?sh|python[0-9.]*|node|deno|bun|ruby|irb|perl|php|lua|psql|mysql|sqlite3|mongosh|redis-cli|pwsh|powershell|ghci|iex|erl|julia|R|gdb|lldb|ssh|su|sudo)$/u;

/** Codex 0.166: command hooks. */
export const codex: Contract = {
  agent: 'codex',
  title: 'Codex',
  version: '1',
  tools: toolTable(
    tools(
      'shell.exec',
      'Bash shell local_shell exec_command shell_command unified_exec',
      { cmd: 'command' },
      ['command'],
    ),
    tools('file.edit', 'apply_patch', { ...edits, command: 'patch', input: 'patch' }, ['patch']),
    tools('file.read', 'read_file view_image', usual.path, ['path']),
    tools('file.read', 'list_dir grep_files', usual.path),
    tools('web.fetch', 'web_search', {}),
    tools('task.delegate', 'spawn_agent send_input', { message: 'prompt' }, ['prompt']),
    tools(
      null,
      'update_plan request_user_input close_agent wait list_mcp_resources read_mcp_resource',
    ),
    tools(null, 'get_goal create_goal update_goal'),
  ),
  parse(value): HookCall {
    const members = new Members(value);
    const event = members.oneOf('hook_event_name', ['PreToolUse', 'PostToolUse']);
    const tool = members.text('tool_name');
    const input = members.object('tool_input');
    if (event === 'PreToolUse' && tool === 'Bash') refuseOpenShell(input['command']);
    return {
      event: event === 'PreToolUse' ? 'before' : 'after',
      tool,
      input,
      session: members.text('session_id'),
      callId: members.text('tool_use_id'),
      cwd: members.text('cwd'),
      mcp: mcpFromName(tool),
      takesChanges: false,
      subagent: members.textOr('agent_type', null),
      ended:
        event === 'PreToolUse'
          ? null
          : { outcome: 'succeeded', result: members.any('tool_response') },
    };
  },
  render(verdict) {
    // Codex runs a tool where it is told `ask`, so that it is never told that.
    if (verdict.kind === 'noted') return {};
    const isAllowed = verdict.kind === 'allow';
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: isAllowed ? 'allow' : 'deny',
        ...(isAllowed ? {} : { permissionDecisionReason: verdict.text }),
      },
    };
  },
};

/** Codex asks no hook about what it types into a program that runs. So no program may wait for that. */
function refuseOpenShell(command: unknown): void {
  if (typeof command !== 'string') return;
  const words = command.trim().split(/\s+/u);
  const isOpen =
    reading.test(words[0] ?? '') &&
    words.slice(1).every(word => /^-[il]*$|^--(?:login|interactive|norc|noprofile)$/u.test(word));
  if (!isOpen) return;
  throw new ContractBroken(
    'the command opens a program that runs what is typed into it, and Codex asks no hook about that. Give the program its script as an argument',
  );
}
