import { sha256OfPlain } from '../crypto/digest.ts';
import { type VerifiedCheckpoint, verifyCheckpoint } from '../log/checkpoint.ts';
import { leafHash } from '../log/log-leaf.ts';
import { verifyInclusion } from '../log/merkle-proof.ts';
import { checkTransition } from '../log/verify-log.ts';
import type { Result } from '../reason/refusal.ts';
import type { StreamEvent } from '../stream/stream-event.ts';
import type { ReadTrust } from './bundle-trust.ts';
import type { AllowanceStreams } from './check-allowance.ts';
import type { Established } from './check-path.ts';
import type { EventInclusion, EvidenceBundle, KeptEvent } from './evidence-bundle.ts';
import { readKeptEvent } from './kept-event.ts';
import { failed, notShown, proven, type StatementResult } from './statement.ts';

/** Each event is a leaf under the signed checkpoint, and those of the stream came one after the other. */
export function checkLog(
  bundle: EvidenceBundle,
  events: readonly StreamEvent[],
  versions: readonly (readonly StreamEvent[])[],
  allowance: AllowanceStreams | 'none',
  trust: ReadTrust,
): Established<VerifiedCheckpoint> {
  const fail = (statement: StatementResult) => ({ statement, value: null });
  const { log, stream, store_events } = bundle;
  if (log === null) {
    return fail(
      notShown(
        'The bundle has no log part. Anyone who can write to the database could write other consistent events.',
      ),
    );
  }
  const verified = verifyCheckpoint({
    note: log.checkpoint,
    origin: trust.given.origin,
    keys: trust.notes,
  });
  if (!verified.ok) return fail(failed(verified.refusal.code, verified.refusal.detail));
  const checkpoint = verified.value;
  const named = new Set(bundle.note_keys.map(key => sha256OfPlain(key)));
  // A name may stand for several keys, one after the other; it is the key that must be named.
  const signers = signersOf(checkpoint, trust);
  if (!signers.every(({ form }) => named.has(form))) {
    return fail(failed('checkpoint_key_unknown', 'the bundle does not name the key that signed'));
  }
  if (log.stream.length !== stream.events.length || log.store.length !== store_events.length) {
    return fail(failed('bundle_inconsistent', 'expected one proof of inclusion for each event'));
  }
  const earlier = log.versions ?? [];
  const fits = versions.every((of, index) => of.length === earlier[index]?.length);
  if (versions.length !== earlier.length || !fits) {
    return fail(failed('bundle_inconsistent', 'expected one proof for each event of each version'));
  }
  const own = allowanceInclusions(log, allowance);
  if (own === null) {
    return fail(
      failed('bundle_inconsistent', 'expected one proof for each event of the allowance'),
    );
  }
  if (![log.stream, own.stream, ...earlier].every(isAscending)) {
    return fail(failed('log_inclusion_unproven', 'the log has the events in another order'));
  }
  const outside =
    findOutside(stream.events, events, log.stream, checkpoint) ??
    findOutside(store_events, store_events.map(readKeptEvent), log.store, checkpoint) ??
    findVersionOutside(bundle, versions, earlier, checkpoint) ??
    findOutside(bundle.allowance?.stream.events ?? [], own.events, own.stream, checkpoint) ??
    findOutside((bundle.allowance?.uses.events ?? []).slice(-1), own.used, own.use, checkpoint);
  if (outside !== null) return fail(outside);
  const last_at = events.reduce((latest, { at }) => (at > latest ? at : latest), '');
  if (signers.some(({ not_after }) => not_after !== null && last_at >= not_after)) {
    return fail(
      failed('key_not_valid_then', 'the key of the checkpoint had ended before the last event'),
    );
  }
  const count =
    stream.events.length +
    earlier.flat().length +
    own.stream.length +
    own.use.length +
    log.store.filter(each => each !== null).length;
  return {
    statement: proven(`${count} events under the checkpoint of size ${checkpoint.size}.`),
    value: checkpoint,
  };
}

interface AllowanceInclusions {
  readonly stream: readonly EventInclusion[];
  readonly events: readonly StreamEvent[];
  /** The last use alone: it names the one before it by digest, and so all of them. */
  readonly use: readonly EventInclusion[];
  readonly used: readonly StreamEvent[];
}

function allowanceInclusions(
  log: NonNullable<EvidenceBundle['log']>,
  allowance: AllowanceStreams | 'none',
): AllowanceInclusions | null {
  const { allowance: own } = log;
  if (allowance === 'none') {
    return own === undefined ? { stream: [], events: [], use: [], used: [] } : null;
  }
  if (own === undefined || own.stream.length !== allowance.stream.length) return null;
  const { stream: events, uses } = allowance;
  return { stream: own.stream, events, use: [own.use], used: uses.slice(-1) };
}

