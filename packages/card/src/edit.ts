import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import {
  type CardAction,
  entriesOf,
  type Found,
  isObject,
  listUnder,
  membersOf,
  textUnder,
} from './parameters.ts';
import { isPatch, type PatchFile, patchFiles } from './patch.ts';
import { toolWords } from './tool-words.ts';

/** One pair of texts: the present text as the agent knows it, and the text that replaces it. */
interface EditPair {
  readonly before: Found<string>;
  readonly after: Found<string>;
}

/** A change of files: pairs of old and new text, a whole new file, or a patch. */
export type Edit =
  | { readonly kind: 'pairs'; readonly path: Found<string>; readonly pairs: readonly EditPair[] }
  | {
      readonly kind: 'write';
      readonly path: Found<string>;
      readonly content: Found<string>;
      /** Whether it is one cell of a notebook and not the whole file. */
      readonly cell: boolean;
    }
  | {
      readonly kind: 'patch';
      readonly patch: Found<string>;
      readonly path: Found<string> | null;
      readonly files: readonly PatchFile[];
    };

const pathKeys = /^(?:(?:file|target|absolute|relative|notebook)_?path|path|file(?:_?name)?|uri)$/i;
const oldKeys =
  /^(?:old|before|original|search|find|from)(?:_?(?:string|str|text|content|value|code|source))?$/i;
const newKeys =
  /^(?:new|after|updated|replace(?:ment)?|to)(?:_?(?:string|str|text|content|value|code|source|with))?$/i;
const contentKeys = /^(?:content|contents|file_?text|text|new_?content|body|data)$/i;
const notebook = /\.ipynb$/i;
const cellKeys = /^(?:new_?source|cell_?source|source)$/i;
const patchKeys = /^(?:patch|diff|unified_?diff|input|changes)$/i;
const listKeys = /^(?:edits|replacements|changes|operations)$/i;
const writing = /^(?:write|create|save|put|overwrite|edit|update|append|replace)$/;

/** What an action changes in files; null where it changes none. */
export function editOf(action: CardAction): Edit | null {
  const members = membersOf(action);
  const path = textUnder(members, pathKeys);
  const patch = textUnder(members, patchKeys);
  if (patch !== null && isPatch(patch.value)) {
    return { kind: 'patch', patch, path, files: patchFiles(patch.value) };
  }
  if (path === null) return null;
  const pairs = pairsOf(members);
  if (pairs.length > 0) return { kind: 'pairs', path, pairs };
  const cell = notebook.test(path.value) ? textUnder(members, cellKeys) : null;
  if (cell !== null) return { kind: 'write', path, content: cell, cell: true };
  const content = textUnder(members, contentKeys);
  const writes = toolWords(action.target.tool_name).some(word => writing.test(word));
  return content !== null && writes ? { kind: 'write', path, content, cell: false } : null;
}

function pairsOf(members: readonly Found[]): readonly EditPair[] {
  const own = pairIn(members);
  if (own !== null) return [own];
  const list = listUnder(members, listKeys);
  if (list === null) return [];
  const pairs = list.value.map((each: JsonValue, index) =>
    isObject(each) ? pairIn(entriesOf(each as JsonObject, `${list.pointer}/${index}`)) : null,
  );
  // Either every member is a pair, or none counts. Otherwise the diff would leave out a member that is not a pair.
  return pairs.every(pair => pair !== null) ? pairs : [];
}

function pairIn(members: readonly Found[]): EditPair | null {
  const text = (keys: RegExp) =>
    (members.find(({ key, value }) => typeof value === 'string' && keys.test(key)) as
      | Found<string>
      | undefined) ?? null;
  const [before, after] = [text(oldKeys), text(newKeys)];
  return before === null || after === null ? null : { before, after };
}
