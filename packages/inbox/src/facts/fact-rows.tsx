import { type CSSProperties, memo, type ReactNode } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { DecodedValue, isDecoded } from './decoded-value.tsx';
import type { FactItem } from './fact-items.ts';
import { Crumbs, Label, LongKey, labelLength } from './fact-label.tsx';
import type { FactNode } from './fact-tree.ts';
import { FactValue } from './fact-value.tsx';
import { MarkNote } from './mark-note.tsx';
import { gravest, type Marks, marksAt } from './marks.ts';
import { factsPart } from './parts.ts';

/** Rows that are seen together, as a part of their own where `partId` names it. */
export const Rows = memo(function Rows({
  items,
  far,
  marks,
  partId = factsPart,
}: {
  readonly items: readonly FactItem[];
  readonly far: boolean;
  readonly marks: Marks;
  readonly partId?: string;
}): ReactNode {
  const seen = useSeen(partId);
  return (
    <dl ref={seen} className={far ? 'facts-rows chunk--far' : 'facts-rows'}>
      {items.map(item =>
        item.kind === 'row' ? (
          <Row
            key={item.node.pointer}
            node={item.node}
            depth={item.depth}
            last={item.last}
            crumbs={item.crumbs}
            marks={marksAt(marks, item.node.pointer)}
          />
        ) : null,
      )}
    </dl>
  );
});

const inlineKeyMax = 120;

function Row({
  node,
  depth,
  last,
  crumbs,
  marks,
}: {
  readonly node: FactNode;
  readonly depth: number;
  readonly last: boolean;
  readonly crumbs: readonly FactNode[];
  readonly marks: Marks;
}): ReactNode {
  const stacked =
    [...crumbs, node].reduce((sum, { label }) => sum + labelLength(label), 0) > inlineKeyMax;
  const level = gravest(marks);
  return (
    <div
      className={`fact${level === null ? '' : ` at-${level}`}${stacked ? ' fact--stacked' : depth > 0 && crumbs.length > 1 ? ' fact--trail' : ''}${depth === 0 && /^[\d.,]+$/.test(node.text) && node.key === 'amount' ? ' fact--lead' : ''}`}
      {...(depth === 0
        ? {}
        : { 'data-depth': depth, style: { '--depth': depth } as CSSProperties })}
      {...(last ? { 'data-last': '' } : {})}
    >
      <dt>
        <Crumbs crumbs={crumbs}>
          {labelLength(node.label) > inlineKeyMax ? (
            <LongKey label={node.label} />
          ) : (
            <Label label={node.label} />
          )}
        </Crumbs>
      </dt>
      <FactValue node={node} marks={marks} />
      {marks.map(mark => (
        <dd key={mark.words} className="fact-note">
          <MarkNote mark={mark} />
        </dd>
      ))}
      {node.kind === 'text' && node.block === null && isDecoded(node.text) && (
        <dd className="fact-note">
          <DecodedValue text={node.text} />
        </dd>
      )}
    </div>
  );
}
