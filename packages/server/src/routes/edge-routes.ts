import {
  type EdgeCaller,
  issueSnapshot,
  listEdges,
  loadDirectory,
  recordEdgeBatch,
} from '@countersign/coordinator';
import { importArtifactKey } from '@countersign/protocol/crypto';
import { activeCredential, type DirectoryState } from '@countersign/protocol/directory';
import { type EdgeState, overdueSnapshots } from '@countersign/protocol/edge';
import type { JsonObject } from '@countersign/protocol/json';
import type { Timestamp } from '@countersign/protocol/value';
import { evaluatorName } from '@countersign/risk';
import {
  EdgeBatchAnswer,
  EdgeBatchBody,
  type EdgeFacts,
  EdgeList,
  SnapshotAnswer,
  SnapshotBody,
} from '@countersign/wire/edges';
import { evaluatePast } from '../edge/past-policies.ts';
import { answerTo, json, refuseCall, refusedWith } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofEvaluation } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { productVersion } from '../product-version.ts';

const ofJws = [
  'jws_malformed',
  'jws_header_mismatch',
  'jws_key_unknown',
  'jws_signature_mismatch',
  'jws_payload_not_canonical',
] as const;

/** An edge evaluates policy where the agent runs, and allows what policy allows. It tells the server what it allowed. */
export const edgeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/edge/snapshots',
    id: 'issueSnapshot',
    tag: 'edges',
    summary: 'The policy in force for some seconds, signed, for an edge that decides with it',
    access: ['edge'],
    problems: [
      'edge_not_offered',
      'edge_batch_missing',
      'rate_limited',
      'policy_unavailable',
      'signer_unavailable',
      'signer_unusable',
      'key_not_valid_then',
      'stream_broken',
    ],
    body: SnapshotBody,
    answers: { 200: SnapshotAnswer },
    handle: async (app, { caller, context, body }) => {
      const edge = edgeOf(caller);
      if (edge === null) return notEdge();
      const { run, nonce, has } = body;
      const issued = await issueSnapshot(
        context,
        edge,
        { run, nonce },
        {
          seconds: app.settings.edge_snapshot_seconds,
          evaluator: evaluatorName(productVersion),
          own: app.own as unknown as JsonObject | null,
        },
      );
      if (!issued.ok) return refusedWith(issued.refusal);
      const { jws: snapshot, policy_text } = issued.value;
      const text = policy_text === has ? null : await context.store.readAction(policy_text);
      return text === null && policy_text !== has
        ? refuseCall('policy_unavailable', 'the store does not keep the documents of the policy')
        : json({ snapshot, policy_text: text });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/edge/batches',
    id: 'recordEdgeBatch',
    tag: 'edges',
    summary: 'What an edge allowed, signed by it; each action is evaluated again and recorded',
    access: ['edge'],
    problems: [
      ...ofJws,
      ...ofEvaluation,
      'edge_batch_malformed',
      'edge_batch_gap',
      'edge_batch_conflict',
      'edge_batch_out_of_time',
      'edge_run_ended',
      'store_mismatch',
      'epoch_changed',
      'policy_unavailable',
      'house_action_reserved',
      'subject_not_permitted',
      'agent_quota_spent',
      'stream_broken',
    ],
    body: EdgeBatchBody,
    answers: { 200: EdgeBatchAnswer },
    handle: async (app, { caller, context, body }) => {
      const edge = edgeOf(caller);
      if (edge === null) return notEdge();
      return answerTo(await recordEdgeBatch(context, edge, body.batch, evaluatePast(app)), value =>
        json(value),
      );
    },
  }),
  route({
    method: 'GET',
    path: '/v1/edges',
    id: 'listEdges',
    tag: 'edges',
    summary: 'The edges, what they told, and what they owe, those with a gap first',
    access: ['person'],
    answers: { 200: EdgeList },
    handle: async (_app, { context }) => {
      const { state } = await loadDirectory(context);
      const now = context.clock.now();
      const edges = (await listEdges(context)).map(edge => representEdge(state, edge, now));
      return json({ edges: edges.toSorted((a, b) => weight(b) - weight(a)) });
    },
  }),
];

function edgeOf(caller: Caller): EdgeCaller | null {
  if (caller.kind !== 'agent' || caller.edge_key === null) return null;
  const { principal, agent_ids, subject_ids, tool_server, edge_key } = caller;
  const edge_id = principal.principal_id;
  return {
    edge_id,
    principal,
    key: importArtifactKey(edge_key),
    agent_ids,
    subject_ids,
    tool_server,
  };
}

function notEdge() {
  return refuseCall('not_permitted', 'expected a key that an operator made for an edge');
}

function representEdge(directory: DirectoryState, edge: EdgeState, now: Timestamp): EdgeFacts {
  const edge_id = edge.edge_id ?? '';
  const credential = directory.credentials.get(edge_id);
  const isKey = credential?.kind === 'api_key';
  const { serial, issued_at, recorded_at, decisions, contradicted, resumed } = edge;
  return {
    edge_id,
    label: isKey ? credential.label : null,
    agent_ids: isKey ? [...credential.agent_ids] : [],
    active: activeCredential(directory, edge_id, now) !== null,
    serial,
    issued_at,
    recorded_at,
    decisions,
    contradicted,
    resumed,
    overdue: overdueSnapshots(edge, now).map(open => ({
      serial: open.serial,
      expires_at: open.expires_at,
    })),
    gap_count: edge.gap_count,
    gaps: [...edge.gaps],
    last_refusal: edge.last_refusal,
  };
}

function weight({ overdue, gap_count, contradicted }: EdgeFacts): number {
  return overdue.length * 4 + gap_count * 2 + contradicted;
}
