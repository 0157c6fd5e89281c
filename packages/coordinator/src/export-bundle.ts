import { parseActionBinding } from '@countersign/protocol/action';
import {
  type BundleDecider,
  type BundlePasskey,
  type BundleSigningKey,
  type BundleSource,
  buildBundle,
  type EvidenceBundle,
  type KeptEvent,
} from '@countersign/protocol/bundle';
import { sha256OfText } from '@countersign/protocol/crypto';
import { parseStrict } from '@countersign/protocol/json';
import { accept, ProtocolError, type Result, refuse } from '@countersign/protocol/reason';
import {
  absentRequest,
  evolveRequest,
  type OpenedRequest,
  parseRequestEvent,
  type RequestState,
} from '@countersign/protocol/request';
import { verifyStream } from '@countersign/protocol/stream';
import type { StoreId } from '@countersign/protocol/value';
import { checkpointKeys, signaturesOf } from './bundle-signatures.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { proveEvents } from './log/prove-events.ts';
import type { StreamRow } from './store.ts';
import { findPasskey, findRoles, readStoreHistory, type StoreFact } from './store-history.ts';
import { requestStream } from './stream-name.ts';

/** What a bundle holds that the store does not. */
export interface BundleOptions {
  /** Every key there ever was that signed artifacts or checkpoints. */
  keyRecords(): readonly BundleSigningKey[];
  /** The texts of the policy documents of that version, or null where they are not at hand. */
  policyDocuments?(policyVersion: string): readonly string[] | null;
  /** Refuses where the events are not all in one log yet, instead of leaving the log out of the bundle. */
  readonly logRequired?: boolean;
}

/**
 * Everything the store can show about a request, for `verifyBundle` to check elsewhere. What was erased, could not
 * be signed, or is not in the log yet is left out, and the verifier says that it is not shown. What was altered in
 * the store is not exported as evidence.
 */
export function exportBundle(
  context: Context,
  approvalRequestId: string,
  options: BundleOptions,
): Promise<Result<EvidenceBundle>> {
  return failClosed(async () => {
    const stream = requestStream(approvalRequestId);
    const rows = await context.store.readStream(stream);
    if (rows.length === 0) return refuse('request_not_found', 'there is no such request');
    const folded = foldRows(stream, rows);
    if (!folded.ok) return folded;
    const state = folded.value;
    const history = state.entries.length === 0 ? accept([]) : await readStoreHistory(context.store);
    if (!history.ok) return history;
    const { request, chain, advice, epoch } = state;
    const action = await context.store.readAction(request.action_digest);
    if (action !== null && sha256OfText(action) !== request.action_digest) {
      return refuse('action_digest_mismatch', 'the kept bytes are not those of the action');
    }

    const records = options.keyRecords();
    const { storeId } = await context.store.readState();
    const binding = action === null ? null : parseActionBinding(parseStrict(action));
    const signatures = await signaturesOf(context, storeId, state, binding, records);
    const { facts, ...people } = peopleOf(history.value, state);
    const proven = await proveEvents(
      context.store,
      rows.map(row => ({ ...row, stream })),
      facts.map(({ event, event_digest }) => ({ ...event, event_digest })),
    );
    const isEarly = !proven.ok && proven.refusal.code === 'log_position_unknown';
    if (!proven.ok && (!isEarly || options.logRequired === true)) return proven;
    const noteKeys = proven.ok ? checkpointKeys(proven.value, records) : accept([]);
    if (!noteKeys.ok) return noteKeys;
    return accept(
      buildBundle({
        store_id: storeId as StoreId,
        epoch,
        approval_request_id: request.approval_request_id,
        stream: { name: stream, events: rows.map(keptOf) },
        store_events: facts.map(keptOf),
        action,
        ...signatures,
        log: proven.ok ? proven.value.log : null,
        note_keys: noteKeys.value,
        ...people,
        policy: {
          version: request.policy_version,
          documents: documentsOf(options.policyDocuments?.(request.policy_version) ?? []),
          chain,
        },
        advice: [...advice],
      }),
    );
  });
}

/**
 * One reading of the stream serves for its events and for what follows from them. A stream that no rule would have
 * let happen goes out as it is, for the verifier to say so (EV-9); what follows is taken from where it still held.
 */
function foldRows(stream: string, rows: readonly StreamRow[]): Result<OpenedRequest> {
  const verdict = verifyStream(stream, rows);
  if (!verdict.ok) return verdict;
  let state: RequestState = absentRequest;
  try {
    for (const { type, at, data } of verdict.value.events) {
      state = evolveRequest(state, parseRequestEvent({ type, at, data }));
    }
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
  }
  return state.status === 'absent'
    ? refuse('request_not_found', 'nothing was opened under this id')
    : accept(state);
}

function keptOf({ text, event_digest }: KeptEvent): KeptEvent {
  return { text, event_digest };
}

/** Who decided and with which passkeys, and the events of the store that say so, in their order and each once. */
function peopleOf(history: readonly StoreFact[], { entries }: OpenedRequest) {
  const used = new Set<StoreFact>();
  const sourceOf = (fact: StoreFact | null): BundleSource => {
    if (fact === null) return { from: 'configuration' };
    used.add(fact);
    return { from: 'event', event_digest: fact.event_digest };
  };
  const deciders = entries.map(
    (entry): BundleDecider => ({
      identity: entry.approver_identity,
      kind: entry.approver_kind,
      roles: [...entry.approver_roles],
      source: sourceOf(findRoles(history, entry)),
    }),
  );
  const passkeys = entries.flatMap((entry): BundlePasskey[] =>
    entry.assertion === null
      ? []
      : [
          {
            credential_id: entry.assertion.response.credential_id,
            person_id: entry.approver_identity as BundlePasskey['person_id'],
            public_key: entry.assertion.public_key,
            source: sourceOf(findPasskey(history, entry)),
          },
        ],
  );
  return { deciders, passkeys, facts: history.filter(fact => used.has(fact)) };
}

function documentsOf(texts: readonly string[]): EvidenceBundle['policy']['documents'] {
  if (texts.length === 0) return null;
  const byDigest = new Map(texts.map(text => [sha256OfText(text), text]));
  return [...byDigest]
    .map(([digest, text]) => ({ digest, text }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
}
