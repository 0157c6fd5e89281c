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
import { wayInText } from '../language/english/way-in.ts';
import { fill } from '../language/fill.ts';
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
      <PageHeading title={wayInText.signTerminalIn}>{wayInText.signTerminalIn}</PageHeading>
      <p className="gate-lead">{wayInText.enterCode}</p>
      <form className="gate-acts" onSubmit={go}>
        <div>
          <label className="label" htmlFor="terminal-code">
            {wayInText.code}
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
          {wayInText.continue}
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
        <h1>{wayInText.oneMoment}</h1>
      </Gate>
    );
  }
  const { title, remedy } = explainProblem(asked.problem);
  return (
    <Gate>
      <PageHeading title={wayInText.codeDoesNotWork}>{wayInText.codeDoesNotWork}</PageHeading>
      <p className="gate-lead" role="alert">
        {title} {remedy}
      </p>
      <div className="gate-acts">
        <Link to="/terminal" className={buttonClass({ kind: 'primary' })}>
          {wayInText.anotherCode}
        </Link>
      </div>
    </Gate>
  );
}

/** What is asked for, by the use of the sign-in. */
const uses = {
  stay: { title: wayInText.signTerminalIn, question: wayInText.signTerminalInAsk, rights: null },
  change: {
    title: wayInText.terminalRights,
    question: wayInText.terminalRightsAsk,
    rights: wayInText.canChange,
  },
  chat: {
    title: wayInText.chatAnswers,
    question: wayInText.chatAnswersAsk,
    rights: wayInText.canContinue,
  },
} as const;

function Question({
  code,
  asked,
  onAnswered,
}: {
  readonly code: string;
  readonly asked: TerminalSignInFacts;
  onAnswered(answer: 'confirm' | 'refuse'): void;
}): ReactNode {
  const { title, question, rights } = uses[asked.use];
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
    <Gate foot={<p>{wayInText.neverConfirm}</p>}>
      <PageHeading title={title}>{question}</PageHeading>
      <p className="gate-lead">
        {fill(wayInText.actsAs, {
          name: <b>{session?.name ?? wayInText.you}</b>,
          rights,
        })}
      </p>
      <output className="gate-code" aria-label={wayInText.code}>
        {code}
      </output>
      <dl className="gate-facts">
        <div>
          <dt>{wayInText.askedBy}</dt>
          <dd>
            <bdi>{asked.label}</bdi>
          </dd>
        </div>
        <div>
          <dt>{wayInText.askedAt}</dt>
          <dd>{clockTime(asked.requested_at)}</dd>
        </div>
        <div>
          <dt>{wayInText.waitsUntil}</dt>
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
          {wayInText.refuse}
        </Button>
        <Button
          kind="primary"
          icon="check"
          busy={ask.busy}
          aria-disabled={!armed}
          {...press.handlers}
          onClick={() => press.isWhole() && answer('confirm')}
        >
          {wayInText.confirm}
        </Button>
      </div>
      <p className="gate-note">{wayInText.terminalName}</p>
    </Gate>
  );
}

function Answered({ answer }: { readonly answer: 'confirm' | 'refuse' }): ReactNode {
  const heading = answer === 'confirm' ? wayInText.terminalSignedIn : wayInText.terminalRefused;
  return (
    <Gate>
      <PageHeading title={heading}>{heading}</PageHeading>
      <p className="gate-lead" role="status">
        {answer === 'confirm' ? wayInText.backToTerminal : wayInText.terminalNotSignedIn}
      </p>
      <div className="gate-acts">
        <Link to="/" className={buttonClass({})}>
          {wayInText.goToInbox}
        </Link>
      </div>
    </Gate>
  );
}

function Over({ status }: { readonly status: string }): ReactNode {
  const heading = status === 'expired' ? wayInText.codeTooOld : wayInText.codeUsed;
  return (
    <Gate>
      <PageHeading title={heading}>{heading}</PageHeading>
      <p className="gate-lead">{wayInText.startAgain}</p>
      <div className="gate-acts">
        <Link to="/" className={buttonClass({})}>
          {wayInText.goToInbox}
        </Link>
      </div>
    </Gate>
  );
}
