import {
  amendRequest,
  cancelRequest,
  liftRejection,
  loadDirectory,
  loadKeptAction,
  makeSmallView,
  recordEntry,
  revokeGrant,
} from '@countersign/coordinator';
import { type ParsedEntrySubmission, parseEntrySubmission } from '@countersign/protocol/chain';
import { passkeysOf } from '@countersign/protocol/directory';
import { inputDigest } from '@countersign/protocol/request';
import { millisecondsOf } from '@countersign/protocol/value';
import { shortCode } from '@countersign/protocol/view';
import {
  AmendBody,
  EntryBody,
  ReasonBody,
  RequestParams,
  RequestRepresentation,
} from '@countersign/wire/requests';
import { ViewAnswer } from '@countersign/wire/views';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { ofAmendment, ofEntry, ofRequest, ofStatus } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { readVisible, readWithinReach } from './reach.ts';
import { answerChanged, replayRequest } from './request-answers.ts';
import { eligibilityOf, isTooWeak, onlookerOf } from './request-eligibility.ts';
import { requestMarks } from './request-marks.ts';
import { earlierActions, previousOf, similarTo } from './request-precedents.ts';
import { displayOf, generatedOf } from './request-title.ts';

/** How long a person may take between opening the dialogue of their passkey and confirming it. */
const nonceMilliseconds = 300_000;

/** An approval that no passkey signed. */
function isBareApproval({ decision, assertion }: ParsedEntrySubmission): boolean {
  return decision === 'allow' && assertion === null;
}

