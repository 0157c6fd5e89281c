import type { ReactNode } from 'react';
import { iconPaths } from './icon-paths.tsx';

export type IconName = keyof typeof iconPaths;

/** An icon always stands beside words or inside a named element. So no one needs to know its meaning. */
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
