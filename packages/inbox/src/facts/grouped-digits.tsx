import type { ReactNode } from 'react';

/** A number that is read more easily in groups of three digits. */
export const longNumber = /^-?\d{4,15}(?:\.\d+)?$/;

/** Digits with a little room between thousands. No character is added, and copying gives the bytes. */
export function GroupedDigits({ text }: { readonly text: string }): ReactNode {
  const [whole = '', rest] = text.split('.');
  const groups = [...whole.matchAll(/-?\d{1,3}(?=(?:\d{3})*$)/g)];
  return (
    <span className="grouped">
      {groups.map(group => (
        <span key={group.index}>{group[0]}</span>
      ))}
      {rest !== undefined && `.${rest}`}
    </span>
  );
}
