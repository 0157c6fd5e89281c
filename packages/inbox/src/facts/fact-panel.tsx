import type { Shape } from '@countersign/card';
import type { ActionBinding } from '@countersign/protocol/action';
import {
  Fragment,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSeen } from '../decision/seen.tsx';
import { IconButton } from '../design/button.tsx';
import { CopyText } from '../design/copy-text.tsx';
import { Icon } from '../design/icon.tsx';
import { numberLocale } from '../language/chosen.ts';
import { factsText } from '../language/english/facts.ts';
import { fill } from '../language/fill.ts';
import { ShapeView } from '../shapes/shape-view.tsx';
import { aroundCommand } from './around-command.ts';
import { CodeBlock, hiddenCount } from './code-block.tsx';
import { DecodedValue, isBinary, saidBelow } from './decoded-value.tsx';
import { type FactItem, factItems, markedPlaces } from './fact-items.ts';
import { Crumbs, Label } from './fact-label.tsx';
import { Rows } from './fact-rows.tsx';
import type { FactNode } from './fact-tree.ts';
import { FarMarks } from './far-marks.tsx';
import { FoldedAround } from './folded-around.tsx';
import { FoldBand, FoldingProvider, useFold, useFoldsOpen } from './folding.tsx';
import { languageWords } from './language.ts';
import { type Marks, marksAt } from './marks.ts';
import { factsPart, partOfValue } from './parts.ts';
import { piecesOf } from './piece.ts';
import { Pieces } from './pieces.tsx';

/** It is loaded when a person looks for something. */
const FindBar = lazy(async () => ({ default: (await import('./find-bar.tsx')).FindBar }));

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
  /** The source of the values, if that is not the action that will run. */
  readonly source?: string;
  /** The shape in which the action is read best. The default is a tree. */
  readonly shape?: Shape;
  readonly marks?: Marks;
  /** Whether a person looks for something in it. */
  readonly finding?: boolean;
  readonly onFinding?: (finding: boolean) => void;
}

/** The exact bytes need not be seen: the readable form shows all of them. */
const exactPart = 'exact';

export type Form = 'readable' | 'exact';

