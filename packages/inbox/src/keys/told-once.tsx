import type { RegisteredCredential } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { CopyLine } from '../design/copy-text.tsx';
import { Dialog } from '../design/dialog.tsx';
import { keysText } from '../language/english/keys.ts';

/** A secret, shown only this once. The page "Connect an agent" shows how to use it. */
export function ToldOnce({
  made,
  onClose,
}: {
  readonly made: RegisteredCredential;
  onClose(): void;
}): ReactNode {
  const { secret } = made;
  return (
    <Dialog title={keysText.newKeyOnce} open onClose={onClose}>
      <p className="mt-1 text-text-2">{keysText.copyItNow}</p>
      <div className="mt-4">
        {secret === null ? (
          <p>{keysText.shownBefore}</p>
        ) : (
          <CopyLine text={secret} label={keysText.key} />
        )}
      </div>
      <div className="mt-6 flex justify-end">
        <Button kind="primary" onClick={onClose}>
          {keysText.done}
        </Button>
      </div>
    </Dialog>
  );
}
