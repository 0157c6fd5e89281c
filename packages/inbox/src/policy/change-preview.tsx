import type { PolicyPreview } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Disclosure } from '../card/disclosure.tsx';
import { api } from '../data/api.ts';
import { useResource } from '../data/use-resource.ts';
import { Words } from '../facts/pieces.tsx';
import { clockTime } from '../frame/time-words.ts';
import { ProblemNotice } from '../keys/problem-notice.tsx';
import { policyText } from '../language/english/policy.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';

/** Which pending requests end, and why, once the files of the server are in force. */
export function ChangePreview({ version }: { readonly version: string }): ReactNode {
  const { data, problem } = useResource(`policy preview ${version}`, signal =>
    api.previewPolicy({ signal }),
  );
  if (data === undefined) return <ProblemNotice problem={problem} />;
  // The files have changed again since. The policy page will soon say so.
  return data.version === version ? <WhatWouldEnd preview={data} /> : null;
}

/** The same for a policy that a request asks for. */
export function RequestedPreview({ id }: { readonly id: string }): ReactNode {
  const { data, problem } = useResource(`requested policy ${id}`, signal =>
    api.previewRequestedPolicy(id, { signal }),
  );
  if (data === undefined) return <ProblemNotice problem={problem} />;
  return data.version === null ? null : <WhatWouldEnd preview={data} />;
}

function WhatWouldEnd({ preview }: { readonly preview: PolicyPreview }): ReactNode {
  const { ends, stays, is_complete, evaluated_at } = preview;
  return (
    <section aria-label={policyText.whatWouldEnd} className="mt-2">
      <p>
        {fill(policyText.evaluatedAt, {
          words: <b>{endingWords(ends.length, stays.length)}</b>,
          at: clockTime(evaluated_at),
          more: !is_complete && policyText.morePending,
        })}
      </p>
      <ul>
        {ends.map(request => (
          <li key={request.approval_request_id}>
            <RequestName request={request} />: <Words text={request.reason} />
          </li>
        ))}
      </ul>
      {stays.length > 0 && (
        <Disclosure summary={policyText.wouldStay}>
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
      {fill(policyText.toolOfAgent, {
        tool: (
          <Link to={`/requests/${encodeURIComponent(approval_request_id)}`}>
            <Words text={tool_name} />
          </Link>
        ),
        agent: <Words text={agent_id} />,
      })}
    </>
  );
}

function endingWords(ends: number, stays: number): string {
  if (ends + stays === 0) return policyText.nonePending;
  if (ends === 0) return policyText.noneWouldEnd;
  const ending = policyText.wouldEnd(ends);
  return stays === 0 ? ending : policyText.andStay(ending, stays);
}
