import {
  type ChangedRequest,
  failClosed,
  loadAction,
  loadDirectory,
  makeView,
  type ReadRequest,
  readRequest,
  recordEntry,
} from '@countersign/coordinator';
import {
  chainProgress,
  type ParsedEntrySubmission,
  parseEntrySubmission,
} from '@countersign/protocol/chain';
import type { Digest } from '@countersign/protocol/crypto';
import { activePerson, withoutLocks } from '@countersign/protocol/directory';
import { type Result, refuse } from '@countersign/protocol/reason';
import { inputDigest, statusCode } from '@countersign/protocol/request';
import { authenticated, millisecondsOf } from '@countersign/protocol/value';
import type { PresentedView } from '@countersign/protocol/view';
import { type ConfirmationCard, confirmationCard } from '@countersign/risk/intent';
import type { App } from '../app.ts';
import { ConversationAssertion, conversationAssertionType } from './conversation-assertion.ts';
import { isFresh, type SignedByHost, verifyHostSignature } from './host-signature.ts';

/** How long a person may look at a confirmation before its host has to ask for it again. */
const nonceMilliseconds = 300_000;

/** What a host needs to show a question and to vouch for the answer. */
export interface ConversationQuestion {
  readonly store_id: string;
  readonly approval_request_id: string;
  readonly stage_index: number;
  /** What stands in the conversation: the words, the facts and the two buttons. */
  readonly confirmation: ConfirmationCard;
  /** The whole question, which the person reaches with one step from the confirmation. */
  readonly view: PresentedView;
  readonly input_digest: Digest;
  readonly view_digest: Digest;
  readonly nonce: string;
  readonly expires_at: string;
}

interface Host {
  readonly credential_id: string;
  readonly agent_ids: readonly string[];
}

/** The question of a request whose route is the conversation of this host. */
export function askInConversation(
  app: App,
  host: Host,
  approvalRequestId: string,
): Promise<Result<ConversationQuestion>> {
  return failClosed(() => question(app, host, approvalRequestId));
}

async function question(
  app: App,
  host: Host,
  approvalRequestId: string,
): Promise<Result<ConversationQuestion>> {
  const { context, secrets } = app;
  const read = await readHosted(app, host.agent_ids, approvalRequestId);
  if (!read.ok) return read;
  const { state, status } = read.value;
  const now = context.clock.now();
  if (status !== 'pending') return refuse(statusCode(state, now), `the request is ${status}`);
  const { request, chain, entries } = state;
  const action = await loadAction(context, request.action_digest);
  if (action === null) return refuse('store_unusable', 'the bytes of the action are missing');
  const { view, view_digest } = await makeView(context, request, action);
  const { storeId } = await context.store.readState();
  const open = chainProgress(chain, entries).find(stage => stage.open);
  const bound = nonceBinding(approvalRequestId, host.credential_id);
  return {
    ok: true,
    value: {
      store_id: storeId,
      approval_request_id: approvalRequestId,
      stage_index: open?.stage_index ?? 0,
      confirmation: confirmationCard({
        message: request.agent_reasoning ?? '',
        action,
        risk: request.risk.level,
        details: true,
      }),
      view,
      input_digest: inputDigest(request),
      view_digest,
      nonce: secrets.issue('decision_nonce', bound, millisecondsOf(now) + nonceMilliseconds),
      expires_at: request.expires_at,
    },
  };
}

/**
 * Takes the signed statement of a host about a button that a person pressed. A statement with any fault changes nothing
 * (TR-5).
 */
export async function takeConversationAnswer(
  app: App,
  approvalRequestId: string,
  jws: string,
): Promise<Result<ChangedRequest>> {
  const taken = await failClosed(() => take(app, approvalRequestId, jws));
  if (!taken.ok) {
    const { code } = taken.refusal;
    app.metrics.answerRefused(code);
    app.log.warn({ code }, 'a confirmation from a conversation was refused');
  }
  return taken;
}

