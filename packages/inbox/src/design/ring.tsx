import type { ReactNode } from 'react';

interface RingProps {
  /** How much is left, from 0 to 1. */
  readonly fraction: number;
  readonly size?: 16 | 32;
}

/** Time as a quiet shape: one colour at all times, always next to words. */
export function Ring({ fraction, size = 16 }: RingProps): ReactNode {
  const width = size === 16 ? 2 : 2.5;
  const radius = (size - width) / 2 - 0.5;
  const length = 2 * Math.PI * radius;
  const left = Math.min(1, Math.max(0, fraction));
  const centre = size / 2;
  return (
    <svg
      className="ring"
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden="true"
    >
      <circle cx={centre} cy={centre} r={radius} strokeWidth={width} />
      {left > 0 && (
        <circle
          cx={centre}
          cy={centre}
          r={radius}
          strokeWidth={width}
          strokeDasharray={`${length * left} ${length}`}
        />
      )}
    </svg>
  );
}