/** What will run, value by value, from the bound bytes. */
export function FactPanel(props: FactPanelProps): ReactNode {
  const { action, audience, form, onForm, finding = false, onFinding } = props;
  const [sought, setSought] = useState('');
  const content = useRef<HTMLDivElement>(null);
  // The tool and its place must be seen along with the values. Looking at the exact bytes does not replace that.
  const seen = useSeen(form === 'readable' ? factsPart : exactPart);
  return (
    <section className="panel facts" aria-label={factsText.facts}>
      <div ref={seen} className="panel-head facts-bar">
        <code>
          <Pieces pieces={piecesOf(action.target.tool_name)} />
        </code>
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {fill(factsText.onSchema, {
            audience: <Pieces pieces={piecesOf(audience)} />,
            version: <Pieces pieces={piecesOf(action.target.tool_schema_version)} />,
          })}
        </span>
        <span className="facts-acts">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around two buttons */}
          <span className="seg" role="group" aria-label={factsText.form}>
            <button
              type="button"
              aria-pressed={form === 'readable'}
              onClick={() => onForm('readable')}
            >
              {factsText.readable}
            </button>
            <button type="button" aria-pressed={form === 'exact'} onClick={() => onForm('exact')}>
              <span className="on-desk">{factsText.exactJson}</span>
              <span className="on-phone">{languageWords.json}</span>
            </button>
          </span>
          {onFinding !== undefined && (
            <IconButton
              icon="search"
              label={factsText.findInCard}
              aria-expanded={finding}
              onClick={() => onFinding(!finding)}
            />
          )}
        </span>
      </div>
      {finding && onFinding !== undefined && (
        <Suspense fallback={null}>
          <FindBar
            text={sought}
            onText={setSought}
            within={content}
            of={form}
            onClose={() => {
              setSought('');
              onFinding(false);
            }}
          />
        </Suspense>
      )}
      <FoldingProvider sought={sought.trim().toLowerCase()}>
        <div ref={content}>
          {form === 'readable' ? (
            <Readable {...props} />
          ) : (
            <>
              <div className="exact-bar">
                <CopyText text={props.actionText} label={factsText.copyJson} />
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
        </div>
      </FoldingProvider>
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
  source = factsText.theBytes,
}: FactPanelProps): ReactNode {
  const count = values.toLocaleString(numberLocale);
  // The line that says "all values are shown" belongs to the values. Without them it does not count as seen.
  const seen = useSeen(form === 'readable' ? factsPart : exactPart);
  return (
    <div ref={seen} className="panel-foot facts-foot">
      <Icon name="bytes" />
      <span>
        {groupFolded
          ? factsText.notAllOpened(count)
          : unopened > 0
            ? factsText.notFullyOpened(unopened.toLocaleString(numberLocale), count)
            : values === 0
              ? factsText.noParameters
              : values === 1
                ? factsText.oneShown(source)
                : factsText.allShown(count, source)}
        {marks.length > 0 && factsText.marksOurs}
        {shape?.kind === 'command' && shape.command.text.length > 0 && factsText.breaksLayout}
      </span>
      <span className="short-code">{fill(factsText.sameCode, { code: <b>{shortCode}</b> })}</span>
    </div>
  );
}

function Readable({
  action,
  nodes,
  longPointers,
  shape,
  marks = noMarks,
}: FactPanelProps): ReactNode {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const all = useFoldsOpen();
  const around = useMemo(() => aroundCommand(nodes, shape), [nodes, shape]);
  const items = useMemo(() => {
    const rest = nodes.filter(node => !around.includes(node));
    const places = markedPlaces(marks.map(({ pointer }) => pointer));
    return factItems(rest, all ? { has: () => true } : opened, places);
  }, [nodes, around, opened, all, marks]);
  const stretches = useMemo(() => stretchesOf(items), [items]);
  const tree = stretches.map(stretch => {
    const [first] = stretch;
    if (first === undefined) return null;
    if (first.kind === 'block') {
      const { node, crumbs } = first;
      return (
        <Fragment key={node.pointer}>
          <CodeBlock
            name={
              <Crumbs crumbs={crumbs}>
                {node.key === null ? (
                  <Label label={node.label} />
                ) : (
                  <Pieces pieces={piecesOf(node.key)} />
                )}
              </Crumbs>
            }
            value={node.text}
            language={node.block ?? 'text'}
            partId={longPointers.has(node.pointer) ? partOfValue(node.pointer) : factsPart}
            marks={marksAt(marks, node.pointer)}
            pointer={node.pointer}
            free={saidBelow(node.text) ?? undefined}
            boxed={isBinary(node.text)}
          />
          <DecodedValue text={node.text} />
        </Fragment>
      );
    }
    if (first.kind === 'fold') {
      return (
        <FoldedGroup
          key={`fold ${first.from}`}
          fold={first}
          onOpen={() => setOpened(new Set([...opened, first.pointer]))}
        />
      );
    }
    // A longer list of rows must be seen again, even if it begins with the same row.
    const key = `rows ${stretch.length} ${first.node.pointer}`;
    return <Rows key={key} items={stretch} far={stretches.length > 10} marks={marks} />;
  });
  return (
    <>
      {shape !== undefined && (
        <ShapeView shape={shape} toolName={action.target.tool_name} marks={marks} />
      )}
      <FarMarks nodes={nodes} items={items} marks={marks} />
      {tree}
      {around.map(node => (
        <FoldedAround key={node.pointer} node={node} marks={marks} />
      ))}
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

function FoldedGroup({
  fold,
  onOpen,
}: {
  readonly fold: Extract<FactItem, { kind: 'fold' }>;
  onOpen(): void;
}): ReactNode {
  const seen = useSeen(factsPart);
  const { isOpen } = useFold(() => fold.text);
  useEffect(() => {
    if (isOpen) onOpen();
  }, [isOpen, onOpen]);
  const values = fold.values.toLocaleString(numberLocale);
  return (
    <div ref={seen}>
      <FoldBand
        partId={factsPart}
        what={factsText.valuesNotOpened(values)}
        about={hiddenCount(fold.hidden)}
        opens={factsText.openAllValues(values)}
        text={fold.text}
        onOpen={onOpen}
      />
    </div>
  );
}
