import { ContractBroken } from './hook-call.ts';

/** What one tool of an agent is. */
export interface ToolRow {
  /** The canonical action, such as `shell.exec`; null where the tool keeps its own name. */
  readonly as: string | null;
  /** The canonical names of members, by the agent's own names. */
  readonly parts: Readonly<Record<string, string>>;
  /** Members, by their canonical names, without which the tool means nothing. Each is a text. */
  readonly needs: readonly string[];
}

export type ToolTable = ReadonlyMap<string, ToolRow>;

/** Rows of tools that are the same action. Names are parted by spaces. */
export function tools(
  as: string | null,
  names: string,
  parts: Readonly<Record<string, string>> = {},
  needs: readonly string[] = [],
): readonly (readonly [string, ToolRow])[] {
  return names.split(' ').map(name => [name, { as, parts, needs }] as const);
}

/** The same for every agent: a command, a path, the text that is written, and the pair of texts of an edit. */
export const usual = {
  path: Object.fromEntries(
    ['file_path', 'filePath', 'absolute_path', 'notebook_path', 'target_file', 'dir_path'].map(
      name => [name, 'path'],
    ),
  ),
  content: { contents: 'content', file_text: 'content', fileText: 'content' },
  pair: {
    oldString: 'old_string',
    old_str: 'old_string',
    oldText: 'old_string',
    newString: 'new_string',
    new_str: 'new_string',
    newText: 'new_string',
    new_source: 'new_string',
  },
} as const;

export const edits = { ...usual.path, ...usual.content, ...usual.pair };

export function toolTable(
  ...rows: readonly (readonly (readonly [string, ToolRow])[])[]
): ToolTable {
  const all = rows.flat();
  const table = new Map(all);
  if (table.size !== all.length) throw new ContractBroken('expected each tool once in its table');
  return table;
}
