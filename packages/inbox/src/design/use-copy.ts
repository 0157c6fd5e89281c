import { useState } from 'react';

/** Copies a text as it is, and says whether it was copied. */
export function useCopy(text: string): { readonly said: string; copy(): void } {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Not copied: select the text and copy it yourself');
    }
  };
  return { said, copy: () => void copy() };
}
