import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { numberLocale } from '../language/chosen.ts';
import { factsText } from '../language/english/facts.ts';
import { type HiddenReport, hiddenDoings } from './hidden-characters.ts';
import { Written } from './pieces.tsx';

const placesShown = 6;
const marksShown = 6;

/** Lists the characters that a reader would not see. Each of them is also written out in its place. */
export function HiddenNotice({ report }: { readonly report: HiddenReport }): ReactNode {
  const [all, setAll] = useState(false);
  const { characters, values, places } = report;
  if (characters === 0) return null;
  const shown = all ? places : places.slice(0, placesShown);
  const rest = places.length - shown.length;

  return (
    <div className="mt-3">
      <Notice kind="warn" icon="eye">
        <b>
          {factsText.hiddenWritten(
            characters,
            factsText.hidden(characters),
            factsText.values(values),
          )}
        </b>
        <ul className="hidden-list">
          {shown.map(({ name, line, inKey, marks }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list of fixed places
            <li key={index}>
              <span>
                {inKey ? factsText.inKey : ''}
                <bdi>{name}</bdi>
                {line === null ? '' : factsText.line(line.toLocaleString(numberLocale))}
              </span>
              <span>
                {hiddenDoings(marks).map(({ marks: some, words }) => (
                  <Fragment key={words}>
                    {some.slice(0, marksShown).map((mark, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a list of fixed marks
                      <Written key={place} mark={mark} />
                    ))}{' '}
                    {some.length > marksShown && factsText.andMore(some.length - marksShown)}
                    {words}{' '}
                  </Fragment>
                ))}
              </span>
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <Button small className="mt-2" onClick={() => setAll(true)}>
            {factsText.showPlaces(rest)}
          </Button>
        )}
      </Notice>
    </div>
  );
}
