import type { CredentialFacts } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { keysText } from '../language/english/keys.ts';
import { CredentialList } from './credential-list.tsx';

/** Services that answer for an organisation, and hosts whose conversations people decide in. */
export function Programs({
  credentials,
  reload,
}: {
  readonly credentials: readonly CredentialFacts[];
  reload(): void;
}): ReactNode {
  return (
    <section aria-label={keysText.servicesAndHosts}>
      <div className="access-bar">
        <p>{keysText.programsAbout}</p>
      </div>
      <CredentialList
        credentials={credentials}
        none={keysText.noPrograms}
        describe={({ kind, service_id, agent_ids }) =>
          kind === 'service'
            ? keysText.service(service_id ?? '')
            : keysText.hostOf(agent_ids.join(', ') || keysText.noAgent)
        }
        reload={reload}
      />
    </section>
  );
}
