import type { RequestRepresentation } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Tag } from '../design/chip.tsx';
import { Words } from '../facts/pieces.tsx';
import { clockTime } from '../frame/time-words.ts';
import { questionText } from '../language/english/question.ts';

/** What people asked the agent, and what it said: beside the card, and never part of what is signed. */
export function AgentAnswers({
  representation: { questions, request },
  nameOf,
}: {
  readonly representation: RequestRepresentation;
  readonly nameOf: (personId: string) => string;
}): ReactNode {
  if (questions.length === 0) return null;
  return (
    <section className="sec">
      <h2>{questionText.section}</h2>
      <ol className="grid gap-4 min-w-0" aria-live="polite">
        {questions.map(({ question_id, asked_by, asked_at, text, answer }) => (
          <li key={question_id} className="grid gap-2 min-w-0">
            <div className="quote">
              <div className="quote-head">
                <Words text={questionText.askedAt(nameOf(asked_by), clockTime(asked_at))} />
              </div>
              <div className="quote-words">
                “<Words text={text} />”
              </div>
            </div>
            {answer === null ? (
              <p className="text-text-3">{questionText.noAnswer(clockTime(asked_at))}</p>
            ) : (
              <div className="quote">
                <div className="quote-head">
                  <Words
                    text={questionText.answered(request.agent_id, clockTime(answer.answered_at))}
                  />
                  <Tag>{questionText.notVerified}</Tag>
                </div>
                <div className="quote-words">
                  “<Words text={answer.text} />”
                </div>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
