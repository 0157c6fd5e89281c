import type { Contract } from './contract.ts';
import type { HookCall } from './hook-call.ts';
import { mcpFromFirst } from './mcp-name.ts';
import { pluginAnswer } from './opencode.ts';
import { Members } from './read-members.ts';
import { edits, tools, toolTable, usual } from './tool-table.ts';

const table = toolTable(
  tools('shell.exec', 'bash powershell', {}, ['command']),
  tools('file.read', 'read', usual.path, ['path']),
  tools('file.read', 'grep find ls ripgrep', usual.path),
  tools('file.write', 'write', edits, ['path', 'content']),
  tools('file.edit', 'edit', edits, ['path']),
  tools('task.delegate', 'subagent', { task: 'prompt' }),
  tools(null, 'question questionnaire todo structured_output'),
);

/** pi 0.87: our extension sends what it is given. */
export const pi: Contract = {
  agent: 'pi',
  title: 'pi',
  version: '1',
  tools: table,
  parse(value): HookCall {
    const members = new Members(value);
    const event = members.oneOf('event', ['before', 'after']);
    const tool = members.text('toolName');
    return {
      event,
      tool,
      input: members.object('input'),
      session: members.text('sessionId'),
      callId: members.text('toolCallId'),
      cwd: members.text('cwd'),
      mcp: table.has(tool) ? null : mcpFromFirst(tool, '_'),
      takesChanges: members.any('takesChanges') === true,
      subagent: members.textOr('parentToolCallId', null),
      ended:
        event === 'before'
          ? null
          : {
              outcome: members.any('isError') === true ? 'failed' : 'succeeded',
              result: members.any('content'),
            },
    };
  },
  render: pluginAnswer,
};
