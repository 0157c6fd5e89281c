import {
  type AllowanceEvidence,
  type AllowanceUses,
  allowanceStatusAt,
} from '@countersign/protocol/allowance';
import type { OpenedRequest } from '@countersign/protocol/request';
import { loadRequest } from '../change-request.ts';
import { type Context, storeState } from '../context.ts';
import { requestStream } from '../stream-name.ts';
import { findEveryAllowance } from './allowance-claims.ts';
import { loadCovered, loadEvidence, loadUses } from './load-allowance.ts';

/** An allowance as people see it. */
export interface ListedAllowance {
  readonly evidence: AllowanceEvidence;
  readonly uses: AllowanceUses;
  readonly status: ReturnType<typeof allowanceStatusAt>;
}

export async function readAllowance(
  context: Context,
  allowanceId: string,
): Promise<ListedAllowance | null> {
  const evidence = await loadEvidence(context, allowanceId);
  if (evidence === null) return null;
  const { epoch } = await storeState(context);
  const { state: uses } = await loadUses(context, allowanceId);
  const status = allowanceStatusAt(evidence.state, context.clock.now(), epoch);
  return { evidence, uses, status };
}

/** The newest requests that an allowance covered, the last one first. */
export async function listCovered(
  context: Context,
  allowanceId: string,
  limit: number,
): Promise<readonly OpenedRequest[]> {
  const covered: OpenedRequest[] = [];
  for (const approvalRequestId of await loadCovered(context, allowanceId, limit)) {
    const { state } = await loadRequest(context, requestStream(approvalRequestId));
    if (state.status !== 'absent') covered.push(state);
  }
  return covered;
}

/** Every allowance whose terms are kept, those that still cover something first, and the newest first among them. */
export async function listAllowances(context: Context): Promise<readonly ListedAllowance[]> {
  const listed: ListedAllowance[] = [];
  for (const id of await findEveryAllowance(context)) {
    const read = await readAllowance(context, id);
    if (read !== null) listed.push(read);
  }
  const order = ['active', 'suspended', 'expired', 'revoked'];
  return listed.sort(
    (a, b) =>
      order.indexOf(a.status) - order.indexOf(b.status) ||
      (a.evidence.state.made_at > b.evidence.state.made_at ? -1 : 1),
  );
}
