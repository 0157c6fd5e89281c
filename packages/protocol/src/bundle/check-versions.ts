import { findVersionFault } from '../request/amend-request.ts';
import type { EarlierVersion } from '../request/amend-terms.ts';
import { type StreamEvent, verifyStream } from '../stream/stream-event.ts';
import { readBoundAction } from './check-action.ts';
import { checkPath, type Established, type RequestPath } from './check-path.ts';
import type { EvidenceBundle } from './evidence-bundle.ts';
import { failed, notShown, proven, type StatementResult } from './statement.ts';

/** The events of every earlier version, each whole and linked. */
export function readVersions(
  bundle: EvidenceBundle,
): Established<readonly (readonly StreamEvent[])[]> {
  const streams: (readonly StreamEvent[])[] = [];
  for (const { stream } of bundle.versions ?? []) {
    const verdict = verifyStream(stream.name, stream.events);
    if (!verdict.ok) {
      return { statement: failed(verdict.refusal.code, verdict.refusal.detail), value: null };
    }
    streams.push(verdict.value.events);
  }
  return { statement: proven(`${streams.length} earlier versions.`), value: streams };
}

/**
 * Each version was changed into the next one by the person it names, within what its rule and its asking side
 * permitted (AM-2, AM-4). What was shown is made from the request, which lists the same versions.
 */
export function checkVersions(
  bundle: EvidenceBundle,
  streams: readonly (readonly StreamEvent[])[],
  path: RequestPath,
): StatementResult {
  const amends = path.state.request.amends ?? [];
  if (amends.length !== streams.length) {
    return failed('bundle_incomplete', 'expected the events of every earlier version');
  }
  if (amends.length === 0) return proven('No reviewer changed the action.');
  const paths: RequestPath[] = [];
  for (const [index, events] of streams.entries()) {
    const read = checkPath(events);
    if (read.value === null) return read.statement;
    const fault = findEndFault(read.value, amends, index, path);
    if (fault !== null) return failed('request_inconsistent', `version ${index + 1} ${fault}`);
    paths.push(read.value);
  }
  return judgeChanges(bundle, [...paths, path]);
}

/** Whether a version ended as the request says: changed by that person, for that reason, into the next one. */
function findEndFault(
  { state }: RequestPath,
  amends: readonly EarlierVersion[],
  index: number,
  last: RequestPath,
): string | null {
  const said = amends[index];
  const next = amends[index + 1]?.approval_request_id ?? last.state.request.approval_request_id;
  const { amended, request, resolution } = state;
  if (amended === null || state.status !== 'amended') return 'was not amended';
  const same =
    request.approval_request_id === said?.approval_request_id &&
    request.action_digest === said.action_digest &&
    amended.superseded_by === next &&
    amended.by.kind === 'human' &&
    amended.by.identity === said.changed_by &&
    amended.reason === said.reason &&
    resolution?.outcome === 'amended' &&
    resolution.action_digest === request.action_digest &&
    resolution.approval_request_id === request.approval_request_id &&
    state.epoch === last.state.epoch;
  return same ? null : 'is not the one that the request names';
}

function judgeChanges(bundle: EvidenceBundle, paths: readonly RequestPath[]): StatementResult {
  const texts = [...(bundle.versions ?? []).map(({ action }) => action), bundle.action];
  let erased = false;
  for (const [index, { state: after }] of paths.entries()) {
    const before = paths[index - 1]?.state;
    if (before === undefined) continue;
    const action = readBoundAction(texts[index - 1] ?? null, before.request.action_digest);
    const amended = readBoundAction(texts[index] ?? null, after.request.action_digest);
    if (action === 'altered' || amended === 'altered') {
      return failed('action_digest_mismatch', `version ${index} does not have the bound digest`);
    }
    const actions = action === null || amended === null ? null : { action, amended };
    erased ||= actions === null;
    const fault = findVersionFault(before, after, actions);
    if (fault !== null) return failed(fault.code, `version ${index} was not changed as permitted`);
  }
  const count = paths.length - 1;
  const words = `${count} ${count === 1 ? 'change' : 'changes'}, each by the person it names.`;
  return erased
    ? notShown(`${words} The bytes of a version were erased, so its change cannot be judged again.`)
    : proven(words);
}
