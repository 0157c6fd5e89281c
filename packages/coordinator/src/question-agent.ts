import type { Result } from '@countersign/protocol/reason';
import { accept } from '@countersign/protocol/reason';
import { type Principal, QuestionId } from '@countersign/protocol/value';
import { type ChangedRequest, changeRequest, type PreparedChange } from './change-request.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';

interface Words {
  readonly approvalRequestId: string;
  readonly questionId: string;
  readonly principal: Principal;
  readonly text: string;
}

/** A reviewer asks the agent something. Nothing of the request changes (QA-2). */
export function questionAgent(context: Context, words: Words): Promise<Result<ChangedRequest>> {
  return record(context, 'ask', words);
}

/** The asking side answers. Nothing of the request changes (QA-2). */
export function answerQuestion(context: Context, words: Words): Promise<Result<ChangedRequest>> {
  return record(context, 'answer', words);
}

function record(
  context: Context,
  type: 'ask' | 'answer',
  { approvalRequestId, questionId, principal, text }: Words,
): Promise<Result<ChangedRequest>> {
  return failClosed(() => {
    const question_id = QuestionId.parse(questionId);
    return changeRequest(context, {
      approvalRequestId,
      prepare: async ({ state }) =>
        accept<PreparedChange>({
          command: { type, principal, question_id, text },
          dependsOnPolicy: false,
          ...(state.status === 'absent' ? {} : { notAfter: state.request.expires_at }),
        }),
    });
  });
}
