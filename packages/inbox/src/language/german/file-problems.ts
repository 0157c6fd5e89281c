import type { FileProblemsText } from '../english/file-problems.ts';
import { plural } from './grammar.ts';

export const fileProblems: FileProblemsText = {
  filesHave: count =>
    plural(count, {
      one: 'Die Richtliniendateien haben ein Problem.',
      other: 'Die Richtliniendateien haben Probleme.',
    }),
  problems: 'Probleme der Richtliniendateien',
  rulesStay: '{lead} Die bisherigen Regeln bleiben in Kraft. {link}',
  openPolicy: 'Richtlinie öffnen',
  andMore: count => `und ${count} weitere`,
};
