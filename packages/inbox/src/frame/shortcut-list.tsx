import { type ReactNode, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { frameText } from '../language/english/frame.ts';
import { shortcutsText } from '../language/english/shortcuts.ts';
import { areSingleKeysOn, setSingleKeys } from './shortcuts.ts';

/** None of them approves anything, and none ever does. */
const shortcutWords: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['J'], does: shortcutsText.nextRequest },
  { keys: ['K'], does: shortcutsText.previousRequest },
  { keys: ['Enter'], does: shortcutsText.openRequest },
  { keys: ['/'], does: shortcutsText.searchQueue },
  { keys: ['N'], does: shortcutsText.nextMark },
  { keys: ['O'], does: shortcutsText.nextFold },
  { keys: ['E'], does: shortcutsText.exactJson },
  { keys: ['F'], does: shortcutsText.findInCard },
  { keys: ['U'], does: shortcutsText.diffView },
  { keys: ['G', 'I'], does: shortcutsText.goToInbox },
  { keys: ['G', 'H'], does: shortcutsText.goToHistory },
  { keys: ['G', 'P'], does: shortcutsText.goToPolicy },
  { keys: ['G', 'K'], does: shortcutsText.goToPeople },
  { keys: ['?'], does: shortcutsText.showThisList },
];

export function ShortcutList({
  open,
  onClose,
}: {
  readonly open: boolean;
  onClose(): void;
}): ReactNode {
  const [on, setOn] = useState(areSingleKeysOn);
  return (
    <Dialog title={frameText.shortcuts} open={open} onClose={onClose}>
      <p className="mt-1 text-text-2">{shortcutsText.noShortcutApproves}</p>
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
        {shortcutsText.singleKeys}
      </label>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>{shortcutsText.close}</Button>
      </div>
    </Dialog>
  );
}
