import type { Shape } from '@countersign/card';
import type { ActionBinding } from '@countersign/protocol/action';
import { type CSSProperties, memo, type ReactNode, useId, useMemo, useState } from 'react';
import { useFolded, useSeen } from '../decision/seen.tsx';
import { Button } from '../design/button.tsx';
import { CopyText } from '../design/copy-text.tsx';
import { Icon } from '../design/icon.tsx';
import { ShapeView } from '../shapes/shape-view.tsx';
import { asciiHost } from './ascii-host.ts';
import { CodeBlock, hiddenCount } from './code-block.tsx';
import { type FactItem, factItems } from './fact-items.ts';
import { type FactLabel, type FactNode, isContainer } from './fact-tree.ts';
import { MarkNote } from './mark-note.tsx';
import { gravest, type Marks, marksAt } from './marks.ts';
import { factsPart, partOfValue } from './parts.ts';
import { piecesOf } from './piece.ts';
import { Pieces } from './pieces.tsx';
import { isProse } from './sentence.ts';

interface FactPanelProps {
  readonly action: ActionBinding;
  readonly actionText: string;
  readonly audience: string;
  readonly shortCode: string;
  readonly nodes: readonly FactNode[];
  readonly longPointers: ReadonlySet<string>;
  readonly values: number;
  /** Long values that are still folded. */
  readonly unopened: number;
  /** Whether a group of values is still folded. */
  readonly groupFolded: boolean;
  readonly form: Form;
  readonly onForm: (form: Form) => void;
  /** What the values were read from, where that is not what will run. */
  readonly source?: string;
  /** How the action is read best; a tree where nothing is said. */
  readonly shape?: Shape;
  readonly marks?: Marks;
}

/** The exact bytes need not be seen: the readable form shows all of them. */
const exactPart = 'exact';

export type Form = 'readable' | 'exact';

/** What will run, value by value, from the bound bytes. */
export function FactPanel(props: FactPanelProps): ReactNode {
  const { action, audience, form, onForm } = props;
  // The tool and where it runs are seen with the values; the exact bytes are no way around them.
  const seen = useSeen(form === 'readable' ? factsPart : exactPart);
  return (
    <section className="panel facts" aria-label="Facts">
      <div ref={seen} className="panel-head facts-bar">
        <code>
          <Pieces pieces={piecesOf(action.target.tool_name)} />
        </code>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          on <Pieces pieces={piecesOf(audience)} />, schema{' '}
          <Pieces pieces={piecesOf(action.target.tool_schema_version)} />
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two buttons */}
        <span className="seg" role="group" aria-label="Form">
          <button
            type="button"
            aria-pressed={form === 'readable'}
            onClick={() => onForm('readable')}
          >
            Readable
          </button>
          <button type="button" aria-pressed={form === 'exact'} onClick={() => onForm('exact')}>
            Exact JSON
          </button>
        </span>
      </div>
      {form === 'readable' ? (
        <Readable {...props} />
      ) : (
        <>
          <div className="exact-bar">
            <CopyText text={props.actionText} label="Copy the exact JSON" />
          </div>
          <CodeBlock
            name="action"
            value={props.actionText}
            language="json"
            partId={exactPart}
            headless
          />
        </>
      )}
      <Foot {...props} />
    </section>
  );
}

function Foot({
  values,
  unopened,
  groupFolded,
  shortCode,
  form,
  shape,
  marks = noMarks,
  source = 'the bytes that will run',
}: FactPanelProps): ReactNode {
  const count = values.toLocaleString('en');
  // What says that all values are shown is seen with them, and without them it does not count.
  const seen = useSeen(form === 'readable' ? factsPart : exactPart);
  return (
    <div ref={seen} className="panel-foot facts-foot">
      <Icon name="bytes" />
      <span>
        {groupFolded
          ? `Not all ${count} values are opened`
          : unopened > 0
            ? `${unopened.toLocaleString('en')} of ${count} values not fully opened`
            : values === 1
              ? `The one value is shown, from ${source}`
              : `All ${count} values shown, from ${source}`}
        {marks.length > 0 && '. Marks and their notes are our analysis'}
        {shape?.kind === 'command' &&
          shape.command.text.length > 0 &&
          '. Breaks before operators are layout'}
      </span>
      <span className="short-code">
        Same code in the terminal <b>{shortCode}</b>
      </span>
    </div>
  );
}

