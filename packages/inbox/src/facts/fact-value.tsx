import { amountKeys, hostOf } from '@countersign/card';
import type { ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { factsText } from '../language/english/facts.ts';

import { asciiHost } from './ascii-host.ts';
import { type FactNode, isContainer } from './fact-tree.ts';
import { GroupedDigits, longNumber } from './grouped-digits.tsx';
import type { Marks } from './marks.ts';
import { piecesOf } from './piece.ts';
import { Pieces } from './pieces.tsx';
import { isProse } from './sentence.ts';

/** A value in its row. What we say about it stands behind it, in another type. */
export function FactValue({
  node,
  marks,
}: {
  readonly node: FactNode;
  readonly marks: Marks;
}): ReactNode {
  const { kind, text, members } = node;
  if (kind === 'sealed') {
    return (
      <dd>
        <span className="sealed">
          <Icon name="lock" size={12} />
          {factsText.sealed}
        </span>
      </dd>
    );
  }
  if (isContainer(node)) {
    const isList = kind === 'array';
    const count = members.length;
    const empty = isList ? factsText.emptyList : factsText.emptyGroup;
    const some = isList ? factsText.listOf(count) : factsText.groupOf(count);
    return <Quiet level={marks[0]?.level}>{count === 0 ? empty : some}</Quiet>;
  }
  if (kind === 'null') return <Quiet level={marks[0]?.level}>{factsText.nothing}</Quiet>;
  if (kind === 'text' && text === '')
    return <Quiet level={marks[0]?.level}>{factsText.emptyText}</Quiet>;
  return <Plain node={node} marks={marks} />;
}

/** A text, a number or a switch. */
function Plain({
  node: { kind, text, key },
  marks,
}: {
  readonly node: FactNode;
  readonly marks: Marks;
}): ReactNode {
  const note = kind === 'text' ? noteOf(text) : null;
  const isAmount = amountKeys.test(key ?? '') && longNumber.test(text);
  return (
    <dd className={kind === 'text' && isProse(text) && !isAmount ? 'prose' : undefined}>
      {isAmount ? (
        <Amount text={text} level={marks[0]?.level ?? null} />
      ) : marks.length > 0 ? (
        <Marked text={text} marks={marks} />
      ) : kind === 'text' ? (
        <Address text={text} />
      ) : (
        <Pieces pieces={piecesOf(text)} />
      )}
      {note !== null && <span className="quiet-words"> {note}</span>}
    </dd>
  );
}

function Quiet({
  children,
  level,
}: {
  readonly children: ReactNode;
  readonly level: Marks[number]['level'] | undefined;
}): ReactNode {
  const words = <span className="quiet-words">{children}</span>;
  return (
    <dd>
      {level === undefined ? words : <mark className={`marked marked--${level}`}>{words}</mark>}
    </dd>
  );
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/;

/** Whether a number or another value would be written with the same characters. */
function couldBeOther(text: string): boolean {
  if (/^(?:true|false|null)$/.test(text)) return true;
  return /^-?\d[\d.eE+-]*$/.test(text) && String(Number(text)) === text;
}

/** That it is a text, the host as it is looked up, or a time by the clock of the reader. */
function noteOf(text: string): string | null {
  if (couldBeOther(text)) return factsText.asText;
  const ascii = asciiHost(text);
  if (ascii !== null) return factsText.lookedUpAs(ascii);
  if (!moment.test(text) || Number.isNaN(Date.parse(text))) return null;
  return factsText.here(dateAndTime(text));
}

/** An address with its host apart, which says where it leads. Any other text as it is. */
function Address({ text }: { readonly text: string }): ReactNode {
  const host = hostOf(text);
  if (host === null) return <Pieces pieces={piecesOf(text)} />;
  const { start, end } = host;
  return (
    <span className="address">
      <Stretch text={text} from={0} to={start} />
      <b>
        <Stretch text={text} from={start} to={end} />
      </b>
      <Stretch text={text} from={end} to={text.length} />
    </span>
  );
}

function Amount({
  text,
  level,
}: {
  readonly text: string;
  readonly level: Marks[number]['level'] | null;
}): ReactNode {
  const digits = <GroupedDigits text={text} />;
  return level === null ? digits : <mark className={`marked marked--${level}`}>{digits}</mark>;
}

/** A short value with what stands out underlined. */
function Marked({ text, marks }: { readonly text: string; readonly marks: Marks }): ReactNode {
  const [mark] = marks;
  if (mark === undefined) return null;
  const [start, end] = mark.end === 0 ? [0, text.length] : [mark.start, mark.end];
  return (
    <>
      <Stretch text={text} from={0} to={start} />
      <mark className={`marked marked--${mark.level}`}>
        <Stretch text={text} from={start} to={end} />
      </mark>
      <Stretch text={text} from={end} to={text.length} />
    </>
  );
}

function Stretch({
  text,
  from,
  to,
}: {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}): ReactNode {
  return from < to && <Pieces pieces={piecesOf(text.slice(from, to))} />;
}
