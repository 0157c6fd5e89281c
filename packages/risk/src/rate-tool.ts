import { declaredEffects, type Reversibility } from '@countersign/protocol/value';
import type { Effect } from './action/effects.ts';
import { readName } from './action/tool-name.ts';
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
  /** Why it is rated so, in a sentence. */
  readonly why: string;
  /** What an operator adds to `tools:` to say it; null where it need not be said. */
  readonly declaration: string | null;
}

const reasons: Readonly<Record<ToolRating['known_by'], string>> = {
  declaration: 'The operator declared it in the policy.',
  catalogue: 'The catalogue has a tool of this server and name.',
  name: 'Only the words of its name suggest it.',
  nothing: 'Neither the operator nor the catalogue nor its name says what it does.',
};

/** Rates a tool by its name alone. A call may be rated worse, by what is in it. */
export function rateTool(tool: string, declarations: readonly ToolDeclaration[]): ToolRating {
  const declared = declarationsOf(declarations)(tool);
  const known: KnownTool | null =
    declared === null ? findTool(toolIdentity(tool), null) : { row: declared, trust: 'lower' };
  const read = readName(tool);
  const { effect } = known === null ? read : knownName(read, known);
  const words = effect === 'unknown' ? 'nothing' : 'name';
  const known_by = declared !== null ? 'declaration' : known !== null ? 'catalogue' : words;
  const reversibility = reversibilityOf(effect, known, effect === 'read', []);
  return {
    tool,
    effect,
    reversibility,
    known_by,
    why: reasons[known_by],
    declaration: known === null ? declarationOf(tool, effect, reversibility) : null,
  };
}

/** One line of YAML; JSON quotes the name, and YAML reads JSON. The operator sets the values before using it. */
function declarationOf(tool: string, effect: Effect, reversibility: Reversibility): string {
  const stated = declaredEffects.find(each => each === effect);
  return stated === undefined
    ? `- { tool: ${JSON.stringify(tool)}, effect: update, reversibility: reversible }`
    : `- { tool: ${JSON.stringify(tool)}, effect: ${stated}, reversibility: ${reversibility} }`;
}
