import { type ReactNode, useEffect, useRef } from 'react';
import { api } from '../data/api.ts';
import { makeBrowserKey } from '../data/browser-key.ts';
import { sessionLoss, setSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { usePageTitle } from '../frame/page-heading.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { wayInText } from '../language/english/way-in.ts';
import { fill } from '../language/fill.ts';
import { Gate } from './gate.tsx';
import { answerWithPasskey, canUsePasskeys, noPasskeys } from './passkey.ts';
import { useAsk } from './use-ask.ts';

/** Signs a person in, where they are: the page they wanted appears in its place. */
export function SignInPage({ returnTo }: { readonly returnTo: string }): ReactNode {
  const ways = useResource('sign-in-ways', signal => api.signInWays({ signal }));
  const ask = useAsk();
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(wayInText.signIn);
  useEffect(() => heading.current?.focus(), []);
  const loss = sessionLoss();
  const passkeys = canUsePasskeys();
  const problem = ask.problem ?? (ways.data === undefined ? ways.problem : null);
  const signIn = (): void =>
    ask.run(async () => {
      const key = await makeBrowserKey();
      const answer = await answerWithPasskey(await api.signInOptions(key.key_digest));
      const session = await api.signIn({ ...answer, browser_key: key.browser_key });
      await key.keep(session.browser_key_id);
      setSession(session);
    });
  const goToProvider = (): void =>
    ask.run(async () => {
      const key = await makeBrowserKey();
      await key.keepAway();
      const query = new URLSearchParams({ return_to: returnTo, key_digest: key.key_digest });
      location.assign(`/v1/oidc/start?${query}`);
    });
  return (
    <Gate foot={<p>{wayInText.firstTime}</p>}>
      <h1 ref={heading} tabIndex={-1}>
        {wayInText.signIn}
      </h1>
      <p className="gate-lead">{fill(wayInText.toHost, { host: <b>{location.host}</b> })}</p>
      {loss !== null && problem === null && (
        <Notice>
          <b>{loss === 'ran_out' ? wayInText.sessionEnded : wayInText.keyGone}</b>
          <p>{wayInText.continueThere}</p>
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
            {wayInText.withPasskey}
          </Button>
        )}
        {ways.data?.oidc === true && (
          <>
            <div className="gate-or">{wayInText.or}</div>
            <Button icon="people" onClick={goToProvider}>
              {wayInText.withOrganisation}
            </Button>
          </>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {ask.busy ? wayInText.waitingDevice : ''}
      </p>
      <p className="gate-note">{wayInText.approvesNothing}</p>
    </Gate>
  );
}
