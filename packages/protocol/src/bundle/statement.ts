import type { ReasonCode } from '../reason/reason-codes.ts';

/** What a verifier can say about a bundle, in the order in which it is said. */
export const statements = {
  form: 'The bundle has the exact required form.',
  release: 'Whether one person released the action alone, and whether another person reviewed it.',
  stream: 'The events are complete: each has its digest and follows the one before.',
  consumption: 'Every recorded execution follows exactly one consume of the grant.',
  path: 'The events lead from the policy decision to the outcome, in order.',
  stream_end: 'Nothing was recorded after the last event of the bundle.',
  store: 'The bundle is about this store, epoch and request.',
  request: 'Policy decision, request and chain match.',
  action: 'The action is the one that was bound by digest.',
  versions: 'Each earlier version of the action was changed by the person it names, as permitted.',
  allowance:
    'Where an allowance stands in place of decisions: its people decided it, it covers this action, and its limits hold.',
  shown: 'What was shown follows from the request and the action.',
  entries: 'Each decision was permitted: digest, link, stage, eligibility, separation, assurance.',
  passkeys: 'Each passkey signed exactly this decision.',
  people: 'The people who decided had the roles that were recorded.',
  passkey_owners: 'The passkeys belonged to the people who decided.',
  delegations:
    'Each person who decided on behalf of another one was named by that person, with a passkey.',
  resolution: 'The outcome follows from the decisions and the chain.',
  keys: 'The keys of the bundle are trusted.',
  request_artifact: 'The question was signed as it was presented.',
  grant: 'The grant was signed in time, for this request and this executor.',
  execution: 'The permitted executor ran the permitted action in time.',
  log: 'Every event is in the log, under a checkpoint that a trusted key signed.',
  outside_checkpoint: 'The events are covered by a checkpoint that was kept outside the store.',
  policy: 'The policy version, the chain and the policy documents are those of the decision.',
  advice: 'Models gave advice only and decided nothing.',
} as const;

export type StatementId = keyof typeof statements;

export const statementIds: readonly StatementId[] = Object.keys(statements) as StatementId[];

export type StatementResult =
  | { readonly result: 'proven'; readonly detail: string }
  | { readonly result: 'failed'; readonly code: ReasonCode; readonly detail: string }
  | { readonly result: 'not_shown'; readonly detail: string };

/** One statement, its verdict, and the reason. `detail` contains foreign text only in quotes. */
export type Statement = StatementResult & { readonly id: StatementId; readonly statement: string };

export interface BundleReport {
  /**
   * `consistent` is never `accepted`: nothing failed, but the keys came from the bundle itself, and anyone can make
   * such a bundle.
   */
  readonly verdict: 'accepted' | 'consistent' | 'refused';
  /** The first failing code, or null. */
  readonly code: ReasonCode | null;
  readonly statements: readonly Statement[];
}

export function proven(detail: string): StatementResult {
  return { result: 'proven', detail };
}

export function failed(code: ReasonCode, detail: string): StatementResult {
  return { result: 'failed', code, detail };
}

export function notShown(detail: string): StatementResult {
  return { result: 'not_shown', detail };
}

/** The first pair that differs fails under the code; null where all agree. */
export function disagreement(
  code: ReasonCode,
  agreements: readonly (readonly [what: string, found: unknown, expected: unknown])[],
): StatementResult | null {
  const differing = agreements.find(([, found, expected]) => found !== expected);
  return differing === undefined ? null : failed(code, `${differing[0]} does not agree`);
}
