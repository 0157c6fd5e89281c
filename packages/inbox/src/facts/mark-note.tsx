import type { ShownMark } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { RiskGlyph, shortRiskWord } from '../design/risk-glyph.tsx';
import { factsText } from '../language/english/facts.ts';
import { Words } from './pieces.tsx';

/** What a mark says, under its line. Where a line has several marks, a note starts with the bytes that it speaks of. */
export function MarkNote({
  mark,
  about = null,
}: {
  readonly mark: ShownMark;
  readonly about?: string | null;
}): ReactNode {
  const [first, rest] = firstSentence(mark.words);
  return (
    <div
      className={`mark-note mark-note--${mark.level}`}
      role="note"
      tabIndex={-1}
      data-findings={mark.findings.join(' ')}
      data-mark={`${mark.pointer} ${mark.start}`}
    >
      <RiskGlyph level={mark.level} />
      <span>
        <span className="visually-hidden">{factsText.finding(shortRiskWord(mark.level))}</span>
        {about !== null && (
          <>
            <code>
              <Words text={about} />
            </code>{' '}
          </>
        )}
        <b>
          <Words text={first} />
        </b>
        {rest !== '' && (
          <>
            {' '}
            <Words text={rest} />
          </>
        )}
      </span>
    </div>
  );
}

/** Notes where they stand. What is repeated before a diff or a tree is left out. */
export function notesWithin(card: Element): HTMLElement[] {
  return [...card.querySelectorAll<HTMLElement>('.mark-note')].filter(
    note => note.closest('.diff-marked, .far-marks') === null,
  );
}

/** Moves to the note of a mark, in its place. */
export function focusNote(from: Element, { pointer, start }: ShownMark): void {
  const card = from.closest('.card-scroll');
  const note =
    card === null
      ? undefined
      : notesWithin(card).find(each => each.dataset['mark'] === `${pointer} ${start}`);
  note?.scrollIntoView({ block: 'center' });
  note?.focus({ preventScroll: true });
}

const aboutMax = 60;

/** The marked bytes for a note; null where the line has no other mark, or where they are too long to repeat. */
export function aboutMark(
  mark: ShownMark,
  marks: readonly ShownMark[],
  text: string,
): string | null {
  if (marks.length < 2 || mark.end === 0) return null;
  return text.length > aboutMax || text === '' ? null : text;
}

/** The first sentence says what happens. What follows is quieter. */
function firstSentence(words: string): readonly [string, string] {
  const end = /\.\s|。(?=.)/s.exec(words);
  return end === null
    ? [words, '']
    : [words.slice(0, end.index + 1), words.slice(end.index + 1).trimStart()];
}