async function take(
  app: App,
  approvalRequestId: string,
  jws: string,
): Promise<Result<ChangedRequest>> {
  const { context } = app;
  const signed = await verifyHostSignature(context, jws, conversationAssertionType);
  if (signed === null) return notValid('it is not signed by a registered host');
  const parsed = ConversationAssertion.safeParse(signed.payload);
  if (!parsed.success) {
    const path = (parsed.error.issues[0]?.path ?? []).map(step => `/${String(step)}`).join('');
    return notValid(`it does not have the agreed form, at "${path}"`);
  }
  const assertion = parsed.data;
  const { storeId } = await context.store.readState();
  if (assertion.store_id !== storeId) return notValid('it is for another store');
  if (assertion.approval_request_id !== approvalRequestId) {
    return notValid('it is about another request');
  }
  const read = await readHosted(app, signed.host.agent_ids, approvalRequestId);
  if (!read.ok) return read;
  const { entries } = read.value.state;
  // A repeated answer gets the recorded result at any time. It cannot take effect twice.
  const repeated = entries.some(entry => entry.chain_entry_id === assertion.chain_entry_id);
  const problem = repeated ? null : judgeFreshness(app, assertion, signed);
  if (problem !== null) return notValid(problem);
  // A locked person is refused by the use case, which records it.
  const { state: directory } = await loadDirectory(context);
  const person = activePerson(withoutLocks(directory), assertion.person_id);
  if (person === null) return notValid('the person is not known, or may not act');
  return recordEntry(context, {
    approvalRequestId,
    submission: submissionOf(assertion),
    principal: authenticated({
      kind: 'human',
      principal_id: signed.host.credential_id,
      person_id: person.person_id,
      roles: person.roles,
      assurance: 'conversation',
    }),
    nonce: assertion.nonce,
  });
}

function judgeFreshness(
  { context, secrets }: App,
  { approval_request_id, nonce, issued_at }: ConversationAssertion,
  { host }: SignedByHost,
): string | null {
  const now = context.clock.now();
  if (!isFresh(issued_at, now)) return 'it is too old, or from the future';
  const bound = nonceBinding(approval_request_id, host.credential_id);
  return secrets.holds('decision_nonce', bound, nonce, millisecondsOf(now))
    ? null
    : 'the nonce was not issued to this host for this request, or is over';
}

/** A nonce for a host is bound to the credential of the host. It is never valid as the nonce of a person. */
function nonceBinding(approvalRequestId: string, credentialId: string): readonly string[] {
  return [approvalRequestId, `host:${credentialId}`];
}

/** A request of an agent of this host that is asked in its conversation. The host reaches no other request. */
async function readHosted(
  { context }: App,
  agentIds: readonly string[],
  approvalRequestId: string,
): Promise<Result<ReadRequest>> {
  const read = await readRequest(context, approvalRequestId);
  if (!read.ok) return read;
  const { agent_id, route } = read.value.state.request;
  if (!agentIds.includes(agent_id)) return refuse('request_not_found', 'there is no such request');
  return route.kind === 'same_conversation'
    ? read
    : refuse('route_kind_mismatch', `the request is decided by ${route.kind}`);
}

function submissionOf(assertion: ConversationAssertion): ParsedEntrySubmission {
  const { chain_entry_id, stage_index, decision, reason, input_digest, view_digest } = assertion;
  return parseEntrySubmission({
    chain_entry_id,
    stage_index,
    decision,
    reason_code: 'conversation',
    // The person need not type a reason before pressing a button. Then the button itself is the reason.
    reason: reason ?? (decision === 'deny' ? 'Cancel was pressed in the conversation.' : ''),
    summary: null,
    input_digest,
    view_digest,
    assertion: null,
  });
}

function notValid(detail: string): Result<never> {
  return refuse('conversation_assertion_not_valid', detail);
}
