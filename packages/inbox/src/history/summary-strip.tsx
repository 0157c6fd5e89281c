import type { ReactNode } from 'react';
import { Label } from '../facts/fact-label.tsx';
import type { FactNode } from '../facts/fact-tree.ts';
import { piecesOf } from '../facts/piece.ts';
import { Pieces, Words } from '../facts/pieces.tsx';
import { historyText } from '../language/english/history.ts';

const shownMax = 3;
const shortMax = 48;

/** A few values at a glance, from the bytes. All of them are one press away. */
export function SummaryStrip({
  nodes,
  toolName,
}: {
  readonly nodes: readonly FactNode[];
  readonly toolName: string;
}): ReactNode {
  const leaves = nodes.flatMap(leavesOf).filter(isShort).slice(0, shownMax);
  return (
    <dl className="strip">
      {leaves.map(node => (
        <div key={node.pointer}>
          <dt>
            <Label label={node.label} />
          </dt>
          <dd>
            <Pieces pieces={piecesOf(node.text)} />
          </dd>
        </div>
      ))}
      <div>
        <dt>{historyText.tool}</dt>
        <dd>
          <Words text={toolName} />
        </dd>
      </div>
    </dl>
  );
}

function leavesOf(node: FactNode): readonly FactNode[] {
  return node.members.length > 0 ? node.members.flatMap(leavesOf) : [node];
}

function isShort({ kind, text, block }: FactNode): boolean {
  const hasText = kind === 'text' || kind === 'number' || kind === 'boolean';
  return hasText && block === null && text !== '' && text.length <= shortMax;
}
