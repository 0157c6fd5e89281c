import type { PolicyPreview } from '@countersign/client/people';
import { bold, dim, type StyledText, text, yellow } from '../terminal/styled-text.ts';

/** Which pending requests another policy would end, and why. */
export function previewLines({ ends, stays, is_complete }: PolicyPreview): StyledText[] {
  const count = ends.length + stays.length;
  return [
    text`Once it is in force, ${bold(String(ends.length))} of ${count} pending requests would end`,
    ...ends.map(
      ({ approval_request_id, agent_id, tool_name, reason }) =>
        text`  ${yellow('ends')}  ${approval_request_id} ${tool_name} of ${agent_id}: ${reason}`,
    ),
    ...stays.map(
      ({ approval_request_id, agent_id, tool_name }) =>
        text`  ${dim('stays')} ${approval_request_id} ${tool_name} of ${agent_id}`,
    ),
    ...(is_complete ? [] : [text`There are more pending requests, which were not evaluated.`]),
  ];
}
