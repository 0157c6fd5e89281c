import type { PolicyPreview } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { api } from '../data/api.ts';
import { useResource } from '../data/use-resource.ts';
import { Words } from '../facts/pieces.tsx';
import { clockTime } from '../frame/time-words.ts';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { Link } from '../navigation/link.tsx';

/** Which pending requests end, and why, once the files of the server are in force. */
export function ChangePreview({ version }: { readonly version: string }): ReactNode {
  const { data, problem } = useResource(`policy preview ${version}`, signal =>
    api.previewPolicy({ signal }),
  );
  if (data === undefined) return <ProblemNotice problem={problem} />;
  // The files have changed again since. The page of the policy is about to say so.
  if (data.version !== version) return null;
  const { ends, stays, is_complete, evaluated_at } = data;
  return (
    <section aria-label="What would end" className="mt-2">
      <p>
        <b>{endingWords(ends.length, stays.length)}</b> Evaluated at {clockTime(evaluated_at)}.
        {!is_complete && ' There are more pending requests, which were not evaluated.'}
      </p>
      <ul>
        {ends.map(request => (
          <li key={request.approval_request_id}>
            <RequestName request={request} />: <Words text={request.reason} />
          </li>
        ))}
      </ul>
      {stays.length > 0 && (
        <Disclosure summary="Requests that would stay open">
          <ul>
            {stays.map(request => (
              <li key={request.approval_request_id}>
                <RequestName request={request} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

function RequestName({ request }: { readonly request: PolicyPreview['stays'][number] }): ReactNode {
  const { approval_request_id, agent_id, tool_name } = request;
  return (
    <>
      <Link to={`/requests/${encodeURIComponent(approval_request_id)}`}>
        <Words text={tool_name} />
      </Link>{' '}
      of <Words text={agent_id} />
    </>
  );
}

function endingWords(ends: number, stays: number): string {
  if (ends + stays === 0) return 'No request is pending.';
  if (ends === 0) return 'No pending request would end.';
  const ending = `${ends} pending ${ends === 1 ? 'request' : 'requests'} would end.`;
  return stays === 0 ? ending : `${ending} ${stays} would stay open.`;
}
