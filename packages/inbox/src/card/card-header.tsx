import type { RequestRepresentation } from '@countersign/client/people';
import { reversibilityOf } from '@countersign/protocol/request';
import type { ReactNode } from 'react';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Risk } from '../design/risk-glyph.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { clockTime, dateAndTime } from '../frame/time-words.ts';
import { undoWords } from './undo-words.ts';

/** Risk, who asked and when, the id, and a link to hand on. */
export function CardHeader({
  representation,
}: {
  readonly representation: RequestRepresentation;
}): ReactNode {
  const { request, approval_request_id: id, policy_decision } = representation;
  const undo = undoWords(reversibilityOf(policy_decision) ?? '');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/requests/${encodeURIComponent(id)}`);
      showToast({
        kind: 'note',
        title: 'Link copied',
        detail: 'It opens this request after sign-in.',
      });
    } catch {
      showToast({
        kind: 'refused',
        title: 'The link was not copied',
        detail: 'Copy the address of this page instead.',
      });
    }
  };
  return (
    <header className="card-head">
      <Risk level={request.risk.level} />
      <span className="sep" />
      {undo !== null && (
        <>
          <span className="undo">
            <Icon name={undo.icon} />
            {undo.words}
          </span>
          <span className="sep" />
        </>
      )}
      <span className="asked" title={dateAndTime(request.requested_at)}>
        <span className="asked-by">Asked by </span>
        <b>
          <Words text={request.agent_id} />
        </b>
        <span className="asked-by"> at</span> {clockTime(request.requested_at)}
        {request.round > 1 && `, round ${request.round}`}
      </span>
      <code title={id}>{`${id.slice(0, 7)}…${id.slice(-4)}`}</code>
      <IconButton icon="link" label="Copy link to this request" onClick={() => void copy()} />
    </header>
  );
}
