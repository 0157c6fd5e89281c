import type { ParsedEntrySubmission } from '@countersign/protocol/chain';
import {
  accept,
  type Decision,
  type Refusal,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import {
  decideRequest,
  evolveRequest,
  judgeBatch,
  type OpenedRequest,
  type RequestEvent,
  type RequestState,
  refusedRow,
} from '@countersign/protocol/request';
import type { Principal } from '@countersign/protocol/value';
import { isOfKind } from './allowance/allowance-claims.ts';
import {
  buildCommit,
  type ChangedRequest,
  loadRequest,
  type PreparedChange,
  settle,
} from './change-request.ts';
import type { Commit, CommitResult } from './commit.ts';
import { type Context, forgetOtherHistory, storeState } from './context.ts';
import { failClosed } from './fail-closed.ts';
import type { Loaded } from './load-stream.ts';
import { olderOf } from './pass-locks.ts';
import { entryParts, nonceUsed, prepareEntry, renderedFor, settleRefused } from './record-entry.ts';
import type { StoreState } from './store.ts';
import { requestStream } from './stream-name.ts';
import { submitCommit } from './submit-commit.ts';

/** Decisions of one person on several requests, made together. */
export interface SubmittedBatch {
  readonly rows: readonly {
    readonly approvalRequestId: string;
    readonly submission: ParsedEntrySubmission;
  }[];
  readonly principal: Principal;
}

interface LoadedRow extends Loaded<RequestState> {
  readonly state: OpenedRequest;
  readonly approvalRequestId: string;
  readonly submission: ParsedEntrySubmission;
}

interface DecidedRow {
  readonly row: LoadedRow;
  readonly prepared: PreparedChange;
  readonly decision: Decision<RequestEvent>;
  readonly state: OpenedRequest;
}

/**
 * Records the decisions of a batch in one commit: all of them or none. Each is judged as if it had come alone (BA-1). A row
 * that ended or changed refuses the batch and is named (BA-2).
 */
export function recordBatch(
  context: Context,
  batch: SubmittedBatch,
): Promise<Result<readonly ChangedRequest[]>> {
  return failClosed(async () => {
    if (batch.principal.kind !== 'human') {
      return refuse('approver_kind_not_permitted', 'only a person decides a batch');
    }
    const attempt = context.ids.uuid();
    for (let tries = 0; tries < context.settings.triesMax; tries++) {
      const history = forgetOtherHistory(context);
      const loaded = await loadRows(context, batch);
      if (!loaded.ok) return loaded;
      const rows = loaded.value;
      if (rows.every(isRecorded)) return accept(rows.map(unchanged));
      const judged = judgeBatch(rows);
      if (!judged.ok) return judged;
      const store = await storeState(context, true);
      const decided = await decideRows(context, batch.principal, rows, store);
      // Another delivery of this batch was recorded while the rows were read.
      if (decided.ok && decided.value.some(({ decision }) => decision.events.length === 0))
        continue;
      if (!decided.ok) {
        if (await isReaffirmed(context, decided.refused)) continue;
        return { ok: false, refusal: decided.refusal };
      }
      const commit = joinCommits(context, decided.value, store, `${attempt}.${tries}`);
      const result = await submitCommit(context, commit);
      if (context.store.timeline() !== history) {
        forgetOtherHistory(context);
        return refuse('store_unavailable', 'the database was restored or failed over meanwhile');
      }
      if (result.outcome === 'committed')
        return accept(decided.value.map(settled(context, commit)));
      const answer = answerTo(result, decided.value);
      if (answer !== null) return { ok: false, refusal: answer };
    }
    return refuse(
      'commit_contended',
      `other calls won ${context.settings.triesMax} times; nothing was changed`,
    );
  });
}

async function loadRows(context: Context, { rows }: SubmittedBatch): Promise<Result<LoadedRow[]>> {
  const read = await Promise.all(
    rows.map(async row => ({
      ...(await loadRequest(context, requestStream(row.approvalRequestId))),
      ...row,
    })),
  );
  const found = read.filter((row): row is LoadedRow => row.state.status !== 'absent');
  const missing = read.find(({ state }) => state.status === 'absent');
  return missing === undefined
    ? accept(found)
    : refuse('request_not_found', `${missing.approvalRequestId}: nothing was opened under this id`);
}

/** A batch that is delivered twice is answered twice and recorded once (CH-4). */
function isRecorded({ state, submission }: LoadedRow): boolean {
  return state.entries.some(({ chain_entry_id }) => chain_entry_id === submission.chain_entry_id);
}

function unchanged({ state, version }: LoadedRow): ChangedRequest {
  return { state, version, events: [] };
}

type DecidedRows =
  | { readonly ok: true; readonly value: readonly DecidedRow[] }
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      readonly refused: { id: string; refusal: Refusal };
    };

