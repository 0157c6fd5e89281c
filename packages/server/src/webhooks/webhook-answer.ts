import {
  failClosed,
  loadDirectory,
  readRequest,
  recordEntry,
  recordRefusedAnswer,
} from '@countersign/coordinator';
import { AgtWebhookResponse, toAgtWebhookRequest } from '@countersign/dialects/agt';
import {
  type EntrySubmission,
  type ParsedEntrySubmission,
  parseEntrySubmission,
} from '@countersign/protocol/chain';
import { sha256, sha256OfBytes } from '@countersign/protocol/crypto';
import {
  activePerson,
  findOidc,
  subjectDigest,
  withoutLocks,
} from '@countersign/protocol/directory';
import { ProtocolError, type Refusal, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import {
  authenticated,
  ChainEntryId,
  idFromUuid,
  type Principal,
  type Timestamp,
} from '@countersign/protocol/value';
import {
  type AnswerReceipt,
  ApprovalAnswer,
  type WebhookBinding,
} from '@countersign/wire/webhooks';
import type { App } from '../app.ts';
import { findCall, type KeyedAsk, keyedCall, type MadeCall } from '../http/idempotent-store.ts';
import { readJson } from '../http/read-body.ts';
import type { Call } from '../http/route.ts';
import { uuidOf } from '../identity/call-uuid.ts';
import { fromAgtAnswer } from './agt-answer.ts';
import { approvalEndpoint } from './deliveries.ts';
import type { LiveEndpoint } from './live-endpoint.ts';
import { bindingOf } from './send-approval.ts';
import { verifyWebhook } from './webhook-signature.ts';

const answerBytesMax = 262_144;

type Received = Pick<Call, 'headers' | 'raw'>;

/**
 * Takes the answer of an approval service. Whatever is wrong with it changes nothing (TR-5): it is counted, logged by
 * its code alone and, where the service is known and was asked, kept in the stream of the request.
 */
export async function takeAnswer(
  app: App,
  name: string,
  received: Received,
): Promise<Result<AnswerReceipt>> {
  const endpoint = app.endpoints.find(each => each.kind === 'approval' && each.name === name);
  const taken = await failClosed(() => take(app, endpoint, received));
  if (!taken.ok) {
    const { code } = taken.refusal;
    app.metrics.answerRefused(code);
    app.log.warn({ endpoint: endpoint?.name ?? null, code }, 'an answer was refused');
  }
  return taken;
}

async function take(
  app: App,
  endpoint: LiveEndpoint | undefined,
  received: Received,
): Promise<Result<AnswerReceipt>> {
  const { context } = app;
  const opened = openAnswer(endpoint, received, context.clock.now());
  if (!opened.ok) return opened;
  const { service, webhookId, said } = opened.value;
  // Kept permanently and across requests: whether these exact bytes had their effect under this id, or other bytes did.
  const asked: KeyedAsk = {
    caller: `endpoint:${service.name}`,
    key: webhookId,
    route: 'answer',
    body: sha256OfBytes(received.raw),
  };
  const made = await findCall(context.store, asked);
  const approvalRequestId =
    'binding' in said ? said.binding.approval_request_id : said.approval_request_id;
  const read = await readRequest(context, approvalRequestId);
  if (!read.ok) return read;
  const { state } = read.value;
  if (approvalEndpoint(app.settings.endpoints, state)?.name !== service.name) {
    return refuse('route_kind_mismatch', 'this service was not asked');
  }
  const answer = 'binding' in said ? said : fromAgtAnswer(said, state);
  const submission = submissionOf(answer, entryId(service, webhookId));
  const taken =
    made === null
      ? await decide(app, service, answer, { state, submission, asked })
      : receiptFor(made, state, submission);
  if (!taken.ok && isFaultOfService(taken.refusal)) {
    const { refusal } = taken;
    const principal = serviceOf(service);
    await recordRefusedAnswer(context, { approvalRequestId, submission, principal, refusal });
  }
  return taken;
}

/** The answer in a delivery that the service signed; nothing of it is read before that is known. */
function openAnswer(
  service: LiveEndpoint | undefined,
  { headers, raw }: Received,
  now: Timestamp,
): Result<{
  readonly service: LiveEndpoint;
  readonly webhookId: string;
  readonly said: ApprovalAnswer | AgtWebhookResponse;
}> {
  if (raw.length > answerBytesMax) {
    return refuse('body_too_large', `expected at most ${answerBytesMax} bytes`);
  }
  if (service === undefined) {
    // The same words as for a wrong secret: names of endpoints must not be guessable.
    const detail = 'no signature matches a secret or key of the endpoint';
    return refuse('answer_signature_mismatch', detail);
  }
  const { secrets, publicKeys } = service;
  const delivery = verifyWebhook({ headers, body: raw, secrets, publicKeys, now });
  if (!delivery.ok) return delivery;
  try {
    const said =
      service.form === 'agt' ? readJson(AgtWebhookResponse, raw) : readJson(ApprovalAnswer, raw);
    return { ok: true, value: { service, webhookId: delivery.value.id, said } };
  } catch (error) {
    if (error instanceof ProtocolError) return refuse('answer_malformed', error.message);
    throw error;
  }
}

async function decide(
  app: App,
  service: LiveEndpoint,
  answer: ApprovalAnswer,
  about: {
    readonly state: OpenedRequest;
    readonly submission: ParsedEntrySubmission;
    readonly asked: KeyedAsk;
  },
): Promise<Result<AnswerReceipt>> {
  const { context } = app;
  const { state, submission, asked } = about;
  const approvalRequestId = state.request.approval_request_id;
  const echoed = judgeEcho(answer.binding, bindingOf(state));
  if (!echoed.ok) return echoed;
  const decider = await deciderOf(app, service, answer, state);
  if (!decider.ok) return decider;
  const keyed = keyedCall(context.store, asked, ['entry.recorded']);
  const recorded = await recordEntry(
    { ...context, store: keyed.store },
    { approvalRequestId, submission, ...decider.value },
  );
  if (!keyed.repeated()) {
    return recorded.ok ? receiptOf(recorded.value.state, submission) : recorded;
  }
  // Another delivery with this id was faster.
  const faster = await findCall(context.store, asked);
  const read = await readRequest(context, approvalRequestId);
  return read.ok ? receiptFor(faster, read.value.state, submission) : read;
}

const idUsed: Refusal = {
  code: 'entry_conflict',
  detail: 'the id of the delivery was used for another answer',
};

/**
 * Whether this file records the refusal, because the answer never reached the core. The core records its own refusals.
 */
function isFaultOfService(refusal: Refusal): boolean {
  const { code } = refusal;
  return (
    refusal === idUsed ||
    code === 'answer_binding_mismatch' ||
    code === 'person_assertion_not_valid'
  );
}

function receiptFor(
  made: MadeCall | null,
  state: OpenedRequest,
  submission: EntrySubmission,
): Result<AnswerReceipt> {
  return made?.isSame === true ? receiptOf(state, submission) : { ok: false, refusal: idUsed };
}

function judgeEcho(echoed: WebhookBinding, asked: WebhookBinding): Result<null> {
  for (const name of Object.keys(asked) as (keyof WebhookBinding)[]) {
    if (echoed[name] !== asked[name]) {
      return refuse('answer_binding_mismatch', `${name} is not that of the request`);
    }
  }
  return { ok: true, value: null };
}

/**
 * Who decides: the person that the configured issuer vouches for or, where no person is named and the operator gave
 * the endpoint an id, the service itself. The signature of the delivery alone proves no person (ID-8).
 */
async function deciderOf(
  app: App,
  endpoint: LiveEndpoint,
  answer: ApprovalAnswer,
  { request }: OpenedRequest,
): Promise<Result<{ readonly principal: Principal; readonly nonce?: string }>> {
  if (answer.person_assertion === null) {
    const { service_id } = endpoint;
    const { state: directory } = await loadDirectory(app.context);
    if (service_id === undefined || (directory.index.services.get(service_id) ?? 0) === 0) {
      return notProven('expected the assertion of a person');
    }
    return { ok: true, value: { principal: serviceOf(endpoint) } };
  }
  if (endpoint.verifyPerson === null) {
    return notProven('no issuer is configured that may confirm the people of this service');
  }
  const { approval_request_id } = answer.binding;
  // The issuer vouches for what the service was sent, in the form in which it was sent.
  const { input_digest } = endpoint.form === 'agt' ? toAgtWebhookRequest(request) : answer.binding;
  const about = { approval_request_id, input_digest, decision: answer.decision };
  const verified = await endpoint.verifyPerson(answer.person_assertion, about);
  if (!verified.ok) return verified;
  const { issuer, subject, jti } = verified.value;
  // Read after the wait for the keys of the issuer: a person who was deactivated during it cannot decide.
  // A locked person is refused by the use case, which records it.
  const directory = withoutLocks((await loadDirectory(app.context)).state);
  const account = findOidc(directory, subjectDigest({ issuer, subject }));
  const person = account === null ? null : activePerson(directory, account.person_id);
  if (account === null || person === null) {
    return notProven('no active person has this account at the issuer');
  }
  const principal = authenticated({
    kind: 'human',
    principal_id: account.credential_id,
    person_id: person.person_id,
    roles: person.roles,
    assurance: 'oidc',
  });
  return { ok: true, value: { principal, nonce: `person/${sha256({ issuer, jti })}` } };
}

/** The service that signed the delivery. Only where a stage lists its id does it decide anything (ID-7). */
function serviceOf({ name, service_id }: LiveEndpoint): Principal {
  const principal_id = service_id ?? `webhook:${name}`.slice(0, 512);
  return authenticated({ kind: 'service', principal_id, roles: [], assurance: 'service_key' });
}

/** One delivery is one entry, however often and in whatever order it comes (TR-3). */
function entryId({ name }: LiveEndpoint, webhook_id: string): ChainEntryId {
  return idFromUuid(ChainEntryId, 'ace', uuidOf({ endpoint: name, webhook_id }));
}

function submissionOf(answer: ApprovalAnswer, chain_entry_id: ChainEntryId): ParsedEntrySubmission {
  const { stage_index, decision, reason_code, reason, summary, binding } = answer;
  return parseEntrySubmission({
    chain_entry_id,
    stage_index,
    decision,
    reason_code,
    reason,
    summary,
    input_digest: binding.input_digest,
    view_digest: null,
    assertion: null,
  });
}

function receiptOf({ entries }: OpenedRequest, submission: EntrySubmission): Result<AnswerReceipt> {
  const entry = entries.find(each => each.chain_entry_id === submission.chain_entry_id);
  if (entry === undefined) return refuse('internal_error', 'the decision is not in the request');
  const { approval_request_id, chain_entry_id, stage_index, decision } = entry;
  const { entry_digest, decided_at } = entry;
  return {
    ok: true,
    value: { approval_request_id, chain_entry_id, stage_index, decision, entry_digest, decided_at },
  };
}

function notProven(detail: string): Result<never> {
  return refuse('person_assertion_not_valid', detail);
}
