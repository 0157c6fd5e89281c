import type { ListQuery, RequestRow } from '@countersign/client/people';
import { levelOfRow } from './row-level.ts';

/** What the user typed into the search box. */
export interface QueueSearch {
  /** Asked of the server, so that it finds what was not loaded yet: `tool:payments.wire agent:billing-bot`. */
  readonly filter: Pick<ListQuery, 'tool_name' | 'agent_id'>;
  /** Looked for in what is loaded; all of them have to be there. */
  readonly words: readonly string[];
}

export function parseSearch(text: string): QueueSearch {
  const filter: { tool_name?: string; agent_id?: string } = {};
  const words: string[] = [];
  for (const word of text.trim().split(/\s+/).filter(Boolean)) {
    const [, name = '', value = ''] = /^(tool|agent):(.+)$/i.exec(word) ?? [];
    if (name.toLowerCase() === 'tool') filter.tool_name = value;
    else if (name.toLowerCase() === 'agent') filter.agent_id = value;
    else words.push(word.toLowerCase());
  }
  return { filter, words };
}

export function fitsSearch(row: RequestRow, { words }: QueueSearch): boolean {
  if (words.length === 0) return true;
  const { title, tool_name, agent_id, target_resource, plan_id } = row;
  const text = [
    title,
    tool_name,
    agent_id,
    target_resource,
    levelOfRow(row),
    plan_id,
    row.stage?.name,
  ]
    .join('\n')
    .toLowerCase();
  return words.every(word => text.includes(word));
}
