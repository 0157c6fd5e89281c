import { exportBundle, issueArtifact } from '@countersign/coordinator';
import { type BundleSigningKey, EvidenceBundle } from '@countersign/protocol';
import * as z from 'zod';
import type { App } from '../app.ts';
import { type Answer, answerTo, json } from '../http/answer.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { readWithinReach } from './reach.ts';
import { RequestParams } from './request-parameters.ts';

/** Evidence for others: the signed question, and everything about one request in one document. */
export const bundleRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/requests/:approval_request_id/artifact',
    id: 'getArtifact',
    tag: 'evidence',
    summary: 'The request as presented, signed',
    access: ['person', 'propose', 'host', 'service'],
    params: RequestParams,
    answers: { 200: z.strictObject({ artifact: z.string() }) },
    handle: async (_app, { context, caller, params }) => {
      const read = await readWithinReach(context, caller, params.approval_request_id);
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
    summary: 'The evidence of a request, to be verified offline',
    access: ['person', 'propose'],
    params: RequestParams,
    answers: { 200: EvidenceBundle },
    handle: exportFor,
  }),
];

async function exportFor(
  app: App,
  {
    context,
    caller,
    params: { approval_request_id },
  }: Call<z.infer<typeof RequestParams>, undefined, undefined>,
): Promise<Answer> {
  const read = await readWithinReach(context, caller, approval_request_id);
  return answerTo(read, async () => {
    const exported = await exportBundle(context, approval_request_id, {
      keyRecords: () => app.signer.records().map(keyOf),
      // Whoever is governed by the rules is not shown how to stay below them: only people read documents.
      policyDocuments: version =>
        caller.kind === 'person' && version === app.policies.version()
          ? app.policyFiles().map(({ text }) => text)
          : null,
    });
    const name = `attachment; filename="${approval_request_id}.bundle.json"`;
    return answerTo(exported, bundle => json(bundle, 200, { 'content-disposition': name }));
  });
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
