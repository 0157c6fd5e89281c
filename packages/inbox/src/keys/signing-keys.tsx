import type { SigningKeyFacts } from '@countersign/client/people';
import { type ReactNode, useState } from 'react';
import { api } from '../data/api.ts';
import { useResource } from '../data/use-resource.ts';
import { Button } from '../design/button.tsx';
import { Tag } from '../design/chip.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { RefusedPage } from '../frame/problem-page.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { keysText } from '../language/english/keys.ts';
import { fill } from '../language/fill.ts';
import { withRecentProof } from '../way-in/step-up.ts';
import { useAsk } from '../way-in/use-ask.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** With what this server signs grants and checkpoints. */
export function SigningKeys(): ReactNode {
  const { data, problem, reload } = useResource('signing keys', signal => api.listKeys({ signal }));
  const [revoking, setRevoking] = useState<SigningKeyFacts | null>(null);
  const ask = useAsk();
  const rotate = (): void =>
    ask.run(async () => {
      await withRecentProof(() => api.rotateKeys());
      showToast({
        kind: 'ok',
        title: keysText.nextPublished,
        detail: keysText.startsSigning,
      });
      reload();
    });
  if (data === undefined) {
    return problem === null ? null : <RefusedPage problem={problem} onRetry={reload} />;
  }
  return (
    <section aria-label={keysText.signingKeys}>
      <div className="access-bar">
        <p>
          {fill(keysText.verifyUnder, {
            issuer: <code>{data.issuer}</code>,
            list: <a href="/v1/keys">{keysText.publicList}</a>,
          })}
        </p>
        <Button small icon="reload" busy={ask.busy} onClick={rotate}>
          {keysText.rotate}
        </Button>
      </div>
      <ProblemNotice problem={ask.problem} />
      <ul className="access-list">
        {data.keys.map(key => (
          <li
            key={key.kid}
            className="access-row access-row--key"
            data-off={key.revoked_at !== null}
          >
            <div className="min-w-0">
              <b>
                <code>
                  <Words text={key.kid} />
                </code>
              </b>
              <span className="ml-2">{stateOf(key)}</span>
              {key.revoked_reason != null && (
                <p>
                  <Words text={key.revoked_reason} />
                </p>
              )}
            </div>
            <div className="access-when">
              <span>{keysText.from(dateAndTime(key.not_before))}</span>
              {key.not_after !== null && <span>{keysText.until(dateAndTime(key.not_after))}</span>}
            </div>
            <div className="access-acts">
              {key.revoked_at === null && (
                <Button
                  small
                  aria-label={keysText.revokeSigning(key.kid)}
                  onClick={() => setRevoking(key)}
                >
                  {keysText.revoke}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {revoking !== null && (
        <ReasonDialog
          title={keysText.revokeASigning}
          about={keysText.revokeSigningAbout}
          act={keysText.revoke}
          onAct={async reason => {
            await withRecentProof(() => api.revokeKey(revoking.kid, reason));
            showToast({ kind: 'ok', title: keysText.signingRevoked });
            reload();
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </section>
  );
}

function stateOf({ revoked_at, not_before, not_after }: SigningKeyFacts): ReactNode {
  const now = Date.now();
  if (revoked_at !== null) return <Tag>{keysText.revokedAt(dateAndTime(revoked_at))}</Tag>;
  if (Date.parse(not_before) > now) return <Tag>{keysText.publishedLater}</Tag>;
  return not_after !== null && Date.parse(not_after) <= now ? (
    <Tag>{keysText.noLongerSigns}</Tag>
  ) : null;
}
