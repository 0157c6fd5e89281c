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
    <section aria-label="API keys">
      <div className="access-bar">
        <p>An agent asks with a key, an executor runs with one. No key ever approves anything.</p>
        <span className="flex gap-2">
          <Button small icon="plus" onClick={() => setMaking(true)}>
            Make a key
          </Button>
          <Link to="/connect" className={buttonClass({ kind: 'primary', small: true })}>
            Connect an agent
          </Link>
        </span>
      </div>
      <CredentialList
        credentials={credentials}
        none="There are no keys yet. Connect an agent to make one."
        describe={describe}
        acts={key => (
          <Button small aria-label={`Rotate ${nameOf(key)}`} onClick={() => setRotating(key)}>
            Rotate
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
    <Dialog title={`Rotate ${nameOf(credential)}`} open onClose={onClose}>
      <p className="mt-1 text-text-2">A new key with the same rights is made and shown once.</p>
      <label className="access-check">
        <input type="checkbox" checked={keep} onChange={() => setKeep(!keep)} />
        <span>
          <b>Keep the old key until you revoke it,</b> so that nothing stops in between.
        </span>
      </label>
      <ProblemNotice problem={ask.problem} />
      <div className="mt-6 flex justify-end gap-3">
        <Button onClick={onClose}>Back</Button>
        <Button kind="primary" busy={ask.busy} onClick={rotate}>
          Make the new key
        </Button>
      </div>
    </Dialog>
  );
}

function keyWords(key: CredentialFacts, people: readonly PersonFacts[]): string {
  const { verbs, agent_ids, executor, owner, subject_ids = [] } = key;
  const does = [
    verbs.includes('propose') ? 'asks' : null,
    verbs.includes('observe') ? 'watches conversations' : null,
  ].filter(verb => verb !== null);
  const speaks = does.length === 0 ? null : `${does.join(' and ')} as ${agent_ids.join(', ')}`;
  const runs = verbs.includes('consume') ? `runs what was approved as ${executor ?? ''}` : null;
  const words = [speaks, runs].filter(part => part !== null).join(', ');
  const person = people.find(({ person_id }) => person_id === owner);
  const nameOfId = (id: string): string => {
    const found = people.find(({ person_id }) => person_id === id);
    return found === undefined ? id : nameOfPerson(found);
  };
  const actsFor =
    subject_ids.length === 0 ? '' : `. It may act for ${subject_ids.map(nameOfId).join(', ')}`;
  const answers = person === undefined ? '' : `. ${nameOfPerson(person)} is responsible for it`;
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${actsFor}${answers}`;
}
