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
      <PageHeading title="Not what was asked" className="sentence">
        This is not what was asked
      </PageHeading>
      <div className="card-note">
        <Notice kind="danger" alert>
          <b>The bytes do not match. Nothing can be approved here.</b>
          <p>
            This browser computed {what} again, and it is not what the request says. Somebody or
            something between the store and this page changed it.
          </p>
          <p className="digest">Expected {expected.slice(0, 200)}</p>
          <p className="digest">Found {found.slice(0, 200)}</p>
          <p>Do not decide on another device either before whoever runs this server has looked.</p>
        </Notice>
      </div>
    </>
  );
}
