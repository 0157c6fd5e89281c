import type { Timestamp } from '@countersign/protocol/value';
import type { Commit, CommitResult, GuardName } from '../commit.ts';
import { claimName, heldClaim, type ModelData } from './model-data.ts';

/** One commit of the model store, start to end: nothing can happen in between. */
export function applyCommit(data: ModelData, commit: Commit, now: Timestamp): CommitResult {
  checkForm(commit);
  const answer = judge(data, commit, now);
  if (answer !== null) return answer;
  write(data, commit, now);
  return { outcome: 'committed' };
}

/** A commit that no careful caller makes is not refused but thrown out. */
function checkForm({ appends }: Commit): void {
  if (appends.length === 0) throw new TypeError('expected a commit that appends to a stream');
  if (new Set(appends.map(({ stream }) => stream)).size < appends.length) {
    throw new TypeError('expected each stream once in a commit');
  }
  for (const { stream, expectedVersion, events } of appends) {
    if (events.length === 0) throw new TypeError(`expected events to append to ${stream}`);
    for (const [index, { event }] of events.entries()) {
      if (event.version !== expectedVersion + 1 + index) {
        throw new TypeError(
          `expected the events of ${stream} to follow version ${expectedVersion}`,
        );
      }
    }
  }
  const claims = appends.flatMap(append => append.claims ?? []);
  if (new Set(claims.map(claimName)).size < claims.length) {
    throw new TypeError('expected each claim once in a commit');
  }
}

/** The first answer that applies, or null where the commit is to be written. */
function judge(data: ModelData, commit: Commit, now: Timestamp): CommitResult | null {
  const { appends, attempt, notBefore, notAfter } = commit;
  const [first] = appends;
  const stored = data.streams.get(first?.stream ?? '')?.[first?.expectedVersion ?? 0];
  if (stored?.attempt === attempt) return { outcome: 'committed' };

  const moved = appends.find(
    ({ stream, expectedVersion }) => headOf(data, stream) !== expectedVersion,
  );
  if (moved !== undefined) return { outcome: 'version_conflict', stream: moved.stream };
  const which = staleGuard(data, commit, now);
  if (which !== null) return { outcome: 'stale_guard', which };
  const taken = takenClaim(data, commit, now);
  if (taken !== null) return taken;
  if (notBefore !== undefined && now < notBefore) return { outcome: 'too_early' };
  if (notAfter !== undefined && now >= notAfter) return { outcome: 'too_late' };
  return null;
}

function headOf(data: ModelData, stream: string): number {
  return data.streams.get(stream)?.length ?? 0;
}

/** The first guard that does not hold any more. */
function staleGuard(data: ModelData, commit: Commit, now: Timestamp): GuardName | null {
  const { guards } = commit;
  const inForce = data.policyVersion ?? '';
  if (guards.epoch !== data.epoch) return 'epoch';
  if ((guards.policyVersion ?? inForce) !== inForce) return 'policy_version';
  if (isBehind(data, commit, now)) return 'clock';
  if (guards.streams.some(({ stream, version }) => headOf(data, stream) !== version)) {
    return 'stream';
  }
  return guards.absentClaims.some(claim => heldClaim(data, claim, now) !== null) ? 'claim' : null;
}

/** The first claim that a stream other than its owner wants. */
function takenClaim(data: ModelData, { appends }: Commit, now: Timestamp): CommitResult | null {
  for (const { stream, claims = [] } of appends) {
    for (const { scope, key, from } of claims) {
      const held = heldClaim(data, { scope, key }, now);
      if (held !== null && held.owner !== stream && held.owner !== from) {
        return { outcome: 'claim_taken', claim: { scope, key }, owner: held.owner };
      }
    }
  }
  return null;
}

function isBehind({ clockMark }: ModelData, { brings }: Commit, now: Timestamp): boolean {
  return clockMark !== null && now < clockMark && brings?.clockBackFrom !== clockMark;
}

function write(data: ModelData, commit: Commit, now: Timestamp): void {
  const { attempt, appends, actions, outbox, brings } = commit;
  for (const { stream, events, row } of appends) {
    const rows = data.streams.get(stream) ?? [];
    data.streams.set(stream, rows);
    for (const { event, event_digest, text } of events) {
      rows.push({ version: event.version, event_digest, text, attempt });
      data.unsequenced.push({ stream, version: event.version });
    }
    if (row !== null) data.rows.set(row.approval_request_id, { ...row });
  }
  for (const { stream: owner, claims = [] } of appends) {
    for (const { scope, key, until } of claims) {
      data.claims.set(claimName({ scope, key }), { scope, key, owner, until });
    }
  }
  for (const { stream: owner, claimEnds = [] } of appends) {
    for (const { scope, key, until } of claimEnds) {
      const claim = data.claims.get(claimName({ scope, key }));
      if (claim?.owner === owner) data.claims.set(claimName(claim), { ...claim, until });
    }
  }
  for (const { digest, text, retainUntil } of actions) {
    const kept = data.actions.get(digest);
    const later = kept !== undefined && kept.retainUntil > retainUntil;
    data.actions.set(digest, {
      text: kept?.text ?? text,
      retainUntil: later ? kept.retainUntil : retainUntil,
    });
  }
  for (const { topic, stream, payload } of outbox) {
    const id = ++data.lastMessageId;
    const waiting = { tries: 0, availableAt: now, lease: null, problem: '' };
    data.outbox.set(id, { id, topic, stream, payload, ...waiting });
  }
  data.policyVersion = brings?.policyVersion ?? data.policyVersion;
  data.epoch = brings?.epoch ?? data.epoch;
  data.clockMark = now;
}
