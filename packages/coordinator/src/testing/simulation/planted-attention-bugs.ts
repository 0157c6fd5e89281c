import type { PlantedBug } from './planted-bugs.ts';

const protocol = 'packages/protocol/src';
const coordinator = 'packages/coordinator/src';

/**
 * Mistakes about amendments, allowances, delegations and releases, in the races that tests of one call do not reach.
 * The simulation must find each of them.
 */
export const attentionBugs: readonly PlantedBug[] = [
  {
    rule: 'AM-5',
    plot: 'amendments',
    name: 'an amendment is written after the deadline of its request',
    file: `${coordinator}/amend-request.ts`,
    find: `          notAfter: current.request.expires_at,
`,
    replace: '',
  },
  {
    rule: 'AM-7',
    plot: 'amendments',
    name: 'an amended request claims the changed action alone',
    file: `${coordinator}/request-claims.ts`,
    find: `    ...liveKeys(request).map(key => ({ scope: 'live' as const, key, until, from })),`,
    replace: `    ...[liveKey(request)].map(key => ({ scope: 'live' as const, key, until, from })),`,
  },
  {
    rule: 'AM-3',
    plot: 'amendments',
    name: 'the author of any change counts as independent',
    file: `${protocol}/request/amend-request.ts`,
    find: `const all = narrowing || authors.includes(changed_by) ? authors : [...authors, changed_by];`,
    replace: `const all = narrowing || changed_by !== '' ? authors : [...authors, changed_by];`,
  },
  {
    rule: 'AL-3',
    plot: 'allowances',
    name: 'what an allowance covers takes no use of it',
    file: `${coordinator}/allowance/find-cover.ts`,
    find: `    effect: { appends: [cover.append] },
`,
    replace: '',
  },
  {
    rule: 'AL-4',
    plot: 'allowances',
    name: 'a consume does not guard the allowance that it rests on',
    file: `${coordinator}/consume-grant.ts`,
    find: `streams: [...olderOf(voters.streams, locks.streams), ...guardOf(evidence)],`,
    replace: `streams: [...olderOf(voters.streams, locks.streams), ...guardOf(null)],`,
  },
  {
    rule: 'AL-4',
    plot: 'allowances',
    name: 'a use does not guard the terms of its allowance',
    file: `${coordinator}/allowance/find-cover.ts`,
    find: `    streams: [...olderOf(cover.directory, locks), cover.terms],`,
    replace: `    streams: olderOf(cover.directory, locks),`,
  },
  {
    rule: 'AL-11',
    plot: 'allowances',
    name: 'an allowance is made although its kind was rejected meanwhile',
    file: `${coordinator}/allowance/make-allowance.ts`,
    find: `  if (rejected !== null) return refuse(`,
    replace: `  if (rejected === '') return refuse(`,
  },
  {
    rule: 'DG-1',
    plot: 'delegations',
    name: 'a decision for another person may be late by the clock of the store',
    file: `${coordinator}/record-entry.ts`,
    find: `    notAfter: earlier(request.expires_at, behalf.lent?.ends_at),`,
    replace: `    notAfter: earlier(request.expires_at, undefined),`,
  },
  {
    rule: 'DG-4',
    plot: 'delegations',
    name: 'a delegate takes no voice but their own',
    file: `${protocol}/chain/on-behalf.ts`,
    find: `    : [approver_identity, on_behalf_of.person_id];`,
    replace: `    : [approver_identity, ''];`,
  },
  {
    rule: 'DG-5',
    plot: 'delegations',
    name: 'a consume does not ask whether the delegation stands',
    file: `${protocol}/request/judge-voters.ts`,
    find: `  if (delegator?.lends?.includes(delegation_id) !== true) {`,
    replace: `  if (delegator === undefined && delegation_id !== undefined) {`,
  },
  {
    rule: 'BG-2',
    plot: 'releases',
    name: 'a further round of a denied case is released',
    file: `${coordinator}/record-entry.ts`,
    find: `  return { denied_before: !isWhole || before.some(({ status }) => status === 'denied') };`,
    replace: `  return { denied_before: !isWhole };`,
  },
  {
    rule: 'BG-3',
    plot: 'releases',
    name: 'a release that was reviewed stays on the list',
    file: `${coordinator}/release-reviews.ts`,
    find: `effect: { appends: closes ? [appendTo(reviews, event)] : [] },`,
    replace: `effect: { appends: closes && findings === '' ? [appendTo(reviews, event)] : [] },`,
  },
];
