import { batchExceptions } from '@countersign/card';
import { markWordsIn } from '@countersign/card/languages';
import {
  type Context,
  type KeptAction,
  loadAction,
  loadDirectory,
  loadKeptAction,
  makeSmallView,
  readRequest,
  recordBatch,
} from '@countersign/coordinator';
import type { ActionBinding } from '@countersign/protocol/action';
import { batchRowsMax, parseEntrySubmission } from '@countersign/protocol/chain';
import { passkeysOf } from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { aloneReason, inputDigest, type OpenedRequest } from '@countersign/protocol/request';
import { millisecondsOf } from '@countersign/protocol/value';
import { shortCode } from '@countersign/protocol/view';
import {
  BatchAnswer,
  BatchBody,
  BatchDecided,
  BatchQuery,
  type BatchRow,
} from '@countersign/wire/batches';
import type { App } from '../app.ts';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofBatch, ofRequest } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { readVisible, seesValues } from './reach.ts';
import { judgeOnlooker, type Onlooker, onlookerOf } from './request-eligibility.ts';
import { representRequest } from './request-representation.ts';
import { languageOf } from './request-title.ts';

/** How long a person may take to read a table and to confirm it. */
const nonceMilliseconds = 900_000;
const lookedAtMax = 200;
const earlierMax = 200;

interface Decidable {
  readonly state: OpenedRequest;
  readonly version: number;
  readonly stage_index: number;
  readonly needsPasskey: boolean;
}

/** Several requests of one agent and one tool, read in one table and decided with one touch. */
export const batchRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/batches',
    id: 'getBatch',
    tag: 'deciding',
    summary: 'The requests of one agent and one tool that the caller can decide together',
    access: ['person'],
    problems: ofRequest,
    query: BatchQuery,
    answers: { 200: BatchAnswer },
    handle: async (app, { context, caller, query }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may decide');
      const onlooker = await onlookerOf(context, caller);
      const { group, left_out } = await findGroup(context, onlooker, query);
      const { state: directory } = await loadDirectory(context);
      const expiresAt = millisecondsOf(context.clock.now()) + nonceMilliseconds;
      return json({
        ...query,
        rows: await rowsOf(app, context, caller, group),
        left_out,
        signed_rejection: group[0]?.needsPasskey ?? false,
        stage_index: group[0]?.stage_index ?? null,
        nonce: app.secrets.issue('decision_nonce', ['batch', caller.person_id], expiresAt),
        origin: app.origin,
        rp_id: new URL(app.origin).hostname,
        passkeys: passkeysOf(directory, [caller.person_id]).map(
          ({ credential_id, public_key }) => ({
            credential_id,
            public_key,
          }),
        ),
        store_id: onlooker.store.storeId,
        epoch: onlooker.store.epoch,
      });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/batches',
    id: 'decideBatch',
    stored: 'judged',
    tag: 'deciding',
    summary: 'Decide several requests together: all of them or none',
    access: ['person'],
    problems: ofBatch,
    body: BatchBody,
    answers: { 200: BatchDecided },
    effects: ['entry.recorded'],
    handle: async (app, { context, caller, body }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may decide');
      const rows = body.rows.map(({ approval_request_id, entry }) => ({
        approvalRequestId: approval_request_id,
        submission: parseEntrySubmission(entry),
      }));
      const nonce = rows[0]?.submission.assertion?.nonce;
      const now = millisecondsOf(context.clock.now());
      const bound = ['batch', caller.person_id];
      if (nonce !== undefined && !app.secrets.holds('decision_nonce', bound, nonce, now)) {
        return refuseCall(
          'assertion_challenge_mismatch',
          'expected an unexpired nonce that this server issued for a batch of this person',
        );
      }
      const isApproval = rows.some(({ submission }) => submission.decision === 'allow');
      const read = await readRows(context, caller, rows);
      if (!read.ok) return answerTo(read, () => json({ requests: [] }));
      const passed = isApproval ? await judgeTogether(context, caller, read.value) : accept(null);
      if (!passed.ok) return answerTo(passed, () => json({ requests: [] }));
      const { principal } = caller;
      return answerTo(await recordBatch(context, { rows, principal }), changed =>
        json({
          requests: changed.map(({ state, version }) => representRequest(app, state, version)),
        }),
      );
    },
    replay: async (app, { caller, body }) => {
      const requests: BatchDecided['requests'] = [];
      for (const { approval_request_id } of body.rows) {
        const read = await readVisible(app.context, caller, approval_request_id);
        if (!read.ok) return answerTo(read, () => json({ requests: [] }));
        requests.push(representRequest(app, read.value.state, read.value.version));
      }
      return json({ requests });
    },
  }),
];

