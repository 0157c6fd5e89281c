import { type ReactNode, useState } from 'react';
import { IconButton } from '../design/button.tsx';

/** One line to take along: a command, a link, a key. It says whether it was copied. */
export function CopyLine({
  text,
  label,
}: {
  readonly text: string;
  /** What is copied, such as "command". */
  readonly label: string;
}): ReactNode {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Not copied: select the text and copy it yourself');
    }
  };
  return (
    <div className="copy-line">
      <code>{text}</code>
      <span className="copy-said" role="status">
        {said}
      </span>
      <IconButton icon="copy" label={`Copy ${label}`} onClick={() => void copy()} />
    </div>
  );
}
