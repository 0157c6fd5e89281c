import type { NotAllowed } from '@countersign/client';
import type { ToolCall } from '../message/client-message.ts';
import { lineOf } from '../message/rpc.ts';
import { invalidState } from './call-answers.ts';
import { isModern } from './client-facts.ts';
import type { Execution, LegEnd } from './executions.ts';
import { ownResult, plainAnswer } from './own-answer.ts';

/** The text of the answer for the client. Null where it expects none, or got it already. */
export type Judged = Buffer | null;

export type Told =
  | { readonly kind: 'told'; readonly text: Judged }
  | { readonly kind: 'refused'; readonly error: NotAllowed; readonly begun: boolean };

export function told(call: ToolCall, ended: LegEnd): Told {
  if (ended.kind === 'passed') return { kind: 'told', text: null };
  if (ended.kind === 'answered') return { kind: 'told', text: withEnd(ended.text) };
  const words = `The call was sent, but no result arrived: ${ended.why}. The action may have happened. Find out before you repeat it.`;
  const answer = plainAnswer('execution_outcome_unknown', words, 'unknown');
  return { kind: 'told', text: lineOf(ownResult(call.id, isModern(call.meta), answer)) };
}

function withEnd(text: Buffer): Buffer {
  return Buffer.concat([text, Buffer.from('\n')]);
}

/** The next leg of an execution. Its answer is heard by the client that sent it. */
export function continued(
  execution: Execution,
  turn: number,
  call: ToolCall,
  upstream: string | null,
): Promise<Judged> {
  return new Promise(resolve => {
    const end = (ended: LegEnd) => {
      const { text } = told(call, ended) as { text: Judged };
      resolve(text);
    };
    if (!execution.continueWith(turn, { call, upstream, end })) resolve(invalidState(call));
  });
}
