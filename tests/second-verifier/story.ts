// Bundles as a store would export them, made only with the public API of the package.

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { parseActionBinding } from '@countersign/protocol/action';
import {
  type BatchedDecision,
  batchChallenge,
  batchTree,
  batchViewDigest,
  decisionChallenge,
  type EntrySubmission,
  parseChain,
  parseEntrySubmission,
  reasonDigest,
} from '@countersign/protocol/chain';
import { importPublicKey, sha256 } from '@countersign/protocol/crypto';
import { emptyCase } from '@countersign/protocol/plan';
import {
  absentRequest,
  decideRequest,
  evolveRequest,
  grantType,
  inputDigest,
  type OpenedRequest,
  type OpenRequest,
  parseApprovalRequest,
  parsePolicyDecision,
  type RequestCommand,
  type RequestEvent,
  type RequestState,
  verifyGrant,
} from '@countersign/protocol/request';
import { addSeconds, authenticated, Timestamp } from '@countersign/protocol/value';
import { presentedView, viewDigest } from '@countersign/protocol/view';
import { signArtifact, signer, signingKey } from './signing.ts';

export const idOf = (prefix: string, number: number): string =>
  `${prefix}_${number.toString(16).padStart(12, '0')}40008000${'0'.repeat(12)}`;

export const noon = Timestamp.parse('2026-11-15T12:00:00.000Z');
export const storeId = idOf('store', 1);
export const site = { origin: 'https://approvals.example', rp_id: 'approvals.example' };
export const after = (seconds: number) => addSeconds(noon, seconds);

export const action = parseActionBinding({
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'mail-bot',
  target: { tool_name: 'send_mail', tool_schema_version: '1' },
  parameters: { to: 'zoë@example.com', subject: 'Überweisung "7"\n', copies: [1, 2.5, true, null] },
});

export const chain = parseChain({
  chain_id: 'mail',
  version: '1',
  stages: [
    { name: 'desk', approvers: { roles: ['desk'] } },
    { name: 'head', approvers: { identities: [idOf('person', 2)] }, min_assurance: 'webauthn' },
  ],
});

export const decision = parsePolicyDecision({
  policy_decision_id: idOf('pd', 1),
  verdict: 'require_approval',
  action_digest: sha256(action),
  policy_rule_id: 'outgoing',
  policy_rule_ids: ['outgoing'],
  policy_version: '1+abc',
  approval_chain_id: 'mail',
  approval_chain_version: '1',
  risk: { level: 'medium', signals: [] },
  annotations: [],
  reasons: [],
  context: {},
  decided_at: noon,
});

export const request = parseApprovalRequest({
  approval_request_id: idOf('ar', 1),
  case_id: idOf('case', 1),
  round: 1,
  policy_decision_id: decision.policy_decision_id,
  action_digest: sha256(action),
  intent_id: idOf('intent', 1),
  agent_id: action.agent_id,
  requested_by: { principal_id: 'mail-bot-key' },
  operation: action.operation,
  policy_version: decision.policy_version,
  approval_chain_id: 'mail',
  approval_chain_version: '1',
  requested_at: noon,
  expires_at: after(900),
  execute_within_seconds: 900,
  audience: 'mail-executor',
  risk: decision.risk,
  reason: 'mail to the outside',
  scope: {},
  route: { kind: 'admin_channel' },
  fail_closed_on_timeout: true,
});

export const in_force = {
  store_id: storeId as never,
  epoch: 1,
  policy_version: request.policy_version,
  approval_chain_version: '1',
};

export const person = (number: number, roles: string[]) =>
  authenticated({
    kind: 'human',
    principal_id: `cookie-${number}`,
    person_id: idOf('person', number) as never,
    roles,
    assurance: 'session',
  });

const passkeyPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { x, y } = passkeyPair.publicKey.export({ format: 'jwk' });
export const passkey = {
  credential_id: Buffer.from('a passkey').toString('base64url'),
  person_id: idOf('person', 2),
  public_key: { kty: 'EC', crv: 'P-256', x, y },
};
const passkeys = { ...site, passkeys: [passkey as never] };

export const open: OpenRequest = {
  type: 'open',
  request,
  policy_decision: decision,
  action,
  chain,
  parties: { requester: null, subject: null, agent_owner: null },
  directory: [
    { kind: 'human', identity: idOf('person', 1), roles: ['desk'], assurance: 'session' },
    { kind: 'human', identity: idOf('person', 2), roles: [], assurance: 'webauthn' },
  ],
  approval_case: emptyCase,
  rounds_max: 3,
  change: null,
  epoch: 1,
};

const submission = (stage_index: number, decided: 'allow' | 'deny'): EntrySubmission =>
  parseEntrySubmission({
    chain_entry_id: idOf('ace', stage_index + 1),
    stage_index,
    decision: decided,
    reason_code: 'reviewed',
    reason: 'seen',
    input_digest: inputDigest(request),
    view_digest: viewDigest(presentedView(request, action)),
  });

const record = (
  stage: number,
  decided: 'allow' | 'deny',
  others: readonly BatchedDecision[] = [],
): RequestCommand => ({
  type: 'record_entry',
  submission: stage === 0 ? submission(0, decided) : asserted(submission(stage, decided), others),
  ...(others.length === 0 ? {} : { in_batch: true }),
  principal: stage === 0 ? person(1, ['desk']) : person(2, []),
  in_force,
  passkeys,
  view_digest: viewDigest(presentedView(request, action)),
  issuer: 'countersign-test',
  ids: {
    approval_resolution_id: idOf('apr', 1) as never,
    grant_id: idOf('grant', 1) as never,
  },
});

