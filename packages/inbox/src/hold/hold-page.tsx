import type { ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import type { PageProps } from '../frame/page-table.tsx';
import { holdText } from '../language/english/hold.ts';
import { Link } from '../navigation/link.tsx';
import { Queue } from '../queue/queue.tsx';
import { HoldCard } from './hold-card.tsx';

/** The queue on the left, the halted session on the right; on a phone the session alone. */
export function HoldPage({ params }: PageProps): ReactNode {
  const id = params['id'] ?? '';
  return (
    <div className="inbox" data-open="true">
      <Queue openId={null} holdId={id} />
      <div className="inbox-card">
        <div className="inbox-back">
          <Link to="/">
            <Icon name="chevron-left" />
            {holdText.inbox}
          </Link>
        </div>
        <HoldCard id={id} />
      </div>
    </div>
  );
}