async function decideRows(
  context: Context,
  principal: Principal,
  rows: readonly LoadedRow[],
  store: StoreState,
): Promise<DecidedRows> {
  const decided: DecidedRow[] = [];
  const parts = await entryParts(context, principal);
  for (const row of rows) {
    const { approvalRequestId: id, state, submission } = row;
    const { ids } = await entryParts(context, principal);
    const view_digest = await renderedFor(context, state.request, row);
    const input = { approvalRequestId: id, submission, principal };
    const reading = { state, store, ...parts, ids, view_digest, in_batch: true };
    const prepared = await prepareEntry(context, input, reading);
    const decision = decideRequest(state, prepared.command, context.clock.now());
    const refusal = refusalOf(prepared, decision);
    if (refusal !== null) {
      return { ok: false, refusal: refusedRow(id, refusal), refused: { id, refusal } };
    }
    const after = decision.events.reduce<RequestState>(evolveRequest, state);
    decided.push({ row, prepared, decision, state: after as OpenedRequest });
  }
  return { ok: true, value: decided };
}

/** A plan has one stream, which two rows of a commit cannot both change. */
function refusalOf(prepared: PreparedChange, decision: Decision<RequestEvent>): Refusal | null {
  if (!decision.ok) return decision.refusal;
  return prepared.plan === undefined
    ? null
    : { code: 'batch_row_alone', detail: 'the request belongs to a plan' };
}

/** A policy that answers the same keeps the row open, and then the batch is decided again (GT-10). */
async function isReaffirmed(
  context: Context,
  { id, refusal }: { readonly id: string; readonly refusal: Refusal },
): Promise<boolean> {
  await settleRefused(context, id, refusal);
  if (refusal.code !== 'policy_changed') return false;
  const { state } = await loadRequest(context, requestStream(id));
  return state.status === 'pending' && state.reaffirmed !== null;
}

/** One commit over all rows. It ends with the earliest deadline, and one row takes the nonce of all. */
function joinCommits(
  context: Context,
  rows: readonly DecidedRow[],
  store: StoreState,
  attempt: string,
): Commit {
  const now = context.clock.now();
  const commits = rows.map(({ row, prepared, decision, state }, index) =>
    buildCommit(context, requestStream(row.approvalRequestId), {
      loaded: row,
      store,
      now,
      state,
      decision,
      prepared: index === 0 ? prepared : { ...prepared, claims: [] },
      attempt,
    }),
  );
  const [first] = commits;
  if (first === undefined) throw new RangeError('expected rows');
  const ends = commits.flatMap(({ notAfter }) => notAfter ?? []).toSorted();
  const begins = commits.flatMap(({ notBefore }) => notBefore ?? []).toSorted();
  const [notAfter, notBefore] = [ends[0], begins.at(-1)];
  return {
    attempt,
    appends: onceForEachStream(commits.flatMap(({ appends }) => appends)),
    ...(notAfter === undefined ? {} : { notAfter }),
    ...(notBefore === undefined ? {} : { notBefore }),
    guards: {
      ...first.guards,
      streams: commits.map(({ guards }) => guards.streams).reduce(olderOf),
      absentClaims: commits.flatMap(({ guards }) => guards.absentClaims),
    },
    actions: commits.flatMap(({ actions }) => actions),
    outbox: commits.flatMap(({ outbox }) => outbox),
  };
}

/** Several rejected rows may suspend one allowance (AL-11). It is suspended once. */
function onceForEachStream(appends: Commit['appends']): Commit['appends'] {
  return appends.filter(
    ({ stream }, index) => appends.findIndex(each => each.stream === stream) === index,
  );
}

function settled(context: Context, commit: Commit) {
  return ({ row, state, decision }: DecidedRow): ChangedRequest => {
    const stream = requestStream(row.approvalRequestId);
    const version = row.version + decision.events.length;
    const appends = commit.appends.filter(append => append.stream === stream);
    settle(context, stream, { ...commit, appends }, state, version, true);
    return { state, version, events: decision.events };
  };
}

/** What a commit that did not happen means: a refusal, or null to read and decide again. */
function answerTo(
  result: Exclude<CommitResult, { outcome: 'committed' }>,
  rows: readonly DecidedRow[],
): Refusal | null {
  switch (result.outcome) {
    case 'version_conflict':
      return null;
    case 'claim_taken':
      return isOfKind(result.claim) ? null : nonceUsed;
    case 'too_late': {
      const ends = rows.toSorted((a, b) =>
        a.state.request.expires_at < b.state.request.expires_at ? -1 : 1,
      );
      const id = ends[0]?.row.approvalRequestId ?? '';
      return refusedRow(id, {
        code: 'request_expired',
        detail: 'the time of the request was over',
      });
    }
    case 'too_early':
      return { code: 'approver_joins_later', detail: "the store's clock has not reached the time" };
    case 'stale_guard':
      return result.which === 'clock'
        ? { code: 'clock_regressed', detail: "the store's clock is behind what it has recorded" }
        : null;
  }
}
