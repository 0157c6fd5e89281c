import { findUncovered } from '@countersign/protocol/allowance';
import type { OpenedRequest } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import type { ClaimTaken, Guards, StreamAppend } from '../commit.ts';
import type { Context } from '../context.ts';
import { loadAction } from '../load-action.ts';
import { allowanceStream } from '../stream-name.ts';
import { findAllowances, kindClaim } from './allowance-claims.ts';
import { suspensionAppend } from './change-allowance.ts';
import { loadAllowance, loadEvidence } from './load-allowance.ts';

/** What the commit of a rejection does and demands because of allowances. */
interface RejectedKind {
  readonly appends: readonly StreamAppend[];
  /** Taken by the request, so that an allowance that is made at the same time is made again, or not at all. */
  readonly claims: readonly ClaimTaken[];
  /** Allowances that cover nothing now: one that is confirmed meanwhile makes the commit fail. */
  readonly streams: Guards['streams'];
}

/**
 * What a rejection writes besides: every allowance that covers the rejected action is suspended in the same commit (AL-11).
 * An action whose bytes are gone could be any, so that all of them are.
 */
export async function suspendRejected(
  context: Context,
  state: OpenedRequest,
  now: Timestamp,
): Promise<RejectedKind> {
  const { agent_id, action_digest } = state.request;
  const place = { agent_id, tool_name: state.tool_name };
  const claim = await kindClaim(context, place);
  const appends: StreamAppend[] = [];
  const streams: { stream: string; version: number }[] = [];
  const ids = await findAllowances(context, place);
  const action = ids.length === 0 ? null : await loadAction(context, action_digest);
  for (const id of ids) {
    const evidence = await loadEvidence(context, id);
    const covers =
      action === null ||
      evidence === null ||
      findUncovered(evidence.terms.template, action.parameters) === null;
    if (!covers) continue;
    const loaded = await loadAllowance(context, id);
    const append = suspensionAppend(loaded, state, now);
    if (append !== null) appends.push(append);
    else streams.push({ stream: allowanceStream(id), version: loaded.version });
  }
  return { appends, claims: [claim], streams };
}
