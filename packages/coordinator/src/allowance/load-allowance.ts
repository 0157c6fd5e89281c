import type { ActionBinding } from '@countersign/protocol/action';
import {
  type AllowanceEvent,
  type AllowanceEvidence,
  type AllowanceState,
  type AllowanceUseEvent,
  type AllowanceUses,
  absentAllowance,
  evolveAllowance,
  evolveUses,
  noUses,
  readTerms,
} from '@countersign/protocol/allowance';
import type { Covered } from '@countersign/protocol/directory';
import { coveredOf, type OpenedRequest } from '@countersign/protocol/request';
import type { ApprovalRequestId } from '@countersign/protocol/value';
import { loadRequest } from '../change-request.ts';
import { type Context, forgetOtherHistory, remember } from '../context.ts';
import { loadAction } from '../load-action.ts';
import { foldRows, type Loaded, loadStream } from '../load-stream.ts';
import { allowanceStream, allowanceUsesStream, requestStream } from '../stream-name.ts';

export const allowanceFolding = { initial: absentAllowance, evolve: evolveAllowance };

export function loadAllowance(
  { store }: Pick<Context, 'store'>,
  allowanceId: string,
): Promise<Loaded<AllowanceState>> {
  return loadStream<AllowanceState, AllowanceEvent>(
    store,
    allowanceStream(allowanceId),
    allowanceFolding,
  );
}

/** The uses of an allowance. What this process has read before is not read again; the commit guards the version. */
export async function loadUses(
  context: Pick<Context, 'store' | 'memory'> & Context,
  allowanceId: string,
): Promise<Loaded<AllowanceUses>> {
  forgetOtherHistory(context);
  const stream = allowanceUsesStream(allowanceId);
  const { allowanceUses } = context.memory;
  const known: Loaded<AllowanceUses> = allowanceUses.get(stream) ?? {
    state: noUses,
    version: 0,
    head: null,
  };
  const rows = await context.store.readStream(stream, known.version);
  const loaded = foldRows<AllowanceUses, AllowanceUseEvent>(stream, known, rows, evolveUses);
  if (rows.length > 0) remember(allowanceUses, stream, loaded);
  return loaded;
}

/** The requests of the last uses of an allowance, the last one first. */
export async function loadCovered(
  { store }: Pick<Context, 'store'>,
  allowanceId: string,
  limit: number,
): Promise<readonly ApprovalRequestId[]> {
  const { state } = await loadStream<readonly ApprovalRequestId[], AllowanceUseEvent>(
    store,
    allowanceUsesStream(allowanceId),
    {
      initial: [],
      evolve: (before, { data }) => [data.approval_request_id, ...before.slice(0, limit - 1)],
    },
  );
  return state;
}

/** What people decided about an allowance. It never changes once it was carried out. */
export interface DecidedAllowance {
  readonly decided: OpenedRequest;
  readonly action: ActionBinding;
}

/** An allowance with the decision behind it; null where there is none, or where its terms were erased. */
export async function loadEvidence(
  context: Context,
  allowanceId: string,
): Promise<AllowanceEvidence | null> {
  const { state, version } = await loadAllowance(context, allowanceId);
  if (state.status === 'absent') return null;
  const decision = await loadDecided(context, state.approval_request_id);
  const terms = decision === null ? null : readTerms(decision.action);
  return decision === null || terms === null ? null : { state, version, terms, ...decision };
}

async function loadDecided(
  context: Context,
  approvalRequestId: string,
): Promise<DecidedAllowance | null> {
  forgetOtherHistory(context);
  const { allowanceDecisions } = context.memory;
  const known = allowanceDecisions.get(approvalRequestId);
  if (known !== undefined) return known;
  const { state } = await loadRequest(context, requestStream(approvalRequestId));
  if (state.status !== 'consumed') return null;
  const action = await loadAction(context, state.request.action_digest);
  if (action === null) return null;
  const loaded = { decided: state, action };
  remember(allowanceDecisions, approvalRequestId, loaded);
  return loaded;
}

/** Everyone that an allowance depends on, since they were part of it: a lock on any of them closes it (LK-4). */
export function coveredByAllowance({ state, decided }: AllowanceEvidence): Covered[] {
  const agent: Covered = { kind: 'agent', agent_id: state.agent_id, since: state.made_at };
  return [...coveredOf(decided), agent];
}

/** Everyone that a request depends on; with the people of the allowance, where one stands in place of entries. */
export async function coveredWithAllowance(
  context: Context,
  state: OpenedRequest,
): Promise<{ readonly covered: Covered[]; readonly evidence: AllowanceEvidence | null }> {
  const use = state.resolution?.allowance;
  const evidence = use === undefined ? null : await loadEvidence(context, use.allowance_id);
  const more = evidence === null ? [] : coveredByAllowance(evidence);
  return { covered: [...coveredOf(state), ...more], evidence };
}
