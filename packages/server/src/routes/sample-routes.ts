import { RequestRepresentation } from '@countersign/wire/requests';
import { answerTo, json, refuseCall } from '../http/answer.ts';
import { ofProposal } from '../http/problem-codes.ts';
import { type Route, route } from '../http/route.ts';
import { proposeSample } from '../sample/propose-sample.ts';
import { replayRequest } from './request-answers.ts';
import { representRequest } from './request-representation.ts';

/** Something to decide, for a user without an agent. */
export const sampleRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/sample-actions',
    id: 'sendSampleAction',
    stored: 'asks',
    tag: 'requests',
    summary:
      'Let the built-in agent propose a wire transfer that needs approval; nothing leaves the machine',
    access: ['person'],
    problems: [...ofProposal, 'route_not_found', 'samples_waiting', 'sample_without_approval'],
    answers: { 200: RequestRepresentation, 201: RequestRepresentation },
    effects: ['request.opened'],
    handle: async (app, { context }) => {
      if (app.settings.sample_agent !== true) {
        return refuseCall('route_not_found', 'there is no sample agent here');
      }
      return answerTo(await proposeSample(app, context), ({ state, version }) =>
        json(representRequest(app, state, version), 201),
      );
    },
    replay: replayRequest,
  }),
];
