import type { ReactNode } from 'react';
import { IconButton } from '../design/button.tsx';
import { useCopy } from '../design/use-copy.ts';

/** One line to take along: a command, a link, a key. It says whether it was copied. */
export function CopyLine({
  text,
  label,
}: {
  readonly text: string;
  /** What is copied, such as "command". */
  readonly label: string;
}): ReactNode {
  const { said, copy } = useCopy(text);
  return (
    <div className="copy-line">
      <code>{text}</code>
      <span className="copy-said" role="status">
        {said}
      </span>
      <IconButton icon="copy" label={`Copy ${label}`} onClick={copy} />
    </div>
  );
}
