import { parseActionText } from '@countersign/protocol/action';
import {
  type BundleDecider,
  type BundleDelegation,
  type BundlePasskey,
  type BundleSigningKey,
  type BundleSource,
  buildBundle,
  bundleText,
  type EvidenceBundle,
  type KeptEvent,
} from '@countersign/protocol/bundle';
import { sha256OfText } from '@countersign/protocol/crypto';
import type { DelegationAssertion } from '@countersign/protocol/directory';
import { type JsonObject, parseStrict } from '@countersign/protocol/json';
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
import {
  findDelegation,
  findPasskey,
  findPerson,
  findRegistered,
  findRoles,
  readStoreHistory,
  type StoreFact,
} from './store-history.ts';
import { allowanceStream, allowanceUsesStream, requestStream } from './stream-name.ts';

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
    let exported = await exportOnce(context, approvalRequestId, options);
    for (let tries = 1; tries < checkpointTriesMax && isContended(exported); tries++) {
      exported = await exportOnce(context, approvalRequestId, options);
    }
    return exported;
  });
}

function isContended(exported: Result<unknown>): boolean {
  return !exported.ok && exported.refusal.code === 'commit_contended';
}

function exportOnce(
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
    const binding = action === null ? null : parseActionText(action);
    const signatures = await signaturesOf(context, storeId, state, binding, records);
    const { facts, ...people } = peopleOf(history.value, state);
    const versions = await readVersions(context, state);
    if (!versions.ok) return versions;
    const used = await readUse(context, state);
    const proven = await proveEvents(
      context.store,
      rows.map(row => ({ ...row, stream })),
      facts.map(({ event, event_digest }) => ({ ...event, event_digest })),
      [
        ...versions.value.map(({ name, events }) => events.map(row => ({ ...row, stream: name }))),
        ...(used === null ? [] : [used.stream, used.uses.slice(-1)]),
      ],
    );
    const isEarly = !proven.ok && proven.refusal.code === 'log_position_unknown';
    if (!proven.ok && (!isEarly || options.logRequired === true)) return proven;
    const shown = await withAllowance(context, options, state, used, proven);
    if (!shown.ok) return shown;
    const { log, allowance } = shown.value;
    const noteKeys = proven.ok ? checkpointKeys(proven.value, records) : accept([]);
    if (!noteKeys.ok) return noteKeys;
    return accept(
      buildBundle({
        store_id: storeId as StoreId,
        epoch,
        approval_request_id: request.approval_request_id,
        stream: { name: stream, events: rows.map(keptOf) },
        ...versionsOf(versions.value),
        store_events: facts.map(keptOf),
        action,
        ...signatures,
        log,
        ...(allowance === undefined ? {} : { allowance }),
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

interface StoredUse {
  readonly allowanceId: string;
  readonly decidedBy: string;
  readonly stream: readonly (StreamRow & { readonly stream: string })[];
  /** Up to this use. */
  readonly uses: readonly (StreamRow & { readonly stream: string })[];
}

/** The allowance that stands in place of entries, and its uses up to this one; null where none does. */
async function readUse(context: Context, { resolution }: OpenedRequest): Promise<StoredUse | null> {
  const use = resolution?.allowance;
  if (use === undefined) return null;
  const { allowance_id, n, version } = use;
  const of = async (stream: string) =>
    (await context.store.readStream(stream)).map(row => ({ ...row, stream }));
  const stream = await of(allowanceStream(allowance_id));
  const uses = (await of(allowanceUsesStream(allowance_id))).slice(0, n);
  const decidedBy = findDecision(stream.slice(0, version));
  return { allowanceId: allowance_id, decidedBy, stream, uses };
}

/** The house request that was in force at a version: the last one that made or confirmed the allowance. */
function findDecision(rows: readonly StreamRow[]): string {
  let found = '';
  for (const { text } of rows) {
    const { type, data } = parseStrict(text) as { type?: unknown; data?: JsonObject };
    if (type === 'allowance.made' || type === 'allowance.confirmed') {
      found = String(data?.['approval_request_id'] ?? '');
    }
  }
  return found;
}

const checkpointTriesMax = 5;

/**
 * The log of a bundle and the allowance in it. The evidence of the house request is under the same checkpoint; where one was
 * published in between, both are proven again (AL-7).
 */
async function withAllowance(
  context: Context,
  options: BundleOptions,
  state: OpenedRequest,
  used: StoredUse | null,
  proven: Awaited<ReturnType<typeof proveEvents>>,
): Promise<Result<Pick<EvidenceBundle, 'log' | 'allowance'>>> {
  const log = proven.ok ? proven.value.log : null;
  if (used === null) return accept({ log });
  const nested = await exportBundle(context, used.decidedBy, { ...options, logRequired: false });
  if (!nested.ok) return nested;
  const checkpoint = log?.checkpoint ?? null;
  if ((nested.value.log?.checkpoint ?? null) !== checkpoint) {
    return refuse('commit_contended', 'a checkpoint was published meanwhile; export it again');
  }
  const allowance: EvidenceBundle['allowance'] = {
    stream: { name: allowanceStream(used.allowanceId), events: used.stream.map(keptOf) },
    uses: { name: allowanceUsesStream(used.allowanceId), events: used.uses.map(keptOf) },
    evidence: bundleText(nested.value),
  };
  if (log === null) return accept({ log, allowance });
  const amended = state.request.amends?.length ?? 0;
  const { versions = [], ...kept } = log;
  const [stream = [], [use] = []] = versions.slice(amended);
  if (use === undefined) return refuse('log_position_unknown', 'the use is not in a log yet');
  const earlier = versions.slice(0, amended);
  return accept({
    log: {
      ...kept,
      ...(earlier.length === 0 ? {} : { versions: earlier }),
      allowance: { stream, use },
    },
    allowance,
  });
}

interface StoredVersion {
  readonly name: string;
  readonly events: readonly StreamRow[];
  readonly action: string | null;
}

/** Every version of the action before this one, as it is kept (AM-4). */
async function readVersions(
  { store }: Context,
  { request }: OpenedRequest,
): Promise<Result<readonly StoredVersion[]>> {
  const versions: StoredVersion[] = [];
  for (const { approval_request_id, action_digest } of request.amends ?? []) {
    const name = requestStream(approval_request_id);
    const events = await store.readStream(name);
    const verdict = verifyStream(name, events);
    if (!verdict.ok) return verdict;
    versions.push({ name, events, action: await store.readAction(action_digest) });
  }
  return accept(versions);
}

function versionsOf(versions: readonly StoredVersion[]): Pick<EvidenceBundle, 'versions'> {
  if (versions.length === 0) return {};
  return {
    versions: versions.map(({ name, events, action }) => ({
      stream: { name, events: events.map(keptOf) },
      action,
    })),
  };
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
  const delegations = entries.flatMap(entry => delegationOf(history, entry, sourceOf, used));
  return {
    deciders,
    passkeys,
    ...(delegations.length === 0 ? {} : { delegations }),
    facts: history.filter(fact => used.has(fact)),
  };
}

/** The delegation of a decision on behalf of another person, with the delegator and the passkey that signed it (DG-6). */
function delegationOf(
  history: readonly StoreFact[],
  { on_behalf_of, decided_at }: OpenedRequest['entries'][number],
  sourceOf: (fact: StoreFact | null) => BundleSource,
  used: Set<StoreFact>,
): BundleDelegation[] {
  if (on_behalf_of === undefined) return [];
  const { delegation_id, person_id } = on_behalf_of;
  const made = findDelegation(history, delegation_id);
  if (made === null) return [];
  used.add(made);
  const { assertion } = made.event.data as unknown as { assertion: DelegationAssertion };
  const { credential_id } = assertion.response;
  const passkey = { credential_id, person_id, public_key: assertion.public_key };
  const person = findPerson(history, person_id, decided_at);
  const roles = (person?.event.data['roles'] ?? on_behalf_of.roles) as readonly string[];
  return [
    {
      event_digest: made.event_digest,
      delegator: {
        identity: person_id,
        kind: 'human',
        roles: [...roles],
        source: sourceOf(person),
      },
      passkey: {
        ...passkey,
        source: sourceOf(findRegistered(history, passkey as unknown as JsonObject, decided_at)),
      },
    },
  ];
}

function documentsOf(texts: readonly string[]): EvidenceBundle['policy']['documents'] {
  if (texts.length === 0) return null;
  const byDigest = new Map(texts.map(text => [sha256OfText(text), text]));
  return [...byDigest]
    .map(([digest, text]) => ({ digest, text }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
}
