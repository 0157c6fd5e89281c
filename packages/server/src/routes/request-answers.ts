import type { ChangedRequest } from '@countersign/coordinator';
import type { Result } from '@countersign/protocol/reason';
import type { App } from '../app.ts';
import { type Answer, answerTo, json, refuseCall } from '../http/answer.ts';
import type { Call } from '../http/route.ts';
import { readVisible } from './reach.ts';
import { representRequest } from './request-representation.ts';

/** The answer to a change of a request: the request as it is now. */
export function answerChanged(
  app: App,
  result: Result<ChangedRequest>,
  status = 200,
): Promise<Answer> {
  return answerTo(result, ({ state, version }) =>
    json(representRequest(app, state, version), status),
  );
}

/** The same for a change that was made before, under the same key, by a caller who still may see it. */
export async function replayRequest(app: App, { caller }: Call, stream: string): Promise<Answer> {
  const [, approvalRequestId] = stream.split('request/');
  if (approvalRequestId === undefined) {
    return refuseCall('idempotency_key_reused', 'the key was used for another call');
  }
  const read = await readVisible(app.context, caller, approvalRequestId);
  return answerTo(read, ({ state, version }) => json(representRequest(app, state, version)));
}
