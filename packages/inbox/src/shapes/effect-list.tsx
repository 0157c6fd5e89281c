import { type Effect, effectsOf } from '@countersign/card';
import type { ReactNode } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { RiskGlyph } from '../design/risk-glyph.tsx';
import { gravest, type Marks } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';
import { sentenceText } from '../language/english/sentence.ts';
import { shapesText } from '../language/english/shapes.ts';
import { fill } from '../language/fill.ts';

const { effects: effectTexts } = sentenceText;
const effectsMax = 6;

/** What each statement does, in words, above its text. */
export function EffectList({
  text,
  marks,
}: {
  readonly text: string;
  readonly marks: Marks;
}): ReactNode {
  const seen = useSeen(factsPart);
  const effects = effectsOf(text);
  if (effects.length === 0) return null;
  const level = (each: Effect) =>
    gravest(marks.filter(({ start, end }) => start < each.end && end > each.start));
  const sorted = effects.toSorted((a, b) => rank(level(a)) - rank(level(b)));
  return (
    <ul className="effects" ref={seen}>
      {sorted.slice(0, effectsMax).map(each => (
        <li key={each.start}>
          <RiskGlyph level={level(each) ?? 'low'} />
          <span>
            <b>
              {fill(effectTexts[each.verb], {
                table: (
                  <code>
                    <Words text={each.table} />
                  </code>
                ),
              })}
            </b>
            <RowsMeant effect={each} />
          </span>
        </li>
      ))}
      {sorted.length > effectsMax && (
        <li>{shapesText.moreStatements(sorted.length - effectsMax)}</li>
      )}
    </ul>
  );
}

function rank(level: 'high' | 'critical' | null): number {
  return level === 'critical' ? 0 : level === 'high' ? 1 : 2;
}

function RowsMeant({ effect: { rows } }: { readonly effect: Effect }): ReactNode {
  if (rows === null) return null;
  if (rows === 'all') return shapesText.allRows;
  return (
    <>
      {' '}
      <code>
        <Words text={rows.condition} />
      </code>
    </>
  );
}
