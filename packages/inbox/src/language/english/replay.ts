import { inLanguage } from '../chosen.ts';
import { plural } from './grammar.ts';

const english = {
  document: 'Document',
  noDocument: 'No document',
  changes: 'Changes',
  draftAs: 'Draft as',
  wholeFile: 'Whole file',
  textOf: (name: string) => `Text of ${name}`,
  draftIsPolicy: 'The draft is the policy in force.',
  changesOf: (name: string) => `Changes of ${name}`,
  equalLines: '{count} equal lines',
  otherAnswer:
    '{changed} of {total} actions of the last {days} days would have another answer.{none}',
  nothingChanges: ' Nothing changes.',
  earlierDraft: 'This is the answer to an earlier draft.',
  more: (count: number) => `${count} more`,
  itemLine: '{at}. {before}{said}. Now {rule}{chain}',
  asksChain: ', asks {chain}',
  open: 'Open',
  draft: 'Draft',
  upload: 'Upload files',
  policyFiles: 'Policy files',
  download: 'Download',
  undoAll: 'Undo all changes',
  replay: 'Replay',
  lastDays: 'On the last {days} days',
  nothingRecorded: 'Nothing runs, nothing is recorded',
  replayDraft: 'Replay the draft',
  draftUnreadable: 'The draft cannot be read.',
  othersDecide: 'Other people decide about the draft, on a card.',
  replayToPropose: 'Replay the draft to propose it',
  askInForce: 'Ask to put it in force',
  openRejected: (count: number) => `Open ${count} rejected to propose`,
  allowedRejected: (rejected: number, count: number) =>
    plural(rejected, {
      one: `${count} newly allowed, 1 had been rejected`,
      other: `${count} newly allowed, ${rejected} of them had been rejected`,
    }),
  approved: 'approved',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  unaskedNotKept: (count: number) =>
    plural(count, {
      one: '1 unasked action, of which the policy kept no parameters',
      other: `${count} unasked actions, of which the policy kept no parameters`,
    }),
  askedNotKept: (count: number) =>
    plural(count, {
      one: '1 asked action, which was erased or which you may not see',
      other: `${count} asked actions, which were erased or which you may not see`,
    }),
  newlyAsked: (count: number) => `${count} newly asked`,
  newlyDenied: (count: number) => `${count} newly denied`,
  askedOfOthers: (count: number) => `${count} asked of others`,
  newlyAllowed: (count: number) => `${count} newly allowed`,
  wasAllowed: 'Was allowed',
  wasDenied: 'Was denied by the policy',
  notAnswered: 'not answered in time',
  changedByReviewer: 'changed by a reviewer',
  wasAsked: 'Was asked',
  wasAskedAnd: (answer: string) => `Was asked, ${answer}`,
  notEvaluated: (parts: string) => `Not evaluated: ${parts}.`,
};

export type ReplayText = typeof english;
export const replayText: ReplayText = inLanguage('replay', english);