/** People and listed services decide; a requester withdraws; operators and approvers revoke. */
export const decidingRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/view',
    id: 'getView',
    tag: 'deciding',
    summary: 'What an approver is shown, and what a passkey has to sign',
    access: ['person'],
    problems: ofRequest,
    params: RequestParams,
    answers: { 200: ViewAnswer },
    handle: async (app, { context, caller, params }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may decide');
      const read = await readVisible(context, caller, params.approval_request_id);
      return answerTo(read, async ({ state }) => {
        const { request } = state;
        const kept = await loadKeptAction(context, request.action_digest);
        const action = kept?.action ?? null;
        const { view, view_digest: digest } =
          action === null
            ? { view: null, view_digest: null }
            : await makeSmallView(context, request, action);
        const onlooker = await onlookerOf(context, caller);
        const { storeId, epoch } = onlooker.store;
        const { state: directory } = await loadDirectory(context);
        const similar = await similarTo(context, state);
        const bound = [request.approval_request_id, caller.person_id];
        const expiresAt = millisecondsOf(context.clock.now()) + nonceMilliseconds;
        return json({
          approval_request_id: request.approval_request_id,
          action_text: kept?.text ?? null,
          action_digest: request.action_digest,
          input_digest: inputDigest(request),
          view,
          view_digest: digest,
          short_code: digest === null ? null : shortCode({ ...request, view_digest: digest }),
          nonce: app.secrets.issue('decision_nonce', bound, expiresAt),
          origin: app.origin,
          rp_id: new URL(app.origin).hostname,
          passkeys: passkeysOf(directory, [caller.person_id]).map(
            ({ credential_id, public_key }) => ({ credential_id, public_key }),
          ),
          store_id: storeId,
          epoch,
          display: displayOf(app, state),
          generated: generatedOf(app, state),
          eligibility: await eligibilityOf(context, onlooker, state),
          marks: await requestMarks(app, context, caller, state, action, similar),
          similar,
          previous: await previousOf(context, caller, request),
          versions: await earlierActions(context, caller, request),
        });
      });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/entries',
    id: 'recordEntry',
    stored: 'judged',
    tag: 'deciding',
    summary: 'Decide a stage of a request',
    access: ['person', 'service'],
    problems: ofEntry,
    params: RequestParams,
    body: EntryBody,
    answers: { 200: RequestRepresentation },
    effects: ['entry.recorded'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person' && caller.kind !== 'service') {
        return refuseCall('not_permitted', 'only people and listed services may decide');
      }
      const approvalRequestId = params.approval_request_id;
      const submission = parseEntrySubmission(body);
      if (submission.assertion !== null) {
        const bound = [approvalRequestId, caller.kind === 'person' ? caller.person_id : ''];
        const now = millisecondsOf(context.clock.now());
        if (!app.secrets.holds('decision_nonce', bound, submission.assertion.nonce, now)) {
          return refuseCall(
            'assertion_challenge_mismatch',
            'expected an unexpired nonce that this server issued for this person and request',
          );
        }
      }
      const read = await readWithinReach(context, caller, approvalRequestId);
      return answerTo(read, async ({ state }) => {
        const { principal } = caller;
        if (isTooWeak(caller, state.request.risk.level) && isBareApproval(submission)) {
          return refuseCall(
            'terminal_too_weak',
            'any program of the same user can read the sign-in of a terminal',
          );
        }
        return answerChanged(
          app,
          await recordEntry(context, { approvalRequestId, submission, principal }),
        );
      });
    },
    replay: replayRequest,
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/amendments',
    id: 'amendRequest',
    tag: 'deciding',
    summary:
      'Change the parameters of a pending action; the changed action is asked in a new request',
    access: ['person'],
    problems: ofAmendment,
    params: RequestParams,
    body: AmendBody,
    answers: { 200: RequestRepresentation },
    effects: ['request.amended', 'request.opened'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person') {
        return refuseCall('not_permitted', 'only a person may change an action');
      }
      const approvalRequestId = params.approval_request_id;
      const read = await readVisible(context, caller, approvalRequestId);
      return answerTo(read, async () =>
        answerChanged(
          app,
          await amendRequest(context, {
            approvalRequestId,
            principal: caller.principal,
            actionDigest: body.action_digest,
            parameters: body.parameters,
            reason: body.reason,
          }),
        ),
      );
    },
    replay: replayRequest,
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/cancel',
    id: 'cancelRequest',
    stored: 'stops',
    tag: 'requests',
    summary: 'Withdraw a pending request',
    access: ['propose', 'person'],
    problems: ofStatus,
    params: RequestParams,
    body: ReasonBody,
    answers: { 200: RequestRepresentation },
    effects: ['request.cancelled'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person' && caller.kind !== 'agent') {
        return refuseCall(
          'not_permitted',
          'only the requester, the subject or an operator may withdraw',
        );
      }
      const approvalRequestId = params.approval_request_id;
      const read = await readWithinReach(context, caller, approvalRequestId);
      return answerTo(read, async () => {
        const { principal } = caller;
        const { reason } = body;
        return answerChanged(
          app,
          await cancelRequest(context, { approvalRequestId, principal, reason }),
        );
      });
    },
    replay: replayRequest,
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/revoke',
    id: 'revokeGrant',
    stored: 'stops',
    tag: 'deciding',
    summary: 'Revoke a grant before it is used',
    access: ['person'],
    problems: ofStatus,
    params: RequestParams,
    body: ReasonBody,
    answers: { 200: RequestRepresentation },
    effects: ['grant.revoked'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may revoke');
      const revoked = await revokeGrant(context, {
        approvalRequestId: params.approval_request_id,
        principal: caller.principal,
        reason: body.reason,
      });
      return answerChanged(app, revoked);
    },
    replay: replayRequest,
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/lift-rejection',
    id: 'liftRejection',
    tag: 'deciding',
    summary: 'Let an action be asked again that an approver rejected for good',
    access: ['person'],
    problems: ofStatus,
    params: RequestParams,
    body: ReasonBody,
    answers: { 200: RequestRepresentation },
    effects: ['rejection.lifted'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person')
        return refuseCall('not_permitted', 'only a person may lift a rejection');
      const lifted = await liftRejection(context, {
        approvalRequestId: params.approval_request_id,
        principal: caller.principal,
        reason: body.reason,
      });
      return answerChanged(app, lifted);
    },
    replay: replayRequest,
  }),
];
