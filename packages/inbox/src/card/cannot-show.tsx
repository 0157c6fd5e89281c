import type { ReactNode } from 'react';
import { Notice } from '../design/notice.tsx';
import type { Mismatch } from '../facts/check-shown.ts';
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

/** What the server handed over does not fit together. Nothing of it is shown as a fact. */
export function DigestMismatch({ mismatch }: { readonly mismatch: Mismatch }): ReactNode {
  const { what, expected, found } = mismatch;
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
            This browser computed {what} again, and the result differs from the request. Something
            between the store and this page changed it.
          </p>
          <p className="digest">Expected {expected.slice(0, 200)}</p>
          <p className="digest">Found {found.slice(0, 200)}</p>
          <p>Do not decide on any device until the operator of this server has looked at this.</p>
        </Notice>
      </div>
    </>
  );
}
