import type { Eligibility } from '@countersign/client/people';
import { lazy, Suspense } from 'react';
import type { OtherWay } from '../decision/other-ways.tsx';
import type { Decision } from '../decision/use-decision.ts';
import { releaseText } from '../language/english/release.ts';

const ReleaseForm = lazy(async () => ({
  default: (await import('./release-form.tsx')).ReleaseForm,
}));

/** What the form of a release shows besides the action. */
export interface ReleaseFacts {
  readonly told: NonNullable<Eligibility['release']>['told'];
  readonly allSeen: boolean;
}

/** Break-glass among the ways of a person who may also decide the open stage. */
export function releaseWays(decision: Decision, release: ReleaseFacts | null): OtherWay[] {
  if (release === null) return [];
  const { told, allSeen } = release;
  const way: OtherWay = {
    name: 'release',
    label: releaseText.way,
    icon: 'bolt',
    form: props => (
      <Suspense fallback={null}>
        <ReleaseForm {...props} decision={decision} told={told} allSeen={allSeen} />
      </Suspense>
    ),
  };
  return [way];
}
