import type { RequestFacts } from '@countersign/wire/agent-answers';
import type { CallOptions, Transport } from './transport.ts';

/** What a reviewer asked the agent. */
export type AskedQuestion = RequestFacts['questions'][number];

/**
 * Answers a question of a reviewer, in the words of the agent. The card shows them as unverified. If the handler
 * returns nothing or an empty text, the question stays open. The deadline of the request does not move.
 */
export type OnQuestion = (
  question: AskedQuestion,
  facts: RequestFacts,
) => Promise<string | null | undefined> | string | null | undefined;

/**
 * Hands each open question to the handler once. Nothing waits for the handler, so a slow or failing handler does not
 * delay a decision. An answer permits nothing.
 */
export function questionAnswerer(
  transport: Transport,
  onQuestion: OnQuestion | undefined,
  options: CallOptions,
): (facts: RequestFacts) => void {
  const taken = new Set<string>();
  return facts => {
    if (onQuestion === undefined || facts.status !== 'pending') return;
    for (const question of facts.questions) {
      if (question.answer !== null || taken.has(question.question_id)) continue;
      taken.add(question.question_id);
      void answerOne(transport, onQuestion, question, facts, options).catch(() => undefined);
    }
  };
}

async function answerOne(
  transport: Transport,
  onQuestion: OnQuestion,
  question: AskedQuestion,
  facts: RequestFacts,
  options: CallOptions,
): Promise<void> {
  const text = await onQuestion(question, facts);
  if (typeof text !== 'string' || text.trim() === '') return;
  await transport.answer(facts.approval_request_id, question.question_id, text, options);
}
