import type { StatementId } from '@countersign/protocol/bundle';
import { evidenceText } from '../language/english/evidence.ts';

/**
 * What each statement of a bundle claims, in one line. A bundle proves "started once", so the line says exactly that.
 */
const claimWords: Readonly<Record<StatementId, string>> = {
  form: evidenceText.exactForm,
  release: evidenceText.releaseTold,
  stream: evidenceText.eventsLinked,
  consumption: evidenceText.usedOnce,
  path: evidenceText.eventsLead,
  stream_end: evidenceText.nothingAfter,
  store: evidenceText.aboutThis,
  request: evidenceText.questionMatches,
  action: evidenceText.ranApproved,
  versions: evidenceText.versionsNamed,
  allowance: evidenceText.allowanceHolds,
  shown: evidenceText.shownDecided,
  entries: evidenceText.approversAllowed,
  passkeys: evidenceText.passkeysHold,
  people: evidenceText.hadRoles,
  passkey_owners: evidenceText.passkeysTheirs,
  delegations: evidenceText.delegatesNamed,
  resolution: evidenceText.outcomeFollows,
  keys: evidenceText.serverKeys,
  request_artifact: evidenceText.questionSigned,
  grant: evidenceText.grantSigned,
  execution: evidenceText.executorStarted,
  log: evidenceText.inLog,
  outside_checkpoint: evidenceText.coveredElsewhere,
  policy: evidenceText.policyInForce,
  advice: evidenceText.adviceOnly,
};

/** What the same statements claim where nothing was permitted, or nothing was started. */
const withoutGrant: Partial<Record<StatementId, string>> = {
  grant: evidenceText.nothingPermitted,
};
const withoutStart: Partial<Record<StatementId, string>> = {
  action: evidenceText.askedAction,
  consumption: evidenceText.nothingStarted,
  execution: evidenceText.nothingExecuted,
};

export function wordsOfClaim(
  id: StatementId,
  { permitted, started }: { readonly permitted: boolean; readonly started: boolean },
): string {
  const other = { ...(permitted ? {} : withoutGrant), ...(started ? {} : withoutStart) };
  return other[id] ?? claimWords[id];
}

/**
 * The claims that most people ask about first, in this order. The other claims are just as true, and are folded below.
 */
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
