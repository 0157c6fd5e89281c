import type { ReactNode } from 'react';
import { Mark } from '../design/icon.tsx';
import './gate.css';

/** A page outside the frame: one card in the middle, with the product's mark. */
export function Gate({
  children,
  foot,
}: {
  readonly children: ReactNode;
  readonly foot?: ReactNode;
}): ReactNode {
  return (
    <div className="gate-page">
      <main className="gate">
        <div className="brand">
          <Mark size={24} />
          Countersign
        </div>
        {children}
      </main>
      <footer className="gate-foot">{foot}</footer>
    </div>
  );
}
