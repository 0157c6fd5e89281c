import { exportBundle, issueArtifact } from '@countersign/coordinator';
import { type BundleSigningKey, bundleText, EvidenceBundle } from '@countersign/protocol/bundle';
import { ArtifactAnswer } from '@countersign/wire/evidence';
import { RequestParams } from '@countersign/wire/requests';
import type { App } from '../app.ts';
import { type Answer, answerTo, json } from '../http/answer.ts';
import { ofGrant, ofRequest } from '../http/problem-codes.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { readVisible } from './reach.ts';

const triesMax = 20;
const tryMilliseconds = 100;

/** Evidence for others: the signed question, and everything about one request in one document. */
export const bundleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/artifact',
    id: 'getArtifact',
    tag: 'evidence',
    summary: 'The request as presented, signed',
    access: ['person', 'propose', 'host', 'service'],
    problems: ofGrant,
    params: RequestParams,
    answers: { 200: ArtifactAnswer },
    handle: async (_app, { context, caller, params }) => {
      const read = await readVisible(context, caller, params.approval_request_id);
      return answerTo(read, async () =>
        answerTo(await issueArtifact(context, params.approval_request_id), artifact =>
          json({ artifact }),
        ),
      );
    },
  }),
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/bundle',
    id: 'getBundle',
    tag: 'evidence',
    summary: 'The evidence of a request, for offline verification',
    access: ['person', 'propose'],
    problems: [...ofRequest, 'bundle_incomplete'],
    params: RequestParams,
    answers: { 200: EvidenceBundle },
    handle: exportFor,
  }),
];

async function exportFor(
  app: App,
  call: Call<RequestParams, undefined, undefined>,
): Promise<Answer> {
  const { context, caller, params } = call;
  const { approval_request_id } = params;
  const read = await readVisible(context, caller, approval_request_id);
  return answerTo(read, async () => {
    const exported = await exportSequenced(app, call, {
      keyRecords: () => app.signer.records().map(keyOf),
      // An agent that is governed by the rules is not shown how to stay below them: only people read documents.
      policyDocuments: version =>
        caller.kind === 'person' && version === app.policies.version()
          ? app.policyFiles().map(({ text }) => text)
          : null,
    });
    const name = `attachment; filename="${approval_request_id}.bundle.json"`;
    // The canonical text, so that a file that was saved is the bundle, byte for byte.
    return answerTo(exported, bundle => ({
      kind: 'text',
      status: 200,
      mediaType: 'application/json; charset=utf-8',
      headers: { 'content-disposition': name },
      text: bundleText(bundle),
    }));
  });
}

/**
 * The log is a moment behind the store. The evidence of a recent event waits briefly for its place in the log. Without
 * that place the evidence would prove less, and something would seem wrong.
 */
async function exportSequenced(
  { context }: App,
  { params, ended }: Call<RequestParams, undefined, undefined>,
  parts: Parameters<typeof exportBundle>[2],
): ReturnType<typeof exportBundle> {
  const signal = ended();
  for (let tries = 0; ; tries++) {
    const exported = await exportBundle(context, params.approval_request_id, parts);
    const isWhole = !exported.ok || exported.value.log !== null;
    if (isWhole || tries === triesMax || signal.aborted) return exported;
    await context.clock.pause(tryMilliseconds, signal);
  }
}

function keyOf({
  kid,
  public_key,
  not_before,
  not_after,
  revoked_at,
}: BundleSigningKey): BundleSigningKey {
  return { kid, public_key, not_before, not_after, revoked_at };
}
