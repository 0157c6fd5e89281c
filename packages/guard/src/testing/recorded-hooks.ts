import type { JsonObject } from '@countersign/protocol/json';

/** One input of a hook and the action that it is. */
export interface RecordedHook {
  readonly agent: string;
  /** `recorded`: the agent of this version sent it. `documented`: its documentation shows it. */
  readonly source: string;
  readonly input: JsonObject;
  readonly action: {
    readonly tool_name: string;
    readonly version: string;
    readonly parameters: JsonObject;
  };
  /** Members without which the call is refused. */
  readonly needs: readonly string[];
}

const cwd = '/projects/shop';
const claude = (tool_name: string, tool_input: JsonObject, more: JsonObject = {}): JsonObject => ({
  session_id: '85092ad1-71b1-4dd9-97e3-2908db60f202',
  transcript_path: '/projects/claude/projects/-projects-shop/85092ad1.jsonl',
  cwd,
  prompt_id: '80f134da-d3af-48f6-bc2f-78b836ced32a',
  permission_mode: 'default',
  effort: { level: 'medium' },
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input,
  tool_use_id: 'toolu_1_0',
  ...more,
});
const claudeNeeds = [
  'session_id',
  'cwd',
  'hook_event_name',
  'tool_name',
  'tool_input',
  'tool_use_id',
];
const codex = (tool_name: string, tool_input: JsonObject): JsonObject => ({
  session_id: '01a1ec96-085b-7132-8c6c-2f395db8cefd',
  turn_id: '01a1ec96-0876-7751-ab66-b53a1d4c2d71',
  transcript_path: '/projects/codex/sessions/2026/11/18/rollout.jsonl',
  cwd,
  hook_event_name: 'PreToolUse',
  model: 'm',
  permission_mode: 'bypassPermissions',
  tool_name,
  tool_input,
  tool_use_id: 'call_1_0',
});
const gemini = (tool_name: string, tool_input: JsonObject, more: JsonObject = {}): JsonObject => ({
  session_id: '04455da8-c79e-4e72-b019-5743f30379e1',
  transcript_path: '/projects/gemini/tmp/shop/chats/session.jsonl',
  cwd,
  hook_event_name: 'BeforeTool',
  timestamp: '2026-11-18T03:07:00.891Z',
  tool_name,
  tool_input,
  ...more,
});
const geminiNeeds = ['session_id', 'cwd', 'hook_event_name', 'tool_name', 'tool_input'];
const copilot = (toolName: string, toolArgs: JsonObject | string): JsonObject => ({
  sessionId: '0ca28c6f-f618-43e9-ac46-0e64aff11504',
  timestamp: 1_794_971_227_760,
  cwd,
  toolName,
  toolArgs,
});
const copilotNeeds = ['sessionId', 'cwd', 'toolName', 'toolArgs'];
const opencode = (tool: string, args: JsonObject): JsonObject => ({
  event: 'before',
  tool,
  sessionID: 'ses_1',
  callID: 'call_1',
  args,
  directory: cwd,
});
const opencodeNeeds = ['event', 'tool', 'sessionID', 'callID', 'args', 'directory'];
const cursor = (hook_event_name: string, more: JsonObject): JsonObject => ({
  conversation_id: 'c1',
  generation_id: 'g1',
  hook_event_name,
  workspace_roots: [cwd],
  model: 'm',
  cursor_version: '3.2.1',
  ...more,
});
const pi = (toolName: string, input: JsonObject): JsonObject => ({
  event: 'before',
  toolName,
  toolCallId: 'call_1',
  input,
  sessionId: 's1',
  cwd,
});
const piNeeds = ['event', 'toolName', 'toolCallId', 'input', 'sessionId', 'cwd'];

const row = (
  agent: string,
  source: string,
  input: JsonObject,
  [tool_name, version, parameters]: readonly [string, string, JsonObject],
  needs: readonly string[],
): RecordedHook => ({
  agent,
  source,
  input,
  action: { tool_name, version: `${agent}/1/${version}`, parameters },
  needs,
});

const ran = 'recorded';
const said = 'documented';

