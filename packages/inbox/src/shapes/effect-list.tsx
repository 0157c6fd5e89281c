import { type Statement, statementsOf } from '@countersign/card';
import type { ReactNode } from 'react';
import { useSeen } from '../decision/seen.tsx';
import { RiskGlyph } from '../design/risk-glyph.tsx';
import { gravest, type Marks } from '../facts/marks.ts';
import { factsPart } from '../facts/parts.ts';
import { Words } from '../facts/pieces.tsx';

const effectsMax = 6;
const verbWords: Readonly<Record<NonNullable<Statement['verb']>, string>> = {
  delete: 'Deletes rows of',
  update: 'Changes rows of',
  insert: 'Adds rows to',
  drop: 'Removes',
  truncate: 'Deletes every row of',
  alter: 'Changes the structure of',
  create: 'Creates',
  select: 'Reads from',
  grant: 'Gives rights to',
  revoke: 'Takes rights from',
};

/** What each statement does, in words, above its text. */
export function EffectList({
  text,
  marks,
}: {
  readonly text: string;
  readonly marks: Marks;
}): ReactNode {
  const seen = useSeen(factsPart);
  const statements = statementsOf(text).filter(
    ({ verb, table }) => verb !== null && table !== null,
  );
  if (statements.length === 0) return null;
  const level = (each: Statement) =>
    gravest(marks.filter(({ start, end }) => start < each.end && end > each.start));
  const sorted = statements.toSorted((a, b) => rank(level(a)) - rank(level(b)));
  return (
    <ul className="effects" ref={seen}>
      {sorted.slice(0, effectsMax).map(each => (
        <li key={each.start}>
          <RiskGlyph level={level(each) ?? 'low'} />
          <span>
            <b>
              {verbWords[each.verb ?? 'select']}{' '}
              <code>
                <Words text={each.table ?? ''} />
              </code>
            </b>
            {conditionWords(each, text)}
          </span>
        </li>
      ))}
      {sorted.length > effectsMax && (
        <li>and {sorted.length - effectsMax} more statements below</li>
      )}
    </ul>
  );
}

function rank(level: 'high' | 'critical' | null): number {
  return level === 'critical' ? 0 : level === 'high' ? 1 : 2;
}

function conditionWords({ verb, condition }: Statement, text: string): ReactNode {
  if (verb !== 'delete' && verb !== 'update') return null;
  if (condition === null) return ', all of them: there is no condition';
  return (
    <>
      {' '}
      <code>
        <Words
          text={text.slice(condition.start, condition.end).replaceAll(/\s+/g, ' ').slice(0, 160)}
        />
      </code>
    </>
  );
}
