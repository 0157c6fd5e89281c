import type { ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { fileProblemsText } from '../language/english/file-problems.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import './files-banner.css';

const shownMax = 2;

/** Where the policy files have a problem, and what stays in force. */
export function FileProblems({ problems }: { readonly problems: readonly string[] }): ReactNode {
  const more = problems.length - shownMax;
  return (
    <section className="files-banner" aria-label={fileProblemsText.problems}>
      <Icon name="warning" />
      <div>
        <p>
          {fill(fileProblemsText.rulesStay, {
            lead: <b>{fileProblemsText.filesHave(problems.length)}</b>,
            link: <Link to="/policy">{fileProblemsText.openPolicy}</Link>,
          })}
        </p>
        <ul>
          {problems.slice(0, shownMax).map(problem => (
            <li key={problem}>
              <Words text={problem} />
            </li>
          ))}
          {more > 0 && <li>{fileProblemsText.andMore(more)}</li>}
        </ul>
      </div>
    </section>
  );
}