export const recordedHooks: readonly RecordedHook[] = [
  row(
    'claude-code',
    `${ran} 2.1.325`,
    claude('Bash', { command: 'npm test', description: 'run', run_in_background: true }),
    [
      'shell.exec',
      'Bash',
      { command: 'npm test', description: 'run', run_in_background: true, cwd },
    ],
    claudeNeeds,
  ),
  row(
    'claude-code',
    said,
    claude('Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }),
    ['file.edit', 'Edit[file_path]', { path: 'a.ts', old_string: 'a', new_string: 'b', cwd }],
    claudeNeeds,
  ),
  row(
    'claude-code',
    said,
    claude('Write', { file_path: `${cwd}/a.ts`, content: 'x' }),
    ['file.write', 'Write[file_path]', { path: `${cwd}/a.ts`, content: 'x', cwd }],
    claudeNeeds,
  ),
  row(
    'claude-code',
    said,
    claude('NotebookEdit', { notebook_path: 'n.ipynb', new_source: '1+1', edit_mode: 'insert' }),
    [
      'file.edit',
      'NotebookEdit[new_source,notebook_path]',
      { path: 'n.ipynb', new_string: '1+1', edit_mode: 'insert', cwd },
    ],
    claudeNeeds,
  ),
  row(
    'claude-code',
    said,
    claude('Read', { file_path: 'a.ts' }, { agent_id: 'a1', agent_type: 'Explore' }),
    ['file.read', 'Read[file_path]', { path: 'a.ts', cwd }],
    claudeNeeds,
  ),
  row(
    'claude-code',
    said,
    claude('Agent', { description: 'd', prompt: 'look', subagent_type: 'Explore' }),
    ['task.delegate', 'Agent', { description: 'd', prompt: 'look', subagent_type: 'Explore' }],
    claudeNeeds,
  ),
  row(
    'claude-code',
    said,
    claude('WebFetch', { url: 'https://example.com', prompt: 'what' }),
    ['web.fetch', 'WebFetch', { url: 'https://example.com', prompt: 'what' }],
    claudeNeeds,
  ),
  row(
    'claude-code',
    said,
    claude('TaskStop', { task_id: 'b4og2x0ad' }),
    ['TaskStop', 'TaskStop', { task_id: 'b4og2x0ad' }],
    claudeNeeds,
  ),
  row(
    'claude-code',
    `${ran} 2.1.325`,
    claude(
      'mcp__github__create_issue',
      { title: 't' },
      { mcp_server: { name: 'github', source: 'user' } },
    ),
    ['mcp__github__create_issue', 'mcp__github__create_issue', { title: 't' }],
    claudeNeeds,
  ),
  row(
    'codex',
    `${ran} 0.166.0`,
    codex('Bash', { command: 'npm test' }),
    ['shell.exec', 'Bash', { command: 'npm test', cwd }],
    claudeNeeds,
  ),
  row(
    'codex',
    said,
    codex('shell', { command: ['bash', '-lc', 'npm test'], workdir: cwd }),
    ['shell.exec', 'shell[command]', { argv: ['bash', '-lc', 'npm test'], workdir: cwd, cwd }],
    claudeNeeds,
  ),
  row(
    'codex',
    said,
    codex('apply_patch', { command: '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch' }),
    [
      'file.edit',
      'apply_patch[command]',
      { patch: '*** Begin Patch\n*** Add File: a.txt\n+x\n*** End Patch', cwd },
    ],
    claudeNeeds,
  ),
  row(
    'codex',
    `${ran} 0.166.0`,
    codex('mcp__box__pay', { amount: 1 }),
    ['mcp__box__pay', 'mcp__box__pay', { amount: 1 }],
    claudeNeeds,
  ),
  row(
    'gemini',
    `${ran} 0.61.0`,
    gemini('run_shell_command', { command: 'npm test', description: 'run' }),
    ['shell.exec', 'run_shell_command', { command: 'npm test', description: 'run', cwd }],
    geminiNeeds,
  ),
  row(
    'gemini',
    said,
    gemini('replace', { file_path: 'a.ts', old_string: 'a', new_string: 'b', instruction: 'i' }),
    [
      'file.edit',
      'replace[file_path]',
      { path: 'a.ts', old_string: 'a', new_string: 'b', instruction: 'i', cwd },
    ],
    geminiNeeds,
  ),
  row(
    'gemini',
    said,
    gemini(
      'mcp_my_box_pay',
      { amount: 1 },
      { mcp_context: { server_name: 'my_box', tool_name: 'pay' } },
    ),
    ['mcp__my_box__pay', 'mcp_my_box_pay', { amount: 1 }],
    geminiNeeds,
  ),
  row(
    'copilot',
    `${ran} 1.0.102`,
    copilot('bash', { command: 'npm test', description: 'run' }),
    ['shell.exec', 'bash', { command: 'npm test', description: 'run', cwd }],
    copilotNeeds,
  ),
  row(
    'copilot',
    `${ran} 1.0.102`,
    copilot('create', { path: 'b.txt', file_text: 'x' }),
    ['file.write', 'create[file_text]', { path: 'b.txt', content: 'x', cwd }],
    copilotNeeds,
  ),
  row(
    'copilot',
    said,
    copilot('bash', '{"command":"npm test"}'),
    ['shell.exec', 'bash', { command: 'npm test', cwd }],
    copilotNeeds,
  ),
  row(
    'copilot',
    `${ran} 1.0.102`,
    copilot('box-pay', { amount: 1 }),
    ['mcp__box__pay', 'box-pay', { amount: 1 }],
    copilotNeeds,
  ),
  row(
    'opencode',
    said,
    opencode('bash', { command: 'npm test', description: 'run' }),
    ['shell.exec', 'bash', { command: 'npm test', description: 'run', cwd }],
    opencodeNeeds,
  ),
  row(
    'opencode',
    said,
    opencode('edit', { filePath: 'a.ts', oldString: 'a', newString: 'b' }),
    [
      'file.edit',
      'edit[filePath,newString,oldString]',
      { path: 'a.ts', old_string: 'a', new_string: 'b', cwd },
    ],
    opencodeNeeds,
  ),
  row(
    'opencode',
    said,
    opencode('box_pay', { amount: 1 }),
    ['mcp__box__pay', 'box_pay', { amount: 1 }],
    opencodeNeeds,
  ),
  row(
    'cursor',
    said,
    cursor('preToolUse', {
      tool_name: 'Shell',
      tool_input: { command: 'npm test' },
      tool_use_id: 't1',
      cwd,
    }),
    ['shell.exec', 'Shell', { command: 'npm test', cwd }],
    ['conversation_id', 'hook_event_name', 'tool_name', 'tool_input'],
  ),
  row(
    'cursor',
    said,
    cursor('beforeShellExecution', { command: 'npm test', cwd }),
    ['shell.exec', 'Shell', { command: 'npm test', cwd }],
    ['conversation_id', 'hook_event_name', 'command'],
  ),
  row(
    'cursor',
    said,
    cursor('beforeMCPExecution', {
      tool_name: 'pay',
      tool_input: '{"amount":1}',
      url: 'https://mcp.example.com/mcp',
    }),
    ['mcp__https-mcp.example.com-mcp__pay', 'pay', { amount: 1 }],
    ['conversation_id', 'hook_event_name', 'tool_name', 'tool_input', 'url', 'workspace_roots'],
  ),
  row(
    'cursor',
    said,
    cursor('preToolUse', { tool_name: 'Delete', tool_input: { path: 'a.ts' } }),
    ['file.delete', 'Delete', { path: 'a.ts', cwd }],
    ['workspace_roots'],
  ),
  row(
    'pi',
    said,
    pi('bash', { command: 'npm test' }),
    ['shell.exec', 'bash', { command: 'npm test', cwd }],
    piNeeds,
  ),
  row(
    'pi',
    said,
    pi('edit', { path: 'a.ts', oldText: 'a', newText: 'b' }),
    ['file.edit', 'edit[newText,oldText]', { path: 'a.ts', old_string: 'a', new_string: 'b', cwd }],
    piNeeds,
  ),
];
