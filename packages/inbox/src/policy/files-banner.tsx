import { lazy, type ReactNode, Suspense } from 'react';
import { useSession } from '../data/session.ts';
import { usePolicy } from './use-policy.ts';

const FileProblems = lazy(async () => ({
  default: (await import('./file-problems.tsx')).FileProblems,
}));

/** On every page of an operator while the policy files have a problem. */
export function FilesBanner(): ReactNode {
  const session = useSession();
  return session?.roles.includes('operator') === true ? <Problems /> : null;
}

function Problems(): ReactNode {
  const problems = usePolicy().data?.pending?.problems ?? [];
  if (problems.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <FileProblems problems={problems} />
    </Suspense>
  );
}
