import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { type HiddenReport, hiddenDoings } from './hidden-characters.ts';
import { Written } from './pieces.tsx';

const placesShown = 6;
const marksShown = 6;

/** Lists what would not have been seen. The characters also stand written out where they are. */
export function HiddenNotice({ report }: { readonly report: HiddenReport }): ReactNode {
  const [all, setAll] = useState(false);
  const { characters, values, places } = report;
  if (characters === 0) return null;
  const shown = all ? places : places.slice(0, placesShown);
  const rest = places.length - shown.length;
  const count =
    characters === 1
      ? '1 hidden character'
      : `${characters.toLocaleString('en')} hidden characters`;
  const where = values === 1 ? '1 value' : `${values.toLocaleString('en')} values`;
  return (
    <div className="mt-3">
      <Notice kind="warn" icon="eye">
        <b>
          {count} in {where}. {characters === 1 ? 'It is' : 'They are'} written out where{' '}
          {characters === 1 ? 'it stands' : 'they stand'}.
        </b>
        <ul className="hidden-list">
          {shown.map(({ name, line, inKey, marks }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a list of fixed places
            <li key={index}>
              <span>
                {inKey ? 'in the key ' : ''}
                <bdi>{name}</bdi>
                {line === null ? '' : `, line ${line.toLocaleString('en')}`}
              </span>
              <span>
                {hiddenDoings(marks).map(({ marks: some, words }) => (
                  <Fragment key={words}>
                    {some.slice(0, marksShown).map((mark, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a list of fixed marks
                      <Written key={place} mark={mark} />
                    ))}{' '}
                    {some.length > marksShown && `and ${some.length - marksShown} more: `}
                    {words}{' '}
                  </Fragment>
                ))}
              </span>
            </li>
          ))}
        </ul>
        {rest > 0 && (
          <Button small className="mt-2" onClick={() => setAll(true)}>
            Show {rest.toLocaleString('en')} more {rest === 1 ? 'place' : 'places'}
          </Button>
        )}
      </Notice>
    </div>
  );
}
