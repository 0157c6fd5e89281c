import type { Mismatch, ShownProblem } from '@countersign/protocol/view';
import type { ReactNode } from 'react';
import { Notice } from '../design/notice.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { cardText } from '../language/english/card.ts';

/** The bytes of the action were erased. Nothing can replace them on the card. */
export function ErasedAction(): ReactNode {
  return (
    <>
      <p className="what">{cardText.whatWasAsked}</p>
      <PageHeading title={cardText.cannotInspect} className="sentence">
        {cardText.cannotInspect}
      </PageHeading>
      <div className="cannot">{cardText.bytesErased}</div>
    </>
  );
}

const whatWords: Readonly<Record<ShownProblem, string>> = {
  request_form: cardText.theForm,
  request_id: cardText.theId,
  representation_id: cardText.theId,
  view_id: cardText.theViewId,
  input_digest: cardText.theQuestion,
  decision_id: cardText.thePolicy,
  decision_action: cardText.thePolicyAction,
  decision_verdict: cardText.theVerdict,
  decision_policy: cardText.theVersion,
  decision_chain: cardText.thePolicyChain,
  decision_risk: cardText.theRisk,
  chain: cardText.theChain,
  view_action: cardText.theViewAction,
  action_erased: cardText.theBytes,
  action_digest: cardText.theAction,
  action_form: cardText.theActionForm,
  action_bytes: cardText.theCanonical,
  agent: cardText.theAgent,
  subject: cardText.theSubject,
  operation: cardText.theOperation,
  target: cardText.theTarget,
  view_digest: cardText.theShown,
  short_code: cardText.theShortCode,
};

/** The parts of the answer of the server contradict each other. None of them is shown as a fact. */
export function DigestMismatch({ mismatch }: { readonly mismatch: Mismatch }): ReactNode {
  const { code, expected, found } = mismatch;
  return (
    <>
      <p className="what">{cardText.whatWillRun}</p>
      <PageHeading title={cardText.doesNotMatch} className="sentence">
        {cardText.thisDoesNotMatch}
      </PageHeading>
      <div className="card-note">
        <Notice kind="danger" alert>
          <b>{cardText.bytesDoNotMatch}</b>
          <p>{cardText.computedAgain(whatWords[code])}</p>
          <p className="digest">{cardText.expectedValue(expected.slice(0, 200))}</p>
          <p className="digest">{cardText.foundValue(found.slice(0, 200))}</p>
          <p>{cardText.doNotDecide}</p>
        </Notice>
      </div>
    </>
  );
}
