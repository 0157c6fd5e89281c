import type { ChainEntry } from '../chain/chain-entry.ts';
import type { PasskeyTrust } from '../chain/decision-assertion.ts';
import type { RecordedBehalf } from '../chain/on-behalf.ts';
import { DelegationTerms, verifyDelegation } from '../directory/delegation.ts';
import { parseStoreEvent, type StoreEventOf } from '../directory/store-event.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { isDue } from '../value/timestamp.ts';
import type { RequestPath } from './check-path.ts';
import { isRecorded, judgeSources, passkeyEvents, personEvents } from './check-people.ts';
import type { BundleDelegation, EvidenceBundle } from './evidence-bundle.ts';
import { readKeptEvent } from './kept-event.ts';
import { failed, proven, type StatementResult } from './statement.ts';

type Made = StoreEventOf<'delegation.made'>;

/**
 * Who decided on behalf of another person was named by that person, with a passkey, for these roles and this time, and
 * the delegator held the roles (DG-6). The signature is verified again.
 */
export function checkDelegations(
  bundle: EvidenceBundle,
  { state }: RequestPath,
  site: Pick<PasskeyTrust, 'origin' | 'rp_id'>,
): StatementResult {
  const lent = state.entries.filter(({ on_behalf_of }) => on_behalf_of !== undefined);
  const shown = bundle.delegations ?? [];
  if (lent.length !== shown.length) {
    return failed('bundle_inconsistent', 'expected one delegation for each decision on behalf');
  }
  if (lent.length === 0) return proven('No one decided on behalf of another person.');
  for (const [index, entry] of lent.entries()) {
    const fault = findFault(bundle, shown[index], entry, site);
    if (fault !== null) return fault;
  }
  const configured = shown.filter(each =>
    [each.delegator, each.passkey].some(({ source }) => source.from === 'configuration'),
  );
  return judgeSources(bundle, configured.length, 'Who decided for whom');
}

function findFault(
  bundle: EvidenceBundle,
  shown: BundleDelegation | undefined,
  entry: ChainEntry,
  site: Pick<PasskeyTrust, 'origin' | 'rp_id'>,
): StatementResult | null {
  const { on_behalf_of: behalf, chain_entry_id } = entry;
  const no = (detail: string) => failed('delegation_not_in_force', `${chain_entry_id}: ${detail}`);
  const made = shown === undefined ? null : readMade(bundle, shown.event_digest);
  if (shown === undefined || made === null || behalf === undefined) {
    return no('no event of the store makes the delegation');
  }
  const { by: _by, assertion, epoch, ...rest } = made.data;
  const terms = DelegationTerms.parse(rest);
  if (!isOf(terms, behalf, entry) || epoch !== bundle.epoch || made.at > entry.decided_at) {
    return no('the delegation is another one, or of another time');
  }
  const { delegator, passkey } = shown;
  const isDelegator =
    delegator.identity === terms.person_id &&
    delegator.kind === 'human' &&
    behalf.roles.every(role => delegator.roles.includes(role)) &&
    isShown(bundle, delegator.source, personEvents, entry, {
      person_id: delegator.identity,
      roles: delegator.roles,
    });
  if (!isDelegator) return no('the delegator did not hold the roles');
  const { credential_id, person_id, public_key } = passkey;
  const claims = { credential_id, person_id, public_key };
  if (!isShown(bundle, passkey.source, passkeyEvents, entry, claims)) {
    return no('no event registers the passkey of the delegator');
  }
  const signed = verifyDelegation({
    terms,
    assertion,
    store_id: bundle.store_id,
    epoch,
    site,
    passkeys: [claims],
  });
  return signed.ok
    ? null
    : failed(signed.refusal.code, `${chain_entry_id}: the delegator did not sign the delegation`);
}

function isOf(terms: DelegationTerms, behalf: RecordedBehalf, entry: ChainEntry): boolean {
  return (
    terms.delegation_id === behalf.delegation_id &&
    terms.person_id === behalf.person_id &&
    terms.delegate_id === entry.approver_identity &&
    behalf.roles.every(role => terms.roles.includes(role)) &&
    terms.starts_at <= entry.decided_at &&
    !isDue(terms.ends_at, entry.decided_at)
  );
}

function isShown(
  bundle: EvidenceBundle,
  source: BundleDelegation['passkey']['source'],
  types: Parameters<typeof isRecorded>[2],
  { decided_at }: ChainEntry,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  return source.from === 'configuration' || isRecorded(bundle, source, types, claims, decided_at);
}

function readMade({ store_events }: EvidenceBundle, digest: string): Made | null {
  const kept = store_events.find(({ event_digest }) => event_digest === digest);
  const event = kept === undefined ? null : readKeptEvent(kept);
  if (event === null) return null;
  try {
    const parsed = parseStoreEvent({ type: event.type, at: event.at, data: event.data });
    return parsed.type === 'delegation.made' ? parsed : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
