import type {
  HouseRequestOpened,
  NewApiKey,
  RegisteredCredential,
} from '@countersign/client/people';
import { type ReactNode, useId, useState } from 'react';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { keysText } from '../language/english/keys.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { AskedDialog } from './asked-dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { SubjectChoice, type Subjects } from './subject-choice.tsx';
import { ToldOnce } from './told-once.tsx';

type Verb = NewApiKey['verbs'][number];

const verbs: readonly { readonly verb: Verb; readonly label: string; readonly about: string }[] = [
  { verb: 'propose', label: keysText.ask, about: keysText.askAbout },
  {
    verb: 'consume',
    label: keysText.run,
    about: keysText.runAbout,
  },
  {
    verb: 'observe',
    label: keysText.watch,
    about: keysText.watchAbout,
  },
];

/** Lets a program in. */
export function MakeKeyDialog({ onClose }: { onClose(): void }): ReactNode {
  const [label, setLabel] = useState('');
  const [agents, setAgents] = useState('');
  const [subjects, setSubjects] = useState<Subjects>([]);
  const [executor, setExecutor] = useState('');
  const [chosen, setChosen] = useState<readonly Verb[]>(['propose']);
  const [missing, setMissing] = useState<string | null>(null);
  const [made, setMade] = useState<RegisteredCredential | HouseRequestOpened | null>(null);
  const ask = useAsk();
  const id = useId();
  if (made !== null && 'house_request' in made) {
    return <AskedDialog asked={made} onClose={onClose} />;
  }
  if (made !== null) return <ToldOnce made={made} onClose={onClose} />;
  const make = (): void => {
    const agent_ids = agents.split(/[\s,]+/).filter(Boolean);
    const runs = chosen.includes('consume');
    const key: NewApiKey = {
      label: label.trim(),
      verbs: chosen,
      agent_ids,
      subject_ids: chosen.includes('propose') ? subjects : [],
      executor: runs ? executor.trim() : null,
    };
    const fault = faultOf(key);
    setMissing(fault);
    if (fault !== null) return;
    ask.run(async () => setMade(await withRecentProof(() => api.makeApiKey(key))));
  };
  return (
    <Dialog title={keysText.makeKey} open onClose={onClose}>
      <p className="mt-1 text-text-2">{keysText.onlyChosen}</p>
      <label className="label mt-4" htmlFor={`${id}label`}>
        {keysText.name}
      </label>
      <input
        id={`${id}label`}
        className="field"
        placeholder={keysText.nameHint}
        value={label}
        maxLength={200}
        autoComplete="off"
        onChange={event => setLabel(event.target.value)}
      />
      <fieldset className="mt-4">
        <legend className="label">{keysText.whatMayDo}</legend>
        {verbs.map(({ verb, label: word, about }) => (
          <label key={verb} className="access-check">
            <input
              type="checkbox"
              checked={chosen.includes(verb)}
              onChange={() =>
                setChosen(
                  chosen.includes(verb) ? chosen.filter(each => each !== verb) : [...chosen, verb],
                )
              }
            />
            <span>
              <b>{word}:</b> {about}
            </span>
          </label>
        ))}
      </fieldset>
      {(chosen.includes('propose') || chosen.includes('observe')) && (
        <>
          <label className="label mt-4" htmlFor={`${id}agents`}>
            {keysText.agents}
          </label>
          <input
            id={`${id}agents`}
            className="field"
            placeholder="billing-agent"
            value={agents}
            maxLength={1000}
            autoComplete="off"
            spellCheck={false}
            onChange={event => setAgents(event.target.value)}
          />
        </>
      )}
      {chosen.includes('propose') && <SubjectChoice chosen={subjects} onChange={setSubjects} />}
      {chosen.includes('consume') && (
        <>
          <label className="label mt-4" htmlFor={`${id}executor`}>
            {keysText.executorWhose}
          </label>
          <input
            id={`${id}executor`}
            className="field"
            placeholder="bank-gateway"
            value={executor}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            onChange={event => setExecutor(event.target.value)}
          />
        </>
      )}
      {missing !== null && (
        <p role="alert" className="mt-3 text-danger">
          {missing}
        </p>
      )}
      <ProblemNotice problem={ask.problem} />
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>{keysText.back}</Button>
        <Button kind="primary" busy={ask.busy} onClick={make}>
          {keysText.makeTheKey}
        </Button>
      </div>
    </Dialog>
  );
}

function faultOf({ label, verbs: chosen, agent_ids = [], executor }: NewApiKey): string | null {
  if (label === '') return keysText.giveName;
  if (chosen.length === 0) return keysText.chooseMay;
  if (chosen.some(verb => verb !== 'consume') && agent_ids.length === 0) {
    return keysText.nameAgents;
  }
  return chosen.includes('consume') && executor === '' ? keysText.nameExecutor : null;
}
