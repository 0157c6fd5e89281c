import { inLanguage } from '../chosen.ts';

const english = {
  noShortcutApproves:
    'No shortcut approves. To decide, press the Approve or Reject button of the request.',
  close: 'Close',
  nextRequest: 'Next request',
  previousRequest: 'Previous request',
  openRequest: 'Open the request',
  searchQueue: 'Search the queue',
  nextMark: 'Next mark on the card, with Shift the previous one',
  nextFold: 'Open the next fold',
  exactJson: 'Exact JSON and back',
  findInCard: 'Find in the card',
  diffView: 'Diff unified or side by side',
  goToHistory: 'Go to the history',
  goToPolicy: 'Go to the policy',
  goToPeople: 'Go to people and keys',
  showThisList: 'Show this list',
  singleKeys: 'Use single keys in this browser',
  goToInbox: 'Go to the inbox',
};

export type ShortcutsText = typeof english;
export const shortcutsText: ShortcutsText = inLanguage('shortcuts', english);
