import type { ReactNode } from 'react';
import { Notice } from '../design/notice.tsx';
import { explainProblem } from '../frame/problem-words.ts';

/** Why something that was asked for did not happen; nothing where it did. */
export function ProblemNotice({ problem }: { readonly problem: unknown }): ReactNode {
  if (problem === null) return null;
  const { title, remedy } = explainProblem(problem);
  return (
    <div className="mt-4">
      <Notice kind="danger" alert>
        <b>{title}</b>
        <p>{remedy}</p>
      </Notice>
    </div>
  );
}
