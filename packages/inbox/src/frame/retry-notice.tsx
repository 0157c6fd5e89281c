import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { frameText } from '../language/english/frame.ts';
import { explainProblem } from './problem-words.ts';

/** A part of a page whose data could not be read: what happened, what to do, and a button that reads them again. */
export function RetryNotice({
  problem,
  onRetry,
}: {
  readonly problem: unknown;
  onRetry(): void;
}): ReactNode {
  const { title, remedy } = explainProblem(problem);
  return (
    <Notice kind="danger" alert>
      <b>{title}</b>
      <p>{remedy}</p>
      <Button small icon="reload" className="mt-2" onClick={onRetry}>
        {frameText.tryAgain}
      </Button>
    </Notice>
  );
}
