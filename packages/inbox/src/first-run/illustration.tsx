import type { ReactNode } from 'react';

/** A request with the product's mark on it. */
export function Illustration(): ReactNode {
  return (
    <svg width="112" height="80" viewBox="0 0 112 80" fill="none" aria-hidden="true">
      <g stroke="var(--line-2)" strokeWidth="1.5" fill="var(--surface)">
        <rect x="1" y="9" width="84" height="62" rx="8" />
        <path d="M15 38h56M15 48h32" strokeWidth="4" strokeLinecap="round" />
      </g>
      <path d="M16 25h38" stroke="var(--text)" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M13 60h22"
        stroke="var(--control)"
        strokeWidth="1.5"
        strokeDasharray="2 3"
        strokeLinecap="round"
      />
      <circle
        cx="85"
        cy="52"
        r="20"
        fill="var(--surface)"
        stroke="var(--line-2)"
        strokeWidth="1.5"
      />
      <g strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M93.3 42.6A12.5 12.5 0 1 0 97 55" stroke="var(--text)" />
        <path d="m80 52 4.5 4.7L98 42.5" stroke="var(--accent)" />
      </g>
    </svg>
  );
}
