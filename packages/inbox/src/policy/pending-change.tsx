import type { HouseRequestOpened, PolicyFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Words } from '../facts/pieces.tsx';
import { AskedDialog } from '../keys/asked-dialog.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { policyText } from '../language/english/policy.ts';
import { fill } from '../language/fill.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { ChangePreview } from './change-preview.tsx';

/** What the files of the server say, where that is not in force, and how an operator asks for it. */
export function PendingChange({ policy }: { readonly policy: PolicyFacts }): ReactNode {
  const { governance, pending } = policy;
  const [asked, setAsked] = useState<HouseRequestOpened | null>(null);
  const operates = useSession()?.roles.includes('operator') === true;
  const ask = useAsk();
  if (pending === null) return null;
  const request = (): void =>
    ask.run(async () => setAsked(await withRecentProof(() => api.requestPolicy())));
  return (
    <Notice kind="warn">
      {fill(policyText.notInForce, { lead: <b>{policyText.filesSayElse}</b> })}
      {pending.problems.length > 0 && (
        <ul>
          {pending.problems.map(problem => (
            <li key={problem}>
              <Words text={problem} />
            </li>
          ))}
        </ul>
      )}
      {pending.difference.map(({ of, lines }) => (
        <section key={of} aria-label={of} className="mt-2">
          <b>
            <Words text={of} />
          </b>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line can be scrolled with the keyboard */}
          <pre className="snippet mt-1" tabIndex={0}>
            {lines.split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move
              <div key={index}>
                <Words text={line} />
              </div>
            ))}
          </pre>
        </section>
      ))}
      {operates && pending.version !== null && <ChangePreview version={pending.version} />}
      <ProblemNotice problem={ask.problem} />
      {governance !== null && pending.version !== null && (
        <div className="mt-2">
          <Button small busy={ask.busy} onClick={request}>
            {policyText.askInForce}
          </Button>
        </div>
      )}
      {asked !== null && <AskedDialog asked={asked} onClose={() => setAsked(null)} />}
    </Notice>
  );
}
