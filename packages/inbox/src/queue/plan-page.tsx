import type { ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import type { PageProps } from '../frame/page-table.tsx';
import { queueText } from '../language/english/queue.ts';
import { Link } from '../navigation/link.tsx';
import { PlanTable } from './plan-table.tsx';
import { Queue } from './queue.tsx';

/** The queue on the left, a plan as one table of its steps on the right. */
export function PlanPage({ params }: PageProps): ReactNode {
  const { agent = '', id = '' } = params;
  return (
    <div className="inbox" data-open="true">
      <Queue openId={null} beside />
      <div className="inbox-card">
        <div className="inbox-back">
          <Link to="/">
            <Icon name="chevron-left" />
            {queueText.inbox}
          </Link>
        </div>
        <PlanTable key={`${agent} ${id}`} agentId={agent} planId={id} />
      </div>
    </div>
  );
}
