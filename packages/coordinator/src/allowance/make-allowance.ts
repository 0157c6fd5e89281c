import type { ActionBinding } from '@countersign/protocol/action';
import {
  type AllowanceTerms,
  decideAllowance,
  findUncovered,
  judgeChoice,
  readTerms,
} from '@countersign/protocol/allowance';
import { sha256 } from '@countersign/protocol/crypto';
import { canonicalize } from '@countersign/protocol/json';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import { addSeconds, isDue } from '@countersign/protocol/value';
import type { HouseRun } from '../carry-out.ts';
import { loadRequest } from '../change-request.ts';
import type { ClaimTaken } from '../commit.ts';
import { type Context, storeState } from '../context.ts';
import { loadAction } from '../load-action.ts';
import { allowanceStream, requestStream } from '../stream-name.ts';
import { allowanceAction } from './allowance-action.ts';
import { freePlace, kindClaim, listKey, placeKey } from './allowance-claims.ts';
import { loadStart } from './ask-allowance.ts';
import { loadAllowance } from './load-allowance.ts';

/** The terms are read at each use, and may be shown for a while after the last one. */
const keptAfterEndSeconds = 90 * 86_400;

/** What carrying out an approved house request for an allowance does now: it makes the allowance, or confirms it. */
export async function runAllowance(
  context: Context,
  asked: ActionBinding,
  { request, resolution }: OpenedRequest,
): Promise<Result<HouseRun>> {
  const terms = readTerms(asked);
  if (terms === null) return refuse('allowance_inconsistent', 'the action binds no terms');
  const start = await loadStart(context, terms.from_request);
  if (!start.ok) return start;
  const { action: started, limits } = start.value;
  const judged = judgeChoice(terms, { parameters: started.parameters, limits });
  if (!judged.ok) return judged;
  const { agent_id, target } = terms;
  const kind = await kindClaim(context, { agent_id, tool_name: target.tool_name });
  const rejected = await findRejection(context, terms, request.requested_at);
  if (rejected !== null) return refuse('allowance_rejected_meanwhile', `${rejected} was rejected`);
  const { epoch } = await storeState(context);
  const now = context.clock.now();
  const ends = resolution?.grant_expires_at ?? null;
  if (ends === null || isDue(ends, now))
    return refuse('grant_expired', `the approval ended at ${ends}`);
  const loaded = await loadAllowance(context, terms.allowance_id);
  const { approval_request_id, action_digest } = request;
  const decision = decideAllowance(
    loaded.state,
    { type: 'make', terms, approval_request_id, action_digest, epoch },
    now,
  );
  if (!decision.ok) return decision;
  const claims =
    loaded.state.status === 'absent' ? await claimsOf(context, terms, now) : accept([]);
  if (!claims.ok) return claims;
  const stream = allowanceStream(terms.allowance_id);
  const action = allowanceAction(terms, started, limits);
  const retainUntil = addSeconds(now, terms.lifetime_seconds + keptAfterEndSeconds);
  return accept({
    action,
    appends: [
      {
        stream,
        expectedVersion: loaded.version,
        events: sealEvents(stream, loaded.head, decision.events),
        row: null,
        claims: [kind, ...claims.value],
      },
    ],
    actions: [{ digest: sha256(action), text: canonicalize(action), retainUntil }],
  });
}

/** Its place among the allowances of the agent and tool until it ends, and its name permanently. */
async function claimsOf(
  context: Context,
  { allowance_id, agent_id, target, lifetime_seconds }: AllowanceTerms,
  now: Parameters<typeof addSeconds>[0],
): Promise<Result<ClaimTaken[]>> {
  const place = { agent_id, tool_name: target.tool_name };
  const slot = await freePlace(context, place);
  if (slot === null)
    return refuse(
      'allowances_exhausted',
      'the agent already has as many allowances for this tool as it may',
    );
  const until = addSeconds(now, lifetime_seconds);
  return accept([
    { scope: 'allowance', key: placeKey(place, slot), until },
    { scope: 'allowance', key: listKey(allowance_id), until: null },
  ]);
}

const lookedAt = 200;

/** A request that the template covers and that a person rejected since the allowance was asked for; null where none was. */
async function findRejection(
  context: Context,
  { agent_id, target, template }: AllowanceTerms,
  since: string,
): Promise<string | null> {
  const { rows } = await context.store.listRequests({
    status: 'denied',
    agentId: agent_id,
    toolName: target.tool_name,
    limit: lookedAt,
  });
  for (const { approval_request_id } of rows) {
    const { state } = await loadRequest(context, requestStream(approval_request_id));
    if (state.status === 'absent' || (state.resolution?.resolved_at ?? '') < since) continue;
    const action = await loadAction(context, state.request.action_digest);
    if (action !== null && findUncovered(template, action.parameters) === null) {
      return approval_request_id;
    }
  }
  return null;
}
