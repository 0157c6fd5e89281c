import { Fragment, type ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { factsText } from '../language/english/facts.ts';
import { CodeBlock } from './code-block.tsx';
import type { FactLabel, FactNode } from './fact-tree.ts';
import { factsPart } from './parts.ts';
import { Pieces } from './pieces.tsx';

/** The way to a value that lies alone in the groups around it. The arrows are drawn: no key can contain one. */
export function Crumbs({
  crumbs,
  children,
}: {
  readonly crumbs: readonly FactNode[];
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      {crumbs.map(node => (
        <Fragment key={node.pointer}>
          <span className="crumb">
            {node.key === '' && node.label.kind === 'words' && factsText.item}
            <Label label={node.label} />
          </span>
          <Icon name="chevron-right" size={12} />
          <span className="visually-hidden">
            {node.kind === 'array' ? factsText.listWith : factsText.contains}
          </span>
        </Fragment>
      ))}
      {children}
    </>
  );
}

export function Label({ label }: { readonly label: FactLabel }): ReactNode {
  if (label.kind === 'words') return label.words;
  if (label.pieces.length === 0) return <span className="key">{factsText.emptyKey}</span>;
  return (
    <span className="key">
      <Pieces pieces={label.pieces} />
    </span>
  );
}

/** A key can be as long as a value, and is shown with the same care. */
export function LongKey({ label }: { readonly label: FactLabel }): ReactNode {
  const text =
    label.kind === 'words' ? label.words : label.pieces.map(({ source }) => source).join('');
  return <CodeBlock name="key" value={text} language="text" partId={factsPart} />;
}

export function labelLength(label: FactLabel): number {
  return label.kind === 'words'
    ? label.words.length
    : label.pieces.reduce((sum, { source }) => sum + source.length, 0);
}