function Readable({ nodes, longPointers, shape, marks = noMarks }: FactPanelProps): ReactNode {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const items = useMemo(() => factItems(nodes, opened), [nodes, opened]);
  const stretches = useMemo(() => stretchesOf(items), [items]);
  const tree = stretches.map(stretch => {
    const [first] = stretch;
    if (first === undefined) return null;
    if (first.kind === 'block') {
      const { node } = first;
      return (
        <CodeBlock
          key={node.pointer}
          name={
            node.key === null ? (
              <Label label={node.label} />
            ) : (
              <Pieces pieces={piecesOf(node.key)} />
            )
          }
          value={node.text}
          language={node.block ?? 'text'}
          partId={longPointers.has(node.pointer) ? partOfValue(node.pointer) : factsPart}
          marks={marksAt(marks, node.pointer).filter(({ end }) => end > 0)}
        />
      );
    }
    if (first.kind === 'fold') {
      return (
        <FoldedGroup
          key={`fold ${first.pointer}`}
          fold={first}
          onOpen={() => setOpened(new Set([...opened, first.pointer]))}
        />
      );
    }
    // More rows are another thing to see, also where they begin with the same one.
    const key = `rows ${stretch.length} ${first.node.pointer}`;
    return <Rows key={key} items={stretch} far={stretches.length > 10} marks={marks} />;
  });
  return (
    <>
      {shape !== undefined && <ShapeView shape={shape} marks={marks} />}
      {tree}
    </>
  );
}

const noMarks: Marks = [];

const rowsPerStretch = 20;

/** Rows in stretches that are seen one by one; a block or a fold stands alone. */
function stretchesOf(items: readonly FactItem[]): (readonly FactItem[])[] {
  const stretches: FactItem[][] = [];
  for (const item of items) {
    const open = stretches.at(-1);
    const fits = item.kind === 'row' && open?.[0]?.kind === 'row' && open.length < rowsPerStretch;
    if (fits) open.push(item);
    else stretches.push([item]);
  }
  return stretches;
}

const Rows = memo(function Rows({
  items,
  far,
  marks,
}: {
  readonly items: readonly FactItem[];
  readonly far: boolean;
  readonly marks: Marks;
}): ReactNode {
  const seen = useSeen(factsPart);
  return (
    <dl ref={seen} className={far ? 'facts-rows chunk--far' : 'facts-rows'}>
      {items.map(item =>
        item.kind === 'row' ? (
          <Row
            key={item.node.pointer}
            node={item.node}
            depth={item.depth}
            last={item.last}
            marks={marksAt(marks, item.node.pointer)}
          />
        ) : null,
      )}
    </dl>
  );
});

const deepestIndent = 6;
const inlineKeyMax = 120;

function Row({
  node,
  depth,
  last,
  marks,
}: {
  readonly node: FactNode;
  readonly depth: number;
  readonly last: boolean;
  readonly marks: Marks;
}): ReactNode {
  const indent = Math.min(depth, deepestIndent);
  const stacked = labelLength(node.label) > inlineKeyMax;
  const level = gravest(marks);
  return (
    <div
      className={`fact${level === null ? '' : ` at-${level}`}${stacked ? ' fact--stacked' : ''}${depth === 0 && /^[\d.,]+$/.test(node.text) && node.key === 'amount' ? ' fact--lead' : ''}`}
      {...(depth === 0
        ? {}
        : { 'data-depth': depth, style: { '--depth': indent } as CSSProperties })}
      {...(last ? { 'data-last': '' } : {})}
    >
      <dt>
        {depth > deepestIndent && <span className="quiet-words">Level {depth + 1}: </span>}
        {stacked ? <LongKey label={node.label} /> : <Label label={node.label} />}
      </dt>
      <Value node={node} marks={marks} />
      {marks.map(mark => (
        <dd key={mark.words} className="fact-note">
          <MarkNote mark={mark} />
        </dd>
      ))}
    </div>
  );
}

