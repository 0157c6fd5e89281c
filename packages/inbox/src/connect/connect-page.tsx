import type { HouseRequestOpened, RegisteredCredential } from '@countersign/client/people';
import { type ReactNode, useId, useState } from 'react';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { AskedDialog } from '../keys/asked-dialog.tsx';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { SubjectChoice, type Subjects } from '../keys/subject-choice.tsx';
import { connectText } from '../language/english/connect.ts';
import { Link } from '../navigation/link.tsx';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { type AgentKind, codingAgents, kinds, nameFault } from './connect-words.ts';
import { RunIt } from './run-it.tsx';
import './connect.css';

interface Made {
  readonly kind: AgentKind;
  readonly guarded: string;
  readonly agent: string;
  readonly runs: boolean;
  readonly secret: string | null;
  readonly at: Date;
}

/** One form gives a key with the right rights, and something that runs as it stands. */
export function ConnectPage(): ReactNode {
  const [kind, setKind] = useState<AgentKind>('code');
  const [guarded, setGuarded] = useState('claude-code');
  const [agent, setAgent] = useState('support-agent');
  const [runs, setRuns] = useState(true);
  const [subjects, setSubjects] = useState<Subjects>([]);
  const [fault, setFault] = useState<string | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [asked, setAsked] = useState<HouseRequestOpened | null>(null);
  const ask = useAsk();
  const id = useId();
  const mayRun = kind !== 'code' || runs;
  const keep = (answer: RegisteredCredential | HouseRequestOpened): void => {
    if ('house_request' in answer) setAsked(answer);
    else
      setMade({
        kind,
        guarded,
        agent: agent.trim(),
        runs: mayRun,
        secret: answer.secret,
        at: new Date(),
      });
  };
  const make = (): void => {
    const name = agent.trim();
    const found = nameFault(name);
    setFault(found);
    if (found !== null) return;
    const verbs = mayRun ? (['propose', 'consume'] as const) : (['propose'] as const);
    const executor = mayRun ? name : null;
    const key = { label: name, verbs, agent_ids: [name], executor, subject_ids: subjects };
    ask.run(async () => keep(await withRecentProof(() => api.makeApiKey(key))));
  };
  return (
    <div className="connect">
      <div className="connect-form">
        <Link to="/people" className="connect-back">
          <Icon name="chevron-left" />
          {connectText.peopleAndKeys}
        </Link>
        <PageHeading title={connectText.connectAgent}>{connectText.connectAgent}</PageHeading>
        <p className="hint">{connectText.oneForm}</p>
        <fieldset className="mt-5">
          <legend className="label">{connectText.whatKind}</legend>
          <div className="connect-picks">
            {kinds.map(each => (
              <label key={each.kind} className="connect-pick">
                <input
                  type="radio"
                  name={`${id}kind`}
                  checked={kind === each.kind}
                  onChange={() => setKind(each.kind)}
                />
                <span>
                  <b>{each.label}</b>
                  <small>{each.about}</small>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {kind === 'guard' && (
          <>
            <label className="label mt-5" htmlFor={`${id}guarded`}>
              {connectText.whichAgent}
            </label>
            <select
              id={`${id}guarded`}
              className="field"
              value={guarded}
              onChange={event => setGuarded(event.target.value)}
            >
              {codingAgents.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </>
        )}
        <label className="label mt-5" htmlFor={`${id}name`}>
          {connectText.name}
        </label>
        <input
          id={`${id}name`}
          className="field"
          value={agent}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}about`}
          aria-invalid={fault !== null}
          onChange={event => setAgent(event.target.value)}
        />
        <p id={`${id}about`} className="hint mt-1">
          {connectText.nameAbout}
        </p>
        {fault !== null && (
          <p role="alert" className="mt-1 text-danger">
            {fault}
          </p>
        )}
        {kind === 'code' && (
          <fieldset className="mt-5">
            <legend className="label">{connectText.whatMayDo}</legend>
            <div className="connect-picks">
              <label className="connect-pick">
                <input
                  type="radio"
                  name={`${id}runs`}
                  checked={runs}
                  onChange={() => setRuns(true)}
                />
                <span>
                  <b>{connectText.askAndRun}</b>
                  <small>{connectText.sameProgram}</small>
                </span>
              </label>
              <label className="connect-pick">
                <input
                  type="radio"
                  name={`${id}runs`}
                  checked={!runs}
                  onChange={() => setRuns(false)}
                />
                <span>
                  <b>{connectText.onlyAsk}</b>
                  <small>{connectText.otherService}</small>
                </span>
              </label>
            </div>
          </fieldset>
        )}
        <SubjectChoice chosen={subjects} onChange={setSubjects} />
        <ProblemNotice problem={ask.problem} />
        <div className="mt-6">
          <Button
            kind={made === null ? 'primary' : 'outline'}
            icon="key"
            busy={ask.busy}
            onClick={make}
          >
            {made === null ? connectText.makeKey : connectText.makeAnother}
          </Button>
        </div>
      </div>
      <div className="connect-run">
        {made === null ? (
          <p className="hint">{connectText.appearHere}</p>
        ) : (
          <RunIt key={made.at.getTime()} {...made} />
        )}
      </div>
      {asked !== null && <AskedDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}
