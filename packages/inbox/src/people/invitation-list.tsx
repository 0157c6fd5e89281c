import { invitationCalls, type ListedInvitation } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { api } from '../data/api.ts';
import { onOtherChange, useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Chip } from '../design/chip.tsx';
import { Notice } from '../design/notice.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { problemSentence } from '../frame/problem-words.ts';
import { timeLeftWords } from '../frame/time-words.ts';
import { useNow } from '../frame/use-now.ts';
import { searchText } from '../language/english/search.ts';
import { ProofDeclined, withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';

const invitations = api.with(invitationCalls);

/** The links that no one has used, also those that expired in the last days. */
export function InvitationList(): ReactNode {
  const { data, reload } = useResource(
    'invitations',
    signal => invitations.list({ signal }),
    onOtherChange,
  );
  if (data === undefined || data.invitations.length === 0) return null;
  const isOpen = data.invitations.some(({ state }) => state === 'valid');
  return (
    <section aria-label={searchText.invitations}>
      <h2 className="label mt-2">{searchText.invitations}</h2>
      {data.leads_to_localhost && isOpen && <Notice kind="warn">{searchText.localhost}</Notice>}
      <ul className="access-list">
        {data.invitations.map(invitation => (
          <Invitation key={invitation.invitation_id} invitation={invitation} reload={reload} />
        ))}
      </ul>
    </section>
  );
}

function Invitation({
  invitation,
  reload,
}: {
  readonly invitation: ListedInvitation;
  reload(): void;
}): ReactNode {
  const ask = useAsk();
  const now = useNow();
  const name = invitation.name ?? searchText.unnamed;
  const isOver = invitation.state === 'expired' || Date.parse(invitation.expires_at) <= now;
  const revoke = (): void =>
    ask.run(async () => {
      try {
        await withRecentProof(() => invitations.revoke(invitation.invitation_id));
        showToast({ kind: 'ok', title: searchText.revoked });
      } catch (problem) {
        if (!(problem instanceof ProofDeclined)) {
          showToast({ kind: 'refused', title: problemSentence(problem) });
        }
      }
      reload();
    });
  return (
    <li className="access-row access-row--key" data-off={invitation.state !== 'valid'}>
      <div className="min-w-0">
        <b>
          <Words text={searchText.invitationFor(name)} />
        </b>
        <p>
          {isOver
            ? searchText.expired
            : invitation.state === 'void'
              ? searchText.opensNoMore
              : searchText.validFor(timeLeftWords(invitation.expires_at, now))}
        </p>
      </div>
      <div className="access-roles">
        {invitation.roles.map(role => (
          <Chip key={role}>
            <Words text={role} />
          </Chip>
        ))}
      </div>
      <div className="access-acts">
        <Button small busy={ask.busy} onClick={revoke} aria-label={`${searchText.revoke}: ${name}`}>
          {searchText.revoke}
        </Button>
      </div>
    </li>
  );
}

/** Whether a link leads to the machine of the person who opens it. */
export function isLocal(link: string): boolean {
  const { hostname } = new URL(link);
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
