import { sentenceOf } from '@countersign/card';
import { sentenceText } from '@countersign/card/languages';
import { loadAction } from '@countersign/coordinator';
import type { HistoryItem, ReplayedItem } from '@countersign/policy';
import type { OpenedRequest } from '@countersign/protocol/request';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { Language } from '@countersign/wire/language';
import type { ReplayedDecision } from '@countersign/wire/replay';
import type { App } from '../app.ts';
import type { Caller } from '../http/caller.ts';
import { readVisible } from './reach.ts';
import { languageOf, titleOf } from './request-title.ts';
import { unaskedHistory } from './unasked-history.ts';

/** The past that a replay evaluates again, and how its parts are named for a person. */
export interface ReplayedHistory {
  readonly items: readonly HistoryItem[];
  readonly unasked: number;
  readonly unaskedNotKept: number;
  readonly askedNotKept: number;
  describe(item: ReplayedItem): Promise<ReplayedDecision>;
}

interface Query {
  readonly limit: number;
  readonly days?: number | undefined;
}

const secondsPerDay = 86_400;

/** The latest requests and unasked actions that are kept, and whose values the caller may see. */
export async function replayedHistory(
  app: App,
  caller: Caller,
  { limit, days }: Query,
  signal: AbortSignal,
): Promise<ReplayedHistory> {
  const language = languageOf(caller);
  const since =
    days === undefined ? null : addSeconds(app.context.clock.now(), -days * secondsPerDay);
  const asked = await askedHistory(app, caller, { limit, since, signal });
  const { items, notKept } = await unaskedHistory(app, caller, { limit, since, signal });
  const states = new Map(asked.states.map(state => [decisionId(state), state]));
  const unasked = new Map(items.map(item => [item.id, item]));
  return {
    items: [...asked.items, ...items],
    unasked: items.length,
    unaskedNotKept: notKept,
    askedNotKept: asked.notKept,
    describe: async replayed => {
      const state = states.get(replayed.id);
      if (state !== undefined)
        return { ...replayed, ...(await describeRequest(app, state, language)) };
      const item = unasked.get(replayed.id);
      if (item === undefined) throw new Error('a replay answers about what it was given');
      const title = sentenceOf(item.action, null, sentenceText(language)).text;
      const { decided_at } = item;
      return { ...replayed, title, decided_at, approval_request_id: null, said: null };
    },
  };
}

interface AskedQuery {
  readonly limit: number;
  readonly since: Timestamp | null;
  readonly signal: AbortSignal;
}

async function askedHistory(
  app: App,
  caller: Caller,
  { limit, since, signal }: AskedQuery,
): Promise<{
  readonly items: readonly HistoryItem[];
  readonly states: readonly OpenedRequest[];
  readonly notKept: number;
}> {
  const items: HistoryItem[] = [];
  const states: OpenedRequest[] = [];
  let notKept = 0;
  let after: string | undefined;
  while (items.length < limit && !signal.aborted) {
    const page = await app.context.store.listRequests({
      limit: Math.min(200, limit - items.length),
      ...(after === undefined ? {} : { after }),
    });
    for (const { approval_request_id, requested_at } of page.rows) {
      if (since !== null && requested_at < since) return { items, states, notKept };
      const found = await historyItem(app, caller, approval_request_id);
      if (found === null) notKept += 1;
      else {
        items.push(found.item);
        states.push(found.state);
      }
    }
    if (page.next === null) break;
    after = page.next;
  }
  return { items, states, notKept };
}

async function historyItem(
  app: App,
  caller: Caller,
  id: string,
): Promise<{ readonly item: HistoryItem; readonly state: OpenedRequest } | null> {
  const read = await readVisible(app.context, caller, id);
  if (!read.ok) return null;
  const { state } = read.value;
  const { policy_decision, request, resolution } = state;
  const action = await loadAction(app.context, request.action_digest);
  if (action === null) return null;
  const outcomes = { allow: 'allowed', deny: 'denied' } as const;
  const outcome = resolution?.outcome ?? null;
  const item = {
    id: decisionId(state),
    action,
    context: policy_decision.context,
    verdict: policy_decision.verdict,
    resolution: outcome === 'allow' || outcome === 'deny' ? outcomes[outcome] : outcome,
    chain: request.approval_chain_id,
  };
  return { item, state };
}

async function describeRequest(
  app: App,
  state: OpenedRequest,
  language: Language,
): Promise<Pick<ReplayedDecision, 'title' | 'decided_at' | 'approval_request_id' | 'said'>> {
  const { request, policy_decision, entries } = state;
  return {
    title: await titleOf(app, state, language),
    decided_at: policy_decision.decided_at,
    approval_request_id: request.approval_request_id,
    said: entries.find(({ decision }) => decision === 'deny')?.reason ?? null,
  };
}

function decisionId({ policy_decision }: OpenedRequest): string {
  return policy_decision.policy_decision_id;
}
