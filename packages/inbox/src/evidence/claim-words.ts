import type { StatementId } from '@countersign/protocol/bundle';

/** What each statement of a bundle claims, in a line. "Started once" is what is proven, so that is what is said. */
const claimWords: Readonly<Record<StatementId, string>> = {
  form: 'The bundle has the exact required form',
  stream: 'Every event links to the one before',
  consumption: 'Used once, started once',
  path: 'The events lead to this outcome',
  stream_end: 'Nothing was recorded after the last event',
  store: 'It is about this server and this request',
  request: 'Question, policy decision and chain match',
  action: 'What ran is what was approved',
  shown: 'What was shown is what was decided on',
  entries: 'Each approver was allowed to make their decision',
  passkeys: 'Passkey signatures hold, for these decisions only',
  people: 'The people who decided had these roles',
  passkey_owners: 'The passkeys belonged to the people who decided',
  resolution: 'The outcome follows from the decisions',
  keys: 'The keys are those of this server',
  request_artifact: 'The question is signed as it was presented',
  grant: 'The grant is signed and was issued in time',
  execution: 'The permitted executor started it',
  log: 'In the log, under a signed checkpoint',
  outside_checkpoint: 'Covered by a checkpoint kept elsewhere',
  policy: 'The policy is the one that was in force for the decision',
  advice: 'Models gave advice only',
};

/** What the same statements claim where nothing was permitted, or nothing was started. */
const withoutGrant: Partial<Record<StatementId, string>> = {
  grant: 'Nothing was permitted',
};
const withoutStart: Partial<Record<StatementId, string>> = {
  action: 'The action is the one that was asked about',
  consumption: 'Nothing was started',
  execution: 'Nothing was executed',
};

export function wordsOfClaim(
  id: StatementId,
  { permitted, started }: { readonly permitted: boolean; readonly started: boolean },
): string {
  const other = { ...(permitted ? {} : withoutGrant), ...(started ? {} : withoutStart) };
  return other[id] ?? claimWords[id];
}

/** What most people ask first, in this order. The rest is just as true, and closed below. */
export const firstClaims: readonly StatementId[] = [
  'action',
  'shown',
  'entries',
  'passkeys',
  'people',
  'stream',
  'grant',
  'consumption',
  'log',
];
