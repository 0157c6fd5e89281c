import { ActionBinding } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import { parseStrict } from '@countersign/protocol/json';
import { parseUnaskedIn, type UnaskedAnswer } from '@countersign/protocol/request';
import type { Context } from './context.ts';
import type { LoggedRow } from './log/log-store.ts';
import { segmentStream } from './stream-name.ts';

interface UnaskedQuery {
  readonly agentId?: string;
  readonly toolName?: string;
  readonly limit: number;
  /** Where the page before ended. */
  readonly after?: UnaskedPlace;
}

/** A place in the logs: everything before this index of this epoch is still to be read. */
export interface UnaskedPlace {
  readonly epoch: number;
  readonly index: number;
  /** Of the event at this index, so many answers are still to be read besides. */
  readonly within?: number;
}

export interface UnaskedRow {
  readonly epoch: number;
  readonly index: number;
  readonly answer: UnaskedAnswer;
}

export interface UnaskedPage {
  /** Newest first, in the order of the log. */
  readonly rows: readonly UnaskedRow[];
  /** Where to go on, or null at the beginning of the first log. A page may be short and still have a next one. */
  readonly next: UnaskedPlace | null;
  /** How many answers and other events were read to find these. */
  readonly looked: number;
}

const rowsAtOnce = 64;
/** One call reads no more than this, however rare the matches are. */
const looksMax = 4000;

/** What policy answered without asking anyone, read backwards through the logs, a bounded part at a time (UA-2). */
export async function listUnasked(
  { store }: Pick<Context, 'store'>,
  { agentId, toolName, limit, after }: UnaskedQuery,
): Promise<UnaskedPage> {
  const rows: UnaskedRow[] = [];
  const wanted = [agentId, toolName].flatMap(name =>
    name === undefined ? [] : [JSON.stringify(name)],
  );
  let looked = 0;
  let place: UnaskedPlace | null = after ?? (await endOfLog(store));
  while (place !== null && looked < looksMax) {
    const { within = 0 }: UnaskedPlace = place;
    if (place.index === 0 && within === 0) {
      place = place.epoch > 1 ? await endOfLog(store, place.epoch - 1) : null;
      continue;
    }
    const { epoch, index }: UnaskedPlace = place;
    const from = Math.max(0, index - rowsAtOnce);
    const to = within === 0 ? index : index + 1;
    const read = await store.readLogRows({ epoch, from, limit: to - from });
    for (const row of read.toReversed()) {
      const answers = mayFit(row, wanted) ? answersOf(row) : [];
      let left = row.index === index ? Math.min(within, answers.length) : answers.length;
      looked += Math.max(1, left);
      while (left > 0) {
        left -= 1;
        const answer = answers[left];
        if (answer === undefined || !fits(answer, agentId, toolName)) continue;
        rows.push({ epoch, index: row.index, answer });
        if (rows.length < limit) continue;
        const next = { epoch, index: row.index, ...(left === 0 ? {} : { within: left }) };
        return { rows, next, looked: looked - left };
      }
    }
    place = { epoch, index: from };
  }
  return { rows, next: place, looked };
}

async function endOfLog(store: Context['store'], epoch?: number): Promise<UnaskedPlace> {
  const head = await store.readLog(epoch);
  return { epoch: head.epoch, index: head.frontier.size };
}

const segments = segmentStream('');

/** Answers from before tools were recorded have another type, and say nothing that could be listed. */
function answersOf({ text }: LoggedRow): readonly UnaskedAnswer[] {
  return parseUnaskedIn(parseStrict(text) as Record<string, unknown>);
}

/** A canonical text that lacks a name as it is written there has no answer for it, and need not be parsed. */
function mayFit({ stream, text }: LoggedRow, wanted: readonly string[]): boolean {
  return stream.startsWith(segments) && wanted.every(name => text.includes(name));
}

function fits({ data }: UnaskedAnswer, agentId?: string, toolName?: string): boolean {
  return (
    (agentId === undefined || data.agent_id === agentId) &&
    (toolName === undefined || data.tool_name === toolName)
  );
}

/** What is still kept of an action that ran without a question. */
export interface KeptOfUnasked {
  readonly resource: string | null;
  /** Null where the policy keeps no parameters. */
  readonly action: ActionBinding | null;
}

/** Null where nothing was kept, or it was erased. */
export async function readKept(
  { store }: Pick<Context, 'store'>,
  { kept }: UnaskedAnswer['data'],
): Promise<KeptOfUnasked | null> {
  if (kept === null) return null;
  const text = await store.readAction(kept.digest as Digest);
  if (text === null) return null;
  const value = parseStrict(text) as Record<string, unknown>;
  if (kept.part === 'parameters') {
    const action = ActionBinding.parse(value);
    return { resource: action.target.resource, action };
  }
  const { resource } = value;
  return { resource: typeof resource === 'string' ? resource : null, action: null };
}
