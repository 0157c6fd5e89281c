import type { HouseRequestOpened } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { CopyLine } from '../design/copy-text.tsx';
import { Dialog } from '../design/dialog.tsx';
import { keysText } from '../language/english/keys.ts';
import { fill } from '../language/fill.ts';
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
    <Dialog title={keysText.waitsApproval} open onClose={onClose}>
      <p className="mt-1 text-text-2">
        {fill(keysText.nothingChangedYet, {
          request: (
            <Link to={`/requests/${house_request.approval_request_id}`}>
              {keysText.thisRequest}
            </Link>
          ),
        })}
      </p>
      {once !== null && (
        <>
          <p className="mt-4">{keysText.copyNow}</p>
          <div className="mt-2">
            <CopyLine text={once} label={secret === null ? keysText.link : keysText.key} />
          </div>
        </>
      )}
      <div className="mt-6 flex justify-end">
        <Button kind="primary" onClick={onClose}>
          {keysText.done}
        </Button>
      </div>
    </Dialog>
  );
}
