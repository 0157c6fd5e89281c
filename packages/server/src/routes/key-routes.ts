import * as z from 'zod';
import { json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

const Open = z.record(z.string(), z.unknown());

/** The public side of what this server signs with. */
export const keyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/.well-known/jwks.json',
    id: 'getKeySet',
    tag: 'keys',
    summary: 'The keys that grants and request artifacts are verified with',
    access: ['anyone'],
    answers: { 200: z.strictObject({ keys: z.array(Open) }) },
    handle: app => json(app.signer.jwks(), 200, { 'cache-control': 'public, max-age=60' }),
  }),
  route({
    method: 'GET',
    path: '/v1/keys',
    id: 'listKeys',
    tag: 'keys',
    summary: 'Every signing key, past and present, with its window and revocation',
    access: ['anyone'],
    answers: {
      200: z.strictObject({
        issuer: z.string(),
        log_name: z.string(),
        store_id: z.string(),
        /** What webhooks are verified with where their endpoint asks for `v1a`. */
        webhook_public_key: z.string(),
        keys: z.array(Open),
      }),
    },
    handle: async (app, { context }) =>
      json({
        issuer: app.signer.issuer,
        log_name: app.logName,
        store_id: (await context.store.readState()).storeId,
        webhook_public_key: app.webhookSigner.publicKey,
        keys: app.signer.records(),
      }),
  }),
  route({
    method: 'POST',
    path: '/v1/keys/rotate',
    id: 'rotateKeys',
    tag: 'keys',
    summary:
      'Publish the next signing key; it starts signing after verifiers had time to learn about it',
    access: ['recent_operator'],
    answers: { 200: Open },
    handle: async app => {
      if (app.keyTurns === null)
        return refuseCall('signer_unavailable', 'this server does not rotate its keys itself');
      return json(await app.keyTurns.rotate());
    },
  }),
  route({
    method: 'POST',
    path: '/v1/keys/:kid/revoke',
    id: 'revokeKey',
    tag: 'keys',
    summary: 'Revoke a signing key immediately',
    access: ['recent_operator'],
    params: z.strictObject({ kid: z.string().min(1).max(512) }),
    body: z.strictObject({ reason: z.string().min(1).max(1024) }),
    answers: { 200: Open },
    handle: async (app, { params, body }) => {
      if (app.keyTurns === null)
        return refuseCall('signer_unavailable', 'this server does not rotate its keys itself');
      if (!app.signer.records().some(({ kid }) => kid === params.kid)) {
        return refuseCall('key_not_found', 'there is no such key');
      }
      return json(await app.keyTurns.revoke(params.kid, body.reason));
    },
  }),
];
