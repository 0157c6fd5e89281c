import type { CredentialFacts } from '@countersign/client/people';
import type { ReactNode } from 'react';
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
    <section aria-label="Services and hosts">
      <div className="access-bar">
        <p>
          A service decides only stages that name it. A host only passes on the answers that people
          give in its conversations. Both are registered through the API, with their public key.
        </p>
      </div>
      <CredentialList
        credentials={credentials}
        none="No service and no host is registered."
        describe={({ kind, service_id, agent_ids }) =>
          kind === 'service'
            ? `Service ${service_id ?? ''}`
            : `Host of ${agent_ids.join(', ') || 'no agent'}`
        }
        reload={reload}
      />
    </section>
  );
}