export function Label({ label }: { readonly label: FactLabel }): ReactNode {
  if (label.kind === 'words') return label.words;
  if (label.pieces.length === 0) return <span className="key">(empty key)</span>;
  return (
    <span className="key">
      <Pieces pieces={label.pieces} />
    </span>
  );
}

/** A key can be as long as a value, and is shown with the same care. */
function LongKey({ label }: { readonly label: FactLabel }): ReactNode {
  const text =
    label.kind === 'words' ? label.words : label.pieces.map(({ source }) => source).join('');
  return <CodeBlock name="key" value={text} language="text" partId={factsPart} />;
}

function labelLength(label: FactLabel): number {
  return label.kind === 'words'
    ? label.words.length
    : label.pieces.reduce((sum, { source }) => sum + source.length, 0);
}

function Value({ node, marks }: { readonly node: FactNode; readonly marks: Marks }): ReactNode {
  const { kind, text, members } = node;
  if (kind === 'sealed') {
    return (
      <dd>
        <span className="sealed">
          <Icon name="lock" size={12} />
          Sealed, the value never left the executor
        </span>
      </dd>
    );
  }
  if (isContainer(node)) {
    const noun = kind === 'array' ? 'item' : 'value';
    const count = members.length;
    return (
      <dd>
        <span className="quiet-words">
          {count === 0
            ? `empty ${kind === 'array' ? 'list' : 'group'}`
            : `${kind === 'array' ? 'List' : 'Group'} of ${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`}
        </span>
      </dd>
    );
  }
  if (kind === 'null')
    return (
      <dd>
        <span className="quiet-words">nothing (null)</span>
      </dd>
    );
  if (kind === 'text' && text === '')
    return (
      <dd>
        <span className="quiet-words">empty text</span>
      </dd>
    );
  const ascii = kind === 'text' ? asciiHost(text) : null;
  return (
    <dd className={kind === 'text' && isProse(text) ? 'prose' : undefined}>
      <Marked text={text} marks={marks} />
      {ascii !== null && <span className="quiet-words"> looked up as {ascii}</span>}
    </dd>
  );
}

/** A short value with what stands out underlined. */
function Marked({ text, marks }: { readonly text: string; readonly marks: Marks }): ReactNode {
  const [mark] = marks;
  if (mark === undefined) return <Pieces pieces={piecesOf(text)} />;
  const [start, end] = mark.end === 0 ? [0, text.length] : [mark.start, mark.end];
  const cut = (from: number, to: number): ReactNode =>
    from < to && <Pieces pieces={piecesOf(text.slice(from, to))} />;
  return (
    <>
      {cut(0, start)}
      <mark className={`marked marked--${mark.level}`}>{cut(start, end)}</mark>
      {cut(end, text.length)}
    </>
  );
}

function FoldedGroup({
  fold,
  onOpen,
}: {
  readonly fold: Extract<FactItem, { kind: 'fold' }>;
  onOpen(): void;
}): ReactNode {
  useFolded(factsPart, useId());
  const seen = useSeen(factsPart);
  const values = fold.values.toLocaleString('en');
  return (
    <div ref={seen} className="fold">
      <Icon name="rows" />
      <span>
        <b>{values} values not opened yet</b>{' '}
        <span className="fold-about">
          {fold.bytes.toLocaleString('en')} bytes, {hiddenCount(fold.hidden)}
        </span>
      </span>
      <Button small onClick={onOpen} data-opens={factsPart}>
        Open all {values} values
      </Button>
    </div>
  );
}
