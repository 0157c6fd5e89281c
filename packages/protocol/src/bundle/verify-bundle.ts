import { type BundleTrust, type ReadTrust, readTrust } from './bundle-trust.ts';
import { checkAction, checkShown } from './check-action.ts';
import { checkAllowance, type JudgeNested, readAllowance } from './check-allowance.ts';
import {
  checkGrant,
  checkKeys,
  checkRequestArtifact,
  checkStore,
  unwitnessed,
} from './check-artifacts.ts';
import { checkDelegations } from './check-delegations.ts';
import { checkEntries, checkPasskeys, checkResolution } from './check-entries.ts';
import { checkExecution } from './check-execution.ts';
import { checkLog, checkOutside, isWitnessed } from './check-log.ts';
import {
  checkAdvice,
  checkConsumption,
  checkEnd,
  checkPath,
  checkRequest,
  checkStream,
  type RequestPath,
} from './check-path.ts';
import { checkPasskeyOwners, checkPeople } from './check-people.ts';
import { checkPolicy } from './check-policy.ts';
import { checkRelease } from './check-release.ts';
import { checkVersions, readVersions } from './check-versions.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { readBundle } from './read-bundle.ts';
import {
  type BundleReport,
  failed,
  notShown,
  proven,
  type Statement,
  type StatementId,
  type StatementResult,
  statementIds,
  statements,
} from './statement.ts';

type Results = Partial<Record<StatementId, StatementResult>>;

/**
 * Checks a bundle offline: the bundle and a few trusted keys go in, a report comes out that says of each
 * statement whether it was proven, failed or was not shown. One failed statement refuses the bundle as a
 * whole. A text must be canonical, as `bundleText` writes it. With keys from the bundle itself the verdict is at best
 * `consistent`. Never throws.
 */
export function verifyBundle(bundle: unknown, trust: BundleTrust): BundleReport {
  return bundleVerifier(trust)(bundle);
}

/** The same for many bundles under one trust, whose keys are then checked only once. */
export function bundleVerifier(trust: BundleTrust): (bundle: unknown) => BundleReport {
  const read = orNull(() => readTrust(trust));
  return bundle => {
    if (read === null) {
      const form = failed('options_malformed', 'what is trusted could not be read');
      return reportOf({ form }, new Set(), true);
    }
    const results: Results = {};
    try {
      const parsed = readBundle(bundle);
      results.form = parsed.statement;
      if (parsed.value !== null) checkContent(parsed.value, read, results);
    } catch {
      // Whatever a bundle can do wrong has its statement; what is unforeseen refuses all of it.
      results.form = failed('internal_error', 'the bundle could not be checked');
    }
    const trusted = read.given.keys_from !== 'bundle';
    if (!trusted && results.keys?.result === 'proven') {
      results.keys = notShown('No trusted keys were named. The keys come from the bundle itself.');
    }
    return reportOf(results, read.required, trusted);
  };
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function checkContent(bundle: EvidenceBundle, trust: ReadTrust, results: Results): void {
  const stream = checkStream(bundle);
  results.stream = stream.statement;
  results.keys = checkKeys(bundle, trust);
  results.stream_end = checkEnd(bundle, trust.given.head);
  if (stream.value === null) return;
  results.consumption = checkConsumption(stream.value);
  const versions = readVersions(bundle);
  if (versions.value === null) {
    results.versions = versions.statement;
    return;
  }
  const allowance = readAllowance(bundle);
  if (allowance.value === null) {
    results.allowance = allowance.statement;
    return;
  }
  const log = checkLog(bundle, stream.value, versions.value, allowance.value, trust);
  const witnessed = isWitnessed(bundle, log.value, trust);
  results.log =
    log.value === null || witnessed
      ? log.statement
      : failed('key_not_valid_then', `the key of the checkpoint was revoked; ${unwitnessed}`);
  results.outside_checkpoint = checkOutside(bundle, log.value, trust);
  const path = checkPath(stream.value);
  results.path = path.statement;
  if (path.value === null) return;
  results.versions = checkVersions(bundle, versions.value, path.value);
  results.allowance = checkAllowance(bundle, allowance.value, path.value, trust, judgeNested);
  checkRequestPath(bundle, path.value, trust, results, witnessed);
}

/** The first failure of a bundle inside another one; what the outer one must show, this one must show as well. */
const judgeNested: JudgeNested = (bundle, trust) => {
  const results: Results = { form: proven('It is part of another bundle.') };
  checkContent(bundle, trust, results);
  const { statements: list } = reportOf(results, trust.required, true);
  return list.find(({ result }) => result === 'failed') ?? null;
};

function checkRequestPath(
  bundle: EvidenceBundle,
  path: RequestPath,
  trust: ReadTrust,
  results: Results,
  witnessed: boolean,
): void {
  results.store = checkStore(bundle, path, trust);
  results.request = checkRequest(bundle, path);
  const action = checkAction(bundle, path);
  results.action = action.statement;
  results.shown = checkShown(path, action.value);
  results.entries = checkEntries(path);
  results.passkeys = checkPasskeys(bundle, path, trust.given.passkeys);
  results.people = checkPeople(bundle, path);
  results.passkey_owners = checkPasskeyOwners(bundle, path);
  results.delegations = checkDelegations(bundle, path, trust.given.passkeys);
  results.release = checkRelease(path);
  results.resolution = checkResolution(path);
  results.request_artifact = checkRequestArtifact(bundle, path, trust, witnessed);
  results.grant = checkGrant(bundle, path, trust, witnessed);
  results.execution = checkExecution(path);
  results.policy = checkPolicy(bundle, path, trust);
  results.advice = checkAdvice(bundle, path);
}

function reportOf(
  results: Results,
  required: ReadonlySet<StatementId>,
  trusted: boolean,
): BundleReport {
  const list = statementIds.map((id): Statement => {
    const result =
      results[id] ?? notShown('An earlier check failed, so this one cannot be judged.');
    // Where an earlier statement failed, the bundle is refused for that one.
    const missing = result.result === 'not_shown' && required.has(id) && results[id] !== undefined;
    const judged = missing ? failed('bundle_incomplete', result.detail) : result;
    return { id, statement: statements[id], ...judged };
  });
  const first = list.find(({ result }) => result === 'failed');
  return first?.result === 'failed'
    ? { verdict: 'refused', code: first.code, statements: list }
    : { verdict: trusted ? 'accepted' : 'consistent', code: null, statements: list };
}
