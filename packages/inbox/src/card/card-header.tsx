import { gravestLevel } from '@countersign/card';
import type { RequestRepresentation, ShownMark } from '@countersign/client/people';
import { reversibilityOf } from '@countersign/protocol/request';
import type { ReactNode } from 'react';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Risk } from '../design/risk-glyph.tsx';
import { showToast } from '../design/toast-list.ts';
import { Words } from '../facts/pieces.tsx';
import { clockTime, dateAndTime } from '../frame/time-words.ts';
import { amendText } from '../language/english/amend.ts';
import { cardText } from '../language/english/card.ts';
import { undoWords } from './undo-words.ts';

/** Risk, who asked and when, the id, and a link to hand on. */
export function CardHeader({
  representation,
  marks,
  nameOf,
}: {
  readonly representation: RequestRepresentation;
  readonly marks: readonly ShownMark[];
  readonly nameOf: (personId: string) => string;
}): ReactNode {
  const { request, approval_request_id: id, policy_decision } = representation;
  const changedBy = request.amends?.at(-1)?.changed_by;
  const undo = undoWords(reversibilityOf(policy_decision) ?? '');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/requests/${encodeURIComponent(id)}`);
      showToast({
        kind: 'note',
        title: cardText.linkCopied,
        detail: cardText.linkOpens,
      });
    } catch {
      showToast({
        kind: 'refused',
        title: cardText.linkNotCopied,
        detail: cardText.copyAddress,
      });
    }
  };
  return (
    <header className="card-head">
      <Risk level={gravestLevel(request.risk.level, ...marks.map(({ level }) => level))} />
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
        <span className="asked-by">{cardText.askedBy}</span>
        <b>
          <Words text={request.agent_id} />
        </b>
        <span className="asked-by">{cardText.askedAt}</span> {clockTime(request.requested_at)}
        {request.round > 1 && cardText.round(request.round)}
        {changedBy !== undefined && <Words text={amendText.changedBy(nameOf(changedBy))} />}
      </span>
      <code title={id}>{`${id.slice(0, 7)}…${id.slice(-4)}`}</code>
      <IconButton icon="link" label={cardText.copyLink} onClick={() => void copy()} />
    </header>
  );
}
