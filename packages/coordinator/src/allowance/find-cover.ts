import type { ActionBinding } from '@countersign/protocol/action';
import {
  type AllowanceEvidence,
  allowanceStatusAt,
  decideUse,
  findCoverFault,
  rateOpensAt,
  type SuspensionCause,
} from '@countersign/protocol/allowance';
import type { Parties } from '@countersign/protocol/chain';
import { sha256 } from '@countersign/protocol/crypto';
import {
  type ApprovalRequest,
  type CoverRequest,
  type Evaluation,
  judgeVoters,
} from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import {
  ApprovalResolutionId,
  GrantId,
  idFromUuid,
  type Timestamp,
} from '@countersign/protocol/value';
import { loadRequest, type PreparedChange } from '../change-request.ts';
import type { Guards, StreamAppend } from '../commit.ts';
import { type Context, inForceFor } from '../context.ts';
import { loadVoters } from '../load-voters.ts';
import { loadLocks, olderOf } from '../pass-locks.ts';
import type { StoreState } from '../store.ts';
import { allowanceStream, allowanceUsesStream, requestStream } from '../stream-name.ts';
import { findAllowances } from './allowance-claims.ts';
import { suspendAllowance } from './change-allowance.ts';
import { coveredByAllowance, loadEvidence, loadUses } from './load-allowance.ts';

/** The request that an allowance may cover, as the commit would open it. */
interface CoverQuestion {
  readonly request: ApprovalRequest;
  readonly parties: Parties;
  readonly action: ActionBinding;
  readonly evaluation: Evaluation;
}

/** An allowance that covers a request, and what the commit does and demands because of it. */
interface Cover {
  readonly command: CoverRequest;
  readonly append: StreamAppend;
  /** The terms, and the directory that the standing of the approvers was read from. */
  readonly terms: Guards['streams'][number];
  readonly directory: Guards['streams'];
  readonly notAfter: Timestamp;
  /** The earliest time at which the rate admits this use, by the store's clock. */
  readonly notBefore: Timestamp | null;
}

/**
 * The allowance that covers a request, or null where people are to be asked. An allowance that would cover it, but no
 * longer fits what its people decided, is suspended on the way (AL-5).
 */
export async function findCover(
  context: Context,
  question: CoverQuestion,
  store: StoreState,
  now: Timestamp,
): Promise<Cover | null> {
  const { action, evaluation } = question;
  if (evaluation.risk.level === 'critical') return null;
  const { agent_id, target } = action;
  const ids = await findAllowances(context, { agent_id, tool_name: target.tool_name });
  for (const id of ids) {
    const evidence = await loadEvidence(context, id);
    if (evidence === null) continue;
    if (allowanceStatusAt(evidence.state, now, store.epoch) !== 'active') continue;
    const cover = await coverWith(context, evidence, question, store, now);
    if (cover !== null) return cover;
  }
  return null;
}

