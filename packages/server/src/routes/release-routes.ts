import { listReviews, loadDirectory, readRequest, reviewRelease } from '@countersign/coordinator';
import { releaseOf } from '@countersign/protocol/chain';
import { mayOversee, type OpenedRequest } from '@countersign/protocol/request';
import {
  RequestParams,
  RequestRepresentation,
  ReviewBody,
  ReviewList,
} from '@countersign/wire/requests';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import { ofStatus } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { personName } from './person-name.ts';
import { readVisible, seesValues } from './reach.ts';
import { answerChanged, replayRequest } from './request-answers.ts';
import { languageOf, titleOf } from './request-title.ts';

type PersonCaller = Extract<Caller, { kind: 'person' }>;

/** Releases by one person, which another person reviews (BG-3). The release itself is an entry of the request. */
export const releaseRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/reviews',
    id: 'listReviews',
    tag: 'deciding',
    summary: 'The actions that one person released alone and no other person has reviewed',
    access: ['person'],
    answers: { 200: ReviewList },
    handle: async (app, { context, caller }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may review');
      const { state: directory } = await loadDirectory(context);
      const reviews: ReviewList['reviews'] = [];
      for (const { approval_request_id, released_by, released_at } of await listReviews(context)) {
        const read = await readRequest(context, approval_request_id);
        if (!read.ok) continue;
        const { state } = read.value;
        const cause = releaseOf(state.entries)?.break_glass;
        if (cause === undefined) continue;
        reviews.push({
          approval_request_id,
          title: seesValues(caller, state) ? await titleOf(app, state, languageOf(caller)) : '',
          agent_id: state.request.agent_id,
          tool_name: state.tool_name,
          risk_level: state.request.risk.level,
          cause,
          released_by: {
            person_id: released_by,
            name: await personName(app, directory, released_by),
          },
          released_at,
          may_review: mayReview(caller, state),
        });
      }
      return json({ reviews });
    },
  }),
  route({
    method: 'POST',
    path: '/v1/requests/:approval_request_id/review',
    id: 'reviewRelease',
    tag: 'deciding',
    summary: 'Close the review of an action that one person released alone',
    access: ['person'],
    problems: [...ofStatus, 'release_not_found', 'release_reviewed', 'approver_not_independent'],
    params: RequestParams,
    body: ReviewBody,
    answers: { 200: RequestRepresentation },
    effects: ['release.reviewed'],
    handle: async (app, { context, caller, params, body }) => {
      if (caller.kind !== 'person') return refuseCall('not_permitted', 'only a person may review');
      const approvalRequestId = params.approval_request_id;
      return answerTo(await readVisible(context, caller, approvalRequestId), async () =>
        answerChanged(
          app,
          await reviewRelease(context, { approvalRequestId, principal: caller.principal, ...body }),
        ),
      );
    },
    replay: replayRequest,
  }),
];

/** Whether the core would let the caller close the review; it judges again. */
function mayReview({ principal, person_id }: PersonCaller, state: OpenedRequest): boolean {
  const { requester, subject, agent_owner, authors = [] } = state.parties;
  const concerned = [requester, subject, agent_owner, ...authors];
  return (
    mayOversee(state, principal) &&
    !concerned.includes(person_id) &&
    releaseOf(state.entries)?.approver_identity !== person_id
  );
}
