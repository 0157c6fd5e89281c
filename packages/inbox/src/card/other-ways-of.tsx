import { amendmentsMax, questionsMax } from '@countersign/protocol/request';
import type { Shown } from '@countersign/protocol/view';
import { lazy, Suspense } from 'react';
import type { OtherWay } from '../decision/other-ways.tsx';
import { amendText } from '../language/english/amend.ts';
import { questionText } from '../language/english/question.ts';
import type { ShownRequest } from './use-request.ts';

const AmendForm = lazy(async () => ({
  default: (await import('../amend/amend-form.tsx')).AmendForm,
}));

const QuestionForm = lazy(async () => ({
  default: (await import('../question/question-form.tsx')).QuestionForm,
}));

/** What this person can do with this request besides approving and rejecting it. */
export function otherWays({ representation, view }: ShownRequest, shown: Shown | null): OtherWay[] {
  const ways: OtherWay[] = [];
  if (view.eligibility.may_decide && representation.questions.length < questionsMax) {
    ways.push({
      name: 'ask',
      label: questionText.way,
      icon: 'question',
      form: props => (
        <Suspense fallback={null}>
          <QuestionForm {...props} representation={representation} />
        </Suspense>
      ),
    });
  }
  const { amendable, amends = [] } = representation.request;
  const mayAmend = view.eligibility.may_decide && amends.length < amendmentsMax;
  if (shown !== null && amendable !== undefined && mayAmend) {
    ways.push({
      name: 'amend',
      label: amendText.title,
      icon: 'edit',
      form: props => (
        <Suspense fallback={null}>
          <AmendForm {...props} shown={shown} terms={amendable} />
        </Suspense>
      ),
    });
  }
  return ways;
}
