import type { ReactNode } from 'react';
import { iconPaths } from './icon-paths.tsx';

export type IconName = keyof typeof iconPaths;

/** Always beside words, or inside something that has a name, so its meaning need not be known. */
export function Icon({
  name,
  size = 16,
}: {
  readonly name: IconName;
  readonly size?: number;
}): ReactNode {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      {...(size === 16 ? {} : { style: { width: size, height: size } })}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {iconPaths[name]}
    </svg>
  );
}

/** The mark of the product. */
export function Mark({ size = 20 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="mark"
    >
      <path d="M15.6 4.9A7.6 7.6 0 1 0 17.4 11" stroke="currentColor" />
      <path d="m6.6 10 2.8 2.9L18 4.4" stroke="var(--accent)" />
    </svg>
  );
}
