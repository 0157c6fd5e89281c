import type { Contract } from './contract.ts';
import type { HookCall } from './hook-call.ts';
import { mcpFromName } from './mcp-name.ts';
import { Members } from './read-members.ts';
import { edits, tools, toolTable, usual } from './tool-table.ts';

const events = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'] as const;

/** Claude Code 2.1: hooks of type `http` and `command`. */
export const claudeCode: Contract = {
  agent: 'claude-code',
  title: 'Claude Code',
  version: '1',
  tools: toolTable(
    tools('shell.exec', 'Bash PowerShell Monitor', {}, ['command']),
    tools('code.execute', 'REPL', {}, ['code']),
    tools('file.read', 'Read NotebookRead', usual.path, ['path']),
    tools('file.read', 'Glob Grep LS LSP', usual.path),
    tools('file.write', 'Write', edits, ['path', 'content']),
    tools('file.edit', 'Edit MultiEdit NotebookEdit', edits, ['path']),
    tools('web.fetch', 'WebFetch', {}, ['url']),
    tools('web.fetch', 'WebSearch', {}, ['query']),
    tools('task.delegate', 'Task Agent', {}, ['prompt']),
    tools(null, 'BashOutput TaskOutput TaskGet TaskList CronList ToolSearch AskUserQuestion'),
    tools(null, 'ListMcpResourcesTool ReadMcpResourceTool ListMcpResources ReadMcpResource'),
    tools(null, 'EnterPlanMode ExitPlanMode TodoWrite TaskCreate TaskUpdate ScheduleWakeup'),
    tools(null, 'Skill SlashCommand EnterWorktree ExitWorktree ReportFindings'),
    tools(null, 'TaskStop KillShell KillBash CronCreate CronDelete RemoteTrigger'),
  ),
  parse(value): HookCall {
    const members = new Members(value);
    const event = members.oneOf('hook_event_name', events);
    const tool = members.text('tool_name');
    return {
      event: event === 'PreToolUse' ? 'before' : 'after',
      tool,
      input: members.object('tool_input'),
      session: members.text('session_id'),
      callId: members.text('tool_use_id'),
      cwd: members.text('cwd'),
      mcp: mcpFromName(tool),
      takesChanges: true,
      subagent: members.textOr('agent_type', null) ?? members.textOr('agent_id', null),
      ended: event === 'PreToolUse' ? null : endOf(event, members),
    };
  },
  render(verdict) {
    // Claude Code runs a tool where the answer is empty, so that every answer is whole.
    if (verdict.kind === 'noted') return { continue: true, suppressOutput: true };
    const isAllowed = verdict.kind === 'allow';
    const notice = isAllowed ? verdict.notice : undefined;
    const input = isAllowed ? verdict.input : undefined;
    const isDeferred = verdict.kind === 'pending' && verdict.mayDefer === true;
    const refusal = isDeferred ? 'defer' : 'deny';
    return {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: isAllowed ? 'allow' : refusal,
        permissionDecisionReason: isAllowed
          ? (notice ?? 'Countersign allows this call.')
          : verdict.text,
        // The model reads the additional context, and would otherwise believe that its own input ran.
        ...(input === undefined ? {} : { updatedInput: input, additionalContext: notice ?? '' }),
      },
      // The terminal shows it to the person.
      ...(notice === undefined ? {} : { systemMessage: notice }),
    };
  },
};

function endOf(event: (typeof events)[number], members: Members): NonNullable<HookCall['ended']> {
  if (event === 'PostToolUse') {
    return { outcome: 'succeeded', result: members.any('tool_response') };
  }
  const isInterrupted = members.any('is_interrupt') === true;
  return { outcome: isInterrupted ? 'unknown' : 'failed', result: undefined };
}
