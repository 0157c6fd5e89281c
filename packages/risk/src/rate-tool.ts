import type { Effect } from './action/effects.ts';
import { readName } from './action/tool-name.ts';
import type { Reversibility } from './canonical/action-kind.ts';
import { reversibilityOf } from './canonical/reversibility.ts';
import { toolIdentity } from './canonical/tool-identity.ts';
import { type KnownTool, knownName } from './canonical/tool-row.ts';
import { findTool } from './catalogue/find-tool.ts';
import { declarationsOf, type ToolDeclaration } from './tool-declaration.ts';

/** What is known of a tool before it is called, and who says so. */
export interface ToolRating {
  readonly tool: string;
  readonly effect: Effect;
  readonly reversibility: Reversibility;
  /** `nothing`: neither the operator nor the catalogue nor the words of its name. */
  readonly known_by: 'declaration' | 'catalogue' | 'name' | 'nothing';
}

/** Rates a tool by its name alone. A call may be rated worse, by what is in it. */
export function rateTool(tool: string, declarations: readonly ToolDeclaration[]): ToolRating {
  const declared = declarationsOf(declarations)(tool);
  const known: KnownTool | null =
    declared === null ? findTool(toolIdentity(tool), null) : { row: declared, trust: 'lower' };
  const read = readName(tool);
  const { effect } = known === null ? read : knownName(read, known);
  const words = effect === 'unknown' ? 'nothing' : 'name';
  return {
    tool,
    effect,
    reversibility: reversibilityOf(effect, known, effect === 'read', []),
    known_by: declared !== null ? 'declaration' : known !== null ? 'catalogue' : words,
  };
}
