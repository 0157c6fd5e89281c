import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@countersign/protocol/json';
import { canaryMark } from '../decide/canary.ts';

/** A call that every guard refuses, with a mark that only the holder of the key can make. */
interface CanaryCall {
  readonly command: string;
  /** What the refusal contains. */
  readonly mark: string;
}

export function canaryCall(key: string): CanaryCall {
  const nonce = randomBytes(16).toString('hex');
  return { command: `countersign-guard-canary ${nonce}`, mark: canaryMark(nonce, key) };
}

/** The tool with which each agent runs a command, and the name of the member. */
const shells: Readonly<Record<string, readonly [tool: string, member: string]>> = {
  'claude-code': ['Bash', 'command'],
  codex: ['exec_command', 'cmd'],
  gemini: ['run_shell_command', 'command'],
  copilot: ['bash', 'command'],
  opencode: ['bash', 'command'],
};

/** The call that a model makes of an agent to run the canary. */
export function canaryToolCall(
  agent: string,
  { command }: CanaryCall,
): { readonly tool: string; readonly input: JsonObject } | null {
  const shell = shells[agent];
  if (shell === undefined) return null;
  const [tool, member] = shell;
  return { tool, input: { [member]: command, description: 'Checks the guard' } };
}

/** What the hook of an agent sends about the canary. */
export function canaryHook(agent: string, { command }: CanaryCall): JsonObject {
  const session = 'countersign-guard-check';
  const cwd = '/';
  const input = { command };
  switch (agent) {
    case 'gemini':
      return {
        session_id: session,
        cwd,
        hook_event_name: 'BeforeTool',
        tool_name: 'run_shell_command',
        tool_input: input,
      };
    case 'copilot':
      return { sessionId: session, cwd, toolName: 'bash', toolArgs: input };
    case 'cursor':
      return {
        conversation_id: session,
        cwd,
        hook_event_name: 'preToolUse',
        tool_name: 'Shell',
        tool_input: input,
      };
    case 'opencode':
      return {
        event: 'before',
        tool: 'bash',
        sessionID: session,
        callID: 'canary',
        args: input,
        directory: cwd,
      };
    case 'pi':
      return {
        event: 'before',
        toolName: 'bash',
        toolCallId: 'canary',
        input,
        sessionId: session,
        cwd,
      };
    default:
      return {
        session_id: session,
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: input,
        tool_use_id: 'canary',
      };
  }
}
