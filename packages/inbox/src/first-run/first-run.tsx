import { ApiProblem } from '@countersign/client/people';
import { type ReactNode, useRef } from 'react';
import { api } from '../data/api.ts';
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
  const ask = useAsk();
  const snippet = useRef<HTMLHeadingElement>(null);
  const isNew = decided === 0;
  const send = (): void =>
    ask.run(async () => {
      const { approval_request_id } = await api.sendSample();
      navigate(`/requests/${approval_request_id}`);
    });
  const showSnippet = (): void => {
    snippet.current?.scrollIntoView({ block: 'center' });
    snippet.current?.focus();
  };
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
            <Button onClick={showSnippet}>Connect an agent</Button>
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
        <h2 className="first-run-snippet" ref={snippet} tabIndex={-1}>
          {isNew ? 'Or put one of your own tools behind the gate:' : 'Put a tool behind the gate:'}
        </h2>
        <Snippet />
        <p className="hint mt-2">
          Make the key of the agent under <Link to="/people">People and keys</Link>.
        </p>
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

function Snippet(): ReactNode {
  return (
    <pre className="snippet">
      <K>import</K> {'{ connect }'} <K>from</K> <S>'@countersign/client'</S>;{'\n\n'}
      <K>const</K> gate = <K>await</K> connect({'{'}
      {'\n  '}url: <S>'{location.origin}'</S>,{'\n  '}key: process.env.COUNTERSIGN_KEY,
      {'\n  '}agent: <S>'billing-bot'</S>,{'\n'}
      {'}'});{'\n'}
      <K>const</K> refund = gate.tool(<S>'refund'</S>, refundCustomer);{'\n'}
      <K>await</K> refund({'{'} charge: <S>'ch_1'</S>, amount: <N>4200</N> {'}'});
    </pre>
  );
}

interface Coloured {
  readonly children: ReactNode;
}
const K = ({ children }: Coloured): ReactNode => <span className="syn-key">{children}</span>;
const S = ({ children }: Coloured): ReactNode => <span className="syn-str">{children}</span>;
const N = ({ children }: Coloured): ReactNode => <span className="syn-num">{children}</span>;
