import type {
  CredentialFacts,
  HouseRequestOpened,
  PersonFacts,
  RegisteredCredential,
} from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { Button, buttonClass } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { keysText } from '../language/english/keys.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { nameOfPerson } from '../people/person-words.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { AskedDialog } from './asked-dialog.tsx';
import { CredentialList, nameOf } from './credential-list.tsx';
import { MakeKeyDialog } from './make-key-dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';
import { ToldOnce } from './told-once.tsx';

/** How agents and executors are let in. */
export function ApiKeys({
  credentials,
  people,
  reload,
}: {
  readonly credentials: readonly CredentialFacts[];
  readonly people: readonly PersonFacts[];
  reload(): void;
}): ReactNode {
  const [making, setMaking] = useState(false);
  const [rotating, setRotating] = useState<CredentialFacts | null>(null);
  const describe = (key: CredentialFacts): string => keyWords(key, people);
  return (
    <section aria-label={keysText.apiKeys}>
      <div className="access-bar">
        <p>{keysText.keyAbout}</p>
        <span className="flex gap-2">
          <Button small icon="plus" onClick={() => setMaking(true)}>
            {keysText.makeKey}
          </Button>
          <Link to="/connect" className={buttonClass({ kind: 'primary', small: true })}>
            {keysText.connectAgent}
          </Link>
        </span>
      </div>
      <CredentialList
        credentials={credentials}
        none={keysText.noKeys}
        describe={describe}
        acts={key => (
          <Button
            small
            aria-label={keysText.rotateName(nameOf(key))}
            onClick={() => setRotating(key)}
          >
            {keysText.rotate}
          </Button>
        )}
        reload={reload}
      />
      {making && (
        <MakeKeyDialog
          onClose={() => {
            setMaking(false);
            reload();
          }}
        />
      )}
      {rotating !== null && (
        <RotateDialog
          credential={rotating}
          onClose={() => {
            setRotating(null);
            reload();
          }}
        />
      )}
    </section>
  );
}

function RotateDialog({
  credential,
  onClose,
}: {
  readonly credential: CredentialFacts;
  onClose(): void;
}): ReactNode {
  const [keep, setKeep] = useState(true);
  const [made, setMade] = useState<RegisteredCredential | HouseRequestOpened | null>(null);
  const ask = useAsk();
  if (made !== null && 'house_request' in made) {
    return <AskedDialog asked={made} onClose={onClose} />;
  }
  if (made !== null) return <ToldOnce made={made} onClose={onClose} />;
  const rotate = (): void =>
    ask.run(async () =>
      setMade(
        await withRecentProof(() => api.rotateCredential(credential.credential_id, { keep })),
      ),
    );
  return (
    <Dialog title={keysText.rotateName(nameOf(credential))} open onClose={onClose}>
      <p className="mt-1 text-text-2">{keysText.rotateAbout}</p>
      <label className="access-check">
        <input type="checkbox" checked={keep} onChange={() => setKeep(!keep)} />
        <span>{fill(keysText.keepOldAbout, { lead: <b>{keysText.keepOld}</b> })}</span>
      </label>
      <ProblemNotice problem={ask.problem} />
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>{keysText.back}</Button>
        <Button kind="primary" busy={ask.busy} onClick={rotate}>
          {keysText.makeNewKey}
        </Button>
      </div>
    </Dialog>
  );
}

function keyWords(key: CredentialFacts, people: readonly PersonFacts[]): string {
  const { verbs, agent_ids, executor, owner, subject_ids = [] } = key;
  const speaks = speaksWords(verbs, agent_ids.join(', '));
  const runs = speaks === '' ? keysText.runsAs : keysText.alsoRunsAs;
  const words = verbs.includes('consume') ? `${speaks}${runs(executor ?? '')}` : speaks;
  const person = people.find(({ person_id }) => person_id === owner);
  const nameOfId = (id: string): string => {
    const found = people.find(({ person_id }) => person_id === id);
    return found === undefined ? id : nameOfPerson(found);
  };
  const actsFor =
    subject_ids.length === 0 ? '' : keysText.mayActFor(subject_ids.map(nameOfId).join(', '));
  const answers = person === undefined ? '' : keysText.isResponsible(nameOfPerson(person));
  return `${words}${actsFor}${answers}`;
}

function speaksWords(verbs: readonly string[], agents: string): string {
  const watches = verbs.includes('observe');
  if (verbs.includes('propose')) {
    return watches ? keysText.asksAndWatchesAs(agents) : keysText.asksAs(agents);
  }
  return watches ? keysText.watchesAs(agents) : '';
}