function isAscending(inclusions: readonly EventInclusion[]): boolean {
  return inclusions.every(
    ({ leaf_index }, index) => index === 0 || leaf_index > (inclusions[index - 1]?.leaf_index ?? 0),
  );
}

function findVersionOutside(
  bundle: EvidenceBundle,
  versions: readonly (readonly StreamEvent[])[],
  inclusions: readonly (readonly EventInclusion[])[],
  checkpoint: VerifiedCheckpoint,
): StatementResult | null {
  for (const [index, { stream }] of (bundle.versions ?? []).entries()) {
    const outside = findOutside(
      stream.events,
      versions[index] ?? [],
      inclusions[index] ?? [],
      checkpoint,
    );
    if (outside !== null) return outside;
  }
  return null;
}

function signersOf({ signers }: VerifiedCheckpoint, trust: ReadTrust): ReadTrust['notes'] {
  return trust.notes.filter(key => signers.includes(key));
}

/**
 * Whether the events existed before a thief could write them: a key that is not revoked signed a checkpoint over
 * them, or the verifier kept such a checkpoint. The holder of a revoked key can date everything else as they like.
 */
export function isWitnessed(
  bundle: EvidenceBundle,
  checkpoint: VerifiedCheckpoint | null,
  trust: ReadTrust,
): boolean {
  if (checkpoint === null) return false;
  if (signersOf(checkpoint, trust).some(({ revoked_at }) => revoked_at === null)) return true;
  const kept = readOutside(checkpoint, trust);
  return kept?.ok === true && coversLog(bundle, kept.value.size);
}

function coversLog(bundle: EvidenceBundle, size: number): boolean {
  // An event of an earlier epoch has no place here, and the statements about people say so.
  return inclusionsOf(bundle).every(inclusion => inclusion === null || inclusion.leaf_index < size);
}

function inclusionsOf({ log }: EvidenceBundle): readonly (EventInclusion | null)[] {
  if (log === null) return [];
  const { allowance } = log;
  const own = allowance === undefined ? [] : [...allowance.stream, allowance.use];
  return [...log.stream, ...(log.versions ?? []).flat(), ...own, ...log.store];
}

/** The checkpoint that the verifier kept, once it is shown to be of the same log; null where none was given. */
function readOutside(
  checkpoint: VerifiedCheckpoint,
  trust: ReadTrust,
): Result<VerifiedCheckpoint> | null {
  const { outside, origin } = trust.given;
  if (outside === undefined) return null;
  const kept = verifyCheckpoint({ note: outside.checkpoint, origin, keys: trust.notes });
  if (!kept.ok) return kept;
  const [older, newer] =
    kept.value.size <= checkpoint.size ? [kept.value, checkpoint] : [checkpoint, kept.value];
  const continues = checkTransition(older, newer, outside.consistency_proof);
  return continues.ok ? kept : continues;
}

function findOutside(
  kept: readonly KeptEvent[],
  events: readonly (StreamEvent | null)[],
  inclusions: readonly (EventInclusion | null)[],
  { size, root }: VerifiedCheckpoint,
): StatementResult | null {
  for (const [index, { event_digest }] of kept.entries()) {
    const inclusion = inclusions[index];
    const event = events[index] ?? null;
    if (inclusion === null) continue;
    if (event === null || inclusion === undefined) {
      return failed('log_event_altered', `event ${index + 1} is not the one of its leaf`);
    }
    const { stream, version } = event;
    const verdict = verifyInclusion({
      leafIndex: inclusion.leaf_index,
      treeSize: size,
      leafHash: leafHash({ stream, version, event_digest }),
      root,
      proof: inclusion.proof,
    });
    if (!verdict.ok) return failed(verdict.refusal.code, `event ${index + 1} is not in the log`);
  }
  return null;
}

/** Only a checkpoint that the store cannot withdraw shows that the log was not rewritten before it. */
export function checkOutside(
  bundle: EvidenceBundle,
  checkpoint: VerifiedCheckpoint | null,
  trust: ReadTrust,
): StatementResult {
  if (trust.given.outside === undefined) {
    return notShown(
      'No checkpoint from outside the store was given: an insider with the database and the key could have rewritten the log.',
    );
  }
  if (checkpoint === null) return notShown('There is no verified checkpoint to compare with.');
  const read = readOutside(checkpoint, trust);
  if (read === null) return notShown('There is no checkpoint from outside to compare with.');
  if (!read.ok) return failed(read.refusal.code, read.refusal.detail);
  const kept = read.value;
  const covered = inclusionsOf(bundle).every(
    inclusion => inclusion !== null && inclusion.leaf_index < kept.size,
  );
  return covered
    ? proven(`All events of the bundle are among the ${kept.size} that were known outside.`)
    : notShown(
        `The log continues the ${kept.size} events that were known outside, but some events of the bundle are newer. An insider with the database and the key could have rewritten those.`,
      );
}
