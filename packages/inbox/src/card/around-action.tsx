import { houseKindOf } from '@countersign/protocol/action';
import type { JsonValue } from '@countersign/protocol/json';
import { lazy, type ReactNode, Suspense } from 'react';
import { cardText } from '../language/english/card.ts';
import { Link } from '../navigation/link.tsx';
import { AgentAnswers } from '../question/agent-answers.tsx';
import { AgentWords } from './agent-words.tsx';
import { QuestionFacts } from './question-facts.tsx';
import type { ShownRequest } from './use-request.ts';
import { WhoDecides } from './who-decides.tsx';
import { WhyStopped } from './why-stopped.tsx';

type Shown = Extract<ShownRequest['checked'], { readonly ok: true }>;

interface AroundProps {
  readonly id: string;
  readonly open: ShownRequest;
  /** Null where the action was erased. */
  readonly shown: Shown | null;
  readonly me: string;
  readonly nameOf: (personId: string) => string;
}

/** What a card says about an action, below the action itself: why it was stopped, what its agent says, who decides. */
export function AroundAction({ id, open, shown, me, nameOf }: AroundProps): ReactNode {
  const { representation, view } = open;
  return (
    <>
      <WhatWouldEnd id={id} open={open} />
      <WhyStopped
        representation={representation}
        marks={view.marks}
        similar={view.similar}
        toolName={shown?.action.target.tool_name ?? null}
      />
      {shown !== null && view.previous !== null && (
        <Suspense fallback={null}>
          <RoundDifferences
            previousId={view.previous.approval_request_id}
            previousText={view.previous.action_text}
            action={shown.action as JsonValue}
            change={representation.change}
          />
        </Suspense>
      )}
      <AgentWords representation={representation} />
      <AgentAnswers representation={representation} nameOf={nameOf} />
      <WhoDecides
        representation={representation}
        eligibility={view.eligibility}
        shortCode={shown?.shortCode ?? null}
        me={me}
        nameOf={nameOf}
      />
      <AllowSimilar open={open} />
      {shown !== null && <QuestionFacts shown={shown} />}
    </>
  );
}

/** Only few cards need these, so they are loaded when one does. */
const RoundDifferences = lazy(async () => {
  const { RoundDifferences: differences } = await import('./round-differences.tsx');
  return { default: differences };
});
const RequestedPreview = lazy(async () => {
  const { RequestedPreview: preview } = await import('../policy/change-preview.tsx');
  return { default: preview };
});

/** A request for another policy says which requests that policy would end. */
function WhatWouldEnd({ id, open }: Pick<AroundProps, 'id' | 'open'>): ReactNode {
  const { request, status } = open.representation;
  if (status !== 'pending' || houseKindOf(request.operation) !== 'policy') return null;
  return (
    <Suspense fallback={null}>
      <RequestedPreview id={id} />
    </Suspense>
  );
}

const allowedFrom: ReadonlySet<string> = new Set(['pending', 'allowed', 'consumed']);

/** Offered only where the policy admits it. It never decides the request itself. */
function AllowSimilar({ open }: Pick<AroundProps, 'open'>): ReactNode {
  const { request, status, approval_request_id } = open.representation;
  if (request.allowable === undefined || !allowedFrom.has(status)) return null;
  return (
    <p>
      <Link to={`/requests/${encodeURIComponent(approval_request_id)}/allow`}>
        {cardText.allowSimilar}
      </Link>{' '}
      {cardText.allowSimilarHint}
    </p>
  );
}
