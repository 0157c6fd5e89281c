import { gravestLevel } from '@countersign/card';
import type { ShownMark } from '@countersign/client/people';
import { type RiskLevel, riskLevels } from '@countersign/protocol/value';
import type { ReactNode } from 'react';
import { RiskGlyph, shortRiskWord } from '../design/risk-glyph.tsx';
import { focusNote } from '../facts/mark-note.tsx';
import { Words } from '../facts/pieces.tsx';
import { cardText } from '../language/english/card.ts';

const namedMax = 5;

/** Marks that no finding of the policy covers. The level above the card counts them, so the card says why. */
export function MarkedBesides({
  marks,
  weighed,
}: {
  readonly marks: readonly ShownMark[];
  /** The findings of the policy about the action. */
  readonly weighed: RiskLevel;
}): ReactNode {
  const besides = unsaid(marks);
  if (besides.length === 0) return null;
  const isGraver = gravestLevel(weighed, ...besides.map(({ level }) => level)) !== weighed;
  return (
    <>
      <p className="mt-2">
        {isGraver
          ? cardText.weighedAs(shortRiskWord(weighed).toLowerCase())
          : cardText.standsOutToo}
      </p>
      <ul className="whys">
        {besides.slice(0, namedMax).map(mark => (
          <li key={`${mark.pointer} ${mark.start} ${mark.words}`}>
            <RiskGlyph level={mark.level} />
            <span>
              <Words text={mark.words} />
            </span>
            <button
              type="button"
              className="why-show"
              aria-label={cardText.showWhere(mark.words)}
              onClick={event => focusNote(event.currentTarget, mark)}
            >
              {cardText.show}
            </button>
          </li>
        ))}
      </ul>
      {besides.length > namedMax && <p>{cardText.moreMarks(besides.length - namedMax)}</p>}
    </>
  );
}

/** The gravest first. The same words on several places are said once. */
function unsaid(marks: readonly ShownMark[]): readonly ShownMark[] {
  const own = marks
    .filter(({ findings }) => findings.length === 0)
    .toSorted((one, other) => riskLevels.indexOf(other.level) - riskLevels.indexOf(one.level));
  return own.filter(
    ({ words, level }, index) =>
      own.findIndex(each => each.words === words && each.level === level) === index,
  );
}
