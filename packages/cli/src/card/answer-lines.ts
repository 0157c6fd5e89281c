import { dim, type StyledText, text, yellow } from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import type { Shown } from './read-shown.ts';
import { hangingLines } from './wrap-text.ts';

/** The questions of people to the agent, and its answers. None of the answers was verified. */
export function answerLines({ facts, names }: Shown, columns: number): StyledText[] {
  return facts.questions.flatMap(({ asked_by, text: question, answer }) => [
    ...hangingLines(
      '  ',
      [text`${dataText(names.get(asked_by) ?? asked_by)} asked "${dataText(question)}"`],
      columns,
    ),
    ...hangingLines(
      text`  ${dim('│')} `,
      answer === null
        ? [dim('no answer yet')]
        : [text`${yellow('not verified:')} "${dataText(answer.text)}"`],
      columns,
    ),
  ]);
}
