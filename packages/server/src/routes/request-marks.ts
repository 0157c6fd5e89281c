import { findingSentence, markWordsIn } from '@countersign/card/languages';
import { type FoundSpan, joinMarks, marksOf } from '@countersign/card/marks';
import { type Context, loadAction } from '@countersign/coordinator';
import { isSmall, late } from '@countersign/policy/workers';
import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonValue } from '@countersign/protocol/json';
import { ProtocolError } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { Language } from '@countersign/wire/language';
import type { ShownMark, SimilarRequest } from '@countersign/wire/views';
import type { App } from '../app.ts';
import type { Caller } from '../http/caller.ts';
import { readVisible } from './reach.ts';
import { languageOf } from './request-title.ts';

/** So many earlier actions are compared with, and none that is longer than this. */
const earlierMax = 5;
const textLengthMax = 262_144;
const approved: ReadonlySet<string> = new Set(['allowed', 'consumed']);

/** What stands out in an action: what risk found, and what differs from what was approved before and this caller may see. */
export async function requestMarks(
  app: App,
  context: Context,
  caller: Caller,
  state: OpenedRequest,
  action: ActionBinding | null,
  similar: readonly SimilarRequest[],
): Promise<ShownMark[]> {
  if (action === null) return [];
  const earlier: ActionBinding[] = [];
  for (const { approval_request_id, status } of similar) {
    if (earlier.length >= earlierMax) break;
    if (!approved.has(status)) continue;
    const read = await readVisible(context, caller, approval_request_id);
    if (!read.ok) continue;
    const { action_digest } = read.value.state.request;
    const before = await loadAction(context, action_digest, textLengthMax);
    if (before !== null) earlier.push(before);
  }
  const language = languageOf(caller);
  const spans = await riskSpans(app, state, action, language);
  const own = marksOf(action, earlier).map(mark => ({
    ...mark,
    words: markWordsIn(language, mark.words),
  }));
  return joinMarks(action, own, spans).map(mark => ({
    ...mark,
    findings: [...mark.findings],
  }));
}

/** Longer actions are shown without the places of findings. */
const spansLengthMax = 65_536;
const keptMax = 1024;
const kept = new WeakMap<App, Map<string, readonly FoundSpan[]>>();

/**
 * The places of the findings that decided. The policy that decided finds them again, so there are none after another
 * policy came into force. Finding them takes several assessments, so they are remembered. Where they come too late, the
 * answer goes without them.
 */
async function riskSpans(
  app: App,
  { request, policy_decision }: OpenedRequest,
  action: ActionBinding,
  language: Language,
): Promise<readonly FoundSpan[]> {
  const { context, policy_version } = policy_decision;
  const recorded = request.risk.signals;
  if (policy_version !== app.policies.version()) return [];
  if (recorded.every(({ level }) => level !== 'high' && level !== 'critical')) return [];
  const known = kept.get(app) ?? new Map<string, readonly FoundSpan[]>();
  kept.set(app, known);
  const key = `${request.approval_request_id} ${policy_version} ${language}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = await findSpans(app, action, { context, recorded }, language);
  if (found === late) return [];
  if (known.size >= keptMax) known.clear();
  known.set(key, found);
  return found;
}

async function findSpans(
  { evaluations, policies, policyFiles }: App,
  action: ActionBinding,
  {
    context,
    recorded,
  }: {
    readonly context: OpenedRequest['policy_decision']['context'];
    readonly recorded: OpenedRequest['request']['risk']['signals'];
  },
  language: Language,
): Promise<readonly FoundSpan[] | typeof late> {
  const inputs = [action as JsonValue, context as JsonValue];
  // The time counts for the agent that wrote the action, so no agent makes the cards of others slow.
  const account = action.agent_id;
  if (evaluations.pauseOf(account) > 0) return late;
  const places =
    isSmall(inputs) && evaluations.mayInline(account)
      ? evaluations.inline(account, () => policies.policy.spans(action, context, recorded))
      : JSON.stringify(inputs).length > spansLengthMax
        ? []
        : await evaluations
            .run(account, 'spans', { files: policyFiles(), action, context, recorded })
            .catch(refusedIsLate);
  if (places === late) return late;
  return places.map(({ evidence, ...place }) => ({
    ...place,
    words: findingSentence(language, recorded[place.finding]?.signal ?? '', evidence),
  }));
}

/** A caller that has used up its evaluation time gets a card without the places of findings. */
function refusedIsLate(error: unknown): typeof late {
  if (error instanceof ProtocolError) return late;
  throw error;
}
