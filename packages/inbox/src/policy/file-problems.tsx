import type { ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { Link } from '../navigation/link.tsx';
import './files-banner.css';

const shownMax = 2;

/** Where the policy files have a problem, and what stays in force. */
export function FileProblems({ problems }: { readonly problems: readonly string[] }): ReactNode {
  const more = problems.length - shownMax;
  return (
    <section className="files-banner" aria-label="Problems of the policy files">
      <Icon name="warning" />
      <div>
        <p>
          <b>The policy files have {problems.length === 1 ? 'a problem' : 'problems'}.</b> The rules
          that were in force stay in force. <Link to="/policy">Open the policy</Link>
        </p>
        <ul>
          {problems.slice(0, shownMax).map(problem => (
            <li key={problem}>
              <Words text={problem} />
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      </div>
    </section>
  );
}