/** What the caller can decide of one agent and tool: the largest group of one chain and one stage (BA-5). */
async function findGroup(
  context: Context,
  onlooker: Onlooker,
  {
    agent_id: agentId,
    tool_name: toolName,
  }: { readonly agent_id: string; readonly tool_name: string },
): Promise<{ readonly group: readonly Decidable[]; readonly left_out: number }> {
  const { rows } = await context.store.listRequests({
    status: 'pending',
    order: 'due',
    agentId,
    toolName,
    limit: lookedAtMax,
  });
  const groups = new Map<string, Decidable[]>();
  for (const { approval_request_id } of rows) {
    const read = await readRequest(context, approval_request_id);
    if (!read.ok) continue;
    const { state, version } = read.value;
    const judged = judgeOnlooker(context, onlooker, state);
    // Two rows of one plan cannot be decided in one commit. A batch is decided in the own name.
    if (!judged.ok || judged.value.on_behalf_of !== undefined) continue;
    if (!seesValues(onlooker.caller, state) || state.request.scope.plan_id !== null) {
      continue;
    }
    const { stage, stage_index } = judged.value;
    const { chain_id, version: chainVersion } = state.chain;
    const key = JSON.stringify([chain_id, chainVersion, stage_index, state.request.operation]);
    const needsPasskey = stage.min_assurance === 'webauthn';
    groups.set(key, [...(groups.get(key) ?? []), { state, version, stage_index, needsPasskey }]);
  }
  const all = [...groups.values()].sort((a, b) => b.length - a.length);
  const group = (all[0] ?? []).slice(0, batchRowsMax);
  const found = all.reduce((sum, { length }) => sum + length, 0);
  return group.length < 2
    ? { group: [], left_out: found }
    : { group, left_out: found - group.length };
}

async function rowsOf(
  app: App,
  context: Context,
  caller: Caller,
  group: readonly Decidable[],
): Promise<readonly BatchRow[]> {
  const language = languageOf(caller);
  const actions = await Promise.all(group.map(({ state }) => keptOf(context, state)));
  const alone = await exceptionsOf(
    context,
    caller,
    group.map(({ state }) => state),
    actions,
  );
  return Promise.all(
    group.map(async ({ state, version }, index) => {
      const { request } = state;
      const kept = actions[index] ?? null;
      const made = kept === null ? null : await makeSmallView(context, request, kept.action);
      const view_digest = made?.view_digest ?? null;
      return {
        representation: representRequest(app, state, version),
        action_text: kept?.text ?? null,
        input_digest: inputDigest(request),
        view_digest,
        short_code: view_digest === null ? null : shortCode({ ...request, view_digest }),
        alone: (alone[index] ?? []).map(words => markWordsIn(language, words)),
      };
    }),
  );
}

function keptOf(context: Context, { request }: OpenedRequest): Promise<KeptAction | null> {
  return loadKeptAction(context, request.action_digest);
}

const differsUnseen = 'It differs from an approval whose values you may not see.';

/**
 * Why each of these rows has to be decided alone (BA-4), from the rows and from what was approved before. The words quote
 * approvals, so they come from those that the caller may see (DR-4). The others still count.
 */
async function exceptionsOf(
  context: Context,
  caller: Caller,
  states: readonly OpenedRequest[],
  read: readonly (KeptAction | null)[],
): Promise<readonly (readonly string[])[]> {
  const actions = read.flatMap(kept => kept?.action ?? []);
  const erased = read.includes(null);
  const earlier = await approvedBefore(context, states[0]);
  const seen = earlier.filter(({ state }) => seesValues(caller, state));
  const exceptionsFrom = (approved: typeof earlier) =>
    batchExceptions(
      actions,
      approved.map(({ action }) => action),
    );
  const told = erased ? null : exceptionsFrom(seen);
  const known = seen.length === earlier.length || erased ? told : exceptionsFrom(earlier);
  return states.map(({ request }, index) => {
    const own = aloneReason(request);
    const words = own === null ? [] : [`${own.charAt(0).toUpperCase()}${own.slice(1)}.`];
    const others = told === null ? ['Its bytes were erased.'] : (told[index] ?? []);
    const isUnseen = (known?.[index] ?? []).some(each => !others.includes(each));
    return [...words, ...others, ...(isUnseen && told !== null ? [differsUnseen] : [])];
  });
}

/** The latest approved actions of the same agent and tool. */
async function approvedBefore(
  context: Context,
  like: OpenedRequest | undefined,
): Promise<{ readonly state: OpenedRequest; readonly action: ActionBinding }[]> {
  if (like === undefined) return [];
  const { agent_id: agentId } = like.request;
  const pages = await Promise.all(
    (['consumed', 'allowed'] as const).map(status =>
      context.store.listRequests({ status, agentId, toolName: like.tool_name, limit: earlierMax }),
    ),
  );
  const approved = [];
  for (const { approval_request_id } of pages.flatMap(({ rows }) => rows)) {
    const read = await readRequest(context, approval_request_id);
    if (!read.ok) continue;
    const { state } = read.value;
    const action = await loadAction(context, state.request.action_digest);
    if (action !== null) approved.push({ state, action });
  }
  return approved;
}

async function readRows(
  context: Context,
  caller: Caller,
  rows: readonly { readonly approvalRequestId: string }[],
): Promise<Result<OpenedRequest[]>> {
  const states: OpenedRequest[] = [];
  for (const { approvalRequestId } of rows) {
    const read = await readVisible(context, caller, approvalRequestId);
    if (!read.ok) return read;
    states.push(read.value.state);
  }
  return accept(states);
}

/** Judged again when the batch comes in: what was offered may stand otherwise by now. */
async function judgeTogether(
  context: Context,
  caller: Caller,
  states: readonly OpenedRequest[],
): Promise<Result<null>> {
  const read = await Promise.all(states.map(state => keptOf(context, state)));
  const exceptions = await exceptionsOf(context, caller, states, read);
  const at = exceptions.findIndex(words => words.length > 0);
  const id = states[at]?.request.approval_request_id ?? '';
  return at < 0 ? accept(null) : refuse('batch_row_alone', `${id}: ${exceptions[at]?.join(' ')}`);
}
