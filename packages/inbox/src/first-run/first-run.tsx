import { ApiProblem } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { Link } from '../navigation/link.tsx';
import { navigate } from '../navigation/place.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { Illustration } from './illustration.tsx';
import './first-run.css';

/** Nothing waits. A new user reads what to do about that; every other user reads that all is well. */
export function FirstRun({ decided }: { readonly decided: number }): ReactNode {
  const roles = useSession()?.roles ?? [];
  return roles.includes('operator') ? (
    <OperatorStart decided={decided} />
  ) : (
    <ApproverStart roles={roles} />
  );
}

/** A person who only decides reads when something comes, and what to do until then. */
function ApproverStart({ roles }: { readonly roles: readonly string[] }): ReactNode {
  return (
    <div className="middle">
      <div className="first-run">
        <Illustration />
        <PageHeading title="Inbox">Nothing is waiting for you</PageHeading>
        <p className="first-run-lead">
          When an agent asks for something that you may decide, it appears here by itself. You read
          the exact action, and approve or reject it.
        </p>
        <p className="first-run-lead">
          {roles.length === 0 ? (
            'You have no role yet, so no stage asks you. An operator can give you one.'
          ) : (
            <>
              You decide as <b>{roles.join(', ')}</b>.
            </>
          )}
        </p>
        <div className="first-run-acts">
          <Link to="/history" className={buttonClass({})}>
            See what was decided
          </Link>
        </div>
      </div>
    </div>
  );
}

function OperatorStart({ decided }: { readonly decided: number }): ReactNode {
  const ask = useAsk();
  const isNew = decided === 0;
  const send = (): void =>
    ask.run(async () => {
      const { approval_request_id } = await api.sendSample();
      navigate(`/requests/${approval_request_id}`);
    });
  return (
    <div className="middle">
      <div className="first-run">
        <Illustration />
        <PageHeading title="Inbox">Nothing is waiting for you</PageHeading>
        <p className="first-run-lead">
          When an agent wants to do something your policy holds back, the exact action appears here
          and waits for you.
        </p>
        {ask.problem !== null && <SampleProblem problem={ask.problem} />}
        <div className="first-run-acts">
          <Button kind={isNew ? 'primary' : 'outline'} icon="play" busy={ask.busy} onClick={send}>
            Send a sample action
          </Button>
          {isNew ? (
            <Link to="/connect" className={buttonClass({})}>
              Connect an agent
            </Link>
          ) : (
            <Link to="/history" className={buttonClass({})}>
              See what was decided
            </Link>
          )}
        </div>
        {isNew && (
          <ol className="first-run-steps">
            <li>
              <b>The demo agent proposes a wire of $4,200.</b> It is a stub, no bank is involved.
            </li>
            <li>
              <b>You approve or reject it.</b> A rejection sends your reason back to the agent.
            </li>
            <li>
              <b>It runs once, in front of you,</b> and you check the evidence yourself.
            </li>
          </ol>
        )}
        {!isNew && (
          <p className="hint mt-6">
            To put another program behind the gate, <Link to="/connect">connect an agent</Link>.
          </p>
        )}
      </div>
    </div>
  );
}

function SampleProblem({ problem }: { readonly problem: unknown }): ReactNode {
  const isAbsent = problem instanceof ApiProblem && problem.status === 404;
  const { title, remedy } = explainProblem(problem);
  return (
    <div className="mt-4">
      <Notice kind={isAbsent ? 'warn' : 'danger'} alert>
        <b>{isAbsent ? 'This server has no sample agent.' : title}</b>
        <p>
          {isAbsent
            ? 'The operator can turn one on with the setting sample_agent. Or connect an agent of your own.'
            : remedy}
        </p>
      </Notice>
    </div>
  );
}
