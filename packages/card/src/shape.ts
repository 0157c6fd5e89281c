import { type Command, commandOf } from './command.ts';
import { type Edit, editOf } from './edit.ts';
import { type Message, messageOf } from './message.ts';
import { type Money, moneyOf } from './money.ts';
import { type CardAction, type Found, membersOf, textUnder } from './parameters.ts';
import { type Records, recordsOf } from './records.ts';
import { sqlOf } from './sql.ts';
import { toolWords } from './tool-words.ts';
import { type WebCall, webCallOf } from './web.ts';

/**
 * The view that an action gets. A shape is a guess about how the action is read best. It decides nothing. The tree
 * below a view shows everything that the view does not. So a wrong guess gives a worse layout and never hides a byte.
 */
export type Shape =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'edit'; readonly edit: Edit }
  | { readonly kind: 'sql'; readonly sql: Found<string> }
  | { readonly kind: 'records'; readonly records: Records }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'payment'; readonly money: Money }
  | { readonly kind: 'web'; readonly call: WebCall }
  | { readonly kind: 'code'; readonly code: Found<string> }
  | { readonly kind: 'plain' };

/** The first reading that fits, the most telling one first. */
export function shapeOf(action: CardAction): Shape {
  const sql = sqlOf(action);
  if (sql !== null) return { kind: 'sql', sql };
  const edit = editOf(action);
  if (edit !== null) return { kind: 'edit', edit };
  const command = commandOf(action);
  if (command !== null) return { kind: 'command', command };
  const code = codeOf(action);
  if (code !== null) return { kind: 'code', code };
  const records = recordsOf(action);
  const message = messageOf(action);
  // The files of a message are a part of it, and not what it is about.
  if (message !== null && (records === null || records.list.key === message.attachments?.key))
    return { kind: 'message', message };
  if (records !== null) return { kind: 'records', records };
  const money = moneyOf(membersOf(action));
  if (money !== null) return { kind: 'payment', money };
  const call = webCallOf(action);
  return call === null ? { kind: 'plain' } : { kind: 'web', call };
}

const codeTools =
  /^(?:python3?|py|node|js|javascript|typescript|ts|deno|jupyter|notebook|ipython|code|interpreter|eval)$/;

function codeOf(action: CardAction): Found<string> | null {
  if (!toolWords(action.target.tool_name).some(word => codeTools.test(word))) return null;
  return textUnder(membersOf(action), /^(?:code|source|program|script|input)$/i);
}

/** The values that the view of a shape shows whole. Everything else stands in the tree below it. */
export function pointersShown(shape: Shape): readonly string[] {
  switch (shape.kind) {
    case 'command':
      return [shape.command.pointer];
    case 'code':
      return [shape.code.pointer];
    case 'sql':
      return [shape.sql.pointer];
    case 'records':
      return [shape.records.list.pointer];
    case 'message':
      return shape.message.shown;
    case 'edit':
      return editPointers(shape.edit);
    default:
      return [];
  }
}

/** The list that a command is given in and the words of it that no view of its script shows by themselves. */
export function wordsAround({ pointer, inner, words }: Command): ReadonlyMap<string, string> {
  if (inner === null || words === null) return new Map();
  return new Map(
    [
      [pointer, ''] as const,
      ...words.map((word, index) => [`${pointer}/${index}`, word] as const),
    ].filter(([place]) => place !== inner.pointer),
  );
}

function editPointers(edit: Edit): readonly string[] {
  const path = edit.path === null ? [] : [edit.path.pointer];
  if (edit.kind === 'patch') return [...path, edit.patch.pointer];
  if (edit.kind === 'write') return [...path, edit.content.pointer];
  const pairs = edit.pairs.flatMap(({ before, after }) => [before.pointer, after.pointer]);
  return [...path, ...pairs];
}
