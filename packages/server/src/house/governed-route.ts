import { readRequest } from '@countersign/coordinator';
import { houseKindOf } from '@countersign/protocol/action';
import { HouseRequestOpened } from '@countersign/wire/house';
import type { App } from '../app.ts';
import { type Answer, answerTo, refuseCall } from '../http/answer.ts';
import { ofProposal } from '../http/problem-codes.ts';
import type { Route } from '../http/route.ts';
import { answerOpened } from './open-change.ts';

const requestPrefix = 'request/';

/** A route whose change can be under a chain: then it answers 202 with the house request that was opened for it. */
export function governed(row: Route): Route {
  return {
    ...row,
    answers: { ...row.answers, 202: HouseRequestOpened },
    effects: [...(row.effects ?? []), 'request.opened'],
    problems: [...(row.problems ?? []), ...ofProposal, 'policy_denied'],
    replay: (app, call, stream) =>
      stream.startsWith(requestPrefix)
        ? replayOpened(app, stream.slice(requestPrefix.length))
        : row.replay(app, call, stream),
  };
}

/** Answers a repeated call with its house request. A secret that was told once is not told again. */
export async function replayOpened({ context }: App, approvalRequestId: string): Promise<Answer> {
  return answerTo(await readRequest(context, approvalRequestId), ({ state }) => {
    const { approval_request_id, operation } = state.request;
    const kind = houseKindOf(operation);
    return kind === null
      ? refuseCall('idempotency_key_reused', 'the key was used for another call')
      : answerOpened({ approval_request_id, kind });
  });
}
