import { KeySet } from '@countersign/wire/agent-answers';
import { KeyList, KeyParams, KeyRevocationBody, SigningKeyFacts } from '@countersign/wire/keys';
import { json, refuseCall } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

/** The public side of what this server signs with. */
export const keyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/.well-known/jwks.json',
    id: 'getKeySet',
    tag: 'keys',
    summary: 'The keys that grants and request artifacts are verified with',
    access: ['anyone'],
    purpose: 'published',
    answers: { 200: KeySet },
    handle: app => json(app.signer.jwks(), 200, { 'cache-control': 'public, max-age=60' }),
  }),
  route({
    method: 'GET',
    path: '/v1/keys',
    id: 'listKeys',
    tag: 'keys',
    summary: 'Every signing key, past and present, with its window and revocation',
    access: ['anyone'],
    purpose: 'published',
    answers: {
      200: KeyList,
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
    stored: 'repeats',
    outside: true,
    tag: 'keys',
    summary:
      'Publish the next signing key; it starts signing after verifiers had time to learn about it',
    access: ['recent_operator'],
    problems: ['signer_unavailable', 'signer_unusable'],
    answers: { 200: SigningKeyFacts },
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
    stored: 'stops',
    outside: true,
    tag: 'keys',
    summary: 'Revoke a signing key immediately',
    access: ['recent_operator'],
    problems: ['signer_unavailable', 'signer_unusable', 'key_not_found'],
    params: KeyParams,
    body: KeyRevocationBody,
    answers: { 200: SigningKeyFacts },
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
