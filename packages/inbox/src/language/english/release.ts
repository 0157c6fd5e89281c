import { inLanguage } from '../chosen.ts';
import { plural } from './grammar.ts';

const english = {
  way: 'Break glass',
  title: 'Break glass: release this one action alone',
  about:
    'It replaces the decisions of the people of its chain. The evidence says so first, and another person must review it.',
  outage: 'Outage',
  dataLoss: 'Data is being lost',
  attack: 'Attack under way',
  safety: 'Safety of people',
  causes: 'Why at once',
  reason: 'Reason',
  reasonMissing: 'Choose why, and write the reason.',
  notSeen: 'Look at all parts of the action first.',
  back: 'Back',
  act: 'Release with passkey',
  busy: 'Releasing',
  notYours: 'You cannot review it yourself.',
  noOneElse: 'No other person of the chain was found.',
  toReview: 'To be reviewed',
  reviewTitle: 'To be reviewed: one person released this alone',
  reviewAbout:
    'Write what you found. It is kept with the evidence, and it changes nothing that ran.',
  justified: 'Justified',
  notJustified: 'Not justified',
  close: 'Close the review',
  closed: 'Review closed',
  onlyRelease: 'You cannot decide this request. Your role may release it alone.',
  told: (people: string) => `Told at once: ${people}`,
  since: (who: string, time: string) => `Released by ${who} at ${time}`,
  releasedAlone: (who: string, time: string) =>
    `To be reviewed. ${who} released this alone at ${time}.`,
  wasReviewed: (who: string, verdict: string) =>
    `One person released this alone. ${who} reviewed it: ${verdict}.`,
  count: (count: number) => plural(count, { one: '1 release', other: `${count} releases` }),
};

export type ReleaseText = typeof english;
export const releaseText: ReleaseText = inLanguage('release', english);
