import type { HouseRequestOpened } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CopyLine } from '../evidence/copy-line.tsx';
import { Link } from '../navigation/link.tsx';

/** A change that waits for other people, with what is told once. */
export function AskedDialog({
  asked,
  onClose,
}: {
  readonly asked: HouseRequestOpened;
  onClose(): void;
}): ReactNode {
  const { house_request, secret, link } = asked;
  const once = secret ?? link;
  return (
    <Dialog title="Waits for approval" open onClose={onClose}>
      <p className="mt-1 text-text-2">
        Nothing has changed yet. Other people decide about{' '}
        <Link to={`/requests/${house_request.approval_request_id}`}>this request</Link>.
      </p>
      {once !== null && (
        <>
          <p className="mt-4">Copy this now. It is shown once, and works after the approval.</p>
          <div className="mt-2">
            <CopyLine text={once} label={secret === null ? 'link' : 'key'} />
          </div>
        </>
      )}
      <div className="mt-6 flex justify-end">
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
