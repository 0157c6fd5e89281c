import { type ActionBinding, isReservedForHouse } from '@countersign/protocol/action';
import { type Digest, sha256, sha256OfText } from '@countersign/protocol/crypto';
import {
  type BatchFindings,
  decideBatch,
  decideRefused,
  type EdgeDecision,
  type EdgeEvent,
  type EdgeState,
  edgeBatchDigest,
  endsRun,
  judgeBatch,
  type OpenSnapshot,
  rejectionKey,
  type VerifiedBatch,
  verifyEdgeBatch,
} from '@countersign/protocol/edge';
import { canonicalize, type JsonObject } from '@countersign/protocol/json';
import {
  accept,
  ProtocolError,
  type Refusal,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import {
  type Evaluation,
  type PolicyDecision,
  packAnswers,
  parsePolicyDecision,
} from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import { PersonId, type Timestamp } from '@countersign/protocol/value';
import { passAnchor } from '../anchor/compare-anchor.ts';
import { attestedContext } from '../attested-context.ts';
import { eachPartOnce, takeBytes } from '../byte-quota.ts';
import { changeStream } from '../change-stream.ts';
import type { ClaimTaken, StreamAppend } from '../commit.ts';
import { type Context, storeState } from '../context.ts';
import type { UnaskedDecision } from '../decision-segment.ts';
import { failClosed } from '../fail-closed.ts';
import { passRejection } from '../pass-surroundings.ts';
import { decisionBytes } from '../proposal-bytes.ts';
import { unaskedDecision } from '../record-unasked.ts';
import { edgeStream, segmentStream } from '../stream-name.ts';
import { closedActions } from './agent-standing.ts';
import type { EdgeCaller } from './issue-snapshot.ts';
import { edgeFolding, loadEdge } from './load-edge.ts';

/** Evaluates with a policy that may no longer be in force, by the digest of its documents. */
export type EvaluatePast = (
  policyText: Digest,
  action: ActionBinding,
  facts: JsonObject,
  caller: string,
) => Promise<Evaluation>;

export interface RecordedBatch {
  readonly sequence: number;
  readonly contradicted: number;
  /** Whether this very batch had been recorded before. */
  readonly repeated: boolean;
}

/** The annotation of a decision that an edge made. */
export const edgeNote = 'edge.decided';
/** The annotation, and the rule, of an allow of an edge that the server would not have given (EG-7). */
export const contradictionNote = 'edge.contradicted';

/**
 * Records what an edge allowed. Each action is evaluated again, under the policy of its snapshot. What the server would not
 * have allowed is recorded all the same, since it has run, and is marked (EG-7). A batch that is refused leaves an event.
 */
export function recordEdgeBatch(
  context: Context,
  edge: EdgeCaller,
  jws: string,
  evaluatePast: EvaluatePast,
): Promise<Result<RecordedBatch>> {
  return failClosed(async () => {
    const passed = await passAnchor(context);
    if (!passed.ok) return passed;
    const { edge_id } = edge;
    const verified = verifyEdgeBatch({ jws, edge_id, key: edge.key });
    if (!verified.ok) return refuseBatch(context, edge_id, edgeBatchDigest(jws), verified.refusal);
    const { batch, digest } = verified.value;
    const { storeId: store_id, epoch } = await storeState(context, true);
    const { state } = await loadEdge(context, edge_id);
    const judged = judgeBatch(state, verified.value, { store_id, epoch }, context.clock.now());
    if (!judged.ok) return refuseBatch(context, edge_id, digest, judged.refusal);
    if (judged.value.isRepeated) {
      return accept({ sequence: batch.sequence, contradicted: 0, repeated: true });
    }
    const again = await evaluateAgain(
      context,
      edge,
      verified.value,
      judged.value.snapshots,
      evaluatePast,
    );
    if (!again.ok) return refuseBatch(context, edge_id, digest, again.refusal);
    return commitBatch(context, edge, verified.value, { store_id, epoch }, again.value);
  });
}

/** A decision of the edge, as the server would record it. */
interface JudgedAgain {
  readonly unasked: UnaskedDecision;
  readonly contradicted: boolean;
}

async function commitBatch(
  context: Context,
  { edge_id }: EdgeCaller,
  verified: VerifiedBatch,
  place: Pick<BatchFindings, 'store_id' | 'epoch'>,
  judged: readonly JudgedAgain[],
): Promise<Result<RecordedBatch>> {
  const { batch } = verified;
  const claims = await takeAll(context, edge_id, judged);
  if (!claims.ok) return claims;
  const contradicted = judged.filter(each => each.contradicted).length;
  const segment = judged.length === 0 ? null : segmentStream(context.ids.uuid());
  const changed = await changeStream<EdgeState, EdgeEvent>(context, {
    stream: edgeStream(edge_id),
    folding: edgeFolding,
    load: () => loadEdge(context, edge_id),
    decide: (state, now) => decideBatch(state, verified, { ...place, contradicted, segment }, now),
    claims: claims.value,
    onClaimTaken: () => ({
      code: 'commit_contended',
      detail: 'another process took the bytes of this agent first',
    }),
    actions: () => judged.flatMap(({ unasked }) => unasked.text ?? []),
    also: async (_events, now) => (segment === null ? [] : [appendOf(segment, judged, now)]),
  });
  if (!changed.ok) return changed;
  return accept({ sequence: batch.sequence, contradicted, repeated: false });
}

function appendOf(stream: string, judged: readonly JudgedAgain[], at: Timestamp): StreamAppend {
  const events = packAnswers(judged.map(({ unasked: { data } }) => ({ at, data })));
  return { stream, expectedVersion: 0, events: sealEvents(stream, null, events), row: null };
}

/** What the decisions of a batch take of the bytes of their agents (HI-5). */
async function takeAll(
  context: Context,
  edgeId: string,
  judged: readonly JudgedAgain[],
): Promise<Result<readonly ClaimTaken[]>> {
  const bytes = new Map<string, number>();
  for (const { unasked } of judged) {
    const { agent_id, decision } = unasked.data;
    const kept = decisionBytes + canonicalize(decision.context).length;
    bytes.set(agent_id, (bytes.get(agent_id) ?? 0) + kept + (unasked.text?.text.length ?? 0));
  }
  // A batch that says only that there was nothing counts for the edge itself.
  if (judged.length === 0) bytes.set(edgeId, decisionBytes);
  const claims: ClaimTaken[] = [];
  for (const [agent, count] of bytes) {
    const taken = await takeBytes(context, agent, count);
    if (!taken.ok) return taken;
    claims.push(...taken.value);
  }
  return accept(eachPartOnce(claims));
}

async function evaluateAgain(
  context: Context,
  edge: EdgeCaller,
  verified: VerifiedBatch,
  snapshots: readonly OpenSnapshot[],
  evaluatePast: EvaluatePast,
): Promise<Result<readonly JudgedAgain[]>> {
  const judged: JudgedAgain[] = [];
  const rejections = new Rejections(context);
  for (const [index, decided] of verified.batch.decisions.entries()) {
    const snapshot = snapshots[index];
    const rights = judgeRights(edge, decided);
    if (!rights.ok || snapshot === undefined) {
      return rights.ok
        ? refuse('edge_batch_out_of_time', 'a decision of the batch has no snapshot')
        : rights;
    }
    const evaluation = await evaluateUnder(context, edge, decided, snapshot, evaluatePast);
    if (!evaluation.ok) return evaluation;
    const rejection = await rejections.judge(decided.action);
    judged.push(
      judgedAgain(context, verified, decided, evaluation.value, {
        edge_id: edge.edge_id,
        why: whyNot(evaluation.value, rejection),
      }),
    );
  }
  return accept(judged);
}

/** Which actions were rejected for good. The list of an agent is read once; what is on it is looked up again. */
class Rejections {
  readonly #context: Context;
  readonly #byAgent = new Map<string, readonly string[] | null>();

  constructor(context: Context) {
    this.#context = context;
  }

  async judge(action: ActionBinding): Promise<Result<null>> {
    const { agent_id, subject_id } = action;
    let closed = this.#byAgent.get(agent_id);
    if (closed === undefined) {
      closed = await closedActions(this.#context, agent_id);
      this.#byAgent.set(agent_id, closed);
    }
    if (closed?.length === 0) return accept(null);
    const digest = sha256(action);
    const key = rejectionKey({ agent_id, subject_id, action_digest: digest });
    return closed === null || closed.includes(key)
      ? passRejection(this.#context, { action, digest })
      : accept(null);
  }
}

/** An edge speaks for its own agents and subjects, as an agent does in a proposal (ID-14, HR-1). */
function judgeRights(
  { agent_ids, subject_ids }: EdgeCaller,
  { action }: EdgeDecision,
): Result<null> {
  if (isReservedForHouse(action)) {
    return refuse('house_action_reserved', 'a name of it begins with countersign.');
  }
  if (!agent_ids.includes(action.agent_id)) {
    return refuse('not_permitted', 'the credential does not cover an agent of this batch');
  }
  const { subject_id } = action;
  const isPerson = subject_id !== null && PersonId.safeParse(subject_id).success;
  return isPerson && !subject_ids.includes(subject_id)
    ? refuse('subject_not_permitted', 'the credential does not list a person of this batch')
    : accept(null);
}

async function evaluateUnder(
  { policies }: Context,
  { edge_id, tool_server }: EdgeCaller,
  { action, context: told_context }: EdgeDecision,
  { policy_version, policy_text }: OpenSnapshot,
  evaluatePast: EvaluatePast,
): Promise<Result<Evaluation>> {
  const facts = attestedContext({
    context: told_context,
    ...(tool_server === null ? {} : { toolServer: tool_server }),
  });
  try {
    const evaluation =
      policies.version() === policy_version
        ? await policies.evaluate(action, facts, edge_id)
        : await evaluatePast(policy_text, action, facts, edge_id);
    return evaluation.policy_version === policy_version
      ? accept(evaluation)
      : refuse(
          'policy_unavailable',
          `expected ${policy_version}, found ${evaluation.policy_version}`,
        );
  } catch (error) {
    // A fault of the server passes under its own name. Whatever else fails here says nothing about the batch.
    if (error instanceof ProtocolError && !endsRun(error.code)) {
      return refuse(error.code, error.message);
    }
    return refuse(
      'policy_unavailable',
      error instanceof Error ? error.message : 'the evaluation failed',
    );
  }
}

/** Why the server would not have allowed it, or null where it would. */
function whyNot(
  { verdict, policy_rule_id, audit_sync }: Evaluation,
  rejection: Result<null>,
): string | null {
  if (verdict !== 'allow') return `the server answers ${verdict} by ${policy_rule_id}`;
  if (audit_sync) return `the server answers by ${policy_rule_id}, which has audit: sync`;
  return rejection.ok ? null : `an approver rejected it for good: ${rejection.refusal.detail}`;
}

function judgedAgain(
  context: Context,
  { batch }: VerifiedBatch,
  decided: EdgeDecision,
  evaluation: Evaluation,
  { edge_id, why }: { readonly edge_id: string; readonly why: string | null },
): JudgedAgain {
  const { action, serial } = decided;
  const actionText = canonicalize(action);
  const note = `the edge ${edge_id} decided under snapshot ${serial}, batch ${batch.sequence} of run ${batch.run}`;
  const decision: PolicyDecision = parsePolicyDecision({
    policy_decision_id: decided.policy_decision_id,
    verdict: 'allow',
    action_digest: sha256OfText(actionText),
    policy_rule_id: why === null ? evaluation.policy_rule_id : contradictionNote,
    policy_rule_ids: evaluation.policy_rule_ids,
    policy_version: evaluation.policy_version,
    risk: evaluation.risk,
    annotations: [
      ...evaluation.annotations,
      { kind: 'audit', policy_rule_id: edgeNote, note },
      ...(why === null ? [] : [{ kind: 'warn', policy_rule_id: contradictionNote, note: why }]),
    ],
    reasons: why === null ? evaluation.reasons : [why, ...evaluation.reasons],
    context: evaluation.context,
    decided_at: decided.decided_at,
    trace: decided.trace,
  });
  const unasked = unaskedDecision(context, { action, actionText, decision, evaluation });
  return { unasked, contradicted: why !== null };
}

/**
 * A batch that cannot be recorded now is sent again. Any other refused batch is refused for good and leaves an event
 * (EG-6).
 */
async function refuseBatch(
  context: Context,
  edgeId: string,
  digest: Digest,
  refusal: Refusal,
): Promise<Result<never>> {
  if (!endsRun(refusal.code)) return { ok: false, refusal };
  const changed = await changeStream<EdgeState, EdgeEvent>(context, {
    stream: edgeStream(edgeId),
    folding: edgeFolding,
    load: () => loadEdge(context, edgeId),
    decide: (state, now) => decideRefused(state, edgeId, digest, refusal, now),
  });
  return changed.ok ? { ok: false, refusal } : changed;
}
