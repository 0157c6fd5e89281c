import { inLanguage } from '../chosen.ts';
import { plural } from './grammar.ts';

const english = {
  filesHave: (count: number) =>
    plural(count, {
      one: 'The policy files have a problem.',
      other: 'The policy files have problems.',
    }),
  problems: 'Problems of the policy files',
  rulesStay: '{lead} The rules that were in force stay in force. {link}',
  openPolicy: 'Open the policy',
  andMore: (count: number) => `and ${count} more`,
};

export type FileProblemsText = typeof english;
export const fileProblemsText: FileProblemsText = inLanguage('fileProblems', english);
