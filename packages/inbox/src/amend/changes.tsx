import type { JsonValue } from '@countersign/protocol/json';
import type { Shown } from '@countersign/protocol/view';
import { lazy, type ReactNode, Suspense } from 'react';
import type { ShownRequest } from '../card/use-request.ts';

/** Only few cards need it, so it is loaded when one does. */
const AuthoredChanges = lazy(async () => ({
  default: (await import('./authored-changes.tsx')).AuthoredChanges,
}));

/** Who changed what, where a reviewer changed the action. */
export function Changes({
  open: { representation, view },
  shown,
  nameOf,
}: {
  readonly open: ShownRequest;
  readonly shown: Shown;
  readonly nameOf: (personId: string) => string;
}): ReactNode {
  if (representation.request.amends === undefined) return null;
  return (
    <Suspense fallback={null}>
      <AuthoredChanges
        representation={representation}
        versions={view.versions}
        action={shown.action as JsonValue}
        nameOf={nameOf}
      />
    </Suspense>
  );
}
