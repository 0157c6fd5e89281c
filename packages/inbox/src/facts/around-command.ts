import type { Shape } from '@countersign/card';
import { countValues, type FactNode } from './fact-tree.ts';

const environmentKeys = /^env(?:ironment)?(?:_?var(?:iable)?s)?$/i;
const digestForm = /^(?:sha\d+[:-])?[0-9a-f]{40,128}$/i;
/** So many values are read where they stand. */
const shortGroup = 3;

/** The environment and the digests of a command. They stand below it, folded until a person opens them. */
export function aroundCommand(
  nodes: readonly FactNode[],
  shape: Shape | undefined,
): readonly FactNode[] {
  if (shape?.kind !== 'command') return [];
  return nodes.filter(
    node =>
      countValues(node.members) > shortGroup &&
      (environmentKeys.test(node.key ?? '') || leavesOf(node).every(isDigest)) &&
      // A long text is a part of its own, with its own fold.
      leavesOf(node).every(({ block }) => block === null),
  );
}

function leavesOf(node: FactNode): readonly FactNode[] {
  return node.members.length === 0 ? [node] : node.members.flatMap(leavesOf);
}

function isDigest({ kind, text }: FactNode): boolean {
  return kind === 'text' && digestForm.test(text);
}
