import type { AppliedCommit, Ledger } from './ledger.ts';
import { plainText } from './plain-digest.ts';
import type { KnownEvent, RawEnvelope } from './raw-events.ts';
import { must, Violation } from './violation.ts';

export interface EvidenceRecord {
  readonly envelope: RawEnvelope;
  readonly used: boolean;
}

/** EV-3: an envelope fits exactly what was confirmed, in time by the store's clock, once. */
export function checkEvidenceEvent(ledger: Ledger, commit: AppliedCommit, event: KnownEvent): void {
  const id = event.stream.slice('evidence/'.length);
  const record = ledger.evidence.get(id);
  if (event.type === 'evidence.refused') return;
  if (event.type === 'evidence.recorded') {
    must(record === undefined, 'EV-3', () => `${id} was recorded twice`);
    ledger.evidence.set(id, { envelope: event.data.envelope, used: false });
    return;
  }
  if (event.type !== 'evidence.consumed' || record === undefined)
    throw new Violation('EV-6', `${event.type} in ${event.stream}`);
  const { operation } = commit.caller;
  const { envelope, used } = record;
  must(!used, 'SU-2', () => `${id} was used twice`);
  must(
    operation.kind === 'use_evidence' &&
      plainText(operation.fingerprint) === plainText(envelope.fingerprint),
    'EV-3',
    () => `${id} was used for another action`,
  );
  must(
    commit.at < envelope.expires_at && event.at < envelope.expires_at,
    'EV-3',
    () => `${id} was used at ${commit.at}, it ended at ${envelope.expires_at}`,
  );
  ledger.evidence.set(id, { envelope, used: true });
}
