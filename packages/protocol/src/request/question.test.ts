import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agent,
  allowed,
  apply,
  bob,
  idOf,
  later,
  noon,
  opened,
  operator,
  pending,
} from '../testing/samples.ts';
import type { QuestionId } from '../value/ids.ts';
import { decideRequest } from './decide-request.ts';
import { questionsMax } from './question.ts';
import type { RequestCommand } from './request-command.ts';
import { parseRequestEvent, type RequestEvent } from './request-event.ts';
import { absentRequest, foldRequest } from './request-state.ts';

const id = (number: number) => idOf('qst', number) as QuestionId;
const ask = (number = 1, more: object = {}): RequestCommand =>
  ({
    type: 'ask',
    principal: bob,
    question_id: id(number),
    text: 'Which invoice?',
    ...more,
  }) as never;
const answer = (number = 1, more: object = {}): RequestCommand =>
  ({ type: 'answer', principal: agent, question_id: id(number), text: 'INV-7', ...more }) as never;
const codeOf = (state: Parameters<typeof decideRequest>[0], command: RequestCommand, at = noon) => {
  const decision = decideRequest(state, command, at);
  return decision.ok ? null : decision.refusal.code;
};

test('[QA-1] only a person whom an open stage lists asks, and only the asking side answers', () => {
  const state = pending();
  assert.equal(codeOf(state, ask()), null);
  assert.equal(codeOf(state, ask(1, { principal: agent })), 'approver_kind_not_permitted');
  assert.equal(codeOf(state, ask(1, { principal: operator })), 'approver_not_eligible');
  const asked = apply(state, decideRequest(state, ask(), noon).events);
  assert.equal(codeOf(asked, answer(1, { principal: bob })), 'actor_not_permitted');
  assert.equal(codeOf(asked, answer(2)), 'question_not_found');
  assert.equal(codeOf(asked, answer()), null);
});

test('[QA-2] question and answer leave status, deadline, entries and digest as they were', () => {
  const before = opened(pending());
  const asked = apply(before, decideRequest(before, ask(), noon).events);
  const after = opened(apply(asked, decideRequest(asked, answer(), later(5)).events));
  const { questions, ...rest } = after;
  assert.deepEqual({ ...rest, questions: [] }, before);
  assert.deepEqual(questions, [
    {
      question_id: id(1),
      asked_by: (bob as { person_id?: string }).person_id,
      asked_at: noon,
      text: 'Which invoice?',
      answer: { answered_at: later(5), text: 'INV-7' },
    },
  ]);
});

test('[QA-2] a request that is decided or over takes neither question nor answer', () => {
  assert.equal(codeOf(allowed(), ask()), 'request_allowed');
  assert.equal(codeOf(allowed(), answer()), 'request_allowed');
  assert.equal(codeOf(absentRequest, ask()), 'request_not_found');
  const { expires_at } = opened(pending()).request;
  assert.equal(codeOf(pending(), ask(), expires_at), 'request_expired');
});

test('[QA-3] a request takes a bounded number of questions, and each takes one answer', () => {
  let state = pending();
  for (let number = 1; number <= questionsMax; number++) {
    state = apply(state, decideRequest(state, ask(number), noon).events);
  }
  assert.equal(codeOf(state, ask(questionsMax + 1)), 'record_limit_reached');
  assert.deepEqual(decideRequest(state, ask(2), noon), { ok: true, events: [] });
  assert.equal(codeOf(state, ask(2, { text: 'Another?' })), 'request_inconsistent');
  state = apply(state, decideRequest(state, answer(2), noon).events);
  assert.deepEqual(decideRequest(state, answer(2), noon), { ok: true, events: [] });
  assert.equal(codeOf(state, answer(2, { text: 'Another.' })), 'question_answered');
  assert.equal(codeOf(state, answer(3, { text: ' ' })), 'reason_missing');
  assert.equal(codeOf(pending(), ask(1, { text: ' ' })), 'reason_missing');
});

test('[QA-3] the events are read strictly, with their limits', () => {
  const asked = decideRequest(pending(), ask(), noon).events[0] as RequestEvent;
  assert.deepEqual(parseRequestEvent(asked), asked);
  for (const data of [
    { ...asked.data, text: '' },
    { ...asked.data, text: 'x'.repeat(1001) },
    { ...asked.data, more: 1 },
  ]) {
    assert.throws(() => parseRequestEvent({ ...asked, data }), /object_malformed|expected/);
  }
  assert.throws(() => foldRequest([asked]), /cannot follow/);
});
