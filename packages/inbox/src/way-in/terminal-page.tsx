import type { TerminalSignInFacts } from '@countersign/client/people';
import { type FormEvent, type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { useWholePress } from '../decision/whole-press.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useArmed } from '../design/use-armed.ts';
import { PageHeading } from '../frame/page-heading.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { clockTime } from '../frame/time-words.ts';
import { Link } from '../navigation/link.tsx';
import { navigate, usePlace } from '../navigation/place.ts';
import { Gate } from './gate.tsx';
import { withRecentProof } from './step-up.ts';
import { useAsk } from './use-ask.ts';

/** A terminal shows a code and waits; the person who sits at both compares it here and admits the terminal. */
export function TerminalPage(): ReactNode {
  const { query } = usePlace();
  const code = new URLSearchParams(query).get('code')?.trim().toUpperCase() ?? '';
  return code === '' ? <EnterCode /> : <AnswerCode key={code} code={code} />;
}

function EnterCode(): ReactNode {
  const [code, setCode] = useState('');
  const go = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() !== '') navigate(`/terminal?code=${encodeURIComponent(code.trim())}`);
  };
  return (
    <Gate>
      <PageHeading title="Sign a terminal in">Sign a terminal in</PageHeading>
      <p className="gate-lead">Enter the code that your terminal shows.</p>
      <form className="gate-acts" onSubmit={go}>
        <div>
          <label className="label" htmlFor="terminal-code">
            Code
          </label>
          <input
            id="terminal-code"
            className="field mono"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={16}
            placeholder="WXYZ-1234"
            value={code}
            onChange={event => setCode(event.target.value)}
          />
        </div>
        <Button type="submit" kind="primary">
          Continue
        </Button>
      </form>
    </Gate>
  );
}

function AnswerCode({ code }: { readonly code: string }): ReactNode {
  const asked = useResource(`terminal:${code}`, signal => api.getTerminalSignIn(code, { signal }));
  const [answered, setAnswered] = useState<'confirm' | 'refuse' | null>(null);
  if (answered !== null) return <Answered answer={answered} />;
  if (asked.data !== undefined) {
    return asked.data.status === 'waiting' ? (
      <Question code={code} asked={asked.data} onAnswered={setAnswered} />
    ) : (
      <Over status={asked.data.status} />
    );
  }
  if (asked.problem === null) {
    return (
      <Gate>
        <h1>One moment …</h1>
      </Gate>
    );
  }
  const { title, remedy } = explainProblem(asked.problem);
  return (
    <Gate>
      <PageHeading title="This code does not work">This code does not work</PageHeading>
      <p className="gate-lead" role="alert">
        {title} {remedy}
      </p>
      <div className="gate-acts">
        <Link to="/terminal" className={buttonClass({ kind: 'primary' })}>
          Enter another code
        </Link>
      </div>
    </Gate>
  );
}

function Question({
  code,
  asked,
  onAnswered,
}: {
  readonly code: string;
  readonly asked: TerminalSignInFacts;
  onAnswered(answer: 'confirm' | 'refuse'): void;
}): ReactNode {
  const session = useSession();
  const ask = useAsk();
  const armed = useArmed();
  const press = useWholePress(armed ? 1 : null);
  const answer = (how: 'confirm' | 'refuse'): void =>
    ask.run(async () => {
      await withRecentProof(() => api.answerTerminalSignIn(code, how));
      onAnswered(how);
    });
  return (
    <Gate foot={<p>Never confirm a code that you got by phone, mail or chat.</p>}>
      <PageHeading
        title={asked.use === 'change' ? 'Let a terminal change rights' : 'Sign a terminal in'}
      >
        {asked.use === 'change' ? 'Let a terminal change rights?' : 'Sign a terminal in?'}
      </PageHeading>
      <p className="gate-lead">
        The terminal will act as <b>{session?.name ?? 'you'}</b>
        {asked.use === 'change' && ' and can add people, roles and keys for the next minutes'}.
        Confirm only if you started this and your terminal shows the same code.
      </p>
      <output className="gate-code" aria-label="Code">
        {code}
      </output>
      <dl className="gate-facts">
        <div>
          <dt>Asked by</dt>
          <dd>
            <bdi>{asked.label}</bdi>
          </dd>
        </div>
        <div>
          <dt>Asked at</dt>
          <dd>{clockTime(asked.requested_at)}</dd>
        </div>
        <div>
          <dt>Waits until</dt>
          <dd>{clockTime(asked.expires_at)}</dd>
        </div>
      </dl>
      {ask.problem !== null && (
        <Notice kind="danger" alert>
          <b>{explainProblem(ask.problem).title}</b>
          <p>{explainProblem(ask.problem).remedy}</p>
        </Notice>
      )}
      <div className="gate-acts gate-acts--two">
        <Button kind="reject" icon="cross" onClick={() => answer('refuse')}>
          Refuse
        </Button>
        <Button
          kind="primary"
          icon="check"
          busy={ask.busy}
          aria-disabled={!armed}
          {...press.handlers}
          onClick={() => press.isWhole() && answer('confirm')}
        >
          Confirm
        </Button>
      </div>
      <p className="gate-note">The terminal reports this name itself. It is not verified.</p>
    </Gate>
  );
}

function Answered({ answer }: { readonly answer: 'confirm' | 'refuse' }): ReactNode {
  const heading = answer === 'confirm' ? 'The terminal is signed in' : 'The terminal was refused';
  return (
    <Gate>
      <PageHeading title={heading}>{heading}</PageHeading>
      <p className="gate-lead" role="status">
        {answer === 'confirm'
          ? 'Go back to the terminal. It continues by itself. You can close this page.'
          : 'The terminal was not signed in. The code no longer works.'}
      </p>
      <div className="gate-acts">
        <Link to="/" className={buttonClass({})}>
          Go to the inbox
        </Link>
      </div>
    </Gate>
  );
}

function Over({ status }: { readonly status: string }): ReactNode {
  const heading = status === 'expired' ? 'This code is too old' : 'This code was already used';
  return (
    <Gate>
      <PageHeading title={heading}>{heading}</PageHeading>
      <p className="gate-lead">Start again in the terminal. It shows a new code.</p>
      <div className="gate-acts">
        <Link to="/" className={buttonClass({})}>
          Go to the inbox
        </Link>
      </div>
    </Gate>
  );
}
