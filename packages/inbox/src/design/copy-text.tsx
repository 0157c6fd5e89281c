import type { ReactNode } from 'react';
import { designText } from '../language/english/design.ts';
import { Button, IconButton } from './button.tsx';
import { useCopy } from './use-copy.ts';

interface CopyProps {
  readonly text: string;
  /** On a button, all of its words. Beside a line, what is copied, such as "command". */
  readonly label: string;
}

function Said({ said }: { readonly said: string }): ReactNode {
  return (
    <span className="copy-said" role="status">
      {said}
    </span>
  );
}

/** A button that copies a text as it is, and says whether it did. */
export function CopyText({ text, label }: CopyProps): ReactNode {
  const { said, copy } = useCopy(text);
  return (
    <>
      <Said said={said} />
      <Button small icon="copy" onClick={copy}>
        {label}
      </Button>
    </>
  );
}

/** One line to take along: a command, a link, a key. It says whether it was copied. */
export function CopyLine({ text, label }: CopyProps): ReactNode {
  const { said, copy } = useCopy(text);
  return (
    <div className="copy-line">
      <code>{text}</code>
      <Said said={said} />
      <IconButton icon="copy" label={designText.copy(label)} onClick={copy} />
    </div>
  );
}
