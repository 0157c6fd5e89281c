import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { areSingleKeysOn, setSingleKeys, shortcutWords } from './shortcuts.ts';

export function ShortcutList({
  open,
  onClose,
}: {
  readonly open: boolean;
  onClose(): void;
}): ReactNode {
  const [on, setOn] = useState(areSingleKeysOn);
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
      <label className="mt-4 flex items-center gap-2">
        <input
          type="checkbox"
          checked={on}
          onChange={event => {
            setOn(event.target.checked);
            setSingleKeys(event.target.checked);
          }}
        />
        Use single keys in this browser
      </label>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
