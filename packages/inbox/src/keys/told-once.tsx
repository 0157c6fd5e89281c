import type { RegisteredCredential } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { CopyLine } from '../evidence/copy-line.tsx';

/** A secret, this once. Connect an agent shows how to use one. */
export function ToldOnce({
  made,
  onClose,
}: {
  readonly made: RegisteredCredential;
  onClose(): void;
}): ReactNode {
  const { secret } = made;
  return (
    <Dialog title="The new key, shown once" open onClose={onClose}>
      <p className="mt-1 text-text-2">
        Copy it now. The server keeps only its digest and cannot show the key again.
      </p>
      <div className="mt-4">
        {secret === null ? (
          <p>The key was shown before. Rotate it to get a new one.</p>
        ) : (
          <CopyLine text={secret} label="key" />
        )}
      </div>
      <div className="mt-6 flex justify-end">
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
