import { sha256OfPlain } from '../crypto/digest.ts';
import type { EventType } from '../stream/events.ts';
import type { StreamEvent } from '../stream/stream-event.ts';
import type { Timestamp } from '../value/timestamp.ts';
import type { RequestPath } from './check-path.ts';
import type { BundleSource, EvidenceBundle } from './evidence-bundle.ts';
import { readKeptEvent } from './kept-event.ts';
import { failed, notShown, proven, type StatementResult } from './statement.ts';

export const personEvents: readonly EventType[] = ['person.added', 'person.changed'];
export const passkeyEvents: readonly EventType[] = ['credential.registered'];

/** The roles of each decider are those of their entry, from an event of the store where one is named. */
export function checkPeople(bundle: EvidenceBundle, { state }: RequestPath): StatementResult {
  const { entries } = state;
  if (bundle.deciders.length !== entries.length) {
    return failed('bundle_inconsistent', 'expected one decider for each decision');
  }
  const named = new Set<string>();
  for (const each of [...bundle.deciders, ...bundle.passkeys]) {
    if (each.source.from === 'event') named.add(each.source.event_digest);
  }
  for (const { event_digest, delegator, passkey } of bundle.delegations ?? []) {
    named.add(event_digest);
    for (const { source } of [delegator, passkey]) {
      if (source.from === 'event') named.add(source.event_digest);
    }
  }
  const listed = new Set(bundle.store_events.map(({ event_digest }) => event_digest));
  if (listed.size !== bundle.store_events.length || listed.size !== named.size) {
    return failed('bundle_inconsistent', 'expected the events that are named, each once');
  }
  let configured = 0;
  for (const [index, { identity, kind, roles, source }] of bundle.deciders.entries()) {
    const entry = entries[index];
    const same =
      entry !== undefined &&
      entry.approver_identity === identity &&
      entry.approver_kind === kind &&
      sha256OfPlain(entry.approver_roles) === sha256OfPlain(roles);
    if (!same) return failed('bundle_inconsistent', `decider ${index} is not that of the decision`);
    if (source.from === 'configuration') {
      configured += 1;
      continue;
    }
    const claims = { person_id: identity, roles };
    if (!isRecorded(bundle, source, personEvents, claims, entry.decided_at)) {
      return failed('bundle_inconsistent', `no event gives decider ${index} these roles`);
    }
  }
  return judgeSources(bundle, configured, 'Who held which role');
}

/** Who a passkey belongs to is a statement of the store, recorded when it was registered. */
export function checkPasskeyOwners(
  bundle: EvidenceBundle,
  { state }: RequestPath,
): StatementResult {
  if (bundle.passkeys.length === 0) return proven('No passkey was used.');
  let configured = 0;
  for (const [index, passkey] of bundle.passkeys.entries()) {
    const { credential_id, person_id, public_key, source } = passkey;
    if (source.from === 'configuration') {
      configured += 1;
      continue;
    }
    const entry = state.entries.find(({ approver_identity }) => approver_identity === person_id);
    const claims = { person_id, credential_id, public_key };
    if (
      entry === undefined ||
      !isRecorded(bundle, source, passkeyEvents, claims, entry.decided_at)
    ) {
      return failed('bundle_inconsistent', `no event registers passkey ${index}`);
    }
  }
  return judgeSources(bundle, configured, 'Whose passkey it was');
}

export function judgeSources(
  bundle: EvidenceBundle,
  configured: number,
  what: string,
): StatementResult {
  if (configured > 0) {
    return notShown(`${what} is as the store was configured; no event of it says so.`);
  }
  if (bundle.deciders.length === 0) return proven('There are no decisions.');
  if (bundle.log === null) return notShown(`${what} is in events, but these are not in a log.`);
  if (bundle.log.store.includes(null)) {
    return notShown(`${what} is in events, but some are in the log of an earlier epoch.`);
  }
  return proven(`${what} is in events of the log. Later changes may have been left out.`);
}

/** Whether the named event makes these claims, member by member, and was there by that time. */
export function isRecorded(
  bundle: EvidenceBundle,
  source: Extract<BundleSource, { from: 'event' }>,
  types: readonly EventType[],
  claims: Readonly<Record<string, unknown>>,
  by: Timestamp,
): boolean {
  const kept = bundle.store_events.find(({ event_digest }) => event_digest === source.event_digest);
  const event: StreamEvent | null = kept === undefined ? null : readKeptEvent(kept);
  if (event === null || !types.includes(event.type) || event.at > by) return false;
  // A person who had left held no role any more.
  if (event.data['active'] === false) return false;
  return Object.entries(claims).every(
    ([member, claim]) =>
      Object.hasOwn(event.data, member) &&
      sha256OfPlain([event.data[member]]) === sha256OfPlain([claim]),
  );
}
