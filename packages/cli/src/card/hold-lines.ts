import { intentWords } from '@countersign/card';
import type { HoldFacts } from '@countersign/client/people';
import { segmentText } from '@countersign/protocol/view';
import type { CommandIo } from '../command.ts';
import { bold, dim, green, type StyledText, text, yellow } from '../terminal/styled-text.ts';
import { minutesUntil } from '../terminal/time-left.ts';
import { dataText, linesOf } from './data-text.ts';
import { riskText } from './row-texts.ts';

/**
 * A hold as a person reads it before answering: first the agent's own words, then what was only understood from them.
 */
export function holdLines(facts: HoldFacts, io: Pick<CommandIo, 'now'>): StyledText[] {
  const { hold, message, status, may_answer } = facts;
  const { intent, agent_id, session_id } = hold;
  const fact = (name: string, value: StyledText) => text`  ${dim(name.padEnd(17))} ${value}`;
  return [
    text`${bold('On hold')}  ${dim(hold.hold_id)}`,
    text``,
    ...wordLines(message),
    fact('Agent', agent_id === undefined ? dim('not named') : dataText(agent_id)),
    fact('Session', dataText(session_id)),
    fact('It seems to want', dataText(intentWords(intent))),
    fact('Risk', riskText(intent.risk_level)),
    fact('Bound action', dim('none; read from the message only')),
    text``,
    standing(status, may_answer, minutesUntil(io, hold.expires_at)),
  ];
}

function wordLines(message: string | null): StyledText[] {
  if (message === null) return [dim('  Its words are not kept, or not for you to read.'), text``];
  return [
    text`  ${bold('The agent wrote')} ${dim('(not verified)')}`,
    ...linesOf(segmentText(message)).map(line => text`  │ ${line}`),
    text``,
  ];
}

function standing(status: HoldFacts['status'], mayAnswer: boolean, left: string): StyledText {
  if (status === 'lifted') return green('Answered with Proceed. The conversation continues.');
  if (status === 'refused') return yellow('Not answered with Proceed. The plan ended.');
  return mayAnswer
    ? text`No tool of this conversation runs until you answer. No answer within ${left} means no.`
    : text`You are not among the people who answer this hold. It ends in ${left}.`;
}