async function coverWith(
  context: Context,
  evidence: AllowanceEvidence,
  question: CoverQuestion,
  store: StoreState,
  now: Timestamp,
): Promise<Cover | null> {
  const { request, evaluation } = question;
  const fault = findCoverFault(evidence, question);
  if (fault !== null && fault.suspends === null) return null;
  const { decided, terms, state } = evidence;
  const voters = await loadVoters(context, decided);
  const cause: SuspensionCause | null =
    fault?.suspends ??
    (evaluation.allowable === undefined ? 'policy_changed' : null) ??
    (judgeVoters(decided, voters.approvers).ok ? null : 'approver_left');
  if (cause !== null) {
    if (cause !== 'person') await suspend(context, evidence, cause);
    return null;
  }
  const locks = await loadLocks(context, coveredByAllowance(evidence));
  if (locks.lock !== null) return null;
  const uses = await loadUses(context, state.allowance_id);
  const before = uses.state.requests.get(request.action_digest);
  const decision = decideUse(
    uses.state,
    {
      terms,
      parameters: question.action.parameters,
      action_digest: request.action_digest,
      approval_request_id: request.approval_request_id,
      consumed_before: before !== undefined && (await wasConsumed(context, before)),
    },
    now,
  );
  const [used] = decision.events;
  if (!decision.ok || used === undefined) return null;
  const stream = allowanceUsesStream(state.allowance_id);
  const { chain_id, version } = {
    chain_id: request.approval_chain_id,
    version: request.approval_chain_version,
  };
  return {
    command: {
      type: 'cover',
      action: question.action,
      allowance: evidence,
      n: used.data.n,
      in_force: inForceFor(context, store, { id: chain_id, version }),
      issuer: context.signer.issuer,
      ids: {
        approval_resolution_id: idFromUuid(ApprovalResolutionId, 'apr', context.ids.uuid()),
        grant_id: idFromUuid(GrantId, 'grant', context.ids.uuid()),
      },
      single_window: context.settings.singleWindow,
    },
    append: {
      stream,
      expectedVersion: uses.version,
      events: sealEvents(stream, uses.head, [used]),
      row: null,
    },
    terms: { stream: allowanceStream(state.allowance_id), version: evidence.version },
    directory: olderOf(voters.streams, locks.streams),
    notAfter: state.expires_at < request.expires_at ? state.expires_at : request.expires_at,
    notBefore: rateOpensAt(uses.state, terms),
  };
}

/** Whether the action of an earlier use was started: a use that was not consumed may be taken again (AL-12). */
async function wasConsumed(context: Context, approvalRequestId: string): Promise<boolean> {
  const { state } = await loadRequest(context, requestStream(approvalRequestId));
  return state.status !== 'absent' && state.receipts.length > 0;
}

const reasons: Readonly<Record<Exclude<SuspensionCause, 'person' | 'rejection'>, string>> = {
  chain_changed: 'Another chain decides such an action now.',
  tool_definition_changed: 'The tool is defined otherwise now.',
  policy_changed: 'The policy no longer admits allowances for such an action.',
  approver_left: 'A person who decided it may no longer decide.',
};

async function suspend(
  context: Context,
  { state }: AllowanceEvidence,
  cause: Exclude<SuspensionCause, 'person'>,
): Promise<void> {
  const reason = cause === 'rejection' ? 'A covered action was rejected.' : reasons[cause];
  await suspendAllowance(context, state.allowance_id, { cause, reason, approval_request_id: null });
}

/**
 * One use of an agent and tool at a time in this process, so that local races do not use up the tries of a commit. Where
 * there is no allowance, nothing waits.
 */
export async function inTurn<T>(
  context: Context,
  { agent_id, target }: Pick<ActionBinding, 'agent_id' | 'target'>,
  run: () => Promise<T>,
): Promise<T> {
  const place = { agent_id, tool_name: target.tool_name };
  if ((await findAllowances(context, place)).length === 0) return run();
  const key = sha256(place);
  const { allowanceTurns } = context.memory;
  const mine = (allowanceTurns.get(key) ?? Promise.resolve()).then(run);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  allowanceTurns.set(key, settled);
  try {
    return await mine;
  } finally {
    if (allowanceTurns.get(key) === settled) allowanceTurns.delete(key);
  }
}

/** What the commit does and demands besides, where an allowance covers the action. */
export function coveredBy(
  cover: Cover | null,
  locks: Guards['streams'],
): Pick<PreparedChange, 'followedBy' | 'effect' | 'streams' | 'notBefore' | 'tooEarly'> {
  if (cover === null) return {};
  return {
    followedBy: cover.command,
    effect: { appends: [cover.append] },
    streams: [...olderOf(cover.directory, locks), cover.terms],
    ...(cover.notBefore === null
      ? {}
      : { notBefore: cover.notBefore, tooEarly: 'allowance_rate_reached' }),
  };
}

/** What a commit that an allowance covers is refused with when its time, its rate or its places ran out. */
export const endedMeanwhile: ReadonlySet<string> = new Set([
  'request_expired',
  'allowance_rate_reached',
  'commit_contended',
]);
