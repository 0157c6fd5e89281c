import type { Mismatch, ShownProblem } from '@countersign/protocol/view';
import type { ReactNode } from 'react';
import { Notice } from '../design/notice.tsx';
import { PageHeading } from '../frame/page-heading.tsx';

/** The bytes were erased, as they may be after a time. Nothing can be shown in their place. */
export function ErasedAction(): ReactNode {
  return (
    <>
      <p className="what">What was asked</p>
      <PageHeading title="Cannot be inspected" className="sentence">
        Cannot be inspected
      </PageHeading>
      <div className="cannot">
        The bytes of this action were erased. Its digest and the decisions about it are kept in the
        log.
      </div>
    </>
  );
}

const whatWords: Readonly<Record<ShownProblem, string>> = {
  request_form: 'the form of the request',
  request_id: 'the id of the request',
  representation_id: 'the id of the request',
  view_id: 'the id of the view',
  input_digest: 'the digest of the question',
  decision_id: 'the policy decision',
  decision_action: 'the digest of the action in the policy decision',
  decision_verdict: 'the verdict of the policy decision',
  decision_policy: 'the version of the policy',
  decision_chain: 'the chain in the policy decision',
  decision_risk: 'the risk in the policy decision',
  chain: 'the chain',
  view_action: 'the digest of the action in the view',
  action_erased: 'the bytes of the action',
  action_digest: 'the digest of the action',
  action_form: 'the form of the action',
  action_bytes: 'the canonical bytes of the action',
  agent: 'the agent',
  subject: 'the subject',
  operation: 'the operation',
  target: 'the target',
  view_digest: 'the digest of what is shown',
  short_code: 'the short code',
};

/** What the server handed over does not fit together. Nothing of it is shown as a fact. */
export function DigestMismatch({ mismatch }: { readonly mismatch: Mismatch }): ReactNode {
  const { code, expected, found } = mismatch;
  return (
    <>
      <p className="what">What will run</p>
      <PageHeading title="Does not match the request" className="sentence">
        This does not match the request
      </PageHeading>
      <div className="card-note">
        <Notice kind="danger" alert>
          <b>The bytes do not match. Nothing can be approved here.</b>
          <p>
            This browser computed {whatWords[code]} again, and the result differs from the request.
            Something between the store and this page changed it.
          </p>
          <p className="digest">Expected {expected.slice(0, 200)}</p>
          <p className="digest">Found {found.slice(0, 200)}</p>
          <p>Do not decide on any device until the operator of this server has looked at this.</p>
        </Notice>
      </div>
    </>
  );
}
