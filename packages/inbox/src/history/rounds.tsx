import type { RequestRow } from '@countersign/client/people';
import type { ApprovalRequest } from '@countersign/protocol/request';
import { type ReactNode, useMemo } from 'react';
import { api } from '../data/api.ts';
import { onChangeOf, useResource } from '../data/use-resource.ts';
import { historyText } from '../language/english/history.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { rowWords } from './history-rows.ts';

const lookedAt = 100;

/** The other rounds of the same case, as far as they are among the latest requests of this tool and agent. */
export function Rounds({
  request,
  toolName,
}: {
  readonly request: ApprovalRequest;
  readonly toolName: string | null;
}): ReactNode {
  const { case_id, agent_id, supersedes, approval_request_id: id } = request;
  const { data } = useResource<readonly RequestRow[]>(
    `rounds ${case_id}`,
    async signal => {
      const query = {
        agent_id,
        limit: lookedAt,
        ...(toolName === null ? {} : { tool_name: toolName }),
      };
      const { rows } = await api.listRequests(query, { signal });
      return rows.filter(row => row.case_id === case_id);
    },
    onChangeOf(id),
  );
  const rounds = useMemo(
    () => [...(data ?? [])].sort((a, b) => (a.requested_at < b.requested_at ? -1 : 1)),
    [data],
  );
  if (rounds.length > 1) {
    return (
      <nav className="rounds" aria-label={historyText.rounds}>
        {rounds.map((row, index) => {
          const here = row.approval_request_id === id;
          return (
            <Link
              key={row.approval_request_id}
              to={`/history/${encodeURIComponent(row.approval_request_id)}`}
              {...(here ? { 'aria-current': 'true' as const } : {})}
            >
              <b>{historyText.round(index + 1)}</b> {rowWords(row).words}
            </Link>
          );
        })}
      </nav>
    );
  }
  if (supersedes === null) return null;
  return (
    <nav className="rounds" aria-label={historyText.rounds}>
      <Link to={`/history/${encodeURIComponent(supersedes)}`}>
        {fill(historyText.roundBefore, { round: <b>{historyText.round(request.round - 1)}</b> })}
      </Link>
    </nav>
  );
}
