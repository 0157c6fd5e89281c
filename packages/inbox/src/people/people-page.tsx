import type { CredentialFacts, PersonFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { ApiKeys } from '../keys/api-keys.tsx';
import { Programs } from '../keys/programs.tsx';
import { SigningKeys } from '../keys/signing-keys.tsx';
import { LockDialog } from '../lock/lock-dialog.tsx';
import { Link } from '../navigation/link.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';
import { PersonList } from './person-list.tsx';
import '../card/card.css';
import '../facts/facts.css';
import '../policy/policy.css';
import '../evidence/evidence.css';
import './people.css';

type TabName = 'people' | 'passkeys' | 'keys' | 'programs' | 'signing';

const peopleMax = 500;

/** Who and what is let in, and with which keys this server signs. */
export function PeoplePage(): ReactNode {
  const session = useSession();
  const operates = session?.roles.includes('operator') === true;
  const people = useResource('people', async signal => {
    const page = await api.listPeople({ limit: peopleMax, signal });
    return { people: page.people, more: page.next !== null };
  });
  const credentials = useResource('credentials', async signal => {
    const page = await api.listCredentials({ limit: 1000, signal });
    return page.credentials;
  });
  const problem = people.problem ?? credentials.problem;
  const reload = (): void => {
    people.reload();
    credentials.reload();
  };
  if (people.data === undefined || credentials.data === undefined) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  return (
    <Access
      people={people.data.people}
      more={people.data.more}
      credentials={credentials.data}
      operates={operates}
      me={session?.person_id ?? ''}
      stale={problem !== null}
      reload={reload}
    />
  );
}

interface AccessProps {
  readonly people: readonly PersonFacts[];
  readonly more: boolean;
  readonly credentials: readonly CredentialFacts[];
  readonly operates: boolean;
  readonly me: string;
  readonly stale: boolean;
  reload(): void;
}

function Access(props: AccessProps): ReactNode {
  const { people, more, credentials, operates, me, stale, reload } = props;
  const [tab, setTab] = useState<TabName>(operates ? 'people' : 'passkeys');
  const [locking, setLocking] = useState(false);
  const inForce = credentials.filter(({ revoked_at }) => revoked_at === null);
  const mine = inForce.filter(({ kind, person_id }) => kind === 'passkey' && person_id === me);
  const keys = inForce.filter(({ kind }) => kind === 'api_key');
  const programs = inForce.filter(({ kind }) => kind === 'host' || kind === 'service');
  return (
    <div className="access">
      <header className="page-head access-head">
        <div>
          <PageHeading title="People and keys">People and keys</PageHeading>
          <p>
            {operates
              ? 'Who may decide, which agents may ask, and the keys that this server signs with.'
              : 'Your own passkeys, and who else is here. Operators change the rest.'}
          </p>
        </div>
        <div className="access-head-acts">
          {operates && <Link to="/dead-letters">Undelivered messages</Link>}
          <Button small icon="lock" onClick={() => setLocking(true)}>
            {operates ? 'Lock …' : 'Lock your account …'}
          </Button>
        </div>
      </header>
      {locking && (
        <LockDialog
          people={people}
          credentials={credentials}
          me={me}
          operates={operates}
          onClose={() => setLocking(false)}
        />
      )}
      {stale && (
        <Notice kind="warn">
          <b>Not up to date.</b> The server did not answer when this page last asked.
        </Notice>
      )}
      <Tabs<TabName>
        label="Parts"
        className="access-tabs"
        value={tab}
        onChange={setTab}
        tabs={[
          { name: 'people', label: 'People', count: people.length },
          { name: 'passkeys', label: 'Your passkeys', count: mine.length },
          ...(operates
            ? ([
                { name: 'keys', label: 'API keys', count: keys.length },
                { name: 'programs', label: 'Services and hosts', count: programs.length },
                { name: 'signing', label: 'Signing keys' },
              ] as const)
            : []),
        ]}
      >
        {tab === 'people' ? (
          <PersonList people={people} more={more} me={me} operates={operates} reload={reload} />
        ) : tab === 'passkeys' ? (
          <OwnPasskeys
            credentials={credentials.filter(
              ({ kind, person_id }) => kind === 'passkey' && person_id === me,
            )}
            reload={reload}
          />
        ) : tab === 'keys' ? (
          <ApiKeys
            credentials={credentials.filter(({ kind }) => kind === 'api_key')}
            people={people}
            reload={reload}
          />
        ) : tab === 'programs' ? (
          <Programs
            credentials={credentials.filter(({ kind }) => kind === 'host' || kind === 'service')}
            reload={reload}
          />
        ) : (
          <SigningKeys />
        )}
      </Tabs>
    </div>
  );
}
