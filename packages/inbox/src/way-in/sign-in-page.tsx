import { type ReactNode, useEffect, useRef } from 'react';
import { api } from '../data/api.ts';
import { sessionRanOut, setSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Notice } from '../design/notice.tsx';
import { usePageTitle } from '../frame/page-heading.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { Gate } from './gate.tsx';
import { answerWithPasskey, canUsePasskeys, noPasskeys } from './passkey.ts';
import { useAsk } from './use-ask.ts';

/** Signs a person in, where they are: the page they wanted appears in its place. */
export function SignInPage({ returnTo }: { readonly returnTo: string }): ReactNode {
  const ways = useResource('sign-in-ways', signal => api.signInWays({ signal }));
  const ask = useAsk();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle('Sign in');
  useEffect(() => heading.current?.focus(), []);
  const passkeys = canUsePasskeys();
  const problem = ask.problem ?? (ways.data === undefined ? ways.problem : null);
  const signIn = (): void =>
    ask.run(async () => {
      const start = await api.signInOptions();
      setSession(await api.signIn(await answerWithPasskey(start)));
    });
  return (
    <Gate
      foot={
        <p>
          First time on this machine? Use the one-time link from the terminal, or ask an operator
          for one.
        </p>
      }
    >
      <h1 ref={heading} tabIndex={-1}>
        Sign in
      </h1>
      <p className="gate-lead">
        to <b>{location.host}</b>
      </p>
      {sessionRanOut() && problem === null && (
        <Notice>
          <b>Your session has ended.</b>
          <p>Sign in to continue where you were.</p>
        </Notice>
      )}
      {problem !== null && (
        <Notice kind="danger" alert>
          <b>{explainProblem(problem).title}</b>
          <p>{explainProblem(problem).remedy}</p>
        </Notice>
      )}
      {!passkeys && <Notice kind="warn">{noPasskeys}</Notice>}
      <div className="gate-acts">
        {passkeys && (
          <Button kind="primary" icon="passkey" busy={ask.busy} onClick={signIn}>
            Sign in with a passkey
          </Button>
        )}
        {ways.data?.oidc === true && (
          <>
            <div className="gate-or">or</div>
            <a
              className={buttonClass({})}
              href={`/v1/oidc/start?return_to=${encodeURIComponent(returnTo)}`}
            >
              <Icon name="people" />
              Continue with your organisation
            </a>
          </>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {ask.busy ? 'Waiting for your device …' : ''}
      </p>
      <p className="gate-note">
        Signing in approves nothing. Decisions that need a passkey ask for it again, for that one
        decision.
      </p>
    </Gate>
  );
}
