import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

/** A button that copies a text as it is, and says whether it did. */
export function CopyText({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): ReactNode {
  const { said, copy } = useCopy(text);
  return (
    <>
      <span className="copy-said" role="status">
        {said}
      </span>
      <Button small icon="copy" onClick={copy}>
        {label}
      </Button>
    </>
  );
}
