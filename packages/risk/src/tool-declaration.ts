import type { DeclaredEffect, Reversibility } from '@countersign/protocol/value';
import type { PartName, ToolRow } from './canonical/tool-row.ts';

/** What the operator says of a tool, in the form of the catalogue. */
export interface ToolDeclaration {
  /** The name of the tool as the gate sends it. `*` stands for any characters. */
  readonly tool: string;
  readonly effect: DeclaredEffect;
  readonly reversibility: Reversibility;
  readonly parts: Readonly<Record<string, PartName>>;
}

/** Finds the declaration of a tool. An exact name comes before a pattern, and a longer pattern before a shorter one. */
export function declarationsOf(
  declarations: readonly ToolDeclaration[],
): (name: string) => ToolRow | null {
  const exact = new Map<string, ToolRow>();
  const patterns: { readonly pieces: readonly string[]; readonly row: ToolRow }[] = [];
  const longestFirst = declarations.toSorted(
    (a, b) => b.tool.length - a.tool.length || (a.tool < b.tool ? -1 : 1),
  );
  for (const { tool, effect, reversibility, parts } of longestFirst) {
    const row: ToolRow = { tool, kind: 'mcp.call', effect, reversibility, parts };
    if (tool.includes('*')) patterns.push({ pieces: tool.split('*'), row });
    else exact.set(tool, row);
  }
  return name =>
    exact.get(name) ?? patterns.find(({ pieces }) => matches(pieces, name))?.row ?? null;
}

/** Linear: each piece is looked for once, after the one before it. */
function matches(pieces: readonly string[], name: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces[pieces.length - 1] ?? '';
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  const end = name.length - last.length;
  if (end < at) return false;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
