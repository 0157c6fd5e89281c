import type { CredentialFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { api } from '../data/api.ts';
import { Button } from '../design/button.tsx';
import { Tag } from '../design/chip.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { keysText } from '../language/english/keys.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface CredentialListProps {
  readonly credentials: readonly CredentialFacts[];
  /** The text for an empty list. */
  readonly none: string;
  describe(credential: CredentialFacts): string;
  /** Why the last one is not removed here; null where it may be. */
  readonly lastWords?: string | null;
  /** What else can be done with one. */
  acts?(credential: CredentialFacts): ReactNode;
  reload(): void;
}

/** Credentials in force, and closed below them those that were revoked. */
export function CredentialList(props: CredentialListProps): ReactNode {
  const { credentials, none, describe, lastWords = null, acts, reload } = props;
  const [revoking, setRevoking] = useState<CredentialFacts | null>(null);
  const byName = [...credentials].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
  const inForce = byName.filter(({ revoked_at }) => revoked_at === null);
  const revoked = byName.filter(({ revoked_at }) => revoked_at !== null);
  return (
    <>
      {inForce.length === 0 ? (
        <p className="access-none">{none}</p>
      ) : (
        <ul className="access-list">
          {inForce.map(credential => (
            <li key={credential.credential_id} className="access-row access-row--key">
              <Facts credential={credential} about={describe(credential)} />
              <div className="access-acts">
                {acts?.(credential)}
                <Button
                  small
                  aria-label={keysText.revokeName(nameOf(credential))}
                  aria-disabled={lastWords !== null}
                  {...(lastWords === null ? {} : { title: lastWords })}
                  onClick={() => setRevoking(credential)}
                >
                  {keysText.revoke}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {revoked.length > 0 && (
        <Disclosure summary={keysText.revokedCount(revoked.length)}>
          <ul className="access-list">
            {revoked.map(credential => (
              <li key={credential.credential_id} className="access-row access-row--key" data-off>
                <Facts credential={credential} about={describe(credential)} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      {revoking !== null && (
        <ReasonDialog
          title={keysText.revokeName(nameOf(revoking))}
          about={keysText.revokeAbout}
          act={keysText.revoke}
          onAct={async reason => {
            await withRecentProof(() => api.revokeCredential(revoking.credential_id, reason));
            showToast({ kind: 'ok', title: keysText.wasRevoked(nameOf(revoking)) });
            reload();
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </>
  );
}

function Facts({
  credential,
  about,
}: {
  readonly credential: CredentialFacts;
  readonly about: string;
}): ReactNode {
  const { credential_id, registered_at, expires_at, revoked_at } = credential;
  return (
    <>
      <div className="min-w-0">
        <b>
          <Words text={nameOf(credential)} />
        </b>
        {revoked_at !== null && (
          <span className="ml-2">
            <Tag>{keysText.revokedAt(dateAndTime(revoked_at))}</Tag>
          </span>
        )}
        <p>
          <Words text={about} />
        </p>
      </div>
      <div className="access-when">
        <span>{keysText.since(dateAndTime(registered_at))}</span>
        {expires_at !== null && <span>{keysText.until(dateAndTime(expires_at))}</span>}
        <code title={credential_id}>…{credential_id.slice(-8)}</code>
      </div>
    </>
  );
}

export function nameOf({ label, service_id, kind }: CredentialFacts): string {
  return label ?? service_id ?? (kind === 'passkey' ? keysText.passkey : keysText.unnamed);
}
