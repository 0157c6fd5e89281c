import { ApiProblem } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { explainProblem } from '../frame/problem-words.ts';
import { firstRunText } from '../language/english/first-run.ts';
import { fill } from '../language/fill.ts';
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
        <PageHeading title={firstRunText.inbox}>{firstRunText.nothingWaits}</PageHeading>
        <p className="first-run-lead">{firstRunText.appearsHere}</p>
        <p className="first-run-lead">
          {roles.length === 0 ? (
            firstRunText.noRole
          ) : (
            <>{fill(firstRunText.decideAs, { roles: <b>{roles.join(', ')}</b> })}</>
          )}
        </p>
        <div className="first-run-acts">
          <Link to="/history" className={buttonClass({})}>
            {firstRunText.seeDecided}
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
        <PageHeading title={firstRunText.inbox}>{firstRunText.nothingWaits}</PageHeading>
        <p className="first-run-lead">{firstRunText.policyHolds}</p>
        {ask.problem !== null && <SampleProblem problem={ask.problem} />}
        <div className="first-run-acts">
          <Button kind={isNew ? 'primary' : 'outline'} icon="play" busy={ask.busy} onClick={send}>
            {firstRunText.sendSample}
          </Button>
          {isNew ? (
            <Link to="/connect" className={buttonClass({})}>
              {firstRunText.connectAgent}
            </Link>
          ) : (
            <Link to="/history" className={buttonClass({})}>
              {firstRunText.seeDecided}
            </Link>
          )}
        </div>
        {isNew && (
          <ol className="first-run-steps">
            <li>{fill(firstRunText.stub, { lead: <b>{firstRunText.demoWire}</b> })}</li>
            <li>{fill(firstRunText.rejectionTells, { lead: <b>{firstRunText.youDecide}</b> })}</li>
            <li>{fill(firstRunText.checkEvidence, { lead: <b>{firstRunText.runsOnce}</b> })}</li>
          </ol>
        )}
        {!isNew && (
          <p className="hint mt-6">
            {fill(firstRunText.otherProgram, {
              connect: <Link to="/connect">{firstRunText.connectLower}</Link>,
            })}
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
        <b>{isAbsent ? firstRunText.noSample : title}</b>
        <p>{isAbsent ? firstRunText.turnOn : remedy}</p>
      </Notice>
    </div>
  );
}
