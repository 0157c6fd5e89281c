import type { Part } from '../decision/seen-tracker.ts';
import { cardText } from '../language/english/card.ts';
import { longValues } from './fact-items.ts';
import { type FactNode, nameOf } from './fact-tree.ts';

export const factsPart = 'facts';
export const whyPart = 'why';
export const whoPart = 'who';

export function partOfValue(pointer: string): string {
  return `value ${pointer}`;
}

/** The parts that must be seen before an approval. The words of the agent are not among them. */
export function requiredParts(
  nodes: readonly FactNode[],
  ofShape: Part | null = null,
  folded: readonly FactNode[] = [],
): readonly Part[] {
  return [
    { id: factsPart, name: cardText.whatWillRun },
    ...(ofShape === null ? [] : [ofShape]),
    ...[...folded, ...longValues(nodes)].map(node => ({
      id: partOfValue(node.pointer),
      name: nameOf(node),
    })),
    { id: whyPart, name: cardText.whyStopped },
    { id: whoPart, name: cardText.whoDecides },
  ];
}
