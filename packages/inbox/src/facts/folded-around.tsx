import { canonicalize } from '@countersign/protocol/json';
import { type ReactNode, useMemo } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { numberLocale } from '../language/chosen.ts';
import { factsText } from '../language/english/facts.ts';
import { fill } from '../language/fill.ts';
import { hiddenCount } from './code-block.tsx';
import { factItems } from './fact-items.ts';
import { Label } from './fact-label.tsx';
import { Rows } from './fact-rows.tsx';
import { countValues, type FactNode } from './fact-tree.ts';
import { FoldBand, useFold } from './folding.tsx';
import { findHidden } from './hidden-characters.ts';
import type { Marks } from './marks.ts';
import { partOfValue } from './parts.ts';

const open = { has: () => true };

/** One line with the length and the digest of a group. What is marked in it is never folded. */
export function FoldedAround({
  node,
  marks,
}: {
  readonly node: FactNode;
  readonly marks: Marks;
}): ReactNode {
  const partId = partOfValue(node.pointer);
  const text = useMemo(() => canonicalize(node.value), [node]);
  const { isOpen, open: onOpen } = useFold(() => text);
  const items = useMemo(() => factItems([node], open), [node]);
  const marked = useMemo(
    () =>
      items.filter(
        item =>
          item.kind === 'row' &&
          marks.some(
            ({ pointer }) =>
              pointer === item.node.pointer ||
              (item.node.members.length === 0 && pointer.startsWith(`${item.node.pointer}/`)),
          ),
      ),
    [items, marks],
  );
  const seen = useSeen(partId);
  if (isOpen) return <Rows key="open" items={items} far={false} marks={marks} partId={partId} />;
  const values = countValues([node]);
  return (
    <>
      <div ref={seen}>
        <FoldBand
          partId={partId}
          what={fill(factsText.groupNotOpened, {
            name: <Label label={node.label} />,
            values: values.toLocaleString(numberLocale),
          })}
          about={hiddenCount(findHidden([node]).characters)}
          opens={factsText.openAllValues(values.toLocaleString(numberLocale))}
          text={text}
          onOpen={onOpen}
        />
      </div>
      {marked.length > 0 && <Rows items={marked} far={false} marks={marks} partId={partId} />}
    </>
  );
}
