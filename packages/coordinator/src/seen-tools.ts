import { isReservedName } from '@countersign/protocol/action';
import { parseStrict } from '@countersign/protocol/json';
import {
  type UnaskedAnswer,
  type UnaskedAnswers,
  unpackAnswers,
} from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import type { Context } from './context.ts';
import type { LoggedRow } from './log/log-store.ts';
import { requestStream, segmentStream } from './stream-name.ts';

/** How often a tool was seen, and when last. */
interface SeenTool {
  readonly asked: number;
  readonly unasked: number;
  readonly last_seen: Timestamp;
}

/** The tools in the part of the logs that was read so far. It belongs to one process, and grows with each reading. */
export interface ToolIndex {
  readonly tools: Map<string, SeenTool>;
  epoch: number;
  index: number;
}

/** An agent may invent names: no more of them are held than this. */
export const seenToolsMax = 5000;
const rowsAtOnce = 500;
/** One call reads no more than this. */
const looksMax = 10_000;

export function createToolIndex(): ToolIndex {
  return { tools: new Map(), epoch: 1, index: 0 };
}

/** Reads on where the last call ended. Answers whether everything was read. */
export async function readTools(
  { store }: Pick<Context, 'store'>,
  index: ToolIndex,
): Promise<boolean> {
  const newest = (await store.readState()).epoch;
  for (let looked = 0; looked < looksMax; ) {
    const rows = await store.readLogRows({
      epoch: index.epoch,
      from: index.index,
      limit: rowsAtOnce,
    });
    const last = rows.at(-1);
    if (last === undefined) {
      if (index.epoch >= newest) return true;
      index.epoch += 1;
      index.index = 0;
      continue;
    }
    for (const row of rows) note(index, row);
    index.index = last.index + 1;
    looked += rows.length;
  }
  return false;
}

const segments = segmentStream('');
const requests = requestStream('');

function note(index: ToolIndex, { stream, text }: LoggedRow): void {
  const isUnasked = stream.startsWith(segments);
  if (!isUnasked && !(stream.startsWith(requests) && text.includes('"tool_name":'))) return;
  const event = parseStrict(text) as unknown as NotedEvent | UnaskedAnswer | UnaskedAnswers;
  if (event.type === 'policy.answered_together') {
    for (const { at, data } of unpackAnswers(event)) noteTool(index, data.tool_name, 'unasked', at);
  } else if (event.type === 'policy.answered') {
    noteTool(index, event.data.tool_name, 'unasked', event.at);
  } else if (event.type === 'request.opened') {
    noteTool(index, event.data.tool_name, 'asked', event.at);
  }
}

function noteTool(
  { tools }: ToolIndex,
  tool_name: string,
  how: 'asked' | 'unasked',
  last_seen: Timestamp,
): void {
  // A change of Countersign itself is no tool of an agent.
  if (isReservedName(tool_name)) return;
  const before = tools.get(tool_name);
  if (before === undefined && tools.size >= seenToolsMax) return;
  const { asked = 0, unasked = 0 } = before ?? {};
  const counts = { asked, unasked };
  tools.set(tool_name, { ...counts, [how]: counts[how] + 1, last_seen });
}

interface NotedEvent {
  readonly type: 'request.opened';
  readonly at: Timestamp;
  readonly data: { readonly tool_name: string };
}
