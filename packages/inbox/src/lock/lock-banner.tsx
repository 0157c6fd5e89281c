import { lazy, type ReactNode, Suspense } from 'react';
import { useLocks } from './use-locks.ts';

const LockList = lazy(async () => ({ default: (await import('./lock-list.tsx')).LockList }));

/** On every page while anything is locked. */
export function LockBanner(): ReactNode {
  const locks = useLocks();
  if (locks.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <LockList locks={locks} />
    </Suspense>
  );
}
