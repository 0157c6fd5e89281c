import { useState } from 'react';
import { designText } from '../language/english/design.ts';

/** Copies a text as it is, and says whether it was copied. */
export function useCopy(text: string): { readonly said: string; copy(): void } {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(designText.copied);
    } catch {
      setSaid(designText.notCopied);
    }
  };
  return { said, copy: () => void copy() };
}
