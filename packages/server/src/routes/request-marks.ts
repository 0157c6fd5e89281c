import { marksOf } from '@countersign/card/marks';
import type { Context } from '@countersign/coordinator';
import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import { parseStrict } from '@countersign/protocol/json';
import type { ShownMark, SimilarRequest } from '@countersign/wire/views';
import type { Caller } from '../http/caller.ts';
import { readVisible } from './reach.ts';

/** So many earlier actions are compared with, and none that is longer than this. */
const earlierMax = 5;
const textLengthMax = 262_144;
const approved: ReadonlySet<string> = new Set(['allowed', 'consumed']);

/** What stands out in an action, also beside what was approved before and this caller may see. */
export async function requestMarks(
  context: Context,
  caller: Caller,
  action: ActionBinding | null,
  similar: readonly SimilarRequest[],
): Promise<ShownMark[]> {
  if (action === null) return [];
  const earlier: ActionBinding[] = [];
  for (const { approval_request_id, status } of similar) {
    if (earlier.length >= earlierMax) break;
    if (!approved.has(status)) continue;
    const read = await readVisible(context, caller, approval_request_id);
    if (!read.ok) continue;
    const text = await context.store.readAction(read.value.state.request.action_digest);
    if (text === null || text.length > textLengthMax) continue;
    earlier.push(parseActionBinding(parseStrict(text)));
  }
  return [...marksOf(action, earlier)];
}
