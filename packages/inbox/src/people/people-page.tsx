import type { CredentialFacts, PersonFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useSession } from '../data/session.ts';
import { onOtherChange, useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Tabs } from '../design/tabs.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { ApiKeys } from '../keys/api-keys.tsx';
import { Programs } from '../keys/programs.tsx';
import { SigningKeys } from '../keys/signing-keys.tsx';
import { peopleText } from '../language/english/people.ts';
import { fill } from '../language/fill.ts';
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
  const people = useResource(
    'people',
    async signal => {
      const page = await api.listPeople({ limit: peopleMax, signal });
      return { people: page.people, more: page.next !== null };
    },
    onOtherChange,
  );
  const credentials = useResource(
    'credentials',
    async signal => {
      const page = await api.listCredentials({ limit: 1000, signal });
      return page.credentials;
    },
    onOtherChange,
  );
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
          <PageHeading title={peopleText.peopleAndKeys}>{peopleText.peopleAndKeys}</PageHeading>
          <p>{operates ? peopleText.aboutAll : peopleText.aboutOwn}</p>
        </div>
        <div className="access-head-acts">
          {operates && <Link to="/dead-letters">{peopleText.undelivered}</Link>}
          <Button small icon="lock" onClick={() => setLocking(true)}>
            {operates ? peopleText.lock : peopleText.lockYours}
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
          {fill(peopleText.stale, { lead: <b>{peopleText.notUpToDate}</b> })}
        </Notice>
      )}
      <Tabs<TabName>
        label={peopleText.parts}
        className="access-tabs"
        value={tab}
        onChange={setTab}
        tabs={[
          { name: 'people', label: peopleText.people, count: people.length },
          { name: 'passkeys', label: peopleText.yourPasskeys, count: mine.length },
          ...(operates
            ? ([
                { name: 'keys', label: peopleText.apiKeys, count: keys.length },
                { name: 'programs', label: peopleText.servicesAndHosts, count: programs.length },
                { name: 'signing', label: peopleText.signingKeys },
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