function asserted(made: EntrySubmission, others: readonly BatchedDecision[] = []): EntrySubmission {
  const nonce = 'nonce-0123456789abcdef';
  const { view_digest, input_digest, stage_index, chain_entry_id, decision } = made;
  if (view_digest === null) throw new Error('expected a view');
  const decided = {
    store_id: in_force.store_id,
    epoch: in_force.epoch,
    approval_request_id: request.approval_request_id,
    input_digest,
    view_digest,
    stage_index,
    chain_entry_id,
    approver_identity: passkey.person_id,
    decision,
    reason_digest: reasonDigest(made),
    execute_within_seconds: request.execute_within_seconds,
  };
  const rows = [...others, decided];
  const tree = batchTree(rows);
  const batch = {
    root: tree.root,
    count: rows.length,
    batch_view_digest: batchViewDigest(rows),
    ...tree.places.at(-1),
  };
  const { store_id, epoch, approver_identity } = decided;
  const { root, count, batch_view_digest } = batch;
  const challenge =
    others.length === 0
      ? decisionChallenge({ ...decided, nonce })
      : batchChallenge({
          store_id,
          epoch,
          approver_identity,
          root,
          count,
          batch_view_digest,
          nonce,
        });
  const client = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge: Buffer.from(challenge).toString('base64url'),
      origin: site.origin,
    }),
  );
  const data = Buffer.concat([hash(site.rp_id), Buffer.from([5, 0, 0, 0, 0])]);
  const signature = signWith(passkeyPair.privateKey, Buffer.concat([data, hash(client)]));
  return parseEntrySubmission({
    ...made,
    assertion: {
      public_key: passkey.public_key,
      ...site,
      nonce,
      ...(others.length === 0 ? {} : { batch }),
      response: {
        credential_id: passkey.credential_id,
        authenticator_data: data.toString('base64url'),
        client_data_json: client.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    },
  });
}

const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const signWith = (key: KeyObject, bytes: Buffer) => sign('sha256', bytes, key);

function consume({ grant }: OpenedRequest): RequestCommand {
  if (grant === null) throw new Error('expected a grant');
  const verified = verifyGrant({
    jws: signArtifact(grant, grantType),
    keys: new Map([[signingKey.kid, importPublicKey(signer.publicKey)]]),
    issuer: grant.issuer,
    store_id: grant.store_id,
    audience: grant.audience,
    now: noon,
  });
  if (!verified.ok) throw new Error(verified.refusal.detail);
  return {
    type: 'consume',
    action,
    approved_action: action,
    grant: verified.value,
    executor: request.audience,
    attempt: 'attempt-1',
    preconditions: [],
    tool_definition_digest: null,
    in_force,
    passkeys,
    voters: open.directory,
    lock: null,
    plan: null,
    hold: null,
    receipt_id: idOf('rc', 1) as never,
    start_within_seconds: 30,
    report_within_seconds: 300,
  };
}

const advise: RequestCommand = {
  type: 'advise',
  advice: {
    advice_id: idOf('adv', 1) as never,
    approval_request_id: request.approval_request_id,
    model: 'some-model',
    prompt_version: '7',
    recommendation: 'allow',
    explanation: 'It looks like all the others.',
    risk_annotations: [],
  },
};

const expire: RequestCommand = {
  type: 'expire',
  ids: { approval_resolution_id: idOf('apr', 1) as never },
};

/** A new policy that answers the same: the request stays open under it. */
const newer = '2+def';
const reaffirm: RequestCommand = {
  type: 'reaffirm',
  decision: parsePolicyDecision({
    ...decision,
    policy_decision_id: idOf('pd', 2),
    policy_version: newer,
    reasons: ['in other words'],
    decided_at: after(60),
  }),
  evaluation: {
    chain,
    route: request.route,
    expires_in_seconds: 900,
    execute_within_seconds: request.execute_within_seconds,
  },
  in_force: { ...in_force, policy_version: newer },
};

/** The other rows of a batch, whose requests have bundles of their own. */
const otherRows = [7, 8, 9, 10].map(
  (number): BatchedDecision => ({
    store_id: in_force.store_id,
    epoch: 1,
    approval_request_id: idOf('ar', number) as never,
    input_digest: sha256(number),
    view_digest: sha256(number),
    stage_index: 1,
    chain_entry_id: idOf('ace', number) as never,
    approver_identity: passkey.person_id,
    decision: 'allow',
    reason_digest: sha256(number),
    execute_within_seconds: 900,
  }),
);

type Step = RequestCommand | ((state: OpenedRequest) => RequestCommand);

export const stories = {
  executed: [open, advise, record(0, 'allow'), record(1, 'allow'), consume],
  denied: [open, record(0, 'deny')],
  deniedByPasskey: [open, record(0, 'allow'), record(1, 'deny')],
  expired: [open, advise, expire],
  reaffirmed: [open, reaffirm, expire],
  batched: [open, record(0, 'allow'), record(1, 'allow', otherRows), consume],
} as const satisfies Record<string, readonly Step[]>;

/** What happened; throws where a rule refuses. Time goes on by a minute a step, or to the end for an expiry. */
export function tell(steps: readonly Step[]): { state: OpenedRequest; events: RequestEvent[] } {
  let state: RequestState = absentRequest;
  const events: RequestEvent[] = [];
  for (const [index, step] of steps.entries()) {
    const command = typeof step === 'function' ? step(state as OpenedRequest) : step;
    const decided = decideRequest(
      state,
      command,
      after(command.type === 'expire' ? 900 : index * 60),
    );
    if (!decided.ok) throw new Error(`${decided.refusal.code}: ${decided.refusal.detail}`);
    events.push(...decided.events);
    state = decided.events.reduce(evolveRequest, state);
  }
  if (state.status === 'absent') throw new Error('expected an opened request');
  return { state, events };
}
