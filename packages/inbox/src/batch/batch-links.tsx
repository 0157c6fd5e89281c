import type { RequestRow } from '@countersign/client/people';
import { type ReactNode, useMemo } from 'react';
import { Words } from '../facts/pieces.tsx';
import { batchText } from '../language/english/batch.ts';
import { Link } from '../navigation/link.tsx';
import { batchGroups } from './batch-rows.ts';
import './batch.css';

/** The groups of the queue that can be read in one table. */
export function BatchLinks({ rows }: { readonly rows: readonly RequestRow[] }): ReactNode {
  const groups = useMemo(() => batchGroups(rows), [rows]);
  if (groups.length === 0) return null;
  return (
    <nav className="batch-links" aria-label={batchText.title}>
      {groups.map(({ agent, tool, count }) => (
        <Link
          key={`${agent} ${tool}`}
          to={`/batch?${new URLSearchParams({ agent, tool }).toString()}`}
        >
          <Words text={batchText.together(count, tool, agent)} />
        </Link>
      ))}
    </nav>
  );
}
