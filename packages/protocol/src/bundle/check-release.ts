import { releaseOf } from '../chain/break-glass.ts';
import { separationOf } from '../chain/eligibility.ts';
import type { RequestPath } from './check-path.ts';
import { failed, proven, type StatementResult } from './statement.ts';

/**
 * Whether one person released the action alone, and what another person found about it (BG-3). That the person might do
 * so is judged with the decisions. That no earlier round was denied is a statement of the store.
 */
export function checkRelease({ state }: RequestPath): StatementResult {
  const { entries, review, parties, request } = state;
  const release = releaseOf(entries);
  if (release === undefined) {
    return review === null
      ? proven('No one released it alone.')
      : failed('release_not_found', 'a review of a release that there was not');
  }
  const { approver_identity, break_glass, decided_at } = release;
  const alone = `${approver_identity} released it alone at ${decided_at} (${break_glass}), in place of its chain.`;
  const rounds =
    request.round === 1
      ? ''
      : ' Only the store vouches that no earlier round of the case was denied.';
  if (review === null) return proven(`${alone} It is still to be reviewed.${rounds}`);
  const { by, verdict, reviewed_at, findings } = review;
  if (by === approver_identity || separationOf(by, parties) === 'self_confirm') {
    return failed('approver_not_independent', 'the review is not that of another person');
  }
  if (reviewed_at < decided_at || findings.trim() === '') {
    return failed('bundle_inconsistent', 'the review does not fit the release');
  }
  const found = verdict === 'justified' ? 'justified' : 'not justified';
  return proven(`${alone} ${by} found it ${found} at ${reviewed_at}.${rounds}`);
}
