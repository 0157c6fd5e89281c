import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { shortcutWords } from './shortcuts.ts';

export function ShortcutList({
  open,
  onClose,
}: {
  readonly open: boolean;
  onClose(): void;
}): ReactNode {
  return (
    <Dialog title="Keyboard shortcuts" open={open} onClose={onClose}>
      <p className="mt-1 text-text-2">
        No shortcut approves. To decide, press the Approve or Reject button of the request.
      </p>
      <dl className="shortcut-list">
        {shortcutWords.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map(key => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
