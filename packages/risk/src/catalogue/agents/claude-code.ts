import { type CatalogueFile, does, reads, runs, shared } from '../catalogue-file.ts';

export const claudeCode: CatalogueFile = {
  id: 'claude-code',
  servers: [],
  source: 'npm @anthropic-ai/claude-code, sdk-tools.d.ts; code.claude.com/docs/en/tools-reference',
  rows: [
    ...runs('shell.exec', 'Bash PowerShell Monitor', {
      command: 'command',
      description: 'description',
    }),
    ...runs('code.execute', 'REPL', { code: 'code' }),
    ...reads(
      'Read Glob Grep LS NotebookRead LSP BashOutput TaskOutput TaskGet TaskList CronList ToolSearch',
    ),
    ...reads('WebFetch WebSearch', { kind: 'web.fetch', parts: { prompt: 'description' } }),
    ...reads(
      'ListMcpResourcesTool ReadMcpResourceTool ListMcpResources ReadMcpResource AskUserQuestion',
    ),
    ...does(
      'draft',
      'reversible',
      'EnterPlanMode ExitPlanMode TodoWrite TaskCreate TaskUpdate ScheduleWakeup',
    ),
    ...does('draft', 'reversible', 'Skill SlashCommand EnterWorktree ReportFindings'),
    ...does('create', 'reversible', 'Write', { kind: 'file.write' }),
    ...does('update', 'reversible', 'Edit MultiEdit NotebookEdit', { kind: 'file.edit' }),
    ...does('control', 'reversible', 'Task Agent', {
      kind: 'task.delegate',
      parts: { prompt: 'prompt', description: 'description' },
    }),
    ...does('control', 'reversible', 'TaskStop KillShell KillBash'),
    ...does('create', 'reversible', 'CronCreate', {
      parts: { prompt: 'prompt' },
      raises: [shared.schedules],
    }),
    ...does('control', 'irreversible', 'RemoteTrigger', { raises: [shared.schedules] }),
    ...does('delete', 'reversible', 'CronDelete ExitWorktree'),
  ],
};
