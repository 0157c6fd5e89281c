import type { FileProblemsText } from '../english/file-problems.ts';

export const fileProblems: FileProblemsText = {
  filesHave: () => 'ポリシーファイルに問題があります。',
  problems: 'ポリシーファイルの問題',
  rulesStay: '{lead} これまでのルールが引き続き有効です。 {link}',
  openPolicy: 'ポリシーを開く',
  andMore: count => `ほか${count}件`,
};
