import { chainProgress } from '../chain/chain-progress.ts';
import { judgeListing } from '../chain/eligibility.ts';
import { stageAt } from '../chain/escalation.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { meetsPersonAssurance } from '../value/assurance.ts';
import type { PersonId } from '../value/ids.ts';
import type { Principal } from '../value/principal.ts';
import type { Timestamp } from '../value/timestamp.ts';
import type { AnswerQuestion, AskQuestion } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import {
  effectiveStatus,
  type OpenedRequest,
  type RequestState,
  statusCode,
} from './request-state.ts';

/** How many questions people may ask about one request (QA-3). */
export const questionsMax = 8;

/** A reviewer asks the agent something. The request stays as it is, and so does its deadline (QA-2). */
export function askQuestion(
  state: RequestState,
  { principal, question_id, text }: AskQuestion,
  now: Timestamp,
): Decision<RequestEvent> {
  const pending = pendingOf(state, now);
  if (!pending.ok) return decline(pending.refusal);
  const { questions } = pending.value;
  const reviewer = judgeReviewer(pending.value, principal, now);
  if (!reviewer.ok) return decline(reviewer.refusal);
  const earlier = questions.find(each => each.question_id === question_id);
  if (earlier !== undefined) {
    return earlier.text === text && earlier.asked_by === reviewer.value
      ? emit()
      : decline({ code: 'request_inconsistent', detail: 'the question has another text' });
  }
  if (text.trim() === '') return decline({ code: 'reason_missing', detail: 'expected a question' });
  if (questions.length >= questionsMax) {
    return decline({
      code: 'record_limit_reached',
      detail: `a request has ${questionsMax} questions at most`,
    });
  }
  return emit({
    type: 'question.asked',
    at: now,
    data: { question_id, by: reviewer.value, text },
  });
}

/** The asking side answers a question, once. Its words stand beside the card and change nothing (QA-4). */
export function answerQuestion(
  state: RequestState,
  { principal, question_id, text }: AnswerQuestion,
  now: Timestamp,
): Decision<RequestEvent> {
  const pending = pendingOf(state, now);
  if (!pending.ok) return decline(pending.refusal);
  if (principal.kind !== 'agent') {
    return decline({ code: 'actor_not_permitted', detail: 'only the asking side answers' });
  }
  const question = pending.value.questions.find(each => each.question_id === question_id);
  if (question === undefined) {
    return decline({ code: 'question_not_found', detail: 'the request has no such question' });
  }
  if (question.answer !== null) {
    return question.answer.text === text
      ? emit()
      : decline({ code: 'question_answered', detail: 'a question is answered once' });
  }
  if (text.trim() === '') return decline({ code: 'reason_missing', detail: 'expected an answer' });
  return emit({ type: 'question.answered', at: now, data: { question_id, text } });
}

function pendingOf(state: RequestState, now: Timestamp): Result<OpenedRequest> {
  if (state.status === 'absent' || effectiveStatus(state, now) !== 'pending') {
    return refuse(statusCode(state, now), `the request is ${effectiveStatus(state, now)}`);
  }
  return accept(state);
}

/** A person whom an open stage lists, by this time. */
export function judgeReviewer(
  { request, chain, entries }: OpenedRequest,
  principal: Principal,
  now: Timestamp,
): Result<PersonId> {
  if (principal.kind !== 'human') {
    return refuse('approver_kind_not_permitted', 'expected a person');
  }
  if (!meetsPersonAssurance(principal.assurance, 'conversation')) {
    return refuse('approver_assurance_too_low', 'expected a person who signed in');
  }
  const { person_id: identity, roles, assurance } = principal;
  const open = chainProgress(chain, entries).filter(stage => stage.open);
  const isListed = open.some(
    ({ stage }) =>
      judgeListing(stageAt(stage, request, now), { kind: 'human', identity, roles, assurance }).ok,
  );
  return isListed
    ? accept(identity)
    : refuse('approver_not_eligible', 'no open stage lists this person');
}
