import { ApiProblem, type RedemptionStart } from '@countersign/client/people';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { api } from '../data/api.ts';
import { makeBrowserKey } from '../data/browser-key.ts';
import { setSession } from '../data/session.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { Chip } from '../design/chip.tsx';
import { Notice } from '../design/notice.tsx';
import { usePageTitle } from '../frame/page-heading.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { wayInText } from '../language/english/way-in.ts';
import { Link } from '../navigation/link.tsx';
import { navigate } from '../navigation/place.ts';
import { Gate } from './gate.tsx';
import { canUsePasskeys, makePasskey, noPasskeys } from './passkey.ts';
import { useAsk } from './use-ask.ts';

type Invitation =
  | { readonly step: 'reading' }
  | { readonly step: 'open'; readonly start: RedemptionStart }
  | { readonly step: 'closed'; readonly problem: unknown };

/** The page of an invitation link. The secret is behind the #, which no server and no log ever sees. */
export function JoinPage(): ReactNode {
  const [token, setToken] = useState(() => location.hash.slice(1));
  const [invitation, setInvitation] = useState<Invitation>({ step: 'reading' });
  useEffect(() => {
    const onHash = (): void => setToken(location.hash.slice(1));
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);
  useEffect(() => {
    const over = new AbortController();
    setInvitation({ step: 'reading' });
    makeBrowserKey()
      .then(({ key_digest }) => api.redeemOptions(token, key_digest, { signal: over.signal }))
      .then(
        start => setInvitation({ step: 'open', start }),
        problem => {
          if (!over.signal.aborted) setInvitation({ step: 'closed', problem });
        },
      );
    return () => over.abort();
  }, [token]);
  if (invitation.step === 'open') return <Welcome token={token} start={invitation.start} />;
  if (invitation.step === 'closed') return <Closed problem={invitation.problem} />;
  return (
    <Gate>
      <Heading>{wayInText.oneMoment}</Heading>
    </Gate>
  );
}

function Heading({ children }: { readonly children: string }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(children);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

function Welcome({
  token,
  start,
}: {
  readonly token: string;
  readonly start: RedemptionStart;
}): ReactNode {
  const ask = useAsk();
  const [name, setName] = useState('');
  const passkeys = canUsePasskeys();
  const join = (event: FormEvent): void => {
    event.preventDefault();
    ask.run(async () => {
      const chosen = start.name ?? name.trim();
      if (chosen === '') throw new Error('Your name is missing. Write it first.');
      // The page requests a new challenge, because a challenge is valid once and for a short time.
      const { browser_key, key_digest, keep } = await makeBrowserKey();
      const answer = await makePasskey(await api.redeemOptions(token, key_digest), chosen);
      const session = await api.redeem({ ...answer, browser_key, token, name: chosen });
      await keep(session.browser_key_id);
      setSession(session);
      navigate('/', { replace: true });
    });
  };
  return (
    <Gate>
      <Heading>
        {start.name === null ? wayInText.welcome : wayInText.welcomeName(start.name)}
      </Heading>
      <p className="gate-lead">{wayInText.createPasskeyAbout}</p>
      {ask.problem !== null && (
        <Notice kind="danger" alert>
          <b>{explainProblem(ask.problem).title}</b>
          <p>{explainProblem(ask.problem).remedy}</p>
        </Notice>
      )}
      {!passkeys && <Notice kind="warn">{noPasskeys}</Notice>}
      <form className="gate-acts" onSubmit={join}>
        {start.name === null && (
          <div>
            <label className="label" htmlFor="join-name">
              {wayInText.yourName}
            </label>
            <input
              id="join-name"
              className="field"
              name="name"
              autoComplete="name"
              required
              maxLength={200}
              aria-describedby="join-name-hint"
              value={name}
              onChange={event => setName(event.target.value)}
            />
            <p id="join-name-hint" className="hint mt-1">
              {wayInText.othersSee}
            </p>
          </div>
        )}
        <div>
          <h2 className="label" id="join-roles">
            {wayInText.yourRoles}
          </h2>
          <ul className="gate-roles" aria-labelledby="join-roles">
            {(start.roles.length === 0 ? [wayInText.noneYet] : start.roles).map(role => (
              <li key={role}>
                <Chip>{role}</Chip>
              </li>
            ))}
          </ul>
        </div>
        {passkeys && (
          <Button type="submit" kind="primary" icon="passkey" busy={ask.busy} className="mt-2">
            {wayInText.createPasskey}
          </Button>
        )}
      </form>
      <p className="visually-hidden" role="status">
        {ask.busy ? wayInText.waitingDevice : ''}
      </p>
      <p className="gate-note">{wayInText.deviceAsks}</p>
    </Gate>
  );
}

function Closed({ problem }: { readonly problem: unknown }): ReactNode {
  const isAboutLink =
    problem instanceof ApiProblem &&
    (problem.code === 'invitation_not_valid' || problem.status === 400);
  const { title, remedy } = explainProblem(problem);
  return (
    <Gate>
      <Heading>{isAboutLink ? wayInText.linkDoesNotWork : wayInText.didNotWork}</Heading>
      <p className="gate-lead" role="alert">
        {isAboutLink ? wayInText.linkUsed : `${title} ${remedy}`}
      </p>
      <div className="gate-acts">
        <Link to="/" className={buttonClass({ kind: 'primary' })}>
          {wayInText.goToSignIn}
        </Link>
      </div>
    </Gate>
  );
}
